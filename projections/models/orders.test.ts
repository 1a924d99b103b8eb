// Rows of orders in cases that recorded chains do not have: fills in steps, forged fills, closed pools and extreme prices.
import { test } from 'node:test'
import { MAX_QUANTITY } from '../../schema/amount-limits.ts'
import { ADA, type AssetId } from '../../schema/primitives.ts'
import { bucketStart } from '../../schema/responses/charts.ts'
import { positionOf, slotOf } from '../engine/table/table.ts'
import type {
  OrderCancelled,
  OrderFilled,
  OrderPlaced,
  OrderTerms,
  PoolReserves,
  Traded,
  Venue,
} from '../interpret/events.ts'
import { curvePool, hash, walletAddress } from '../interpret/testing/interpreted.ts'
import { launchedEvent } from '../testing/launched-event.ts'
import { FIRST_TIME, given } from '../testing/model-kit.ts'
import { tradedEvent } from '../testing/traded-event.ts'
import { ALL_BOOKS, EVERYBODY, NO_SUMS } from './order-totals.ts'
import { ordersModel } from './orders.ts'

const CAT = curvePool('Cat')
const DOG = curvePool('Dog').token
const ALICE = hash('alice', 28)

const at = (block: number, ordinal = 0): number => positionOf(1_000 + block, ordinal)

const terms = (change: Partial<OrderTerms> = {}): OrderTerms => ({
  generation: 'limit',
  from: ADA,
  fromAmount: 5_000_000n,
  to: CAT.token,
  worstPrice: { numerator: 1n, denominator: 3n },
  fee: 500_000n,
  stepCost: 600_000n,
  owner: walletAddress('alice'),
  cancellationKey: ALICE,
  cancellableFrom: null,
  beacon: hash('beacon', 28),
  ...change,
})
const buy = terms()
const sell = terms({ from: CAT.token, fromAmount: 1_000_000n, to: ADA, generation: 'instant', beacon: null })

const reference = (transaction: string, index = 0) => ({ transaction: hash(transaction), index })

const placed = (transaction: string, of = buy): OrderPlaced => ({
  kind: 'orderPlaced',
  transaction: hash(transaction),
  order: reference(transaction),
  terms: of,
})

const filled = (
  order: string,
  by: string,
  fromAmount: bigint,
  toAmount: bigint,
  remainder: OrderFilled['remainder'] = null,
): OrderFilled => ({
  kind: 'orderFilled',
  transaction: hash(by),
  order: reference(order),
  terms: buy,
  fromAmount,
  toAmount,
  executorFee: 1_100_000n,
  remainder,
})

const cancelled = (order: string, by: string): OrderCancelled => ({
  kind: 'orderCancelled',
  transaction: hash(by),
  order: reference(order),
  terms: buy,
})

const pool = (reserves: PoolReserves) => ({
  transaction: hash('pool'),
  poolId: 1,
  pool: CAT.nft,
  token: CAT.token,
  output: reference('pool'),
  reserves,
  price: { numerator: 3n, denominator: 1n },
  fees: null,
})

const launched = launchedEvent({
  ...pool({ lovelace: 3_000_000n, tokens: 1_000_000_000n }),
  datum: CAT,
})

/** A purchase. */
const traded = (order: string, lovelace: bigint, tokens: bigint, venue: Venue = 'curve'): Traded =>
  tradedEvent({
    ...pool({ lovelace: 8_000_000n, tokens: 999_000_000n }),
    venue,
    lovelace,
    tokens,
    executorFee: 1_100_000n,
    order: reference(order),
    trader: walletAddress('alice'),
  })

const openRow = {
  id: at(0),
  transaction_id: hash('one'),
  output_index: 0,
  book: at(0) + 1,
  token: CAT.token,
  side: 'buy',
  owner: ALICE,
  address: walletAddress('alice'),
  from_amount: 5_000_000n,
  to_amount: 1_666_666n,
  worst_price: '0.33333333333333333333',
  venue: 'amm',
  status: 'open',
  in_book: true,
  on_tape: false,
  ended_by: null,
  updated: at(0),
  time: FIRST_TIME,
  beacon: hash('beacon', 28),
  owns_beacon: false,
  root: at(0),
  root_from: 0n,
  root_to: 0n,
}

/** `updated` is the position of the last change. */
const rowAt = (id: number, updated: number, change: object) => ({
  ...openRow,
  id,
  root: id,
  updated,
  time: FIRST_TIME + slotOf(updated) - slotOf(at(0)),
  ...change,
})

const noPool = { venue: null, lovelace: 0n, tokens: 0n, a_num: null, b_num: null, fee_num: null }
const book = (token: AssetId, id: number, change: object = {}) => ({
  token,
  id: id + 1,
  ...noPool,
  ...change,
})
const onCurve = (lovelace: bigint, tokens: bigint) => ({
  venue: 'curve',
  lovelace,
  tokens,
  a_num: CAT.aNum.toString(),
  b_num: CAT.bNum.toString(),
})

const totals = (counts: object, legs: object = {}) => ({
  open: 0,
  filled: 0,
  executed: 0,
  ...counts,
  ...NO_SUMS,
  ...legs,
})

/** Everybody's in the token, Alice's in all tokens, Alice's in the token. */
const counted = (bookId: number, counts: object, legs: object = {}) => [
  { owner: EVERYBODY, book: bookId + 1, ...totals(counts, legs) },
  { owner: ALICE, book: ALL_BOOKS, ...totals(counts) },
  { owner: ALICE, book: bookId + 1, ...totals(counts, legs) },
]

/** Alice executed one order, a purchase. */
const oneTrader = (time: number, volume: bigint) => {
  const figures = { volume, trades: 1, profit: 0n, sales: 0, wins: 0 }
  return {
    traders: [
      { owner: ALICE, address: walletAddress('alice'), tokens: 1, first: time, latest: time, ...figures },
    ],
    trader_days: [{ day: bucketStart('day1', time), owner: ALICE, ...figures }],
  }
}
const nobody = { traders: [], trader_days: [] }

test('each order of a chain has the sums of all before it and the beacon of the first, and gets or gives at last', () => {
  const left = (name: string, fromAmount: bigint) => ({
    order: reference(name),
    terms: terms({ fromAmount }),
  })
  const chained = (name: string, block: number, by: string, change: object) =>
    rowAt(at(block), at(block + 1), {
      transaction_id: hash(name),
      root: at(0),
      owns_beacon: true,
      status: 'filled',
      in_book: false,
      ended_by: hash(by),
      ...change,
    })
  given(ordersModel, [
    { ...placed('one'), ownsBeacon: true },
    filled('one', 'two', 3_000_000n, 900_000n, left('two', 2_000_000n)),
    filled('two', 'three', 0n, 0n, left('three', 2_000_000n)),
    filled('three', 'four', 1_500_000n, 400_000n, left('four', 500_000n)),
    filled('four', 'five', 0n, 100_000n),
    placed('six', { ...sell, beacon: hash('beacon', 28) }),
    filled('six', 'seven', 1n, 0n),
  ]).then({
    orders: [
      chained('one', 0, 'two', { from_amount: 3_000_000n, to_amount: 900_000n }),
      chained('two', 1, 'three', {
        from_amount: 0n,
        to_amount: 0n,
        root_from: 3_000_000n,
        root_to: 900_000n,
      }),
      chained('three', 2, 'four', {
        from_amount: 1_500_000n,
        to_amount: 400_000n,
        root_from: 3_000_000n,
        root_to: 900_000n,
      }),
      chained('four', 3, 'five', {
        from_amount: 0n,
        to_amount: 100_000n,
        root_from: 4_500_000n,
        root_to: 1_300_000n,
      }),
      // Without a pool, an instant order is one for a curve.
      chained('six', 5, 'seven', {
        root: at(5),
        side: 'sell',
        venue: 'curve',
        from_amount: 1n,
        to_amount: 0n,
        owns_beacon: false,
      }),
    ],
    order_books: [book(CAT.token, at(0))],
    order_totals: counted(at(0), { orders: 5, filled: 5 }),
    ...nobody,
  })
})

test('an order handed back by its executor is taken back, and a fill that nothing accounts for is in no list but its owner’s', () => {
  given(ordersModel, [
    launched,
    [placed('one'), placed('two')],
    [filled('one', 'three', 0n, 0n), filled('two', 'four', 5_000_000n, 1n)],
  ]).then({
    orders: [
      rowAt(at(1), at(2), {
        // The quote of a real order of 5 ADA on a new curve with these coefficients.
        to_amount: 1_944_733n,
        venue: 'curve',
        status: 'cancelled',
        on_tape: true,
        ended_by: hash('three'),
      }),
      rowAt(at(1, 1), at(2, 1), {
        transaction_id: hash('two'),
        to_amount: 1n,
        venue: 'curve',
        in_book: false,
        status: 'filled',
        ended_by: hash('four'),
      }),
    ],
    order_books: [book(CAT.token, at(0), onCurve(3_000_000n, 1_000_000_000n))],
    order_totals: counted(at(0), { orders: 2, filled: 1 }),
    ...nobody,
  })
})

test('a trade counts an order that is filled, and no other, at the venue of the trade', () => {
  given(ordersModel, [
    launched,
    [placed('one'), placed('two'), placed('three')],
    [cancelled('two', 'four'), traded('one', 7n, 7n), traded('two', 7n, 7n)],
    [filled('one', 'fill', 5_000_000n, 9n), traded('one', 5_000_000n, 9n, 'amm'), traded('three', 7n, 7n)],
  ]).then({
    orders: [
      rowAt(at(1), at(3), {
        to_amount: 9n,
        venue: 'amm',
        status: 'filled',
        on_tape: true,
        ended_by: hash('fill'),
      }),
      rowAt(at(1, 1), at(2), {
        transaction_id: hash('two'),
        to_amount: 1_944_733n,
        venue: 'curve',
        status: 'cancelled',
        on_tape: true,
        ended_by: hash('four'),
      }),
      rowAt(at(1, 2), at(1, 2), {
        transaction_id: hash('three'),
        to_amount: 1_944_733n,
        venue: 'curve',
        on_tape: true,
      }),
    ],
    order_books: [book(CAT.token, at(0), onCurve(8_000_000n, 999_000_000n))],
    order_totals: counted(
      at(0),
      { orders: 3, open: 1, filled: 1, executed: 1 },
      { bought_lovelace: 5_000_000n, bought_tokens: 9n, fees: 1_100_000n },
    ),
    ...oneTrader(FIRST_TIME + 3, 5_000_000n),
  })
})

test('after graduation orders are quoted from the AMM pool, and when the pool is closed at the least they accept', () => {
  const fees = { lpFeeNum: 99_100n, treasuryFeeNum: 50n, royaltyFeeNum: 50n }
  const reserves = { lovelace: 17_981_400_000n, tokens: 263_536_686n }
  const inAmm = { venue: 'closed', ...reserves, a_num: CAT.aNum.toString(), b_num: CAT.bNum.toString() }
  given(ordersModel, [
    launched,
    { kind: 'graduated', ...pool(reserves), fees, ammPool: hash('amm'), cost: 0n },
    placed('one'),
    {
      kind: 'poolClosed',
      transaction: hash('end'),
      poolId: 1,
      pool: CAT.nft,
      token: CAT.token,
      reason: 'gone',
    },
    placed('two'),
  ]).then({
    orders: [
      rowAt(at(2), at(2), {
        book: at(0) + 1,
        // ⌊263,536,686 · 4,950,000 · 99,000 / (17,981,400,000 · 100,000 + 4,950,000 · 99,000)⌋
        to_amount: 71_802n,
        on_tape: true,
      }),
      rowAt(at(4), at(4), {
        book: at(0) + 1,
        transaction_id: hash('two'),
        venue: 'curve',
        on_tape: false,
      }),
    ],
    order_books: [book(CAT.token, at(0), { ...inAmm, fee_num: 99_000 })],
    order_totals: counted(at(0), { orders: 2, open: 2 }),
    ...nobody,
  })
})

test('orders from token to token are left out, and a price beyond every amount stays within its column', () => {
  const boundless = { numerator: 2n ** 256n - 1n, denominator: 1n }
  given(ordersModel, [
    placed('one', terms({ from: CAT.token, to: DOG })),
    placed('two', terms({ worstPrice: boundless, fromAmount: MAX_QUANTITY })),
    cancelled('one', 'three'),
  ]).then({
    orders: [
      rowAt(at(1), at(1), {
        book: at(1) + 1,
        transaction_id: hash('two'),
        from_amount: MAX_QUANTITY,
        to_amount: MAX_QUANTITY,
        worst_price: boundless.numerator.toString(),
      }),
    ],
    order_books: [book(CAT.token, at(1))],
    order_totals: counted(at(1), { orders: 1, open: 1 }),
    ...nobody,
  })
})
