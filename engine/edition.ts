// Versions for a program that is being edited. Under `node --watch`, a change of its files changes the version of its source and models, so
// a restart folds them again. Otherwise versions are increased by hand.
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** Node sets this variable in a process that it watches. */
const WATCHED = 'WATCH_REPORT_DEPENDENCIES'

/**
 * Text that changes with the program's files; undefined if Node does not watch them.
 * @param program path of the main file; the files beside it count too, except tests
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
