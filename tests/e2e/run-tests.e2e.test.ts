import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { test } from 'node:test'
import { copySource } from '../harness/changed-source.ts'
import { startNpm, startScript } from '../harness/run-script.ts'
import { listen } from '../kit/listen.ts'
import { temporaryDirectory } from '../kit/temporary-directory.ts'
import { until } from '../kit/until.ts'

test('words that no test file has in its path fail the test command', async () => {
  assert.deepEqual(await startNpm('test', ['no-such-test', 'nor-this']).ended, {
    code: 1,
    stdout: '',
    stderr: 'No test file has no-such-test or nor-this in its path.\n',
  })
})

/** Connects to `port`, and starts a child that ignores signals. */
const endless = (port: number): string => `import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { connect } from 'node:net'
import { test } from 'node:test'
const CHILD = "for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => {}); require('node:net').connect(${port})"
test('endless', async () => {
  spawn(process.execPath, ['-e', CHILD], { stdio: 'ignore' })
  await once(connect(${port}), 'connect')
  for (;;);
})
`

test('no process of a test lives on when the test command is interrupted or killed', async (t) => {
  const directory = temporaryDirectory(t)
  copySource(directory)
  const callers = new Set<Socket>()
  const server = createServer((socket) => {
    callers.add(socket)
    socket.on('error', () => {})
    socket.once('close', () => callers.delete(socket)).resume()
  })
  writeFileSync(join(directory, 'schema/endless.test.ts'), endless(await listen(t, server)))
  for (const [start, signal] of [
    [startNpm, 'SIGINT'],
    [startNpm, 'SIGTERM'],
    [startNpm, 'SIGKILL'],
    [startScript, 'SIGKILL'],
  ] as const) {
    const { child } = start('test', ['schema/endless'], {}, directory)
    await until('the test and its child', () => callers.size === 2)
    child.kill(signal)
    await until(`the end of both after ${signal}`, () => callers.size === 0)
  }
})
