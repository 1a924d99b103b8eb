import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import {
  afterSwap,
  FEE_DENOMINATOR,
  feeNumerator,
  LP_EMISSION,
  reservesOf,
  swapOutput,
} from '../../schema/launchpad/amm.ts'
import { AMM_ACTIONS, type AmmAction, encodeAmmRedeemer } from '../../schema/launchpad/datums/redeemers.ts'
import { encodeRoyaltyPool, type RoyaltyPool } from '../../schema/launchpad/datums/royalty-pool.ts'
import { ADA, assetId } from '../../schema/primitives.ts'
import { runs } from '../../tests/kit/random-runs.ts'
import { contract, contractAddress, POOL_STAKE } from './contracts.ts'
import { accepts, assertRefused, refuses } from './testing/rules.ts'
import { type Draft, type Output, runTransaction } from './testing/run-transaction.ts'
import { OTHER_TOKEN, TOKEN, wallet } from './testing/samples.ts'

const NFT = assetId(contract('amm-pool-nft').hash, 'cc'.repeat(32))
const LP = assetId(contract('lp-token').hash, 'dd'.repeat(32))
const LP_AMOUNT = LP_EMISSION - 2_739_814_332n

const pool: RoyaltyPool = {
  nft: NFT,
  assetX: ADA,
  assetY: TOKEN,
  lpToken: LP,
  lpFeeNum: 99_100n,
  treasuryFeeNum: 50n,
  royaltyFeeNum: 60n,
  treasuryX: 1_000_000n,
  treasuryY: 2_000n,
  royaltyX: 3_000_000n,
  royaltyY: 4_000n,
  daoPolicy: [{ kind: 'script', hash: 'da'.repeat(28) }],
  treasuryAddress: '7e'.repeat(28),
  royaltyPubKey: '72'.repeat(32),
  nonce: 0n,
}

type Held = Output & { readonly tokens: Readonly<Record<string, bigint>> }

const poolOutput = (lovelace: bigint, tokens: bigint, datum = pool): Held => ({
  address: contractAddress('royalty-pool', POOL_STAKE),
  lovelace,
  tokens: { [NFT]: 1n, [TOKEN]: tokens, [LP]: LP_AMOUNT },
  datum: encodeRoyaltyPool(datum, 'indefinite'),
})

const X = 18_004_000_000n
const Y = 263_542_686n
const before = poolOutput(X, Y)

const quote = (side: 'x' | 'y', input: bigint): bigint => {
  const { x, y } = reservesOf(pool, X, Y)
  return swapOutput(
    side === 'x' ? { input: x, output: y } : { input: y, output: x },
    feeNumerator(pool),
    input,
  )
}

const redeemer = (action: AmmAction = 'swap', input = 0) => encodeAmmRedeemer(action, input, 'definite')

/** Amounts that move into the pool; negative amounts leave it. */
const moved = (dx: bigint, dy: bigint, next: RoyaltyPool): Draft => ({
  inputs: [
    { ...before, redeemer: redeemer() },
    wallet(900_000_000_000n, { [TOKEN]: 900_000_000_000n, [OTHER_TOKEN]: 1n }),
  ],
  outputs: [poolOutput(X + dx, Y + dy, next), wallet(800_000_000_000n, { [TOKEN]: 900_000_000_000n - dy })],
})

const PAID = 100_000_000n
const received = quote('x', PAID)
const afterBuy = afterSwap(pool, 'x', PAID)
const buy = moved(PAID, -received, afterBuy)

const GIVEN = 5_000_000n
const paidOut = quote('y', GIVEN)
const afterSale = afterSwap(pool, 'y', GIVEN)
const sale = moved(-paidOut, GIVEN, afterSale)

const leaving = (change: Partial<Output>): Draft => {
  const [after, ...others] = buy.outputs
  assert.ok(after)
  return { ...buy, outputs: [{ ...after, ...change }, ...others] }
}
const holding = (tokens: Readonly<Record<string, bigint>>): Draft =>
  leaving({ tokens: { ...before.tokens, [TOKEN]: Y - received, ...tokens } })

accepts('a purchase by the formula', buy)
accepts('a sale by the formula', sale)
accepts('a swap that asks for less than it may', moved(PAID, -received + 1n, afterBuy))
accepts('the pool not being first', {
  ...buy,
  inputs: [wallet(5_000_000n), { ...before, redeemer: redeemer('swap', 1) }],
  outputs: [wallet(5_000_000n), ...buy.outputs],
})

const POOL = 'Spend[0]'

refuses('a purchase takes one token more', POOL, moved(PAID, -received - 1n, afterBuy))
refuses('a sale takes one lovelace more', POOL, moved(-paidOut - 1n, GIVEN, afterSale))
refuses('both sides leave', POOL, moved(-1n, -1n, pool))
refuses('nothing comes in', POOL, moved(0n, 0n, pool))
refuses('only tokens leave', POOL, moved(0n, -1n, pool))
refuses('both sides come in, which is no swap', POOL, moved(PAID, 1n, afterBuy))

for (const [side, draft, next] of [
  ['purchase', (datum: RoyaltyPool) => moved(PAID, -received, datum), afterBuy],
  ['sale', (datum: RoyaltyPool) => moved(-paidOut, GIVEN, datum), afterSale],
] as const) {
  for (const field of ['treasuryX', 'treasuryY', 'royaltyX', 'royaltyY'] as const) {
    refuses(`a ${side} counts one too few in ${field}`, POOL, draft({ ...next, [field]: next[field] - 1n }))
    refuses(`a ${side} counts one too many in ${field}`, POOL, draft({ ...next, [field]: next[field] + 1n }))
  }
  const changes: Readonly<Record<string, Partial<RoyaltyPool>>> = {
    nft: { nft: OTHER_TOKEN },
    assetX: { assetX: OTHER_TOKEN },
    assetY: { assetY: OTHER_TOKEN },
    lpToken: { lpToken: OTHER_TOKEN },
    lpFeeNum: { lpFeeNum: 99_000n },
    treasuryFeeNum: { treasuryFeeNum: 40n },
    royaltyFeeNum: { royaltyFeeNum: 70n },
    daoPolicy: { daoPolicy: [] },
    treasuryAddress: { treasuryAddress: '7f'.repeat(28) },
    royaltyPubKey: { royaltyPubKey: '73'.repeat(32) },
    nonce: { nonce: 1n },
  }
  for (const [field, change] of Object.entries(changes)) {
    refuses(`a ${side} changes ${field}`, POOL, draft({ ...next, ...change }))
  }
}

refuses('the pool moves to another payment credential', POOL, leaving({ address: wallet(0n).address }))
refuses('the pool loses its stake credential', POOL, leaving({ address: contractAddress('royalty-pool') }))
refuses('the NFT leaves', POOL, holding({ [NFT]: 0n }))
refuses('an LP token leaves', POOL, holding({ [LP]: LP_AMOUNT - 1n }))
refuses('another asset comes in', POOL, holding({ [OTHER_TOKEN]: 1n }))
refuses('the index names another input', POOL, {
  ...buy,
  inputs: [{ ...before, redeemer: redeemer('swap', 1) }, wallet(90_000_000_000n)],
  outputs: buy.outputs.toReversed(),
})
refuses('the successor is not at the index of the pool', POOL, { ...buy, outputs: buy.outputs.toReversed() })
for (const action of AMM_ACTIONS.filter((action) => action !== 'swap')) {
  refuses(`the action is ${action}`, POOL, {
    ...buy,
    inputs: [{ ...before, redeemer: redeemer(action) }, wallet(90_000_000_000n)],
  })
}
refuses('a pool whose NFT was doubled loses one', POOL, {
  ...buy,
  inputs: [
    { ...before, tokens: { ...before.tokens, [NFT]: 2n }, redeemer: redeemer() },
    wallet(90_000_000_000n),
  ],
})

test('at any size a quote passes, and one unit better is refused', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom('x' as const, 'y' as const),
      fc.bigInt(100_000n, 100_000_000_000n),
      async (side, input) => {
        const output = quote(side, input)
        const next = afterSwap(pool, side, input)
        const swap = (out: bigint) => (side === 'x' ? moved(input, -out, next) : moved(-out, input, next))
        await runTransaction(swap(output))
        await assertRefused(POOL, swap(output + 1n))
      },
    ),
    { numRuns: runs(6) },
  )
})

test('the sample shows every fee', () => {
  assert.equal(feeNumerator(pool), 98_990n)
  assert.equal(FEE_DENOMINATOR, 100_000n)
  assert.notEqual(afterBuy.treasuryX - pool.treasuryX, afterBuy.royaltyX - pool.royaltyX)
})
