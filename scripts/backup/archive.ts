// A backup as one file: a gzipped tar archive with the manifest first. What is unpacked was made by somebody else, so
// nothing is written but what its manifest names, and no more of it than the manifest says.
import { createReadStream, createWriteStream, mkdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { extract, type Pack, pack } from 'tar-stream'
import { StartupError } from '../../schema/errors.ts'
import { fileProblem } from './file-problem.ts'
import { LONGEST_MANIFEST, MANIFEST, type Manifest, notABackup, parseManifest } from './manifest.ts'
import { syncFile } from './sync-file.ts'

/** Much of the data are hashes, which do not shrink: a higher level takes several times as long for a few percent. */
const LEVEL = 1

/** Bytes read at once. */
const CHUNK = 1 << 20

/** The chunks of a stream; `onBytes` gets how many bytes each has. */
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

const addManifest = (archive: Pack, directory: string): Promise<void> =>
  new Promise((resolve, reject) => {
    archive.entry({ name: MANIFEST }, readFileSync(join(directory, MANIFEST)), (error) =>
      error ? reject(error) : resolve(),
    )
  })

/**
 * Packs a backup into a new file.
 * @param onBytes gets how many bytes of the files were read
 * @throws {Error} of the file system
 */
export const packBackup = async (
  directory: string,
  { files }: Manifest,
  file: string,
  onBytes: (bytes: number) => void,
): Promise<void> => {
  const archive = pack()
  const written = pipeline(archive, createGzip({ level: LEVEL }), createWriteStream(file, { flags: 'wx' }))
  let read = 0
  const onChunk = (bytes: number): void => {
    read += bytes
    onBytes(read)
  }
  const add = async (): Promise<void> => {
    await addManifest(archive, directory)
    for (const { name, bytes } of files) {
      const source = createReadStream(join(directory, name), { highWaterMark: CHUNK })
      await pipeline(chunksOf(source, onChunk), archive.entry({ name, size: bytes }))
    }
    archive.finalize()
  }
  await Promise.all([written, add()])
  syncFile(file)
}

/** The entries of an archive, one after the other. */
async function* entriesOf(file: string) {
  const entries = extract()
  const read = pipeline(createReadStream(file, { highWaterMark: CHUNK }), createGunzip(), entries)
  // Whoever iterates gets the error, and one who ends early does not care for it.
  read.catch(() => {})
  yield* entries
  await read
}

/** @throws {StartupError} when the file cannot be read, or is no snapshot */
export const archiveManifest = async (file: string): Promise<Manifest> => {
  try {
    for await (const entry of entriesOf(file)) {
      if (entry.header.name !== MANIFEST || (entry.header.size ?? 0) > LONGEST_MANIFEST) break
      const chunks: Uint8Array[] = []
      for await (const chunk of chunksOf(entry)) chunks.push(chunk)
      return parseManifest(Buffer.concat(chunks).toString('utf8'), file)
    }
  } catch (error) {
    if (error instanceof StartupError) throw error
    throw fileProblem(error, file) ?? notABackup(file)
  }
  throw notABackup(file)
}

/**
 * Writes the files that a manifest names.
 * @throws {StartupError} when the archive is damaged, or holds something else
 */
export const unpackBackup = async (
  file: string,
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
    for await (const entry of entriesOf(file)) {
      const { name, size, type } = entry.header
      if (name !== MANIFEST) {
        if (type !== 'file' || missing.get(name) !== size) throw new Error(`"${name}" is not in its manifest`)
        missing.delete(name)
        const path = join(into, name)
        mkdirSync(dirname(path), { recursive: true })
        await pipeline(chunksOf(entry, onChunk), createWriteStream(path, { flags: 'wx' }))
        syncFile(path)
      } else entry.resume()
    }
    const [name] = missing.keys()
    if (name !== undefined) throw new Error(`${name} is missing`)
  } catch (error) {
    throw (
      fileProblem(error, into) ?? damagedBackup(file, error instanceof Error ? error.message : String(error))
    )
  }
}

export const damagedBackup = (path: string, reason: string): StartupError =>
  new StartupError(`${path} is damaged (${reason}): copy it again, or use another`)
