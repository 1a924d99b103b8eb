import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import {
  buyTokens,
  collectedLovelace,
  EMISSION,
  lovelaceToBuy,
  SEED,
  sellLovelace,
} from '../../schema/launchpad/curve.ts'
import { type CurvePool, encodeCurvePool } from '../../schema/launchpad/datums/curve-pool.ts'
import { type CurveAction, encodeCurveRedeemer } from '../../schema/launchpad/datums/redeemers.ts'
import { assetId, assetNameOf } from '../../schema/primitives.ts'
import { runs } from '../../tests/kit/random-runs.ts'
import { contract, contractAddress, POOL_STAKE, scriptCredential } from './contracts.ts'
import { accepts, assertRefused, refuses } from './testing/rules.ts'
import { type Draft, type Output, runTransaction } from './testing/run-transaction.ts'
import { EXECUTOR, OTHER_TOKEN, STRANGER, TOKEN, wallet } from './testing/samples.ts'

const NFT = assetId(contract('pool-nft').hash, 'cc'.repeat(32))
const OTHER_NFT = assetId(contract('pool-nft').hash, 'dd'.repeat(32))

const pool: CurvePool = {
  nft: NFT,
  token: TOKEN,
  aNum: 122_525_779_519n,
  bNum: 2_545_182n,
  permittedExecutor: EXECUTOR,
  adaCap: 18_191_400_000n,
  adminWitness: '0a'.repeat(28),
  factoryWitness: contract('deployer-witness').hash,
}

const redeemer = (action: CurveAction, input = 0, output = 0) =>
  encodeCurveRedeemer({ input, output, action }, 'definite')

const poolOutput = (lovelace: bigint, tokens: bigint): Output & { tokens: Record<string, bigint> } => ({
  address: contractAddress('curve-pool', POOL_STAKE),
  lovelace,
  tokens: { [NFT]: 1n, [TOKEN]: tokens },
  datum: encodeCurvePool(pool, 'definite'),
})

/** Sold for exactly the curve's price. */
const poolAfter = (sold: bigint) => poolOutput(SEED + lovelaceToBuy(pool, 0n, sold), EMISSION - sold)

const SOLD = 300_000_000n
const before = poolAfter(SOLD)

/** Amounts that move into the pool; negative amounts leave it. */
const trade = (lovelace: bigint, tokens: bigint, from = before): Draft => ({
  inputs: [
    { ...from, redeemer: redeemer('trade') },
    wallet(50_000_000_000n, { [TOKEN]: 1_000_000_000n, [OTHER_TOKEN]: 5n }),
  ],
  outputs: [
    poolOutput(from.lovelace + lovelace, (from.tokens[TOKEN] ?? 0n) + tokens),
    wallet(40_000_000_000n, { [TOKEN]: 1_000_000_000n - tokens, [OTHER_TOKEN]: 5n }),
  ],
  signers: [EXECUTOR],
})

const PAID = 100_000_000n
const bought = buyTokens(pool, SOLD, PAID)
const buy = trade(PAID, -bought)

const RETURNED = 10_000_000n
const received = sellLovelace(pool, SOLD, RETURNED)
const sale = trade(-received, RETURNED)

const leaving = (change: Partial<Output>): Draft => {
  const [after, ...others] = buy.outputs
  assert.ok(after)
  return { ...buy, outputs: [{ ...after, ...change }, ...others] }
}

const holding = (tokens: Readonly<Record<string, bigint>>): Draft => {
  const left = (before.tokens[TOKEN] ?? 0n) - bought
  return leaving({ tokens: { [NFT]: 1n, [TOKEN]: left, ...tokens } })
}

accepts('a purchase at the price of the curve', buy)
accepts('a sale at the price of the curve', sale)
accepts('a purchase that pays too much', trade(PAID + 1n, -bought))
accepts('the pool not being first', {
  ...buy,
  inputs: [wallet(5_000_000n), { ...before, redeemer: redeemer('trade', 1, 1) }],
  outputs: [wallet(5_000_000n), ...buy.outputs],
})

refuses('a purchase takes one token more than it pays for', 'Spend[0]', trade(PAID, -bought - 1n))
refuses('a purchase pays one lovelace less than its tokens cost', 'Spend[0]', {
  ...trade(lovelaceToBuy(pool, SOLD, bought) - 1n, -bought),
})
refuses('a sale takes one lovelace more than the curve gives', 'Spend[0]', trade(-received - 1n, RETURNED))
refuses('lovelace is taken for nothing', 'Spend[0]', trade(-1n, 0n))
refuses('the executor does not sign', 'Spend[0]', { ...buy, signers: [STRANGER] })
refuses('nobody signs', 'Spend[0]', { ...buy, signers: [] })
refuses('the pool moves to another payment credential', 'Spend[0]', leaving({ address: wallet(0n).address }))
refuses(
  'the pool loses its stake credential',
  'Spend[0]',
  leaving({ address: contractAddress('curve-pool') }),
)
refuses(
  'the datum changes',
  'Spend[0]',
  leaving({ datum: encodeCurvePool({ ...pool, aNum: pool.aNum - 1n }, 'definite') }),
)
refuses('the NFT leaves', 'Spend[0]', holding({ [NFT]: 0n }))
refuses('another NFT of the policy takes its place', 'Spend[0]', holding({ [NFT]: 0n, [OTHER_NFT]: 1n }))
refuses('the pool never had its NFT', 'Spend[0]', {
  ...trade(PAID, -bought, { ...before, tokens: { ...before.tokens, [NFT]: 0n } }),
  outputs: holding({ [NFT]: 0n }).outputs,
})
refuses('an asset of another policy comes in', 'Spend[0]', holding({ [OTHER_TOKEN]: 1n }))
refuses('an asset of the same policy comes in', 'Spend[0]', holding({ [OTHER_NFT]: 1n }))
for (const [what, other] of [
  ['policy', assetId('ac'.repeat(28), assetNameOf(OTHER_TOKEN))],
  ['name', `${OTHER_TOKEN}00`],
] as const) {
  const from = { ...before, tokens: { ...before.tokens, [OTHER_TOKEN]: 1n } }
  const [, ...others] = buy.inputs
  refuses(`an asset it holds is exchanged for one of another ${what}`, 'Spend[0]', {
    ...holding({ [other]: 1n }),
    inputs: [{ ...from, redeemer: redeemer('trade') }, ...others],
  })
}
refuses('all launched tokens leave', 'Spend[0]', holding({ [TOKEN]: 0n }))
refuses('the input index names another input', 'Spend[0]', {
  ...buy,
  inputs: [{ ...before, redeemer: redeemer('trade', 1, 0) }, wallet(50_000_000_000n)],
})
refuses('the output index names another output', 'Spend[0]', {
  ...buy,
  inputs: [{ ...before, redeemer: redeemer('trade', 0, 1) }, wallet(50_000_000_000n)],
})

{
  const nearlyFull = poolAfter(buyTokens(pool, 0n, pool.adaCap - SEED - 1n))
  const sold = EMISSION - (nearlyFull.tokens[TOKEN] ?? 0n)
  const buyUpTo = (lovelace: bigint) => {
    const paid = lovelace - nearlyFull.lovelace
    return trade(paid, -buyTokens(pool, sold, paid), nearlyFull)
  }
  const most = (pool.adaCap * 101n) / 100n
  accepts('a purchase up to the cap', buyUpTo(pool.adaCap))
  accepts('a purchase up to one percent above the cap', buyUpTo(most))
  refuses('a purchase goes further above the cap', 'Spend[0]', buyUpTo(most + 1n))

  const full = poolOutput(pool.adaCap, nearlyFull.tokens[TOKEN] ?? 0n)
  refuses('a full pool sells', 'Spend[0]', trade(PAID, -buyTokens(pool, sold, PAID), full))
  refuses('a full pool buys', 'Spend[0]', trade(-sellLovelace(pool, sold, RETURNED), RETURNED, full))
}

{
  const factory = { credential: scriptCredential('deployer-witness') }
  const admin = { credential: { kind: 'script', hash: pool.adminWitness } } as const
  const act = (action: CurveAction, withdrawals: NonNullable<Draft['withdrawals']>): Draft => ({
    inputs: [{ ...before, redeemer: redeemer(action) }],
    outputs: [wallet(before.lovelace, before.tokens)],
    withdrawals,
  })
  accepts('a graduation with the factory witness', act('factory', [factory]))
  accepts('an intervention with the admin witness', act('admin', [admin]))
  refuses('a graduation without a withdrawal', 'Spend[0]', act('factory', []))
  refuses('a graduation with the admin witness', 'Spend[0]', act('factory', [admin]))
  refuses('an intervention without a withdrawal', 'Spend[0]', act('admin', []))
  refuses('an intervention with the factory witness', 'Spend[0]', act('admin', [factory]))
  refuses(
    'a key withdraws in place of the witness',
    'Spend[0]',
    act('admin', [{ credential: { kind: 'key', hash: pool.adminWitness } }]),
  )
}

test('at any point of the curve a quote passes, and one unit better is refused', async () => {
  const sold = fc.bigInt(1n, 730_000_000n)
  await fc.assert(
    fc.asyncProperty(
      sold,
      fc.bigInt(1_000_000n, 10_000_000_000n),
      fc.bigInt(0n, 1000n),
      async (s, dx, thousandths) => {
        const from = poolAfter(s)
        const room = (pool.adaCap * 101n) / 100n - SEED - collectedLovelace(from.lovelace)
        const paid = dx < room - SEED ? dx : room - SEED
        const tokens = buyTokens(pool, s, paid)
        await runTransaction(trade(paid, -tokens, from))
        await assertRefused('Spend[0]', trade(paid, -tokens - 1n, from))
        const returned = (s * thousandths) / 1000n
        const paidOut = sellLovelace(pool, s, returned)
        await runTransaction(trade(-paidOut, returned, from))
        await assertRefused('Spend[0]', trade(-paidOut - 1n, returned, from))
      },
    ),
    { numRuns: runs(6) },
  )
})
