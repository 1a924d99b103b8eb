import assert from 'node:assert/strict'
import { test } from 'node:test'
import { modelsProblem } from './models-view.ts'

const at = (height: number) => ({ slot: 10 * height, id: 'ab'.repeat(32), height })

test('models far behind the chain are not answered from', () => {
  const behind = (blocks: number) => `The index is ${blocks} blocks behind the chain and catches up`
  assert.equal(modelsProblem(undefined, undefined, 10), 'No block has been indexed yet')
  assert.equal(modelsProblem({ slot: -1, height: -1 }, undefined, 10), 'No block has been indexed yet')
  assert.equal(modelsProblem(at(90), { nodeTip: at(101), logEnd: at(90) }, 10), behind(11))
  // While the log is folded again, before the node is known.
  assert.equal(modelsProblem(at(90), { nodeTip: null, logEnd: at(200) }, 10), behind(110))
})

test('models near the chain are, though the node is lost or unknown', () => {
  assert.equal(modelsProblem(at(90), { nodeTip: at(100), logEnd: at(90) }, 10), undefined)
  assert.equal(modelsProblem(at(90), { nodeTip: null, logEnd: at(90) }, 0), undefined)
  assert.equal(modelsProblem(at(90), { nodeTip: 'origin', logEnd: null }, 0), undefined)
  assert.equal(modelsProblem(at(90), undefined, 0), undefined)
  assert.equal(modelsProblem(at(90), { nodeTip: at(80), logEnd: at(90) }, 0), undefined)
})
