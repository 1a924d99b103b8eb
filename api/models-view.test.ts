import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { IndexerStatus } from '../schema/reports.ts'
import { modelsProblem } from './models-view.ts'

const at = (height: number) => ({ slot: 10 * height, id: 'ab'.repeat(32), height })

const indexer = (
  nodeTip: IndexerStatus['nodeTip'],
  logEnd: IndexerStatus['logEnd'],
  refolding: IndexerStatus['refolding'] = [],
) => ({ nodeTip, logEnd, refolding })

test('models far behind the chain are not answered from', () => {
  const behind = (blocks: number) => `The index is ${blocks} blocks behind the chain and is catching up`
  assert.equal(modelsProblem(undefined, undefined, 10, true), 'No block has been indexed yet')
  assert.equal(modelsProblem({ slot: -1, height: -1 }, undefined, 10, true), 'No block has been indexed yet')
  assert.equal(modelsProblem(at(90), indexer(at(101), at(90)), 10, true), behind(11))
  // The log is folded again before the node's tip is known.
  assert.equal(modelsProblem(at(90), indexer(null, at(200)), 10, true), behind(110))
})

test('models near the chain are, though the node is lost or unknown', () => {
  assert.equal(modelsProblem(at(90), indexer(at(100), at(90)), 10, true), undefined)
  assert.equal(modelsProblem(at(90), indexer(null, at(90)), 0, true), undefined)
  assert.equal(modelsProblem(at(90), indexer('origin', null), 0, true), undefined)
  assert.equal(modelsProblem(at(90), undefined, 0, true), undefined)
  assert.equal(modelsProblem(at(90), indexer(at(80), at(90)), 0, true), undefined)
})

test('models that were near the chain when they began to be folded again are answered from for as long as it takes', () => {
  const behind = 'The index is 4910 blocks behind the chain and is catching up'
  assert.equal(modelsProblem(at(90), indexer(at(5_000), at(5_000), 'all'), 10, true), undefined)
  // The models would count as stale if they had not been complete before.
  assert.equal(modelsProblem(at(90), indexer(at(5_000), at(5_000), 'all'), 10, false), behind)
  assert.equal(modelsProblem(at(90), indexer(at(5_000), at(5_000), []), 10, true), behind)
  assert.equal(modelsProblem(at(90), indexer(at(5_000), at(5_000), ['bars']), 10, true), behind)
})

test('models that were near the chain when following stopped until an upgrade are answered from', () => {
  const stopped = { ...indexer(at(5_000), at(90)), upgrade: 'needed' } as const
  assert.equal(modelsProblem(at(90), stopped, 10, true), undefined)
  const behind = 'The index is 4910 blocks behind the chain and is catching up'
  assert.equal(modelsProblem(at(90), stopped, 10, false), behind)
  assert.equal(modelsProblem(at(90), { ...stopped, upgrade: 'announced' }, 10, true), behind)
})
