// Warnings that the driver prints outside of the log when connecting.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { connect } from './session.ts'

test('a mode of TLS that the driver may read otherwise one day has no plain warning among the lines of the log', async (t) => {
  const warnings: Error[] = []
  const note = (warning: Error): void => void warnings.push(warning)
  process.on('warning', note)
  t.after(() => process.off('warning', note))
  for (const mode of ['require', 'verify-ca'])
    await assert.rejects(
      connect(`postgres://somebody@127.0.0.1:1/models?sslmode=${mode}`, false),
      /ECONNREFUSED/,
    )
  await sleep(0)
  assert.deepEqual(warnings, [])
})
