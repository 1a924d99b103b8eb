// The tests nearest to a file: those that import it, directly or through other files.
import { readFileSync } from 'node:fs'
import { dirname, join, posix } from 'node:path'
import { isSlow, testFiles } from '../runner/test-files.ts'

/** Maximum number of test files in a group, and number of files after which no further group is used. */
const MOST = 12
const ENOUGH = 16

/** Maximum number of successive imports between a test and the file. */
const FAR = 4

/** Maximum number of long tests, which run after the quick ones. */
const MOST_LONG = 3

const IMPORT = /(?:from|import)\s*\(?\s*'(\.[^']+)'/g

const importsOf = (root: string, file: string): string[] =>
  [...readFileSync(join(root, file), 'utf8').matchAll(IMPORT)].map(([, path = '']) =>
    posix.join(dirname(file), path),
  )

/**
 * Finds the nearest tests of files.
 * @param files all source files of the project, without tests
 * @returns the quick tests of a file, grouped by the number of imports between test and file, fewest first; in each group, tests that
 *   share more folders with the file come first. The last group has the long tests of the
 *   file's area (its first two folders)
 */
export const nearestTests = (
  root: string,
  files: readonly string[],
): ((file: string) => readonly (readonly string[])[]) => {
  const importers = new Map<string, string[]>()
  const tests = new Set(testFiles().filter((file) => !file.endsWith('.e2e.test.ts')))
  for (const file of [...files, ...tests])
    for (const imported of importsOf(root, file)) {
      const known = importers.get(imported)
      if (known === undefined) importers.set(imported, [file])
      else known.push(file)
    }
  return (file) => {
    const rings: string[][] = []
    const long: string[] = []
    const seen = new Set([file])
    const folders = dirname(file).split('/')
    /** Number of folders that the paths of the file and of a test share. */
    const shared = (test: string): number => {
      const parts = dirname(test).split('/')
      const parted = folders.findIndex((folder, at) => folder !== parts[at])
      return parted === -1 ? folders.length : parted
    }
    let reached = [file]
    for (let imports = 0; imports < FAR && rings.flat().length < ENOUGH; imports++) {
      const next = [...new Set(reached.flatMap((each) => importers.get(each) ?? []))].filter(
        (each) => !seen.has(each),
      )
      for (const each of next) seen.add(each)
      const near = next.filter((each) => tests.has(each)).sort((a, b) => shared(b) - shared(a))
      const quick = near.filter((each) => !isSlow(each))
      if (quick.length > 0) rings.push(quick.slice(0, MOST))
      long.push(...near.filter((each) => isSlow(each) && shared(each) >= Math.min(2, folders.length)))
      reached = next.filter((each) => !tests.has(each))
    }
    return long.length === 0
      ? rings
      : [...rings, long.sort((a, b) => shared(b) - shared(a)).slice(0, MOST_LONG)]
  }
}
