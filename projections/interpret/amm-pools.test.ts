// A token's life on the AMM: graduation, swaps in both directions, liquidity and fees. Also which pools cause events.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { compareRatios, formatDecimal } from '../../schema/codecs/ratio.ts'
import type { OutputEvent, TransactionEvent } from '../../schema/events.ts'
import { afterSwap, feeNumerator, reservesOf, swapOutput } from '../../schema/launchpad/amm.ts'
import { EMISSION, SEED, spotPrice } from '../../schema/launchpad/curve.ts'
import { encodeFeeSwitchPool } from '../../schema/launchpad/datums/fee-switch-pool.ts'
import { ORDER_REDEEMERS } from '../../schema/launchpad/datums/redeemers.ts'
import type { RoyaltyPool } from '../../schema/launchpad/datums/royalty-pool.ts'
import { graduate } from '../../schema/launchpad/graduation.ts'
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
  operations,
  output,
  poolClosed,
  royaltyOutput,
  royaltyPool,
  scriptAddress,
  transaction,
  WITHOUT_ORDER,
  World,
  walletAddress,
} from './testing/interpreted.ts'
import { orderOutput, outcome, termsOf, type Wish } from './testing/orders.ts'
import { percentageFees } from './testing/percentage-fees.ts'

const CAT = curvePool('Cat')
const AMM = royaltyPool('Cat')
const CAP: PoolReserves = { lovelace: 18_191_400_000n, tokens: 263_536_686n }
const COST = 210_000_000n

interface Standing {
  readonly pool: RoyaltyPool
  readonly value: PoolReserves
  readonly at: OutputReference
}

const standingOutput = ({ pool, value }: Omit<Standing, 'at'>): OutputEvent =>
  royaltyOutput(pool, value.lovelace, value.tokens)

/** Reserves exclude the accumulated fees. */
const stateOf = (of: TransactionEvent, { pool, value, at }: Standing) => {
  const { x, y } = reservesOf(pool, value.lovelace, value.tokens)
  const { lpFeeNum, treasuryFeeNum, royaltyFeeNum } = pool
  return {
    transaction: of.id,
    pool: CAT.nft,
    token: CAT.token,
    output: at,
    reserves: { lovelace: x, tokens: y },
    price: { numerator: x, denominator: y },
    fees: { lpFeeNum, treasuryFeeNum, royaltyFeeNum },
  }
}

const graduated = (): { readonly world: World; readonly standing: Standing } => {
  const world = new World()
  const curveAt = { transaction: hash('the complete curve'), index: 1 }
  world.addOutput(curveAt, curveOutput(CAT, CAP.lovelace, CAP.tokens))
  world.addPool({ pool: CAT.nft, token: CAT.token, curve: CAT, ammPool: null })
  const { lovelace, tokens } = graduate(CAP.lovelace, CAP.tokens, COST)
  const value = { lovelace, tokens }
  const of = transaction({
    pairs: [[curveAt, 'd8799f0000d87b80ff', standingOutput({ pool: AMM, value })]],
    outputs: [output(walletAddress('executor'), COST)],
    mint: { [AMM.nft]: 1n, [CAT.nft]: -1n, [AMM.lpToken]: 2n ** 62n },
  })
  const standing = { pool: AMM, value, at: made(of, 0) }
  assert.deepEqual(world.block(of), [
    { kind: 'graduated', ...stateOf(of, standing), ammPool: AMM.nft, cost: COST },
  ])
  return { world, standing }
}

/** Side x swaps lovelace, side y tokens. */
const swap = ({ pool, value, at }: Standing, side: 'x' | 'y', input: bigint): readonly [Standing, bigint] => {
  const { x, y } = reservesOf(pool, value.lovelace, value.tokens)
  const sides = side === 'x' ? { input: x, output: y } : { input: y, output: x }
  const out = swapOutput(sides, feeNumerator(pool), input)
  const [lovelace, tokens] = side === 'x' ? [input, -out] : [-out, input]
  return [
    {
      pool: afterSwap(pool, side, input),
      value: { lovelace: value.lovelace + lovelace, tokens: value.tokens + tokens },
      at,
    },
    out,
  ]
}

const move = (from: Standing, to: Standing): readonly [TransactionEvent, Standing] => {
  const of = transaction({ pairs: [[from.at, 'd879820200', standingOutput(to)]] })
  return [of, { ...to, at: made(of, 0) }]
}

test('a swap without an order is all that entered and left the pool, fees among it', () => {
  for (const [side, input] of [
    ['x', 100_000_000n],
    ['y', 2_000_000n],
  ] as const) {
    const { world, standing } = graduated()
    const [swapped, out] = swap(standing, side, input)
    const [of, after] = move(standing, swapped)
    assert.deepEqual(world.block(of), [
      {
        kind: 'traded',
        ...stateOf(of, after),
        venue: 'amm',
        side: side === 'x' ? 'buy' : 'sell',
        lovelace: side === 'x' ? input : out,
        tokens: side === 'x' ? out : input,
        priceBefore: stateOf(of, standing).price,
        ...WITHOUT_ORDER,
      },
    ])
    assert.ok(after.pool.treasuryX + after.pool.treasuryY > 0n)
  }
})

test('swaps of orders are their trades, each at the reserves the ones before it left', () => {
  const { world, standing } = graduated()
  const wishes: Wish[] = [
    { kind: 'limit', owner: 'ann', from: ADA, amount: 69_000_000n, to: CAT.token },
    { kind: 'limit', owner: 'bob', from: CAT.token, amount: 2_037_822n, to: ADA },
    { kind: 'instant', owner: 'cid', from: CAT.token, amount: 138_545n, to: ADA },
  ]
  const placing = transaction({ outputs: wishes.map(orderOutput) })
  world.block(placing)
  // The executor takes 1 % of the ADA: from a buy before the swap, from a sell after it.
  let after = standing
  const walked: Standing[] = [standing]
  const filled = wishes.map((wish, at) => {
    const buys = wish.from === ADA
    const [next, out] = swap(after, buys ? 'x' : 'y', buys ? wish.amount - wish.amount / 100n : wish.amount)
    after = next
    walked.push(next)
    return { wish, at: made(placing, at), got: buys ? out : out - out / 100n }
  })
  const of = transaction({
    pairs: [
      [standing.at, 'd879820200', standingOutput(after)],
      ...filled.map(({ wish, at, got }) => [at, ORDER_REDEEMERS.execute, outcome(wish, got)] as const),
    ],
  })
  after = {
    ...after,
    at: made(
      of,
      of.inputs.findIndex(({ transaction: id }) => id === standing.at.transaction),
    ),
  }
  const events = world.block(of)
  const trades = events.filter((event): event is Compared<'traded'> => event.kind === 'traded')
  // Fees are divided among all trades of the batch, so prices between trades are exact only up to rounding.
  const prices = [stateOf(of, standing).price, ...trades.map(({ price }) => price)]
  for (const [at, { pool, value }] of walked.entries()) {
    const { x, y } = reservesOf(pool, value.lovelace, value.tokens)
    const price = prices[at] ?? assert.fail()
    assert.ok(compareRatios(price, { numerator: x * 99_999n, denominator: y * 100_000n }) > 0)
    assert.ok(compareRatios(price, { numerator: x * 100_001n, denominator: y * 100_000n }) < 0)
  }
  assert.deepEqual(prices.at(-1), stateOf(of, after).price)
  assert.equal(new Set(prices.map((price) => formatDecimal(price))).size, 4)
  const legs = filled.map(({ wish, got }) => ({
    isBuy: wish.from === ADA,
    lovelace: wish.from === ADA ? wish.amount : got,
  }))
  const fees = percentageFees(legs, after.value.lovelace - standing.value.lovelace)
  const whole = filled.reduce(
    (sum, { wish, got }) => sum + (wish.from === ADA ? wish.amount / 100n : got / 99n),
    0n,
  )
  assert.ok(fees.reduce((sum, fee) => sum + fee, -whole) <= 3n)
  assert.deepEqual(events, [
    ...filled.map(
      ({ wish, at, got }): ComparedEvent => ({
        kind: 'orderFilled',
        transaction: of.id,
        order: at,
        terms: termsOf(wish),
        fromAmount: wish.amount,
        toAmount: got,
        executorFee: 1_100_000n,
        remainder: null,
      }),
    ),
    ...filled.map(
      ({ wish, at, got }, n): ComparedEvent => ({
        kind: 'traded',
        ...stateOf(of, after),
        price: prices[n + 1] ?? assert.fail(),
        venue: 'amm',
        side: wish.from === ADA ? 'buy' : 'sell',
        lovelace: wish.from === ADA ? wish.amount : got,
        tokens: wish.from === ADA ? got : wish.amount,
        percentageFee: fees[n] ?? assert.fail(),
        executorFee: 1_100_000n,
        priceBefore: prices[n] ?? assert.fail(),
        order: at,
        trader: termsOf(wish).owner,
      }),
    ),
  ])
})

test('a swap that a stranger divides among several orders is one trade of nobody', () => {
  const { world, standing } = graduated()
  const wishes = (['ann', 'bob'] as const).map(
    (owner): Wish => ({ kind: 'limit', owner, from: ADA, amount: 50_000_000n, to: CAT.token }),
  )
  const placing = transaction({ outputs: wishes.map(orderOutput) })
  world.block(placing)
  const [swapped, out] = swap(standing, 'x', 100_000_000n)
  // One owner gets one token, the other all others.
  const pairs = wishes.map(
    (wish, at) =>
      [made(placing, at), ORDER_REDEEMERS.execute, outcome(wish, at === 0 ? 1n : out - 1n)] as const,
  )
  const of = transaction({
    pairs: [[standing.at, 'd879820200', standingOutput(swapped)], ...pairs],
    requiredSigners: [hash('stranger', 28)],
  })
  const at = made(
    of,
    of.inputs.findIndex(({ transaction: id }) => id === standing.at.transaction),
  )
  assert.deepEqual(
    world.block(of).filter(({ kind }) => kind === 'traded'),
    [
      {
        kind: 'traded',
        ...stateOf(of, { ...swapped, at }),
        venue: 'amm',
        side: 'buy',
        lovelace: 100_000_000n,
        tokens: out,
        priceBefore: stateOf(of, standing).price,
        ...WITHOUT_ORDER,
      },
    ],
  )
})

test('liquidity given or taken, and fees withdrawn, change the pool and are no trade', () => {
  const { world, standing } = graduated()
  const [bought] = swap(standing, 'x', 900_000_000n)
  const [sold] = swap(bought, 'y', 5_000_000n)
  let [of, now] = move(standing, sold)
  world.block(of)
  const { pool, value } = now
  const withdrawnX = {
    pool: { ...pool, treasuryX: 0n, royaltyX: 0n },
    value: { ...value, lovelace: value.lovelace - pool.treasuryX - pool.royaltyX },
  }
  const withdrawn = {
    pool: { ...withdrawnX.pool, treasuryY: 0n, royaltyY: 0n },
    value: { ...withdrawnX.value, tokens: value.tokens - pool.treasuryY - pool.royaltyY },
  }
  const changes: readonly Pick<Standing, 'pool' | 'value'>[] = [
    { pool, value: { lovelace: value.lovelace + 50_000_000n, tokens: value.tokens + 700_000n } },
    { pool, value: { lovelace: value.lovelace - 1_000_000n, tokens: value.tokens - 14_000n } },
    { pool, value },
    withdrawnX,
    withdrawn,
    { pool, value },
  ]
  for (const change of changes) {
    const before = now
    ;[of, now] = move(before, { ...change, at: before.at })
    assert.deepEqual(world.block(of), [{ kind: 'poolChanged', ...stateOf(of, now), venue: 'amm' }])
  }
})

test('an AMM pool that is spent and not made again is closed, by the name it had on the curve', () => {
  const { world, standing } = graduated()
  const end = transaction({ pairs: [[standing.at, 'd879820300', output(walletAddress('dao'), 5_000_000n)]] })
  assert.deepEqual(world.block(end), [poolClosed(end, CAT)])
})

test('an AMM pool whose NFT goes to a wallet, beside other outputs, is rejected and closed', () => {
  const { world, standing } = graduated()
  const held = output(walletAddress('dao'), 5_000_000n, { [AMM.nft]: 1n })
  const end = transaction({
    pairs: [[standing.at, 'd879820300', held]],
    outputs: [output(walletAddress('dao'), 1_000_000n)],
  })
  const [rejected, closed] = world.block(end)
  assert.equal(rejected?.kind, 'poolRejected')
  assert.deepEqual(closed, poolClosed(end, CAT, rejected?.kind === 'poolRejected' ? rejected.reason : ''))
})

test('launch, first trades, graduation and the first swap may share a block', () => {
  const world = new World()
  const launch = transaction({
    outputs: [curveOutput(CAT, SEED, EMISSION)],
    mint: { [CAT.nft]: 1n, [CAT.token]: EMISSION },
  })
  const fill = transaction({
    pairs: [[made(launch, 0), 'd879830000d87980', curveOutput(CAT, CAP.lovelace, CAP.tokens)]],
  })
  const value = { lovelace: CAP.lovelace - COST, tokens: CAP.tokens }
  const graduation = transaction({
    pairs: [[made(fill, 0), 'd8799f0000d87b80ff', standingOutput({ pool: AMM, value })]],
  })
  const opened = { pool: AMM, value, at: made(graduation, 0) }
  const [swapped, out] = swap(opened, 'x', 10_000_000n)
  const [trade, after] = move(opened, swapped)
  const events = world.block(launch, fill, graduation, trade)
  assert.deepEqual(
    events.map(({ kind }) => kind),
    ['launched', 'traded', 'graduated', 'traded'],
  )
  assert.deepEqual(events[1], {
    kind: 'traded',
    ...onCurve(fill, 0, CAT, CAP),
    venue: 'curve',
    side: 'buy',
    lovelace: CAP.lovelace - SEED,
    tokens: EMISSION - CAP.tokens,
    priceBefore: spotPrice(CAT, 0n),
    ...WITHOUT_ORDER,
  })
  assert.deepEqual(events[3], {
    kind: 'traded',
    ...stateOf(trade, after),
    venue: 'amm',
    side: 'buy',
    lovelace: 10_000_000n,
    tokens: out,
    priceBefore: stateOf(graduation, opened).price,
    ...WITHOUT_ORDER,
  })
  assert.deepEqual(world.pool(AMM.nft), { pool: CAT.nft, token: CAT.token, curve: CAT, ammPool: AMM.nft })
})

test('a curve that graduates into a fee-switch pool keeps its name too', () => {
  const world = new World()
  const at = { transaction: hash('an early curve'), index: 0 }
  world.addOutput(at, curveOutput(CAT, CAP.lovelace, CAP.tokens))
  world.addPool({ pool: CAT.nft, token: CAT.token, curve: CAT, ammPool: null })
  const script = operations.amm.pools.find(({ kind }) => kind === 'fee-switch')?.scriptHash ?? ''
  const { nft, assetX, assetY, lpToken, daoPolicy, treasuryAddress } = AMM
  const datum = encodeFeeSwitchPool(
    {
      nft,
      assetX,
      assetY,
      lpToken,
      daoPolicy,
      treasuryAddress,
      lpFeeNum: 99_000n,
      treasuryFeeNum: 100n,
      treasuryX: 0n,
      treasuryY: 0n,
      lqBound: 0n,
    },
    'indefinite',
  )
  const opened = output(
    scriptAddress(script),
    CAP.lovelace - 310_000_000n,
    { [nft]: 1n, [assetY]: CAP.tokens, [lpToken]: 9n },
    datum,
  )
  const of = transaction({ pairs: [[at, 'd8799f0000d87b80ff', opened]] })
  const value = { lovelace: CAP.lovelace - 310_000_000n, tokens: CAP.tokens }
  assert.deepEqual(world.block(of), [
    {
      kind: 'graduated',
      ...stateOf(of, { pool: AMM, value, at: made(of, 0) }),
      fees: { lpFeeNum: 99_000n, treasuryFeeNum: 100n, royaltyFeeNum: 0n },
      ammPool: nft,
      cost: 310_000_000n,
    },
  ])
})

test('other people’s AMM pools make no events', () => {
  const value = { lovelace: 30_000_000_000n, tokens: 200_000_000n }
  for (const pool of [
    royaltyPool('Cat', { royaltyPubKey: hash('another key') }),
    royaltyPool('Cat', { nft: `${hash('another policy', 28)}.00` }),
    royaltyPool('Cat', { assetX: curvePool('Dog').token }),
  ])
    assert.deepEqual(new World().block(transaction({ outputs: [standingOutput({ pool, value })] })), [])
  // A token's second pool and a pool with an empty side are not listed.
  const { world } = graduated()
  const unseen = { transaction: hash('before following began'), index: 0 }
  const second = royaltyPool('Cat', { nft: `${operations.amm.nftPolicy}.${hash('second')}` })
  const of = transaction({ pairs: [[unseen, 'd879820200', standingOutput({ pool: second, value })]] })
  const rejected = {
    kind: 'poolRejected',
    transaction: of.id,
    pool: second.nft,
    reason: 'its token has a pool',
  }
  assert.deepEqual(world.block(of), [rejected])
  const empty = royaltyPool('Cat', { treasuryX: value.lovelace })
  assert.deepEqual(new World().block(transaction({ outputs: [standingOutput({ pool: empty, value })] })), [])
})
