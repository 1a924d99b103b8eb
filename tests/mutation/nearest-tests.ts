// The tests nearest to a file: those that import it, directly or through other files.
import { readFileSync } from 'node:fs'
import { dirname, join, posix } from 'node:path'
import { isSlow, testFiles } from '../runner/test-files.ts'

/** Maximum number of test files that are near. */
const MOST = 12

/** Maximum number of imports from a test to the file. */
const FAR = 4

const IMPORT = /(?:from|import)\s*\(?\s*'(\.[^']+)'/g

const importsOf = (root: string, file: string): string[] =>
  [...readFileSync(join(root, file), 'utf8').matchAll(IMPORT)].map(([, path = '']) =>
    posix.join(dirname(file), path),
  )

/**
 * Finds the nearest tests of files.
 * @param files all files of the project's source, without tests
 * @returns the quick tests of a file, nearest first; those in its folder come before others that are equally near
 */
export const nearestTests = (
  root: string,
  files: readonly string[],
): ((file: string) => readonly string[]) => {
  const importers = new Map<string, string[]>()
  const tests = new Set(testFiles().filter((file) => !isSlow(file)))
  for (const file of [...files, ...tests])
    for (const imported of importsOf(root, file)) {
      const known = importers.get(imported)
      if (known === undefined) importers.set(imported, [file])
      else known.push(file)
    }
  return (file) => {
    const found = new Set<string>()
    const seen = new Set([file])
    let ring = [file]
    for (let distance = 0; distance < FAR && found.size < MOST; distance++) {
      const next = ring.flatMap((each) => importers.get(each) ?? []).filter((each) => !seen.has(each))
      for (const each of next) seen.add(each)
      const near = next.filter((each) => tests.has(each))
      const isBeside = (each: string): number => (dirname(each) === dirname(file) ? 0 : 1)
      for (const each of near.sort((a, b) => isBeside(a) - isBeside(b))) found.add(each)
      ring = next.filter((each) => !tests.has(each))
    }
    return [...found].slice(0, MOST)
  }
}
