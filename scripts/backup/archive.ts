// A backup as one file: a gzipped tar archive that starts with the manifest. Anybody may have made an archive. So unpacking writes only the
// files that the manifest names, and at most the number of bytes that the manifest states.
import { createReadStream, createWriteStream, mkdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { extract, pack } from 'tar-stream'
import { StartupError } from '../../schema/errors.ts'
import { fileProblem } from './file-problem.ts'
import { LONGEST_MANIFEST, MANIFEST, type Manifest, notABackup, parseManifest } from './manifest.ts'

/** Gzip level. Most of the data is hashes, which do not compress. */
const LEVEL = 1

const CHUNK = 1 << 20

/** Flushes the file to the disk before it is closed. */
const WHOLE = { flags: 'wx', flush: true }

/** @param onBytes called with the number of bytes of each chunk */
async function* chunksOf(
  stream: AsyncIterable<unknown>,
  onBytes: (bytes: number) => void = () => {},
): AsyncGenerator<Uint8Array> {
  for await (const chunk of stream) {
    if (!(chunk instanceof Uint8Array)) throw new TypeError('the stream is not of bytes')
    onBytes(chunk.length)
    yield chunk
  }
}

/**
 * @param onBytes called with the number of bytes read from the files
 * @throws {Error} if the file system refuses
 */
export const packBackup = async (
  directory: string,
  { files }: Manifest,
  file: string,
  onBytes: (bytes: number) => void,
): Promise<void> => {
  const archive = pack()
  const written = pipeline(archive, createGzip({ level: LEVEL }), createWriteStream(file, WHOLE))
  let read = 0
  const onChunk = (bytes: number): void => {
    read += bytes
    onBytes(read)
  }
  const add = async (): Promise<void> => {
    const manifest = readFileSync(join(directory, MANIFEST))
    await pipeline([manifest], archive.entry({ name: MANIFEST, size: manifest.length }))
    for (const { name, bytes } of files) {
      const source = createReadStream(join(directory, name), { highWaterMark: CHUNK })
      await pipeline(chunksOf(source, onChunk), archive.entry({ name, size: bytes }))
    }
    archive.finalize()
  }
  await Promise.all([written, add()])
}

async function* entriesOf(archive: AsyncIterable<Uint8Array>) {
  const entries = extract()
  const read = pipeline(archive, createGunzip(), entries)
  // The loop over the entries also receives this error, unless it has already ended.
  read.catch(() => {})
  yield* entries
  await read
}

const chunksIn = (file: string): AsyncIterable<Uint8Array> =>
  chunksOf(createReadStream(file, { highWaterMark: CHUNK }))

/**
 * Reads the manifest, and nothing else of the archive.
 * @param path path of the archive, for messages
 * @throws {StartupError} if the archive is not a snapshot
 * @throws {Error} if it cannot be read
 */
export const manifestIn = async (archive: AsyncIterable<Uint8Array>, path: string): Promise<Manifest> => {
  for await (const entry of entriesOf(archive)) {
    if (entry.header.name !== MANIFEST || (entry.header.size ?? 0) > LONGEST_MANIFEST) break
    return parseManifest(await text(entry), path)
  }
  throw notABackup(path)
}

/** @throws {StartupError} if the file cannot be read, or is not a snapshot */
export const archiveManifest = async (file: string): Promise<Manifest> => {
  try {
    return await manifestIn(chunksIn(file), file)
  } catch (error) {
    if (error instanceof StartupError) throw error
    throw fileProblem(error, file) ?? notABackup(file)
  }
}

/**
 * Writes the files that a manifest names.
 * @param archive the archive's file, and its name in messages
 * @throws {StartupError} if the archive is damaged, or contains other files
 */
export const unpackBackup = async (
  { file, path: named }: { readonly file: string; readonly path: string },
  { files }: Manifest,
  into: string,
  onBytes: (bytes: number) => void,
): Promise<void> => {
  const missing = new Map(files.map(({ name, bytes }) => [name, bytes]))
  let written = 0
  const onChunk = (bytes: number): void => {
    written += bytes
    onBytes(written)
  }
  try {
    for await (const entry of entriesOf(chunksIn(file))) {
      const { name, size, type } = entry.header
      if (name !== MANIFEST) {
        if (type !== 'file' || missing.get(name) !== size) throw new Error(`"${name}" is not in its manifest`)
        missing.delete(name)
        const path = join(into, name)
        mkdirSync(dirname(path), { recursive: true })
        await pipeline(chunksOf(entry, onChunk), createWriteStream(path, WHOLE))
      } else entry.resume()
    }
    const [name] = missing.keys()
    if (name !== undefined) throw new Error(`${name} is missing`)
  } catch (error) {
    throw (
      fileProblem(error, into) ?? damagedBackup(named, error instanceof Error ? error.message : String(error))
    )
  }
}

export const damagedBackup = (path: string, reason: string): StartupError =>
  new StartupError(`${path} is damaged (${reason}): copy it again, or use another`)
