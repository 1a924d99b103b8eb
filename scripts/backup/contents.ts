// Which files of a data directory a backup has, and their hashes. Left out are the lock, what the indexer reports of
// itself, and models that are not serving: all of them are made again.
import { createHash } from 'node:crypto'
import { createReadStream, existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

export const LOG = 'log.db'
export const IMAGES = 'images'
/** Blocks of a devnet. */
export const JOURNAL = 'chain.ndjson'

/** Names of images are their content ids; temporary files beside them have others. */
const IMAGE = /^[a-zA-Z0-9]{1,100}$/

/** Names of the images in a directory of data, relative to it. */
export const imageNames = (directory: string): string[] => {
  const images = join(directory, IMAGES)
  if (!existsSync(images)) return []
  return readdirSync(images, { withFileTypes: true })
    .filter((entry) => entry.isFile() && IMAGE.test(entry.name))
    .map(({ name }) => `${IMAGES}/${name}`)
    .sort()
}

/** @throws {Error} of the file system */
export const describeFile = async (
  directory: string,
  name: string,
): Promise<{ name: string; bytes: number; sha256: string }> => {
  const path = join(directory, name)
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(path, { highWaterMark: 1 << 20 })) hash.update(chunk)
  return { name, bytes: statSync(path).size, sha256: hash.digest('hex') }
}
