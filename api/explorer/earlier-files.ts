// Files of earlier builds of the page, which open pages still request after an upgrade. These files are kept on the disk for a week. A
// file's name contains a hash of its content, so files with the same name are equal.
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { extname, join } from 'node:path'
import type { TimeOfDay } from '../../schema/platform/clocks.ts'
import type { PageFile } from '../http/route/page-routes.ts'
import { Prepared } from '../http/route/reply.ts'
import { sealed, unsealed } from '../sealed.ts'
import { type BundledPage, TYPES } from './bundle.ts'

const KEPT_MS = 7 * 86_400_000

/**
 * Removes files that no build of the last week has.
 * @param now Unix milliseconds
 */
export const keepFiles = (directory: string, files: BundledPage['files'], now: TimeOfDay): void => {
  mkdirSync(directory, { recursive: true })
  for (const [name, { body }] of files) {
    const path = join(directory, name)
    if (!existsSync(path) || unsealed(readFileSync(path)) === undefined)
      writeFileSync(path, sealed(body.bytes))
    utimesSync(path, now / 1000, now / 1000)
  }
  for (const name of readdirSync(directory))
    if (!files.has(name) && now - statSync(join(directory, name)).mtimeMs > KEPT_MS)
      rmSync(join(directory, name))
}

/** @param name without a path: letters, digits, points and hyphens */
export const earlierFile = (directory: string, name: string): PageFile | undefined => {
  const contentType = TYPES[extname(name)]
  const path = join(directory, name)
  if (contentType === undefined || !existsSync(path)) return undefined
  const bytes = unsealed(readFileSync(path))
  return bytes && { contentType, body: new Prepared(bytes) }
}
