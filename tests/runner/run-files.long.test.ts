import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { temporaryDirectory } from '../kit/temporary-directory.ts'
import { processesOf } from './run-files.ts'

const runner = new URL('run-files.ts', import.meta.url).href
const loader = new URL('../../schema/platform/load-typescript.mjs', import.meta.url).href
const root = fileURLToPath(new URL('../..', import.meta.url))

/** @returns whether all passed, and the report */
const outcomeOf = (
  t: TestContext,
  contents: readonly string[],
  { LONGEST_TEST = '60000', ...seed }: { readonly LONGEST_TEST?: string; readonly SEED?: string } = {},
) => {
  const directory = temporaryDirectory(t)
  const files = contents.map((content, at) => {
    const file = join(directory, `${at}.test.ts`)
    writeFileSync(file, content)
    return file
  })
  const program = join(directory, 'program.mjs')
  writeFileSync(
    program,
    `import { requireTypeScript } from '${loader}'
    const { runFiles } = requireTypeScript('${runner}')
    process.exit((await runFiles(${JSON.stringify(files)})) ? 0 : 1)`,
  )
  // With the runner's own variables, the nested runner would run no tests.
  const { NODE_TEST_CONTEXT: _, SEED: __, ...env } = process.env
  return new Promise<{ readonly passed: boolean; readonly text: string }>((resolve) =>
    execFile(
      process.execPath,
      [program],
      { cwd: root, env: { ...env, LONGEST_TEST, ...seed } },
      (error, stdout, stderr) => resolve({ passed: error === null, text: stdout + stderr }),
    ),
  )
}

const FINE = "import { test } from 'node:test'\ntest('one that ends', () => {})\n"

test('files of a kind share processes with their folder, fewer if they are slow, and the slowest begin first', () => {
  const of = (folder: string, kind: string, count: number) =>
    Array.from({ length: count }, (_, at) => `${folder}/${at}${kind}.ts`)
  assert.deepEqual(
    processesOf([
      ...of('api', '.test', 52),
      ...of('api', '.int.test', 2),
      ...of('projections', '.int.test', 3),
      ...of('scripts', '.e2e.test', 6),
      'tests/e2e/simulation.e2e.test.ts',
      ...of('projections', '.long.test', 1),
    ]),
    [
      ['tests/e2e/simulation.e2e.test.ts'],
      of('projections', '.long.test', 1),
      of('scripts', '.e2e.test', 6).slice(0, 5),
      of('scripts', '.e2e.test', 6).slice(5),
      of('api', '.int.test', 2),
      of('api', '.test', 52).slice(0, 50),
      of('api', '.test', 52).slice(50),
      of('projections', '.int.test', 3),
    ],
  )
})

test('tests that pass pass, and one that fails fails the run', async (t) => {
  const passing = await outcomeOf(t, [FINE])
  assert.match(passing.text, /✔ one that ends.*\d+\.\d s {2}\S+0\.test\.ts\n$/s)
  assert.equal(passing.passed, true)
  const failing = await outcomeOf(t, [FINE, `${FINE}test('one that fails', () => { throw new Error() })`])
  assert.match(failing.text, /✖ one that fails/)
  assert.equal(failing.passed, false)
})

test('a test that hangs is named, with the test it is in', async (t) => {
  const hanging = `${FINE}test('skipped', (t) => t.skip())
  test('outer', (t) => t.test('inner', async () => {
    for (;;) await new Promise((resolve) => setTimeout(resolve, 10))
  }))`
  const { passed, text } = await outcomeOf(t, [hanging], { LONGEST_TEST: '1000' })
  assert.match(text, /✖ outer > inner: did not end within \d+ s/)
  assert.equal(passed, false)
})

test('a process stays until its test ends, even if the test waits only for a timer that keeps no process alive', async (t) => {
  const waiting = "test('one that waits', () => new Promise((resolve) => setTimeout(resolve, 700).unref()))"
  const { passed, text } = await outcomeOf(t, [`${FINE}${waiting}`])
  assert.match(text, /✔ one that waits/)
  assert.equal(passed, true)
})

test('a process ends with its tests, even if a test has replaced the timers', async (t) => {
  const mocking = "test('one with a clock', (t) => t.mock.timers.enable({ apis: ['setTimeout'] }))"
  const { passed, text } = await outcomeOf(t, [`${FINE}${mocking}`], { LONGEST_TEST: '5000' })
  assert.doesNotMatch(text, /did not end/)
  assert.equal(passed, true)
})

test('a file that cannot be loaded is named, and those with it run', async (t) => {
  const { passed, text } = await outcomeOf(t, ["import './not-there.ts'", FINE])
  assert.match(text, /0\.test\.ts.*Cannot find module.*✔ one that ends/s)
  assert.equal(passed, false)
})

test('properties draw the same in every run, and something else with SEED', async (t) => {
  const fastCheck = createRequire(import.meta.url).resolve('fast-check')
  const drawing = `const { test } = require('node:test')
    const fc = require(${JSON.stringify(fastCheck)})
    test('draws', () => {
      const drawn = []
      fc.assert(fc.property(fc.nat(), (n) => { drawn.push(n) }))
      console.log('drawn ' + drawn)
    })`
  const drawn = async (seed?: { SEED: string }) =>
    /drawn [\d,]+/.exec((await outcomeOf(t, [drawing], seed)).text)?.[0]
  const [first, again, other] = await Promise.all([drawn(), drawn(), drawn({ SEED: '2' })])
  assert.equal(first?.split(',').length, 100)
  assert.equal(again, first)
  assert.notEqual(other, first)
})
