// Copies the project's source with some changed lines, as after an upgrade. The source is changed because models and ledger have no setting
// for such a change.
import { cpSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))

const LEFT_OUT = /^(node_modules|data|\.(git|ci))$/

/** `from` must occur exactly once in the file. */
export interface SourceChange {
  readonly path: string
  readonly from: string
  readonly to: string
}

/** Leaves out tests and recorded chains, unless `isWhole`. */
export const copySource = (directory: string, isWhole = false): void => {
  for (const name of readdirSync(root).filter((name) => !LEFT_OUT.test(name)))
    cpSync(join(root, name), join(directory, name), {
      recursive: true,
      filter: (path) => isWhole || !/\.test\.ts$|\.ndjson(\.gz)?$/.test(path),
    })
  symlinkSync(join(root, 'node_modules'), join(directory, 'node_modules'))
}

/** @throws if a text to change does not occur exactly once in its file */
export const changeSource = (directory: string, changes: readonly SourceChange[]): void => {
  for (const { path, from, to } of changes) {
    const file = join(directory, path)
    const [before, after, ...more] = readFileSync(file, 'utf8').split(from)
    if (before === undefined || after === undefined || more.length > 0)
      throw new Error(`${path} does not have the text to change exactly once: ${from}`)
    writeFileSync(file, before + to + after)
  }
}
