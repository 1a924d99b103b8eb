// Notices that an open file is no longer at its path. If its directory was removed, replaced or unmounted, the open file can still be used
// without an error, but its content is lost when the process ends.
import { statSync } from 'node:fs'

/** Device and inode; `none` without a file. Undefined if they cannot be read now, for example on a failing disk. */
const placeOf = (path: string): string | undefined => {
  try {
    const file = statSync(path, { throwIfNoEntry: false })
    return file === undefined ? 'none' : `${file.dev}/${file.ino}`
  } catch {
    return undefined
  }
}

/** @returns a function that returns the path of the first file that is no longer at its path; undefined if all files are at their paths */
export const watchPlaces = (paths: readonly string[]): (() => string | undefined) => {
  const places = paths.map((path) => [path, placeOf(path)] as const)
  return () => places.find(([path, place]) => (placeOf(path) ?? place) !== place)?.[0]
}
