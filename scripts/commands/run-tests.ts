// `npm test` and `npm run test:all`: type check, lint and format, then the test files of a set. With words, it runs the files of any set
// whose path contains one of the words (`npm test -- curve log`).
import { StartupError } from '../../schema/errors.ts'
import { runApart } from '../../tests/runner/run-apart.ts'
import { isQuick, testFiles } from '../../tests/runner/test-files.ts'

const SETS = {
  quick: isQuick,
  all: () => true,
  rest: (file: string) => !isQuick(file),
}

/**
 * @param words with words, `set` does not select files
 * @throws {StartupError} if no path contains a word: without files, Node's runner would search for other tests, or report success
 */
export const runTests = async (set: keyof typeof SETS, words: readonly string[]): Promise<void> => {
  const isChosen =
    words.length === 0 ? SETS[set] : (file: string) => words.some((word) => file.includes(word))
  const files = testFiles().filter(isChosen)
  if (files.length === 0) throw new StartupError(`No test file has ${words.join(' or ')} in its path.`)
  const begin = words.length === 0 && set !== 'rest' ? 'check' : 'files'
  process.exit(await runApart(new URL('../../tests/runner/test-run.ts', import.meta.url), [begin, ...files]))
}
