// Tells whether the manifest is another file than before: another one replaces it at each commit.
import { statSync } from 'node:fs'

/** Reads the state of a file, which changes whenever another file replaces it. @throws {Error} if it cannot be read */
export const fileState = (path: string): string => {
  const { ino, mtimeNs, size } = statSync(path, { bigint: true })
  return `${ino}-${mtimeNs}-${size}`
}
