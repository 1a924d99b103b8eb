// Files that this process has open, from Linux's own list of them; none are known elsewhere.
import { readdirSync, readlinkSync } from 'node:fs'

const OPEN = '/proc/self/fd'

const targetOf = (descriptor: string): string => {
  try {
    return readlinkSync(`${OPEN}/${descriptor}`)
  } catch {
    // It was closed meanwhile, as that of this list is.
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

/** Paths of the open files below a directory, deleted ones too. */
export const openFilesBelow = (directory: string): string[] =>
  descriptors()
    .map(targetOf)
    .filter((path) => path.startsWith(`${directory}/`))
