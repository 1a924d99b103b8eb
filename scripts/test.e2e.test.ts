import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'

const COMMAND = fileURLToPath(new URL('test.mjs', import.meta.url))

test('words that no test file has in its path fail the test command', () => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [COMMAND, 'no-such-test', 'nor-this'], {
    encoding: 'utf8',
  })
  assert.deepEqual(
    { status, stdout, stderr },
    { status: 1, stdout: '', stderr: 'No test file has no-such-test or nor-this in its path.\n' },
  )
})
