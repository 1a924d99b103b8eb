// The tests nearest to a file: those that import it, directly or through other files.
import { readFileSync } from 'node:fs'
import { basename, dirname, join, posix } from 'node:path'
import { isSlow, testFiles } from '../runner/test-files.ts'

/** Most faults are found by the first group. */
const GROUPS = [3, 5, 8]
const MOST = GROUPS.reduce((sum, size) => sum + size, 0)

/** Maximum number of imports from a test to the file. */
const FAR = 4

/** Long tests run after the quick ones. */
const MOST_LONG = 3

const IMPORT = /(?:from|import)\s*\(?\s*'(\.[^']+)'/g

const importsOf = (root: string, file: string): string[] =>
  [...readFileSync(join(root, file), 'utf8').matchAll(IMPORT)].map(([, path = '']) =>
    posix.join(dirname(file), path),
  )

const wordsOf = (file: string): string[] => basename(file).split('.')[0]?.split('-') ?? []

/**
 * @param files all source files without tests
 * @returns groups of tests: first those with the fewest imports between, then with a similar name, in a near folder, and pure; last the
 * long tests of the file's first two folders
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
    const quick: string[] = []
    const long: string[] = []
    const seen = new Set([file])
    const folders = dirname(file).split('/')
    const shared = (test: string): number => {
      const parts = dirname(test).split('/')
      const parted = folders.findIndex((folder, at) => folder !== parts[at])
      return parted === -1 ? folders.length : parted
    }
    const words = wordsOf(file)
    const alike = (test: string): number => wordsOf(test).filter((word) => words.includes(word)).length
    const isPure = (test: string): boolean => !test.endsWith('.int.test.ts')
    let reached = [file]
    for (let imports = 0; imports < FAR && quick.length < MOST; imports++) {
      const next = [...new Set(reached.flatMap((each) => importers.get(each) ?? []))].filter(
        (each) => !seen.has(each),
      )
      for (const each of next) seen.add(each)
      const near = next
        .filter((each) => tests.has(each))
        .sort((a, b) => alike(b) - alike(a) || shared(b) - shared(a) || Number(isPure(b)) - Number(isPure(a)))
      quick.push(...near.filter((each) => !isSlow(each)))
      long.push(...near.filter((each) => isSlow(each) && shared(each) >= Math.min(2, folders.length)))
      reached = next.filter((each) => !tests.has(each))
    }
    return [...GROUPS.map((size) => quick.splice(0, size)), long.slice(0, MOST_LONG)].filter(
      ({ length }) => length > 0,
    )
  }
}
