// When a service may be sent traffic, by what stands beside the models.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Tip } from '../../schema/primitives.ts'
import { nodeCheck, serviceState } from './service-state.ts'

const tip = (height: number, salt = 'ab'): Tip => ({ slot: 20 * height, id: salt.repeat(32), height })

/** How the node is found when the models and the node stand there. */
const check = (models: Tip, node: Tip): string =>
  nodeCheck(
    serviceState(
      {
        checkpoint: { ...models, version: 1, seq: 1, digest: '' },
        indexer: {
          state: 'following',
          problem: null,
          nodeTip: node,
          logEnd: models,
          rate: 0,
          isRecorded: true,
          refolding: [],
          at: 0,
        },
        now: 0,
      },
      (slot) => slot,
    ),
    { isRecorded: true, maxTipAge: 300 },
  )

test('a service is at the tip when it stands on its very block, or up to two blocks before it', () => {
  assert.equal(check(tip(10), tip(10)), 'ok')
  assert.equal(check(tip(8), tip(10, 'cd')), 'ok')
  assert.equal(check(tip(7), tip(10, 'cd')), 'the models are 3 blocks behind the node')
  assert.equal(check(tip(10), tip(10, 'cd')), 'the models stand on another block than the node at height 10')
})
