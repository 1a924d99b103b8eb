// Real orders from their CBOR to their events. An order is placed, and a batch of twelve is filled on a new curve. Bought tokens are
// offered for sale and sold. Transactions spend outputs of earlier ones. If no recorded transaction created an output, it is composed from
// facts about the chain.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { OutputEvent, TransactionEvent } from '../../schema/events.ts'
import { EMISSION, SEED, soldTokens, spotPrice } from '../../schema/launchpad/curve.ts'
import { decodeLimitOrder, type LimitOrder } from '../../schema/launchpad/datums/limit-order.ts'
import { ADA, type OutputReference } from '../../schema/primitives.ts'
import type { OrderFilled, OrderTerms } from './events.ts'
import { protocolOf } from './protocol.ts'
import { datumOf, golden, of, orderLike, ownerOf } from './testing/golden.ts'
import { type Compared, hash, made, operations, World } from './testing/interpreted.ts'

/** A token on its curve, and its buyer. */
const BOBA = 'abb15dbbcc5c7c80cebea450f4f2131ec1f5b27ca38b66418e4c9a51.424f4241'
const BOBA_NFT =
  '63f947b8d9535bc4e4ce6919e3dc056547e8d30ada12f29aa5f826b8.588e3c07f5c2119882784077cb720649309bb0a024383d44f5436c9c5c15cbfe'
const BOBA_CURVE = { aNum: 122_525_779_519n, bNum: 2_545_182n }
const BUYER =
  '01b6560f277ce0092e01f39fcf534b2e7a58282260cf044527f1e7f74d33b2974f65764819697031e36678e903e97c723c364aa19f8cb5103e'
const BUYER_KEY = 'b6560f277ce0092e01f39fcf534b2e7a58282260cf044527f1e7f74d'

const BUY_TERMS: OrderTerms = {
  generation: 'limit',
  from: ADA,
  fromAmount: 5_000_000n,
  to: BOBA,
  worstPrice: { numerator: 3_889_466n, denominator: 1_000_000_000n },
  fee: 500_000n,
  stepCost: 600_000n,
  owner: BUYER,
  cancellationKey: BUYER_KEY,
  cancellableFrom: null,
  beacon: '07f03034afc822b3f2921e504a21e130fddbeafffa9a215660f87289',
}

const SELL_TERMS: OrderTerms = {
  ...BUY_TERMS,
  from: BOBA,
  fromAmount: 3_888_762n,
  to: ADA,
  worstPrice: { numerator: 12_628_853_347_157_785n, denominator: 10_000_000_000_000_000n },
  beacon: 'c3bfbe0930bf8cc56c2d727a10ce373b45f0cc7ef9ac7d8a4366dd47',
}

/** The batch's orders by input: lovelace before the 1 % fee, and received tokens. The pool is input 5. */
const BATCH: readonly (readonly [bigint, bigint] | undefined)[] = [
  [3_000_000n, 1_160_986n],
  [5_000_000n, 1_940_500n],
  [1_000_000n, 386_015n],
  [5_000_000n, 1_944_737n],
  [1_000_000n, 386_363n],
  undefined,
  [1_000_000n, 386_192n],
  [5_000_000n, 1_942_612n],
  [1_000_000n, 386_691n],
  [1_000_000n, 386_530n],
  [5_000_000n, 1_937_695n],
  [1_000_000n, 385_833n],
  [5_000_000n, 1_944_025n],
]

const limitOrderAt = (made: OutputEvent): LimitOrder =>
  decodeLimitOrder(datumOf(made)) ?? assert.fail('not a limit order')

/** A world after the first order and before the batch, with all outputs that the batch spends. */
const beforeBatch = (place: TransactionEvent, batch: TransactionEvent): World => {
  const world = new World()
  BATCH.forEach((fill, at) => {
    const input = of(batch.inputs, at)
    const answer = of(batch.outputs, at)
    if (input.transaction === place.id) return
    if (fill === undefined) {
      // A new pool: the seed, the whole emission and the NFT, at its permanent address with its permanent datum.
      world.addOutput(input, {
        ...answer,
        lovelace: SEED,
        assets: answer.assets.map(({ asset }) => ({ asset, quantity: asset === BOBA ? EMISSION : 1n })),
      })
      return
    }
    const change = {
      tradableInput: fill[0],
      redeemerAddress: ownerOf(answer.address),
      beacon: hash(`${at}`, 28),
    }
    world.addOutput(input, orderLike(limitOrderAt(of(place.outputs, 0)), change))
  })
  world.addPool({ pool: BOBA_NFT, token: BOBA, curve: BOBA_CURVE, ammPool: null })
  return world
}

test('placing a buy of 5 ADA is an order placed, with its terms', () => {
  const place = golden('TX_FUN_1')
  assert.deepEqual(new World().block(place), [
    { kind: 'orderPlaced', transaction: place.id, order: made(place, 0), terms: BUY_TERMS, ownsBeacon: true },
  ])
})

test('a batch of twelve buys on a virgin curve is twelve fills and twelve trades', () => {
  const place = golden('TX_FUN_1')
  const batch = golden('TX_FUN_2')
  const world = beforeBatch(place, batch)
  world.block(place)
  const fills: OrderFilled[] = []
  const trades: Compared<'traded'>[] = []
  let sold = 0n
  BATCH.forEach((fill, at) => {
    if (fill === undefined) return
    const [fromAmount, toAmount] = fill
    const input = of(batch.inputs, at)
    const order: OutputReference = { transaction: input.transaction, index: input.index }
    const owner = of(batch.outputs, at).address
    const terms =
      input.transaction === place.id
        ? BUY_TERMS
        : { ...BUY_TERMS, fromAmount, owner, beacon: hash(`${at}`, 28) }
    fills.push({
      kind: 'orderFilled',
      transaction: batch.id,
      order,
      terms,
      fromAmount,
      toAmount,
      executorFee: 1_100_000n,
      remainder: null,
    })
    const priceBefore = spotPrice(BOBA_CURVE, sold)
    sold += toAmount
    trades.push({
      kind: 'traded',
      transaction: batch.id,
      pool: BOBA_NFT,
      token: BOBA,
      output: made(batch, 5),
      reserves: { lovelace: 36_660_000n, tokens: 986_811_821n },
      price: spotPrice(BOBA_CURVE, sold),
      fees: null,
      venue: 'curve',
      side: 'buy',
      lovelace: fromAmount,
      tokens: toAmount,
      percentageFee: fromAmount / 100n,
      executorFee: 1_100_000n,
      priceBefore,
      order,
      trader: terms.owner,
    })
  })
  // 34 ADA before the fee of 1 %, and 33.66 ADA after it. The pool lost exactly what the twelve orders received.
  assert.equal(
    trades.reduce((sum, { lovelace }) => sum + lovelace, 0n),
    34_000_000n,
  )
  assert.equal(sold, EMISSION - 986_811_821n)
  assert.deepEqual(trades.at(-1)?.price, spotPrice(BOBA_CURVE, soldTokens(986_811_821n)))
  assert.deepEqual(world.block(batch), [...fills, ...trades])
})

test('placing a sell of the tokens bought, and its fill, in a chain from the first order on', () => {
  const place = golden('TX_FUN_1')
  const batch = golden('TX_FUN_2')
  const sell = golden('TX_ORD')
  const fill = golden('TX_EXE')
  const world = beforeBatch(place, batch)
  world.block(place, batch)
  assert.deepEqual(world.block(sell), [
    { kind: 'orderPlaced', transaction: sell.id, order: made(sell, 0), terms: SELL_TERMS, ownsBeacon: true },
  ])
  // Others traded between the batch and this fill. The pool had sold 8,911,446 tokens before it paid 9,921,335 lovelace.
  const after = of(fill.outputs, 0)
  world.addOutput(of(fill.inputs, 0), {
    ...after,
    lovelace: after.lovelace + 9_921_335n,
    assets: after.assets.map(({ asset, quantity }) => ({
      asset,
      quantity: asset === BOBA ? quantity - 3_888_762n : quantity,
    })),
  })
  const order = made(sell, 0)
  assert.deepEqual(world.block(fill), [
    {
      kind: 'orderFilled',
      transaction: fill.id,
      order,
      terms: SELL_TERMS,
      fromAmount: 3_888_762n,
      // The curve paid 9,921,335 lovelace. The fee is 1 % of this amount.
      toAmount: 9_822_122n,
      executorFee: 1_100_000n,
      remainder: null,
    },
    {
      kind: 'traded',
      transaction: fill.id,
      pool: BOBA_NFT,
      token: BOBA,
      output: made(fill, 0),
      reserves: { lovelace: 15_788_824n, tokens: 994_977_316n },
      price: spotPrice(BOBA_CURVE, 5_022_684n),
      fees: null,
      venue: 'curve',
      side: 'sell',
      lovelace: 9_822_122n,
      tokens: 3_888_762n,
      percentageFee: 99_213n,
      executorFee: 1_100_000n,
      priceBefore: spotPrice(BOBA_CURVE, 8_911_446n),
      order,
      trader: SELL_TERMS.owner,
    },
  ])
})

test('a batch on a test network leaves a limit order behind', () => {
  const batch = golden('preprod')
  const script = 'dfaa80c9732ed3b7752ba189786723c6709e2876a024f8f4d9910fb3'
  const preprod = protocolOf({
    ...operations,
    network: 'preprod',
    orders: [{ kind: 'limit', scriptHash: script }],
  })
  const token = 'fd10da3e6a578708c877e14b6aaeda8dc3a36f666a346eec52a30b3a.74657374746f6b656e'
  const key = '1e5b525041f0d70ad830f1d7dbd2ed7012c1d89788b4385d7bdd0c37'
  const terms: OrderTerms = {
    generation: 'limit',
    from: ADA,
    fromAmount: 10n,
    to: token,
    worstPrice: { numerator: 10_000n, denominator: 1n },
    fee: 500_000n,
    stepCost: 500_000n,
    owner: `00${key}6b6723106d7725d57913612286514abb81148d344b1675df297ee224`,
    cancellationKey: key,
    cancellableFrom: null,
    beacon: '302a2ccae50e11631d9f058033f20ef8f0e298149da19720f40ce0a5',
  }
  const remainder = made(batch, 1)
  assert.deepEqual(
    new World(preprod).block(batch),
    [{ kind: 'orderPlaced', transaction: batch.id, order: remainder, terms }],
    'the order it was part of was made before following began',
  )
  // If the order is known, the batch contains a fill: one token received, nothing swapped (the price does not allow it), and a step paid.
  const world = new World(preprod)
  const left = of(batch.outputs, 1)
  world.addOutput(of(batch.inputs, 1), { ...left, lovelace: left.lovelace + 500_000n, assets: [] })
  assert.deepEqual(world.block(batch), [
    {
      kind: 'orderFilled',
      transaction: batch.id,
      order: { transaction: of(batch.inputs, 1).transaction, index: 0 },
      terms,
      fromAmount: 0n,
      toAmount: 1n,
      executorFee: 500_000n,
      remainder: { order: remainder, terms },
    },
  ])
})
