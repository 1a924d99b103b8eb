import assert from 'node:assert/strict'
import { test } from 'node:test'
import { serviceState } from '../../../operations/service-state.ts'
import { statusSource } from './status-source.ts'

test('a frame counts the blocks that forks rolled back, also in commits without a subscriber, and none repeats the last one', () => {
  let chain = ['a', 'b', 'c']
  let isWanted = true
  const counted: unknown[] = []
  const publish = statusSource(
    {
      isWanted: () => isWanted,
      subscriptions: new Map(),
      publish: ({ data }) => counted.push(JSON.parse(String(data)).rolledBack),
    },
    () => serviceState({ checkpoint: undefined, indexer: undefined, now: 0 }, Number),
    (count) =>
      chain
        .map((id, height) => ({ id, height }))
        .reverse()
        .slice(0, count),
  )
  const commit = (...ids: string[]): void => {
    chain = ids
    publish(0)
  }
  commit('a', 'b', 'c')
  commit('a', 'b', 'c', 'd')
  commit('a', 'b', 'x', 'y', 'z')
  isWanted = false
  commit('a', 'v')
  isWanted = true
  commit('a', 'v', 'w')
  commit('a', 'v', 'w')
  isWanted = false
  commit('a', 'v', 'w')
  // A new subscriber may have received another state meanwhile.
  isWanted = true
  commit('a', 'v', 'w')
  assert.deepEqual(counted, [0, 2, 6, 6])
})
