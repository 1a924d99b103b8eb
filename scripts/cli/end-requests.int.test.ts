// The end of a process if one of its parts never ends.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { type TestContext, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { WORKER } from '../../schema/platform/start-worker.ts'

const startStuck = async (t: TestContext, longest: number) => {
  const module = new URL('testing/stuck-service.ts', import.meta.url)
  const child = spawn(process.execPath, [fileURLToPath(WORKER), module.href, `${longest}`])
  t.after(() => child.kill('SIGKILL'))
  let output = ''
  child.stderr.on('data', (text) => {
    output += text
  })
  await once(child.stdout, 'data')
  const ended = once(child, 'exit').then(([code, signal]) => [code, signal, output])
  return { child, ended }
}

test('a service one of whose parts does not end is killed after its time, and a signal that comes twice at once, from a terminal and from npm, is one request', async (t) => {
  const { child, ended } = await startStuck(t, 100)
  child.kill('SIGINT')
  await once(child.stdout, 'data')
  child.kill('SIGINT')
  assert.deepEqual(await ended, [
    null,
    'SIGKILL',
    'the service did not end within 0.1 s: the process is killed\n',
  ])
})

test('a second request ends such a process at once', async (t) => {
  const { child, ended } = await startStuck(t, 1_000_000)
  child.kill('SIGTERM')
  child.kill('SIGINT')
  assert.deepEqual(await ended, [null, 'SIGKILL', ''])
})
