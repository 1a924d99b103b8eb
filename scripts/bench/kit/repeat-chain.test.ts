import assert from 'node:assert/strict'
import { test } from 'node:test'
import { buildBlock } from '../../../fixtures/devnet/chain/build-block.ts'
import { buildTransaction, fakeHash } from '../../../fixtures/devnet/chain/build-transaction.ts'
import { type ChainBlock, readBlock } from '../../../fixtures/devnet/chain/chain-block.ts'
import { FORWARD_START, forwardEnd } from '../../../fixtures/devnet/ogmios/replies.ts'
import { readMessage } from '../../../indexer/ogmios/read-message.ts'
import type { BlockEvent } from '../../../schema/events.ts'
import { repeatChain } from './repeat-chain.ts'

const outside = { transaction: fakeHash('made before the recording'), index: 3 }
const made = buildTransaction({ inputs: [outside], outputs: [{ lovelace: 9_007_199_254_740_993n }] })
const spent = buildTransaction({
  inputs: [{ transaction: made.id, index: 0 }],
  outputs: [{ lovelace: 2_000_000n }],
  metadata: { 674: '"Grüße an alle, 日本"' },
})
const one = buildBlock('genesis', { slot: 100, transactions: [made] })
const two = buildBlock(one, { slot: 140, transactions: [spent] })

const eventOf = ({ json }: ChainBlock): BlockEvent => {
  const tip = `{"slot":1,"id":"${fakeHash('tip')}","height":1}`
  const message = readMessage(Buffer.concat([FORWARD_START, json, forwardEnd(tip, 'null')]).toString('utf8'))
  assert.ok(message.kind === 'forward')
  return message.block
}

test('one copy is the chain itself', () => {
  assert.deepEqual(repeatChain([one, two], 1), [one, two])
})

test('copies follow one another, and their text says what they are held as', () => {
  const chain = repeatChain([one, two], 3)
  assert.deepEqual(
    chain.map(({ point, height }) => [point.slot, height]),
    [
      [100, 0],
      [140, 1],
      [160, 2],
      [200, 3],
      [220, 4],
      [260, 5],
    ],
  )
  assert.deepEqual(
    chain.map(({ parent }) => parent),
    ['genesis', ...chain.slice(0, -1).map(({ point }) => point.id)],
  )
  assert.equal(new Set(chain.map(({ point }) => point.id)).size, 6)
  assert.deepEqual(
    chain.map(({ json }) => readBlock(JSON.parse(json.toString('utf8')), json)),
    chain,
  )
})

test('a copy spends what its own transactions made, and is otherwise the same', () => {
  const events = repeatChain([one, two], 2).map(eventOf)
  const [making, spending] = events.slice(0, 2).map(({ transactions }) => transactions[0])
  const [makingAgain, spendingAgain] = events.slice(2).map(({ transactions }) => transactions[0])
  assert.ok(making && spending && makingAgain && spendingAgain)
  assert.notEqual(makingAgain.id, making.id)
  assert.notEqual(spendingAgain.id, spending.id)
  assert.deepEqual(makingAgain, { ...making, id: makingAgain.id })
  assert.deepEqual(spendingAgain, {
    ...spending,
    id: spendingAgain.id,
    inputs: [{ transaction: makingAgain.id, index: 0 }],
  })
})
