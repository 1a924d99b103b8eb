// Failures, waits and the end of a loop.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { Loop } from './loop.ts'

const NOW = { first: 0, longest: 0 }
const NEVER = { first: 2 ** 30, longest: 2 ** 30 }

test('work is tried again after failures, until one ends the loop', async () => {
  const failures: unknown[] = []
  let tries = 0
  await new Loop().repeat(
    async () => {
      throw ++tries
    },
    (error) => {
      failures.push(error)
      return tries < 3 ? NOW : undefined
    },
  )
  assert.deepEqual(failures, [1, 2, 3])
})

test('a stop ends the wait after a failure, and what fails later is not taken', async () => {
  const loop = new Loop()
  const ended = loop.repeat(
    async () => {
      throw new Error('down')
    },
    () => NEVER,
  )
  await sleep(1)
  loop.stop()
  await ended
  const late = new Loop()
  await late.repeat(
    async () => {
      late.stop()
      throw new Error('late')
    },
    () => assert.fail('it was stopped'),
  )
})

test('a wait ends when the loop is woken or stopped, at once when it was woken before', async () => {
  const loop = new Loop()
  loop.wake()
  await loop.wait(2 ** 30)
  const waiting = loop.wait(2 ** 30)
  loop.wake()
  await waiting
  const last = loop.wait(2 ** 30)
  loop.stop()
  await last
  await loop.wait(2 ** 30)
})
