// The tests nearest to a file: those that import it, directly or through other files.
import { readFileSync } from 'node:fs'
import { dirname, join, posix } from 'node:path'
import { isSlow, testFiles } from '../runner/test-files.ts'

/** Maximum number of test files in a group, and number of files after which no further group is used. */
const MOST = 8
const ENOUGH = 12

/** Maximum number of successive imports between a test and the file. */
const FAR = 4

const IMPORT = /(?:from|import)\s*\(?\s*'(\.[^']+)'/g

const importsOf = (root: string, file: string): string[] =>
  [...readFileSync(join(root, file), 'utf8').matchAll(IMPORT)].map(([, path = '']) =>
    posix.join(dirname(file), path),
  )

/**
 * Finds the nearest tests of files.
 * @param files all source files of the project, without tests
 * @returns the quick tests of a file, grouped by the number of imports between test and file, fewest first; in each group, tests in the
 *   file's folder come first
 */
export const nearestTests = (
  root: string,
  files: readonly string[],
): ((file: string) => readonly (readonly string[])[]) => {
  const importers = new Map<string, string[]>()
  const tests = new Set(testFiles().filter((file) => !isSlow(file)))
  for (const file of [...files, ...tests])
    for (const imported of importsOf(root, file)) {
      const known = importers.get(imported)
      if (known === undefined) importers.set(imported, [file])
      else known.push(file)
    }
  return (file) => {
    const rings: string[][] = []
    const seen = new Set([file])
    const isBeside = (each: string): number => (dirname(each) === dirname(file) ? 0 : 1)
    let reached = [file]
    for (let imports = 0; imports < FAR && rings.flat().length < ENOUGH; imports++) {
      const next = [...new Set(reached.flatMap((each) => importers.get(each) ?? []))].filter(
        (each) => !seen.has(each),
      )
      for (const each of next) seen.add(each)
      const near = next.filter((each) => tests.has(each)).sort((a, b) => isBeside(a) - isBeside(b))
      if (near.length > 0) rings.push(near.slice(0, MOST))
      reached = next.filter((each) => !tests.has(each))
    }
    return rings
  }
}
