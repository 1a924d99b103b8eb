// The manifest of a backup: its contents, and a hash of each file. A backup writes its manifest last, so an unfinished backup has no
// manifest, and an unfinished increment has no effect. In a snapshot's file the manifest comes first, so only files that it names are
// unpacked.
import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Static, Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { StartupError } from '../../schema/errors.ts'
import { OneOf } from '../../schema/one-of.ts'
import { isMissing } from '../../schema/platform/storage-error.ts'
import { NETWORKS } from '../../schema/primitives.ts'
import { JOURNAL, LOG } from './contents.ts'
import { fileProblem } from './file-problem.ts'

export const MANIFEST = 'manifest.json'

/** Maximum bytes of a manifest. A manifest with a million images has about 180 MB. */
export const LONGEST_MANIFEST = 256 * 1024 * 1024

const FORMAT = 'launchpad-backup'
/** Version of the format. Increments came with version 2. */
export const FORMAT_VERSION = 2

const Count = Type.Integer({ minimum: 0 })
const Hash = Type.String({ pattern: '^[0-9a-f]{64}$' })
const Tip = { slot: Count, id: Hash, height: Count }

const ManifestSchema = Type.Object({
  format: Type.Literal(FORMAT),
  formatVersion: Count,
  /** Time of the backup, ISO 8601. */
  madeAt: Type.String(),
  network: OneOf(NETWORKS),
  /** Versions of the project and of the layouts of log and models. */
  versions: Type.Object({ service: Type.String(), log: Count, models: Type.Union([Count, Type.Null()]) }),
  tip: Type.Object(Tip),
  /** Null if no models are included. */
  models: Type.Union([Type.Object({ ...Tip, digest: Type.String() }), Type.Null()]),
  files: Type.Array(
    Type.Object({
      // A restore writes only files with names of this pattern.
      name: Type.String({
        pattern:
          '^(log(-[0-9]{1,16})?\\.db|models-[0-9]{1,9}\\.db|chain(-[0-9]{1,16})?\\.ndjson|images/[a-zA-Z0-9]{1,100})$',
      }),
      bytes: Count,
      sha256: Hash,
    }),
  ),
})

export type Manifest = Static<typeof ManifestSchema>
export const newManifest = (of: Omit<Manifest, 'format' | 'formatVersion'>): Manifest => ({
  format: FORMAT,
  formatVersion: FORMAT_VERSION,
  ...of,
})

export const modelsNameOf = ({ files }: Manifest): string | undefined =>
  files.find(({ name }) => name.startsWith('models-'))?.name

/** Name of the increment with the log's rows after a seq. */
export const logPart = (after: number): string => `log-${after}.db`
/** Name of the file with a devnet's blocks, by the seq after which its increment begins. */
export const journalAt = (after: number): string => `chain-${after}.ndjson`

/** Names in the order of the logs' rows. */
export const logNames = ({ files }: Manifest): string[] =>
  files.flatMap(({ name }) => (/^log[-.]/.test(name) ? [name] : []))

export const journalOf = ({ files }: Manifest): string | undefined =>
  files.find(({ name }) => name.startsWith('chain'))?.name

/** Names of the restored files, with merged increments. The log is last, because a data directory with a log counts as complete. */
export const topNames = ({ files }: Manifest): string[] => {
  const names = files.map(({ name }) => (name.startsWith('chain') ? JOURNAL : (name.split('/')[0] ?? name)))
  return [...new Set(names.filter((name) => !name.startsWith('log'))), LOG]
}

export const summaryOf = ({ files, ...rest }: Manifest) => ({
  ...rest,
  files: files.length,
  bytes: totalBytes(files),
})

export const totalBytes = (files: readonly { readonly bytes: number }[]): number =>
  files.reduce((sum, { bytes }) => sum + bytes, 0)

/**
 * @param path path of the backup, for messages
 * @throws {StartupError} if the text is not a manifest, or its format is newer than this version
 */
export const parseManifest = (text: string, path: string): Manifest => {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw notABackup(path)
  }
  const format: unknown = Object(value).format
  const version: unknown = Object(value).formatVersion
  if (format === FORMAT && typeof version === 'number' && version > FORMAT_VERSION)
    throw new StartupError(
      `${path} was made by a newer version (format ${version}, this version reads up to ${FORMAT_VERSION}): upgrade first`,
    )
  if (!Value.Check(ManifestSchema, value)) throw notABackup(path)
  const names = value.files.map(({ name }) => name)
  const isWhole =
    names.filter((name) => /^log[-.]/.test(name))[0] === LOG &&
    new Set(names).size === names.length &&
    names.filter((name) => name.startsWith('models-')).length <= 1 &&
    names.filter((name) => name.startsWith('chain')).length <= 1
  if (!isWhole) throw notABackup(path)
  return value
}

export const notABackup = (path: string): StartupError =>
  new StartupError(`${path} is not a backup or snapshot of this service: give the path of one`)

/** @throws {StartupError} if the directory is not a backup, or cannot be read */
export const readManifest = (directory: string): Manifest => {
  let text: string
  try {
    text = readFileSync(join(directory, MANIFEST), 'utf8')
  } catch (error) {
    if (!isMissing(error)) throw fileProblem(error, directory) ?? error
    throw new StartupError(`${directory} is not a complete backup: it has no ${MANIFEST}`)
  }
  return parseManifest(text, directory)
}

/** Replaces the manifest in one step, so it is never incomplete. */
export const writeManifest = (directory: string, manifest: Manifest): void => {
  const path = join(directory, MANIFEST)
  writeFileSync(`${path}.new`, `${JSON.stringify(manifest, null, 2)}\n`, { flush: true })
  renameSync(`${path}.new`, path)
}
