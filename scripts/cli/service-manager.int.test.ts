// Messages of a service to systemd. Tests have no systemd, so a script named `systemd-notify` records the messages.
import assert from 'node:assert/strict'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { temporaryDirectory } from '../../tests/kit/temporary-directory.ts'
import { until } from '../../tests/kit/until.ts'
import { serviceManager } from './service-manager.ts'

const begin = (t: TestContext, exitCode: number) => {
  const directory = temporaryDirectory(t)
  const file = join(directory, 'told')
  writeFileSync(
    join(directory, 'systemd-notify'),
    `#!/bin/sh\nIFS=';'\necho "$*" >> "${file}"\nexit ${exitCode}\n`,
    { mode: 0o755 },
  )
  const told = (): string[] => (existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : [])
  return { told, env: { PATH: `${directory}:${process.env.PATH}`, NOTIFY_SOCKET: '/run/notify' } }
}

test('systemd is told that the service serves, its state with each sign of life, and that it stops', async (t) => {
  const { told, env } = begin(t, 0)
  const states = ['syncing', undefined, 'following']
  const manager = serviceManager(
    { ...env, WATCHDOG_USEC: '300000' },
    () => states.shift(),
    (error) => assert.fail(error),
  )
  await until('three signs of life', () => told().filter((line) => line.startsWith('WATCHDOG')).length >= 3)
  manager.stopping()
  await until('the end', () => told().includes('STOPPING=1'))
  const all = told()
  for (const line of ['READY=1;STATUS=syncing', 'WATCHDOG=1', 'WATCHDOG=1;STATUS=following'])
    assert.ok(all.includes(line), line)
})

test('a message that cannot be sent is reported once', async (t) => {
  const { told, env } = begin(t, 1)
  let failures = 0
  const manager = serviceManager(
    { ...env, WATCHDOG_USEC: '30000' },
    () => 'following',
    () => failures++,
  )
  await until('a report, and more messages', () => failures > 0 && told().length >= 3)
  manager.stopping()
  assert.equal(failures, 1)
})

test('without systemd nothing is told', (t) => {
  const { told, env } = begin(t, 0)
  serviceManager({ PATH: env.PATH }, () => assert.fail(), assert.fail).stopping()
  assert.deepEqual(told(), [])
})
