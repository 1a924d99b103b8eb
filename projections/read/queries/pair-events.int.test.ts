// Events of pairs, made from rows of trades and of liquidity.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { POSITIONS_PER_SLOT } from '../../../schema/block-limits.ts'
import { formatAddress } from '../../../schema/codecs/address.ts'
import { Rows } from '../../engine/table/rows.ts'
import { WriteContext } from '../../engine/table/write-context.ts'
import { trades } from '../../models/trades.ts'
import { testModels } from '../../testing/test-models.ts'
import { liquidityOf, pairEventsQuery, swapOf } from './pair-events.ts'

const PAIR = `${'aa'.repeat(28)}.01`

const TRADE = {
  position: 65_536,
  pool: PAIR,
  transaction_id: '00'.repeat(32),
  venue: 'amm',
  side: 'sell',
  lovelace: 1_500_000n,
  tokens: 7n,
  price: '0.000000001',
  order_transaction: null,
  order_index: null,
  time: 1,
  height: 1,
  event: 65_536,
  trader: null,
  address: null,
  reserve_lovelace: 1_000_001n,
  reserve_tokens: 1_000_000_000n,
  percentage_fee: 0n,
  executor_fee: 0n,
  liquidity_fee: 13_500n,
  treasury_fee: 0n,
  royalty_fee: 0n,
} as const

test('amounts are decimals of whole units, and the smallest price is not 0', () => {
  const swap = { eventType: 'swap', pairId: PAIR, priceNative: '0.000000000000001' }
  const reserves = { asset0: '1000000000', asset1: '1.000001' }
  assert.deepEqual(swapOf(TRADE, PAIR), [{ ...swap, asset0In: '7', asset1Out: '1.5', reserves }])
  assert.deepEqual(swapOf({ ...TRADE, side: 'buy' }, PAIR), [
    { ...swap, asset1In: '1.5', asset0Out: '7', reserves },
  ])
})

test('a trade that moved nothing on one side, or has no price, is no swap', () => {
  for (const change of [{ lovelace: 0n }, { tokens: 0n }, { price: '0' }])
    assert.deepEqual(swapOf({ ...TRADE, ...change }, PAIR), [])
})

const change = (
  before: readonly [venue: 'curve' | 'amm' | null, lovelace: bigint, tokens: bigint],
  after: readonly [venue: 'curve' | 'amm' | null, lovelace: bigint, tokens: bigint],
) =>
  liquidityOf(
    {
      event: 1,
      pool: PAIR,
      transaction_id: '00'.repeat(32),
      time: 1,
      height: 1,
      is_creation: false,
      venue_before: before[0],
      lovelace_before: before[1],
      tokens_before: before[2],
      venue_after: after[0],
      lovelace_after: after[1],
      tokens_after: after[2],
    },
    (venue) => venue,
  ).map((event) =>
    event.eventType === 'swap'
      ? assert.fail()
      : [event.eventType, event.pairId, event.amount0, event.amount1, event.reserves],
  )

test('what joins or leaves a pair is the difference of its reserves', () => {
  const reserves = (asset0: string, asset1: string) => ({ asset0, asset1 })
  assert.deepEqual(change([null, 0n, 0n], ['curve', 3_000_000n, 10n]), [
    ['join', 'curve', '10', '3', reserves('10', '3')],
  ])
  assert.deepEqual(change(['curve', 9_000_000n, 4n], ['amm', 8_000_000n, 4n]), [
    ['exit', 'curve', '4', '9', reserves('0', '0')],
    ['join', 'amm', '4', '8', reserves('4', '8')],
  ])
  assert.deepEqual(change(['amm', 5_000_000n, 5n], ['amm', 6_000_000n, 7n]), [
    ['join', 'amm', '2', '1', reserves('7', '6')],
  ])
  assert.deepEqual(change(['amm', 5_000_000n, 5n], ['amm', 1n, 5n]), [
    ['exit', 'amm', '0', '4.999999', reserves('5', '0.000001')],
  ])
  // Without a trade, one reserve rose and the other fell. No amount in an event may be negative.
  assert.deepEqual(change(['amm', 5_000_000n, 5n], ['amm', 6_000_000n, 3n]), [
    ['exit', 'amm', '2', '0', reserves('3', '5')],
    ['join', 'amm', '0', '1', reserves('3', '6')],
  ])
  assert.deepEqual(change(['amm', 5n, 5n], [null, 0n, 0n]), [
    ['exit', 'amm', '5', '0.000005', reserves('0', '0')],
  ])
})

test('transactions are numbered in their block and events in their transaction, whose first address is the maker', (t) => {
  const { database } = testModels(t)
  const [ann, bob] = [`61${'aa'.repeat(28)}`, `61${'bb'.repeat(28)}`]
  const [first, second] = ['01'.repeat(32), '02'.repeat(32)]
  const write = new Rows(database, trades, new WriteContext(), 'trades_1')
  const rows = [
    [0, first, null],
    [1, first, ann],
    [2, first, bob],
    [3, first, null],
    [4, second, null],
    [POSITIONS_PER_SLOT, second, null],
  ] as const
  database.transaction(() => {
    for (const [at, transaction_id, address] of rows) {
      const position = 5 * POSITIONS_PER_SLOT + at
      write.insert({ ...TRADE, position, event: position, transaction_id, address, venue: 'curve' })
    }
  })()
  assert.deepEqual(
    pairEventsQuery(database)(1, 2)?.events.map((each) => [each.txnIndex, each.eventIndex, each.maker]),
    [
      [0, 0, formatAddress(ann)],
      [0, 1, formatAddress(ann)],
      [0, 2, formatAddress(bob)],
      [0, 3, formatAddress(ann)],
      [1, 0, second],
      [0, 0, second],
    ],
  )
})

test('several blocks have at most 10,000 events, and one block has all of its events', (t) => {
  const { database } = testModels(t)
  const write = new Rows(database, trades, new WriteContext(), 'trades_1')
  const read = pairEventsQuery(database)
  let position = 0
  const add = database.transaction((height: number, count: number) => {
    for (let at = 0; at < count; at++, position++)
      write.insert({ ...TRADE, position, event: position, height, venue: 'curve' })
  })
  const found = (from: number, to: number) => read(from, to)?.events.length
  add(1, 10_000)
  assert.deepEqual([found(1, 2), found(1, 1)], [10_000, 10_000])
  add(2, 1)
  assert.deepEqual([found(1, 2), found(1, 1), found(2, 2)], [undefined, 10_000, 1])
  add(1, 1)
  assert.equal(found(1, 1), 10_001)
})
