// Recipes with the terms of mainnet rebuild orders, launches and locks of mainnet.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { buyTokens, EMISSION, lovelaceToBuy, SEED } from '../../../schema/launchpad/curve.ts'
import { decodeInstantOrder } from '../../../schema/launchpad/datums/instant-order.ts'
import { decodeVestingLock, encodeVestingLock } from '../../../schema/launchpad/datums/vesting-lock.ts'
import { leastOutput } from '../../../schema/launchpad/slippage.ts'
import { ADA, assetId } from '../../../schema/primitives.ts'
import { MAINNET } from '../../testing/mainnet-configs.ts'
import type { Utxo } from '../transaction/utxo.ts'
import { launchSeed } from './launch-checks.ts'
import { lockTokens } from './lock.ts'
import { CANCELLATION_DELAY_MS, placeOrder, quotedOrder } from './order.ts'
import { ownerOf } from './owner.ts'
import { outputFor, priceOf, quoteOrder, type Venue, worstPriceOf } from './quote.ts'
import { cancelOrder, redeemLock } from './take-back.ts'

const PKH = '9493315cd92eb5d8c4304e67b7e16ae36d61d34502694657811a2c8e'
const SKH = '337b62cfff6403a06a3acbc34f8c46003c69fe79a3628cefa9c47251'
const OWNER = ownerOf(`01${PKH}${SKH}`, 1)
const TOKEN = assetId('c4dd822c92c486a06933042c49e0f4e0a0440907420d9743321f4105', '506f707079')
const NOW = 1_780_000_000_000

const coin = (index = 0, lovelace = 500_000_000n): Utxo => ({
  reference: { transaction: '1aa558a787d573158a287164517ac840154f56d79aebebc64b86ce3af7aabc76', index },
  output: { address: OWNER.address, lovelace, assets: [] },
})
const SEED_COIN = coin(2)
const AT = { now: NOW, seed: SEED_COIN, terms: MAINNET }

const NEW_CURVE: Venue = {
  kind: 'curve',
  pool: { ...MAINNET.tiers.default, permittedExecutor: 'ec'.repeat(28) },
  lovelace: 3_000_000n,
  tokens: EMISSION,
}

const PRICE = { numerator: 1n, denominator: 5n }

const BUY = { kind: 'instant', side: 'buy', token: TOKEN, amount: 5_000_000n, worstPrice: PRICE } as const

test('an instant order says who is paid, at which price, and from when it may be cancelled', () => {
  const { recipe, beacon } = placeOrder(OWNER, BUY, AT)
  assert.equal(beacon, undefined)
  assert.deepEqual(recipe.spend, [{ utxo: SEED_COIN }])
  const [output] = recipe.outputs
  assert.equal(output?.address, `11d9143ac63473b17a215d1b7484dfb6ac6b4a0005beb0e26a6ca02c96${SKH}`)
  assert.deepEqual(decodeInstantOrder(output.datum ?? ''), {
    redeemerAddress: OWNER.plutusAddress,
    input: ADA,
    output: TOKEN,
    basePrice: PRICE,
    fee: 1_100_000n,
    minUtxo: 1_500_000n,
    permittedExecutor: MAINNET.batcherKey,
    cancellationAfter: BigInt(NOW + 20 * 60_000),
    cancellationPkh: PKH,
  })
  assert.match(output.datum ?? '', /^d8798a/)
})

test('an order on a curve names the executor that its pool permits', () => {
  const request = { token: TOKEN, side: 'BUY', amount: 5_000_000n, slippage: '15' } as const
  const { intent } = quotedOrder(NEW_CURVE, request, MAINNET)
  const [output] = placeOrder(OWNER, intent, AT).recipe.outputs
  assert.equal(decodeInstantOrder(output?.datum ?? '')?.permittedExecutor, 'ec'.repeat(28))
})

test('a request on the curve is quoted net of the fee and bounded by its slippage', () => {
  const request = { token: TOKEN, side: 'BUY', amount: 100_000_000n, slippage: 'infinity' } as const
  const { quote, intent } = quotedOrder(NEW_CURVE, request, MAINNET)
  assert.deepEqual(quote, { input: 100_000_000n, output: 38_015_430n })
  assert.deepEqual(priceOf('BUY', quote), { numerator: 10_000_000n, denominator: 3_801_543n })
  assert.deepEqual(intent.worstPrice, { numerator: 1n, denominator: 100_000_000n })
  const bounded = quotedOrder(NEW_CURVE, { ...request, slippage: '15' }, MAINNET)
  assert.deepEqual(bounded.intent.worstPrice, { numerator: 323_131_155n, denominator: 1_000_000_000n })
})

test('tokens to receive cost what buys at least as many', () => {
  const { input, output } = quoteOrder(NEW_CURVE, 'BUY_WITH_OUTPUT', 38_015_430n, MAINNET)
  assert.equal(output, 38_015_430n)
  const back = quoteOrder(NEW_CURVE, 'BUY', input, MAINNET)
  assert.ok(back.output >= output && input <= 100_000_000n, `${back.output} for ${input}`)
  assert.ok(quoteOrder(NEW_CURVE, 'BUY', input - 2n, MAINNET).output <= output)
})

test('trades too small or too large are refused with their bounds', () => {
  const { adaCap } = MAINNET.tiers.default
  const full = { ...NEW_CURVE, lovelace: adaCap } as const
  const FEES = { lpFeeNum: 99_700n, treasuryFeeNum: 0n, treasuryX: 0n, treasuryY: 0n }
  /** A million lovelace buy about a millionth of the tokens. */
  const dear = (tokens: bigint): Venue => ({ kind: 'amm', pool: FEES, lovelace: 10n ** 12n, tokens })
  for (const [code, side, amount, venue = NEW_CURVE] of [
    ['MIN_TRADE_AMOUNT', 'BUY', 999_999n],
    ['MIN_TRADE_AMOUNT', 'BUY_WITH_OUTPUT', 1n],
    ['MAX_TRADE_AMOUNT', 'SELL', 1n],
    ['MAX_TRADE_AMOUNT', 'BUY', 20_000_000_000n],
    ['MAX_TRADE_AMOUNT', 'BUY_WITH_OUTPUT', EMISSION],
    ['MAX_TRADE_AMOUNT', 'BUY', 5_000_000n, full],
    ['INVALID_REQUEST', 'BUY', 0n],
    ['MIN_TRADE_AMOUNT', 'BUY', 1_000_000n, dear(1_000_000n)],
  ] as const)
    assert.throws(() => quoteOrder(venue, side, amount, MAINNET), { code }, `${side} ${amount}`)
  assert.deepEqual(quoteOrder(dear(1_100_000n), 'BUY', 1_000_000n, MAINNET), {
    input: 1_000_000n,
    output: 1n,
  })
})

test('a launch is seeded by the largest coin that the policy has room for', () => {
  assert.equal(
    launchSeed([coin(24, 9_000_000n), coin(3, 1_000_000n), coin(23, 2_000_000n)]).reference.index,
    23,
  )
  assert.throws(() => launchSeed([coin(24)]), { code: 'NO_SEED' })
})

/** Times of two locks of one request on mainnet, whose sender had computed the end 1.1 s before `now`. */
test('a lock opens in equal steps, at its end at last', () => {
  const request = { asset: TOKEN, quantity: 1_001n, stages: 2, end: 1_787_321_724_821 }
  const { outputs } = lockTokens(OWNER, request, { now: 1_776_953_725_937, terms: MAINNET })
  assert.deepEqual(
    outputs.map(({ address, datum, assets }) => [address, decodeVestingLock(datum ?? ''), assets]),
    [
      [1_782_137_725_379n, 500n],
      [1_787_321_724_821n, 501n],
    ].map(([lockedUntil, quantity]) => [
      `11ddbebc6263726bcc035934b3b71c1fb144a78a1cbbc57499c45b1e89${SKH}`,
      { lockedUntil, redeemerVkh: PKH },
      [{ asset: TOKEN, quantity }],
    ]),
  )
  const make = (more: object) => () =>
    lockTokens(OWNER, { ...request, ...more }, { now: NOW, terms: MAINNET })
  assert.throws(make({ end: NOW }), { code: 'INVALID_REQUEST' })
  assert.throws(make({ quantity: 1n }), { code: 'INVALID_REQUEST' })
})

test('only its owner takes an order or a lock back, and not before its time', () => {
  const [output] = placeOrder(OWNER, BUY, AT).recipe.outputs
  const [locked] = lockTokens(
    OWNER,
    { asset: TOKEN, quantity: 5n, stages: 1, end: NOW + 1_000 },
    { now: NOW, terms: MAINNET },
  ).outputs
  assert.ok(output !== undefined && locked !== undefined)
  const reference = { transaction: 'cd'.repeat(32), index: 0 }
  const stranger = ownerOf(`01${'ee'.repeat(28)}${SKH}`, 1)
  const opens = NOW + CANCELLATION_DELAY_MS
  const cancel = (time: number, of = output) =>
    cancelOrder(OWNER, { reference, output: of }, MAINNET, { slot: 7, time })
  assert.deepEqual(cancel(opens).outputs, [{ address: OWNER.address, lovelace: 7_600_000n, assets: [] }])
  for (const [early, retryAfter] of [
    [1, 1],
    [999, 1],
    [1_000_000, 1_001],
  ] as const)
    assert.throws(() => cancel(opens - early), { code: 'TOO_EARLY', retryAfter })
  assert.throws(() => cancel(opens, locked), { code: 'NOT_AN_ORDER' })
  const redeem = (owner = OWNER, time = NOW + 1_001, of = locked) =>
    redeemLock(owner, { reference, output: of }, MAINNET, { slot: 7, time })
  assert.deepEqual(redeem().outputs, [
    { address: OWNER.address, lovelace: 2_000_000n, assets: [{ asset: TOKEN, quantity: 5n }] },
  ])
  assert.throws(() => redeem(stranger), { code: 'NOT_THE_OWNER' })
  // The time has passed, but not yet in a block.
  const end = new Date(NOW + 1_000).toISOString()
  const message = `the output cannot be withdrawn until a block is later than ${end}`
  assert.throws(() => redeem(OWNER, NOW + 1_000), { code: 'TOO_EARLY', message })
  const never = {
    ...locked,
    datum: encodeVestingLock({ lockedUntil: 2n ** 63n - 1n, redeemerVkh: PKH }, 'definite'),
  }
  assert.throws(() => redeem(OWNER, NOW, never), {
    code: 'TOO_EARLY',
    message: 'the output can never be withdrawn',
  })
  assert.throws(() => redeem(OWNER, opens, output), { code: 'NOT_A_LOCK' })
})

test('an address that a script holds, or of another network, is refused', () => {
  for (const address of [`11${PKH}${SKH}`, `00${PKH}${SKH}`, '82d818', ''])
    assert.throws(() => ownerOf(address, 1), { code: 'INVALID_REQUEST' })
  assert.deepEqual(ownerOf(`61${PKH}`, 1).plutusAddress, { payment: { kind: 'key', hash: PKH } })
})

test('an order rests only if it says so, at a price that its pool can reach, which is then exactly its worst price', () => {
  const amount = 100_000_000n
  const sold = 100_000_000n
  const lovelace = 3_000_000n + lovelaceToBuy(MAINNET.tiers.default, 0n, sold)
  const curve: Venue = { ...NEW_CURVE, lovelace, tokens: EMISSION - sold }
  const worst = (side: 'BUY' | 'SELL', minOutput: bigint, rest = true): bigint => {
    const quote = quoteOrder(curve, side, amount, MAINNET)
    const price = worstPriceOf(curve, side, quote, { slippage: '15', minOutput, rest }, MAINNET)
    return leastOutput(price, quote.input)
  }
  const atFirst = quoteOrder(NEW_CURVE, 'BUY', amount, MAINNET).output
  const [bought, proceeds] = [
    quoteOrder(curve, 'BUY', amount, MAINNET).output,
    quoteOrder(curve, 'SELL', amount, MAINNET).output,
  ]
  assert.equal(worst('BUY', bought + 1n), bought + 1n)
  assert.equal(worst('BUY', atFirst), atFirst)
  assert.throws(() => worst('BUY', atFirst + 1n), { code: 'INVALID_REQUEST' })
  assert.throws(() => worst('BUY', bought + 1n, false), { code: 'QUOTE_BELOW_MIN_OUTPUT' })
  assert.equal(worst('BUY', bought, false), bought)
  // A minimum below the slippage limit has no effect.
  assert.equal(worst('BUY', 1n), worst('BUY', 1n, false))
  const { adaCap } = MAINNET.tiers.default
  const complete: Venue = { ...curve, tokens: EMISSION - buyTokens(MAINNET.tiers.default, 0n, adaCap - SEED) }
  const atCap = outputFor(complete, 'SELL', amount, MAINNET)
  assert.ok(atCap > proceeds)
  assert.equal(worst('SELL', atCap), atCap)
  assert.throws(() => worst('SELL', atCap + 1n), { code: 'INVALID_REQUEST' })
})
