// Trades on the curve: one for each filled order, one for the pool's whole change if orders do not explain it, and none if nothing was
// swapped. Batches follow the curve's own rules.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inspect } from 'node:util'
import fc from 'fast-check'
import type { TransactionEvent } from '../../schema/events.ts'
import { EMISSION, lovelaceToBuy, SEED, soldTokens, spotPrice } from '../../schema/launchpad/curve.ts'
import type { CurvePool } from '../../schema/launchpad/datums/curve-pool.ts'
import { ORDER_REDEEMERS } from '../../schema/launchpad/datums/redeemers.ts'
import { ADA, type OutputReference } from '../../schema/primitives.ts'
import type { PoolReserves } from './events.ts'
import {
  type Compared,
  type ComparedEvent,
  curveOutput,
  curvePool,
  hash,
  made,
  onCurve,
  scriptAddress,
  transaction,
  WITHOUT_ORDER,
  World,
} from './testing/interpreted.ts'
import {
  execute,
  type Filled,
  KINDS,
  orderOutput,
  outcome,
  type Placed,
  reservesAfter,
  termsOf,
  type Wish,
} from './testing/orders.ts'
import { percentageFees } from './testing/percentage-fees.ts'

const CAT = curvePool('Cat')
const DOG = curvePool('Dog', { aNum: 177_128_257_607n, bNum: 6_901_746n, adaCap: 27_504_849_940n })
/** The launch bought 50,047,569 tokens for 132.5 ADA. */
const AT_START = reservesAfter(50_047_569n, 132_500_000n)

const standing = (...pools: readonly (readonly [CurvePool, PoolReserves])[]) => {
  const world = new World()
  const references = pools.map(([pool, { lovelace, tokens }], at): OutputReference => {
    const reference = { transaction: hash(`where pools stand`), index: at }
    world.addOutput(reference, curveOutput(pool, lovelace, tokens))
    world.addPool({ pool: pool.nft, token: pool.token, curve: pool, ammPool: null })
    return reference
  })
  return { world, references }
}

const of = <T>(list: readonly T[], at: number): T => list[at] ?? assert.fail(`nothing at ${at}`)

const place = (world: World, wishes: readonly Wish[]): Placed[] => {
  const placing = transaction({ outputs: wishes.map(orderOutput) })
  world.block(placing)
  return wishes.map((wish, at) => ({ wish, at: made(placing, at) }))
}

const batchEvents = (
  batch: TransactionEvent,
  pool: CurvePool,
  before: PoolReserves,
  reserves: PoolReserves,
  filled: readonly Filled[],
): ComparedEvent[] => {
  const inOrder = batch.inputs.flatMap(({ transaction: id, index }) =>
    filled.filter(({ at }) => at.transaction === id && at.index === index),
  )
  const output = made(
    batch,
    batch.outputs.findIndex(({ assets }) => assets.some(({ asset }) => asset === pool.nft)),
  )
  let { tokens } = before
  const legs = inOrder.map(({ wish, got }) => ({
    isBuy: wish.from === ADA,
    lovelace: wish.from === ADA ? wish.amount : got,
  }))
  const fees = percentageFees(legs, reserves.lovelace - before.lovelace)
  const trades = inOrder.map(({ wish, at, got }, n): Compared<'traded'> => {
    const isBuy = wish.from === ADA
    const priceBefore = spotPrice(pool, soldTokens(tokens))
    tokens += isBuy ? -got : wish.amount
    return {
      kind: 'traded',
      transaction: batch.id,
      pool: pool.nft,
      token: pool.token,
      output,
      reserves,
      price: spotPrice(pool, soldTokens(tokens)),
      fees: null,
      venue: 'curve',
      side: isBuy ? 'buy' : 'sell',
      lovelace: isBuy ? wish.amount : got,
      tokens: isBuy ? got : wish.amount,
      percentageFee: fees[n] ?? assert.fail(),
      executorFee: 1_100_000n,
      priceBefore,
      order: at,
      trader: termsOf(wish).owner,
    }
  })
  const fills = inOrder.map(
    ({ wish, at, got }): ComparedEvent => ({
      kind: 'orderFilled',
      transaction: batch.id,
      order: at,
      terms: termsOf(wish),
      fromAmount: wish.amount,
      toAmount: got,
      executorFee: 1_100_000n,
      remainder: null,
    }),
  )
  return [...fills, ...trades]
}

const MIXED: readonly Wish[] = [
  { kind: 'instant', owner: 'ann', from: ADA, amount: 8_000_000n, to: CAT.token },
  { kind: 'limit', owner: 'bob', from: CAT.token, amount: 3_888_762n, to: ADA },
  { kind: 'instant-v1', owner: 'cid', from: ADA, amount: 1_000_000n, to: CAT.token },
  { kind: 'instant', owner: 'dan', from: CAT.token, amount: 40_000_000n, to: ADA },
  { kind: 'limit', owner: 'eve', from: ADA, amount: 900_000_000n, to: CAT.token },
]

test('two pools in one batch have the trades of their own orders', () => {
  const start = reservesAfter(0n, 0n)
  const { world, references } = standing([CAT, AT_START], [DOG, start])
  const dogs: Wish[] = [{ kind: 'instant', owner: 'fay', from: ADA, amount: 55_000_000n, to: DOG.token }]
  const cats = execute(CAT, of(references, 0), AT_START, place(world, MIXED))
  const dogBatch = execute(DOG, of(references, 1), start, place(world, dogs))
  const batch = transaction({ pairs: [...(cats.draft.pairs ?? []), ...(dogBatch.draft.pairs ?? [])] })
  const ofCats = batchEvents(batch, CAT, AT_START, cats.after, cats.filled)
  const ofDogs = batchEvents(batch, DOG, start, dogBatch.after, dogBatch.filled)
  const key = (event: ComparedEvent) => inspect(event, { depth: null, sorted: true, maxStringLength: null })
  const actual = world.block(batch)
  assert.deepEqual(
    actual.map(key).sort(),
    [...ofCats, ...ofDogs].map(key).sort(),
    'the same events, fills before trades',
  )
  assert.deepEqual(
    actual.map(({ kind }) => kind),
    [...Array(6).fill('orderFilled'), ...Array(6).fill('traded')],
  )
})

test('an order of another token in a batch is no trade of the pool, whichever side its token is on', () => {
  const { world, references } = standing([CAT, AT_START])
  const [buy] = MIXED
  assert.ok(buy)
  for (const [from, to] of [
    [CAT.token, DOG.token],
    [DOG.token, CAT.token],
  ] as const) {
    const other: Wish = { kind: 'limit', owner: 'fay', from, amount: 77n, to }
    const placed = place(world, [buy, other])
    const at = of(placed, 1).at
    const { draft, after, filled } = execute(CAT, of(references, 0), AT_START, placed.slice(0, 1))
    const batch = transaction({
      pairs: [...(draft.pairs ?? []), [at, ORDER_REDEEMERS.execute, outcome(other, 55n)]],
    })
    const trades = batchEvents(batch, CAT, AT_START, after, filled).filter(({ kind }) => kind === 'traded')
    assert.deepEqual(
      world.block(batch).filter(({ kind }) => kind === 'traded'),
      trades,
    )
    world.addOutput(of(references, 0), curveOutput(CAT, AT_START.lovelace, AT_START.tokens))
  }
})

test('within a batch all tokens of a curve may be sold, or all of them returned', () => {
  const sale = (amount: bigint): Wish => ({ kind: 'limit', owner: 'ann', from: CAT.token, amount, to: ADA })
  const buy: Wish = { kind: 'limit', owner: 'bob', from: ADA, amount: 8_000_000n, to: CAT.token }
  for (const [sold, ...wishes] of [
    [50_047_569n, sale(50_047_569n), buy],
    [EMISSION - 5n, buy, sale(1_000n)],
  ] as const) {
    const before = reservesAfter(sold, lovelaceToBuy(CAT, 0n, sold))
    const { world, references } = standing([CAT, before])
    const { draft, after, filled } = execute(CAT, of(references, 0), before, place(world, wishes))
    const batch = transaction(draft)
    assert.deepEqual(world.block(batch), batchEvents(batch, CAT, before, after, filled))
  }
})

test('an order of a contract nobody knows makes one trade of the pool’s whole change', () => {
  const { world, references } = standing([CAT, AT_START])
  const unknown: Wish = { kind: 'limit', owner: 'guy', from: ADA, amount: 70_000_000n, to: CAT.token }
  const orders = [...place(world, MIXED), { wish: unknown, at: { transaction: hash('unknown'), index: 0 } }]
  world.addOutput(of(orders, 5).at, { ...orderOutput(unknown), address: scriptAddress(hash('unknown', 28)) })
  const { draft, after, filled } = execute(CAT, of(references, 0), AT_START, orders)
  const batch = transaction(draft)
  const known = filled.filter(({ wish }) => wish !== unknown)
  const [, , , , , first] = batchEvents(batch, CAT, AT_START, after, known)
  assert.ok(first?.kind === 'traded')
  assert.deepEqual(world.block(batch), [
    ...batchEvents(batch, CAT, AT_START, after, known).filter(({ kind }) => kind === 'orderFilled'),
    {
      ...first,
      side: 'buy',
      lovelace: after.lovelace - AT_START.lovelace,
      tokens: AT_START.tokens - after.tokens,
      price: spotPrice(CAT, soldTokens(after.tokens)),
      fees: null,
      priceBefore: spotPrice(CAT, 50_047_569n),
      ...WITHOUT_ORDER,
    },
  ])
})

const moved = (
  pool: CurvePool,
  from: OutputReference,
  { lovelace, tokens }: PoolReserves,
): TransactionEvent =>
  transaction({ pairs: [[from, 'd879830000d87980', curveOutput(pool, lovelace, tokens)]] })

test('without an order, what entered on one side and left on the other is a trade, and any other change is none', () => {
  for (const [lovelace, tokens, side] of [
    [9_900_000n, -3_000_000n, 'buy'],
    [-9_900_000n, 3_000_000n, 'sell'],
    [1_000_000n, 0n],
    [0n, -5n],
    [0n, 5n],
    [0n, 0n],
    [-1_000_000n, -1_000_000n],
    [5n, 5n],
  ] as const) {
    const { world, references } = standing([CAT, AT_START])
    const reserves = { lovelace: AT_START.lovelace + lovelace, tokens: AT_START.tokens + tokens }
    const change = moved(CAT, of(references, 0), reserves)
    const traded = {
      kind: 'traded',
      side,
      lovelace: 9_900_000n,
      tokens: 3_000_000n,
      priceBefore: spotPrice(CAT, 50_047_569n),
      ...WITHOUT_ORDER,
    }
    assert.deepEqual(world.block(change), [
      {
        ...onCurve(change, 0, CAT, reserves),
        venue: 'curve',
        ...(side === undefined ? { kind: 'poolChanged' } : traded),
      },
    ])
  }
})

test('a transaction whose scripts failed changes no pool; what is left of its collateral may be an order', () => {
  const { world, references } = standing([CAT, AT_START])
  const wish = of(MIXED, 0)
  const failed = transaction({
    outputs: [curveOutput(CAT, SEED, EMISSION), curveOutput(DOG, SEED, EMISSION), orderOutput(wish)],
    mint: { [DOG.nft]: 1n, [DOG.token]: EMISSION },
    valid: false,
  })
  assert.deepEqual(world.block(failed), [
    { kind: 'orderPlaced', transaction: failed.id, order: made(failed, 3), terms: termsOf(wish) },
  ])
  assert.deepEqual([world.byNft(DOG.nft), world.byNft(CAT.nft)?.pool], [undefined, CAT.nft])
  const trade = moved(CAT, of(references, 0), { ...AT_START, lovelace: AT_START.lovelace + 1n })
  assert.deepEqual(
    world.block(trade).map(({ kind }) => kind),
    ['poolChanged'],
  )
})

/** `part` is a sell's share of the tokens sold before the batch. */
const batches = fc.array(
  fc.array(
    fc.record({
      kind: fc.constantFrom(...KINDS),
      isBuy: fc.boolean(),
      lovelace: fc.bigInt(1n, 2_000_000_000n),
      part: fc.bigInt(1n, 400n),
    }),
    { minLength: 1, maxLength: 6 },
  ),
  { minLength: 1, maxLength: 6 },
)

test('the trades of any batches add up to the pool’s change, and the last price is the curve’s', () => {
  fc.assert(
    fc.property(batches, fc.constantFrom(CAT, DOG), (plan, pool) => {
      let reserves = reservesAfter(0n, 0n)
      const { world, references } = standing([pool, reserves])
      let at = of(references, 0)
      for (const [round, batch] of plan.entries()) {
        const sold = soldTokens(reserves.tokens)
        const wishes = batch
          .map(({ kind, isBuy, lovelace, part }, n): Wish => {
            const owner = `wallet ${round} ${n}`
            return isBuy
              ? { kind, owner, from: ADA, amount: lovelace, to: pool.token }
              : // All sells of a batch together are less than the tokens sold before it.
                { kind, owner, from: pool.token, amount: (sold * part) / 2_500n, to: ADA }
          })
          .filter(({ amount }) => amount > 0n)
        if (wishes.length === 0) continue
        const { draft, after, filled } = execute(pool, at, reserves, place(world, wishes))
        const of = transaction(draft)
        const events = world.block(of)
        assert.deepEqual(events, batchEvents(of, pool, reserves, after, filled))
        const trades = events.filter((event): event is Compared<'traded'> => event.kind === 'traded')
        const sum = (amounts: readonly bigint[]) => amounts.reduce((total, amount) => total + amount, 0n)
        const out = sum(trades.map(({ side, tokens }) => (side === 'buy' ? tokens : -tokens)))
        assert.equal(out, reserves.tokens - after.tokens)
        // The fee of 1 % is subtracted from a payment and added to proceeds. Each trade may differ by two lovelace.
        const net = trades.map(({ side, lovelace }) =>
          side === 'buy' ? lovelace - lovelace / 100n : -(lovelace * 100n) / 99n,
        )
        const difference = sum(net) - (after.lovelace - reserves.lovelace)
        const tolerance = 2n * BigInt(trades.length)
        assert.ok(difference >= -tolerance && difference <= tolerance)
        assert.deepEqual(trades.at(-1)?.price, spotPrice(pool, soldTokens(after.tokens)))
        assert.deepEqual(trades[0]?.priceBefore, spotPrice(pool, soldTokens(reserves.tokens)))
        reserves = after
        at = made(
          of,
          of.outputs.findIndex(({ assets }) => assets.some(({ asset }) => asset === pool.nft)),
        )
      }
    }),
    { numRuns: 60 },
  )
})
