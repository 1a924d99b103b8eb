import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { outputFor, type Venue } from '../../api/builder/recipes/quote.ts'
import { EMISSION, lovelaceToBuy, SEED } from '../../schema/launchpad/curve.ts'
import { marketCapOf } from '../../schema/launchpad/fill.ts'
import type { ApiOrder } from '../../schema/responses/orders.ts'
import type { LiquidityPoolInfo } from '../../schema/responses/pools.ts'
import { before, inFlight } from './in-flight.ts'
import { tradedPool } from './traded-pool.ts'
import { lovelaceIn, positionOf, STEPS, tradeOf, tradeTo } from './what-if.ts'

const CURVE = { aNum: 122_525_779_519n, bNum: 2_545_182n }
const CAP = 18_188_400_000n

const poolWith = (
  x: bigint,
  y: bigint,
  ammFees: LiquidityPoolInfo['pool']['ammFees'] = null,
  basisPoints = 100n,
) =>
  tradedPool(
    {
      pool: {
        x: { asset: '.', amount: `${x}` },
        y: { asset: '', amount: `${y}` },
        aNum: Number(CURVE.aNum),
        bNum: Number(CURVE.bNum),
        adaCapThreshold: Number(CAP),
        ammFees,
        closed: null,
      },
    } as LiquidityPoolInfo,
    basisPoints,
  ) ?? assert.fail()

const FEES = { lpFeeNum: 99_100, treasuryFeeNum: 50, royaltyFeeNum: 50 }

const basisPoints = fc.constantFrom(0n, 100n, 130n)

/** The second form is the transaction builder's. */
const pools = fc.oneof(
  fc.tuple(fc.bigInt({ min: 50_000_000n, max: 700_000_000n }), basisPoints).map(([sold, fee]) => {
    const collected = lovelaceToBuy(CURVE, 0n, sold)
    const venue: Venue = {
      kind: 'curve',
      lovelace: SEED + collected,
      tokens: EMISSION - sold,
      pool: { ...CURVE, adaCap: SEED + CAP, permittedExecutor: '' },
    }
    return { pool: poolWith(collected, EMISSION - sold, null, fee), venue, fee }
  }),
  fc.tuple(fc.bigInt({ min: 5_000_000_000n, max: 80_000_000_000n }), basisPoints).map(([lovelace, fee]) => {
    const tokens = 263_500_000n
    const [lpFeeNum, treasuryFeeNum, royaltyFeeNum] = [99_100n, 50n, 50n]
    const none = { treasuryX: 0n, treasuryY: 0n }
    const venue: Venue = {
      kind: 'amm',
      lovelace,
      tokens,
      pool: { lpFeeNum, treasuryFeeNum, royaltyFeeNum, ...none },
    }
    return { pool: poolWith(lovelace, tokens, FEES, fee), venue, fee }
  }),
)

test('a trade that is tried brings what the service quotes with its percentage fee, and moves the price its way', () => {
  fc.assert(
    fc.property(pools, fc.bigInt({ min: 1_000_000n, max: 40_000_000n }), ({ pool, venue, fee }, input) => {
      for (const side of ['BUY', 'SELL'] as const) {
        const trade = tradeOf(pool, side === 'BUY' ? 'buy' : 'sell', input) ?? assert.fail()
        assert.equal(trade.output, outputFor(venue, side, input, { basisPoints: fee }))
        assert.equal(Math.sign(Number(trade.cap - marketCapOf(pool))), side === 'BUY' ? 1 : -1)
      }
    }),
  )
})

test('the trade of a position of the handle moves the pool to that position, within a step', () => {
  fc.assert(
    fc.property(pools, fc.integer({ min: 0, max: STEPS }), ({ pool }, position) => {
      const trade = tradeTo(pool, position)
      const reached = positionOf(pool, trade?.lovelace ?? lovelaceIn(pool))
      assert.ok(Math.abs(reached - position) < 1, `${reached}`)
    }),
  )
})

const orderOf = (order: Partial<ApiOrder>): ApiOrder =>
  ({ status: 'Pending', from: '.', worstPrice: '0', orderType: 'Spot', timestamp: 0, ...order }) as ApiOrder

test('orders in flight are folded in the order they came, those of the mempool last, and one may wait', () => {
  const pool = poolWith(lovelaceToBuy(CURVE, 0n, 100_000_000n), EMISSION - 100_000_000n)
  const [second, first] = [
    orderOf({ entityId: 'second', fromAmount: '50000000', status: 'Mempool', timestamp: 5 }),
    orderOf({ entityId: 'first', fromAmount: '90000000', timestamp: 9 }),
  ]
  const tooDear = orderOf({ entityId: 'waits', fromAmount: '10000000', worstPrice: '9.5', timestamp: 2 })
  const filled = orderOf({ entityId: 'filled', fromAmount: '7', status: 'Evaluated' })
  const flights = inFlight(pool, [second, first, filled, tooDear])
  const one = tradeOf(pool, 'buy', 90_000_000n) ?? assert.fail()
  assert.deepEqual(
    flights.map(({ order, output }) => [order.entityId, output === undefined]),
    [
      ['waits', true],
      ['first', false],
      ['second', false],
    ],
  )
  assert.deepEqual([flights[1]?.output, flights[1]?.cap], [one.output, one.cap])
  const both = flights[2] ?? assert.fail()
  // The older of two orders of the same second is later in the list.
  const waiting = [3, 1, 2].flatMap((timestamp) =>
    (['Mempool', 'Pending', 'MempoolEvaluated'] as const).map((status) =>
      orderOf({ fromAmount: '1', status, timestamp }),
    ),
  )
  const turns = inFlight(pool, waiting).map(({ order: { status, timestamp } }) => [status, timestamp])
  assert.deepEqual(turns, [
    ['MempoolEvaluated', 1],
    ['MempoolEvaluated', 2],
    ['MempoolEvaluated', 3],
    ...[1, 2, 3].map((timestamp) => ['Pending', timestamp]),
    ...[1, 2, 3].map((timestamp) => ['Mempool', timestamp]),
  ])
  // The time of an order that is being filled is that of its fill, so it is later than the times of waiting orders.
  const filling = orderOf({
    entityId: 'filling',
    fromAmount: '90000000',
    status: 'MempoolEvaluated',
    timestamp: 10,
  })
  const [next] = inFlight(pool, [filling, orderOf({ fromAmount: '50000000', timestamp: 9 })])
  assert.deepEqual([next?.order, next?.output], [filling, one.output])
  assert.ok(both.cap > one.cap && (both.output ?? 0n) < (tradeOf(pool, 'buy', 50_000_000n)?.output ?? 0n))
})

test('an order that is left on a curve is not in flight after the graduation', () => {
  const [left, next] = [orderOf({ fromAmount: '10000000' }), orderOf({ fromAmount: '9', orderType: 'CFMM' })]
  const ordersOf = (pool: ReturnType<typeof poolWith>) =>
    inFlight(pool, [left, next]).map(({ order }) => order)
  assert.deepEqual(ordersOf(poolWith(18_000_000_000n, 263_500_000n, FEES)), [next])
  assert.deepEqual(ordersOf(poolWith(0n, EMISSION)), [next, left])
})

test('an order that rests says how much more it must get, and the orders with nearer prices are before it', () => {
  const pool = poolWith(lovelaceToBuy(CURVE, 0n, 100_000_000n), EMISSION - 100_000_000n)
  const input = 10_000_000n
  const now = Number((tradeOf(pool, 'buy', input) ?? assert.fail()).output)
  /** The order demands more than the current output, by this share. */
  const wanting = (share: number, from = '.'): ApiOrder =>
    orderOf({
      entityId: `${share}`,
      from,
      fromAmount: `${input}`,
      worstPrice: ((now * (1 + share)) / Number(input)).toFixed(12),
    })
  const flights = inFlight(pool, [wanting(0.5), wanting(0.1), wanting(0.2), wanting(0.01, 'token')])
  const shown = flights.flatMap((flight) =>
    flight.order.from === '.' ? [[flight.gap?.toFixed(4), before(flights, flight)]] : [],
  )
  assert.deepEqual(shown.sort(), [
    ['0.1000', 0],
    ['0.2000', 1],
    ['0.5000', 2],
  ])
  // An order that can be filled has no gap.
  assert.equal(inFlight(pool, [wanting(-0.1)])[0]?.gap, undefined)
})
