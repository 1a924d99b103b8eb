// The edition of a program that is being edited: under `node --watch` a change of its files gives its source and models another version, so
// that a restart folds them again. Otherwise versions are raised by hand.
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** Node sets it in a process that it watches. */
const WATCHED = 'WATCH_REPORT_DEPENDENCIES'

/**
 * Text that changes with the program's files; undefined if they are not watched.
 * @param program path of the main file; the files beside it count, except tests
 */
export const editionOf = (
  env: Readonly<Record<string, string | undefined>>,
  program: string | undefined,
): string | undefined => {
  if (env[WATCHED] === undefined || program === undefined) return undefined
  const directory = dirname(program)
  const hash = createHash('sha256')
  for (const name of readdirSync(directory).sort())
    if (/\.[cm]?[jt]s$/.test(name) && !/\.test\./.test(name)) hash.update(readFileSync(join(directory, name)))
  return hash.digest('hex').slice(0, 16)
}
