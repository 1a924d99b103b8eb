// Tells whether the manifest's file was replaced. Each commit replaces it.
import { statSync } from 'node:fs'

/** Reads the state of a file, which changes whenever the file is replaced. @throws {Error} if the file cannot be read */
export const fileState = (path: string): string => {
  const { ino, mtimeNs, size } = statSync(path, { bigint: true })
  return `${ino}-${mtimeNs}-${size}`
}
