import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startNpm } from '../testing/run-script.ts'

test('words that no test file has in its path fail the test command', async () => {
  assert.deepEqual(await startNpm('test', ['no-such-test', 'nor-this']).ended, {
    code: 1,
    stdout: '',
    stderr: 'No test file has no-such-test or nor-this in its path.\n',
  })
})
