// Blocks of Dijkstra in both readers. Sub-transactions are read as transactions before the one that contains them.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { buildBlock } from '../../devnet/chain/build-block.ts'
import {
  type BuildTransaction,
  type BuiltTransaction,
  buildSubTransaction,
  buildTransaction,
  fakeHash,
} from '../../devnet/chain/build-transaction.ts'
import type { TransactionEvent } from '../../schema/events.ts'
import { encodeVestingLock } from '../../schema/launchpad/datums/vesting-lock.ts'
import { builtTransactions } from '../testing/arbitraries.ts'
import { frameOf, withPlainMetadata } from '../testing/frames.ts'
import { decodeMessage } from './decode.ts'
import { readMessage } from './read-message.ts'

const frameWith = (
  transactions: readonly BuiltTransaction[],
  era: 'conway' | 'dijkstra' = 'dijkstra',
): string => frameOf(buildBlock('genesis', { era, transactions }))

/** Both readers must return the same transactions. */
const transactionsOf = (frame: string): readonly TransactionEvent[] => {
  const message = readMessage(frame)
  assert.deepEqual(withPlainMetadata(decodeMessage(frame)), withPlainMetadata(message))
  return message.kind === 'forward' ? message.block.transactions : assert.fail()
}

type Batch = readonly [top: BuildTransaction, ...subs: BuildTransaction[]]

/** The first transaction of a batch contains the others as sub-transactions. */
const batches: fc.Arbitrary<Batch[]> = fc.array(
  fc
    .tuple(
      builtTransactions,
      fc.array(
        builtTransactions.map(({ failed: _, style: _style, ...options }) => options),
        { maxLength: 3 },
      ),
    )
    .map(([top, subs]): Batch => [top, ...subs]),
  { maxLength: 3 },
)

const nested = ([top, ...subs]: Batch): BuiltTransaction =>
  buildTransaction({ ...top, subTransactions: subs.map(buildSubTransaction) })

const flat = (batch: Batch): BuiltTransaction[] => {
  const [top, ...subs] = batch
  const plain = (options: BuildTransaction, id: string): BuiltTransaction => {
    const built = buildTransaction(options)
    return { id, json: built.json.replace(built.id, id) }
  }
  const before = top.failed === undefined ? subs : []
  return [
    ...before.map((options) => plain(options, buildSubTransaction(options).id)),
    plain(top, nested(batch).id),
  ]
}

test('a block with sub-transactions has the effects of one with these transactions before the ones that contain them', () => {
  fc.assert(
    fc.property(batches, (list) => {
      const read = transactionsOf(frameWith(list.map(nested)))
      assert.deepEqual(
        read.map(({ isNested: _, ...event }) => event),
        transactionsOf(frameWith(list.flatMap(flat), 'conway')),
      )
      assert.deepEqual(
        read.map(({ isNested = false }) => isNested),
        list.flatMap(([top, ...subs]) => [...(top.failed === undefined ? subs.map(() => true) : []), false]),
      )
    }),
    { numRuns: 300 },
  )
})

test('the datum of a lock is found among the witnesses of the whole batch', () => {
  const lock = encodeVestingLock({ lockedUntil: 2n ** 40n, redeemerVkh: fakeHash('ann', 28) }, 'indefinite')
  const locked = { outputs: [{ lovelace: 1n, datumHash: fakeHash('lock') }] }
  const withDatum = { datums: { [fakeHash('lock')]: lock } }
  const frames = [
    buildTransaction({ ...locked, ...withDatum }),
    buildTransaction({ ...withDatum, subTransactions: [buildSubTransaction(locked)] }),
    buildTransaction({ ...locked, subTransactions: [buildSubTransaction(withDatum)] }),
    buildTransaction({ subTransactions: [buildSubTransaction(locked), buildSubTransaction(withDatum)] }),
  ].map((transaction) => frameWith([transaction]))
  const lockOf = (frame: string): unknown => transactionsOf(frame).flatMap(({ outputs }) => outputs)[0]
  const [expected, ...others] = frames.map(lockOf)
  assert.ok(
    JSON.stringify(expected, (_, value) =>
      `${value}` === value ? value : typeof value === 'bigint' ? `${value}` : value,
    ).includes(lock),
  )
  for (const other of others) assert.deepEqual(other, expected)
})

const SUB = frameWith([
  buildTransaction({
    outputs: [{ lovelace: 7n }],
    style: 'v7',
    subTransactions: [buildSubTransaction({ outputs: [{ lovelace: 5n }] })],
  }),
])

test('what Dijkstra adds beside sub-transactions changes nothing that the log has', () => {
  const plain = transactionsOf(SUB)
  const credential = `"from":"script","credential":"${fakeHash('guard', 28)}"`
  const added = [
    `"guards":["${fakeHash('guard', 28)}"]`,
    '"credits":{"stake_test1uqehkck0lajq8gr28t9uxnuvgcqrc6070x3k9r8048z8y5gssrtvn":{"ada":{"lovelace":5}}}',
    `"accountBalanceIntervals":[{${credential},"atLeast":{"ada":{"lovelace":1}},"atMost":{"ada":{"lovelace":9}}}]`,
    '"redeemers":[{"validator":{"index":0,"purpose":"guard"},"redeemer":"d87980","executionUnits":{"memory":1,"cpu":1}}]',
  ].join()
  for (const at of ['"spends":"inputs",', '"subTransactions":[{']) {
    const text = SUB.replace(at, `${at}${added},`)
    assert.notEqual(text, SUB)
    assert.deepEqual(transactionsOf(text), plain)
  }
  const guarded = SUB.replace(
    '"subTransactions":[{',
    `"subTransactions":[{"topLevelGuards":[{${credential},"datum":"d87980"}],`,
  )
  assert.deepEqual(transactionsOf(guarded), plain)
})

test('a sub-transaction has no members of a transaction alone: nesting is one level deep', () => {
  for (const member of [
    '"subTransactions":[]',
    '"spends":"inputs"',
    '"collaterals":[]',
    '"fee":{}',
    '"totalCollateral":{}',
  ]) {
    const text = SUB.replace('"subTransactions":[{', `"subTransactions":[{${member},`)
    assert.notEqual(text, SUB)
    assert.throws(() => readMessage(text), SyntaxError, member)
    assert.throws(() => decodeMessage(text), /^UnknownContent: .*of the sub-transaction$/, member)
  }
})
