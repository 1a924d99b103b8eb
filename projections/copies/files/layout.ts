// Files of a published directory, and the limits that a reader sets. `manifest.json` is small and changes. Every other file never changes:
// a difference for each commit, and the pieces of snapshots, as gzipped JSON in a folder with the load's name. The shapes are checked when
// files are read, since the directory may be damaged or made by others. gzip's checksum detects damage. The digest of the rows detects
// files that do not belong together.
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { type Static, type TSchema, Type } from '@sinclair/typebox'
import { TypeCompiler } from '@sinclair/typebox/compiler'
import { Columns, WrittenDifference } from '../protocol/copied-difference.ts'
import { Block, DigestText, Name, Natural, State } from '../protocol/copy-state.ts'

/** A published file is damaged or has unexpected contents. */
export class CopyDamaged extends Error {
  override readonly name = 'CopyDamaged'
}

export const MANIFEST = 'manifest.json'

export const isImmutable = (name: string): boolean =>
  /^[0-9a-f]{16}\/[0-9]{1,15}(-[0-9a-f]{16}-[0-9]{1,7})?\.json\.gz$/.test(name)

/** Increased when the meaning of files changes. Values have the same text as in the PostgreSQL copy. */
const FORMAT = 1

/** Maximum bytes of a manifest. */
export const MOST_MANIFEST = 1_048_576
/** Compressed bytes of any other file. */
export const MOST_SENT = 33_554_432
/** Bytes of the JSON of any other file. A reader holds up to four files in memory. */
export const MOST_TEXT = 134_217_728

const Snapshot = Type.Object({
  version: Natural,
  digest: DigestText,
  pieces: Type.Integer({ minimum: 1, maximum: 1_000_000 }),
  rows: Natural,
  /** Compressed bytes of all pieces together. */
  bytes: Natural,
})
export type Snapshot = Static<typeof Snapshot>

const Manifest = Type.Object({
  format: Type.Literal(FORMAT),
  /** State after the last difference. */
  state: State,
  /** Version of the oldest difference. */
  first: Natural,
  snapshots: Type.Array(Snapshot, { minItems: 1, maxItems: 8 }),
  /** JSON by part of the indexer. */
  reports: Type.Array(Type.Tuple([Type.String({ maxLength: 40 }), Type.String({ maxLength: 100_000 })]), {
    maxItems: 10,
  }),
})
export type Manifest = Static<typeof Manifest>

/** The first piece of a snapshot: its state and the kept blocks. */
const Head = Type.Object({ state: State, blocks: Type.Array(Block) })
export type Head = Static<typeof Head>

const Piece = Type.Object({ table: Name, columns: Columns })

const checked = <T extends TSchema>(what: string, schema: T): ((name: string, text: string) => Static<T>) => {
  const compiled = TypeCompiler.Compile(schema)
  return (name, text) => {
    let value: unknown
    try {
      value = JSON.parse(text)
    } catch {
      throw new CopyDamaged(`${name} is not JSON: it is damaged, or not a ${what}`)
    }
    if (compiled.Check(value)) return value
    const error = compiled.Errors(value).First()
    throw new CopyDamaged(
      `${name} is not a ${what} of this version of the service (${error?.path.slice(0, 60) || '/'}: ${error?.message}): run the version that publishes it`,
    )
  }
}

export const readManifest = checked('manifest', Manifest)
export const readWritten = checked('difference', WrittenDifference)
export const readHead = checked('beginning of a snapshot', Head)
export const readPiece = checked('piece of a snapshot', Piece)

/**
 * Whether a manifest.json was written by another program, such as a web page or a backup. A text that is not JSON may be a damaged
 * manifest.
 */
export const isForeign = (text: string): boolean => {
  try {
    return typeof Object(JSON.parse(text)).format !== 'number'
  } catch {
    return false
  }
}

export const manifestText = (manifest: Omit<Manifest, 'format'>): string =>
  JSON.stringify({ format: FORMAT, ...manifest })

export const differenceName = ({ load, version }: { readonly load: string; readonly version: number }) =>
  `${load}/${version}.json.gz`

/** @param piece 0 is the head */
export const pieceName = (
  load: string,
  { version, digest }: Pick<Snapshot, 'version' | 'digest'>,
  piece: number,
) => `${load}/${version}-${digest}-${piece}.json.gz`

const unzip = promisify(gunzip)

/** @throws {CopyDamaged} when the file is damaged or too large */
export const unpacked = async (name: string, bytes: Uint8Array): Promise<string> => {
  try {
    return (await unzip(bytes, { maxOutputLength: MOST_TEXT })).toString('utf8')
  } catch (error) {
    throw new CopyDamaged(
      `${name} cannot be unpacked (${error instanceof Error ? error.message : error}): it is damaged, too large, or sent with a Content-Encoding`,
    )
  }
}
