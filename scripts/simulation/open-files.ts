// Open files of this process, from Linux's own list; empty on other systems.
import { readdirSync, readlinkSync } from 'node:fs'

const OPEN = '/proc/self/fd'

const targetOf = (descriptor: string): string => {
  try {
    return readlinkSync(`${OPEN}/${descriptor}`)
  } catch {
    // The file was closed meanwhile, like the file of this list itself.
    return ''
  }
}

const descriptors = (): string[] => {
  try {
    return readdirSync(OPEN)
  } catch {
    return []
  }
}

/** Paths of the open files below a directory, including deleted files. */
export const openFilesBelow = (directory: string): string[] =>
  descriptors()
    .map(targetOf)
    .filter((path) => path.startsWith(`${directory}/`))
