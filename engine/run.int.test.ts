// The settings of an indexer as a program.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { outputs } from '../projections/engine/outputs/outputs.ts'
import { temporaryDirectory } from '../tests/kit/temporary-directory.ts'
import { run } from './run.ts'

test('a setting that cannot be read ends the program with one line that names it', async (t) => {
  const printed: unknown[] = []
  t.mock.method(console, 'error', (line: unknown) => printed.push(line))
  const before = { ...process.env }
  t.after(() => {
    process.env = before
    process.exitCode = undefined
  })
  const levels = 'trace, debug, info, warn, error, fatal, silent'
  for (const [name, value, problem] of [
    ['NETWORK', 'foo', 'foo is not one of mainnet, preprod, preview, devnet'],
    ['START_POINT', 'x', '"x" is not a point: write "origin" or "<slot>.<block id, 64 hex digits>"'],
    ['LOG_LEVEL', 'loud', `loud is not one of ${levels}`],
    ...['abc', '70000', '', '-1', '1e3', '8080.5'].map(
      (port) => ['PORT', port, `"${port}" is not a port from 0 to 65535`] as const,
    ),
  ] as const) {
    process.env = { ...before, DATA_DIR: temporaryDirectory(t), [name]: value }
    await run({ source: outputs(), models: [] })
    assert.deepEqual([printed.splice(0), process.exitCode], [[`${name}: ${problem}`], 1])
  }
})
