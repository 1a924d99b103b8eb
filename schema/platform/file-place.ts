// Notices that an open file is no longer at its path: the open file of a directory that was removed, replaced or unmounted can be read and
// written without an error, and is lost when the process ends.
import { statSync } from 'node:fs'

/** Device and inode; `none` without a file, undefined if that cannot be found out now, for example on a sick disk. */
const placeOf = (path: string): string | undefined => {
  try {
    const file = statSync(path, { throwIfNoEntry: false })
    return file === undefined ? 'none' : `${file.dev}/${file.ino}`
  } catch {
    return undefined
  }
}

/** @returns a function that returns the path of the first file that is not at its path any more; undefined while all are */
export const watchPlaces = (paths: readonly string[]): (() => string | undefined) => {
  const places = paths.map((path) => [path, placeOf(path)] as const)
  return () => places.find(([path, place]) => (placeOf(path) ?? place) !== place)?.[0]
}
