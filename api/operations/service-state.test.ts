// Readiness of a service and state of its mirror, from the indexer's reports and the models' checkpoint.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Tip } from '../../schema/primitives.ts'
import type { MirroringReport } from '../../schema/reports.ts'
import { mirrorState, nodeCheck, serviceState } from './service-state.ts'

const tip = (height: number, salt = 'ab'): Tip => ({ slot: 20 * height, id: salt.repeat(32), height })

const view = (models: Tip, node: Tip, mirroring?: MirroringReport, now = 0) => ({
  checkpoint: { ...models, version: 1, seq: 1, digest: '' },
  indexer: {
    state: 'following' as const,
    problem: null,
    nodeTip: node,
    logEnd: models,
    rate: 0,
    isRecorded: true,
    refolding: [],
    at: 0,
    ...(mirroring && { mirroring }),
  },
  now,
})

const check = (models: Tip, node: Tip): string =>
  nodeCheck(
    serviceState(view(models, node), (slot) => slot),
    { isRecorded: true, maxTipAge: 300 },
  )

test("the copy's lag is the blocks from the copy to the models, and it is silent when its report is old", () => {
  const report: MirroringReport = {
    state: 'following',
    problem: null,
    copy: tip(7),
    loaded: null,
    counts: { loads: 1, commits: { bounds: [], counts: [0], sum: 0 } },
    at: 0,
  }
  const { state, problem, copy, loaded } = report
  assert.equal(mirrorState(view(tip(10), tip(10))), null)
  assert.deepEqual(mirrorState(view(tip(10), tip(10), report)), { state, problem, copy, loaded, lag: 3 })
  assert.equal(mirrorState(view(tip(6), tip(10), report))?.lag, 0)
  assert.equal(mirrorState(view(tip(6), tip(10), { ...report, copy: null }))?.lag, null)
  const late = mirrorState(view(tip(10), tip(10), report, 60_001))
  assert.deepEqual(
    [late?.state, late?.problem],
    ['silent', 'there is no status from the mirror: it may have stopped'],
  )
})

test("a service is at the tip when its last block is the node's, or at most two blocks before it", () => {
  assert.equal(check(tip(10), tip(10)), 'ok')
  assert.equal(check(tip(8), tip(10, 'cd')), 'ok')
  assert.equal(check(tip(7), tip(10, 'cd')), 'the models are 3 blocks behind the node')
  assert.equal(check(tip(10), tip(10, 'cd')), 'the models have another block than the node at height 10')
})
