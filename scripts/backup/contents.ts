// Lists the files of a data directory that belong in a backup, with their hashes. Left out are the lock, the status file, and models that
// do not serve: a restored service makes these again.
import { createHash } from 'node:crypto'
import { createReadStream, existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

export const LOG = 'log.db'
export const IMAGES = 'images'
export const JOURNAL = 'chain.ndjson'

/** Names of stored images, which are content ids. Temporary files have other names. */
const IMAGE = /^[a-zA-Z0-9]{1,100}$/

export const imageNames = (directory: string): string[] => {
  const images = join(directory, IMAGES)
  if (!existsSync(images)) return []
  return readdirSync(images, { withFileTypes: true })
    .filter((entry) => entry.isFile() && IMAGE.test(entry.name))
    .map(({ name }) => `${IMAGES}/${name}`)
    .sort()
}

/** @throws {Error} if the file cannot be read */
export const hashOfFile = async (path: string, algorithm: 'sha256' | 'blake2b512'): Promise<Buffer> => {
  const hash = createHash(algorithm)
  for await (const chunk of createReadStream(path, { highWaterMark: 1 << 20 })) hash.update(chunk)
  return hash.digest()
}

/** @throws {Error} if the file cannot be read */
export const describeFile = async (
  directory: string,
  name: string,
): Promise<{ name: string; bytes: number; sha256: string }> => {
  const path = join(directory, name)
  const sha256 = (await hashOfFile(path, 'sha256')).toString('hex')
  return { name, bytes: statSync(path).size, sha256 }
}

/**
 * @param onBytes called with the number of bytes read so far
 * @returns name of the first file that differs or is missing
 * @throws {Error} if a file cannot be read
 */
export const findWrongFile = async (
  directory: string,
  files: readonly { readonly name: string; readonly bytes: number; readonly sha256: string }[],
  onBytes: (bytes: number) => void = () => {},
): Promise<string | undefined> => {
  let read = 0
  for (const { name, bytes, sha256 } of files) {
    if (!existsSync(join(directory, name))) return name
    const found = await describeFile(directory, name)
    if (found.bytes !== bytes || found.sha256 !== sha256) return name
    read += bytes
    onBytes(read)
  }
  return undefined
}
