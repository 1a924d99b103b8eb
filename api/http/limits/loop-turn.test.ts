import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { LoopTurn } from './loop-turn.ts'

test('large work runs one piece in an iteration of the event loop, and other work does not wait for it', async () => {
  const turn = new LoopTurn()
  const done: string[] = []
  for (const name of ['a', 'b', 'c']) turn.deferLarge(() => done.push(name))
  assert.equal(turn.isSpent(performance.now()), false)
  assert.equal(turn.waiting, 3)
  turn.defer(() => done.push('small'), 'a route')
  await setImmediate()
  assert.deepEqual(done, ['a', 'small'])
  await setImmediate()
  assert.deepEqual(done, ['a', 'small', 'b'])
  await setImmediate()
  assert.deepEqual([done, turn.waiting], [['a', 'small', 'b', 'c'], 0])
})
