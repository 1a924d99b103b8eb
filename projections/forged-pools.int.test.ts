// Outputs with a listed pool's NFT that are not the pool, each folded through the projector into a database. Spending such an output must
// neither end the pool, nor trade with it, nor give its token another AMM pool.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { OutputEvent, TransactionEvent } from '../schema/events.ts'
import { EMISSION, SEED } from '../schema/launchpad/curve.ts'
import type { OutputReference } from '../schema/primitives.ts'
import {
  curveOutput,
  curvePool,
  hash,
  made,
  operations,
  output,
  royaltyOutput,
  royaltyPool,
  transaction,
  walletAddress,
} from './interpret/testing/interpreted.ts'
import { AMM, CAT, chain, graduated, launch, OPENED, swapped } from './testing/folded-chain.ts'

const TRADE = 'd879830000d87980'
const GRADUATE = 'd8799f0000d87b80ff'
const SWAP = 'd879820200'
const DOG = curvePool('Dog')

/** The reserves give another price. */
const OTHER_AMM = royaltyPool('Cat', { nft: `${operations.amm.nftPolicy}.${hash('another AMM pool')}` })
const otherAmmOutput = royaltyOutput(OTHER_AMM, 4_000_000n, 1_000n)

const spend = (at: OutputReference, redeemer: string, into: OutputEvent): TransactionEvent =>
  transaction({ pairs: [[at, redeemer, into]] })

const HAS_GRADUATED = 'it has graduated'
const NO_ORIGIN = 'its NFT comes from no pool'
const OTHER_TOKEN = 'its token differs from the token of its launch'
const OTHER_CURVE = 'its curve differs from the curve of its launch'
const NO_AMM_POOL = "its AMM pool's new output is not a valid pool"

for (const [what, redeemer, into, rejections] of [
  [
    'another AMM pool of the token',
    GRADUATE,
    otherAmmOutput,
    [
      [HAS_GRADUATED, 1n],
      [NO_ORIGIN, 1n],
    ],
  ],
  ['the curve again', TRADE, curveOutput(CAT, SEED, 2_000n), [[HAS_GRADUATED, 2n]]],
  ['a wallet', TRADE, output(walletAddress('eve'), SEED, { [CAT.nft]: 1n }), [[HAS_GRADUATED, 1n]]],
] as const) {
  test(`a graduated pool keeps its AMM pool when an output with its curve’s NFT is spent into ${what}`, (t) => {
    const { at, ...on } = graduated(t)
    const forging = transaction({ outputs: [curveOutput(CAT, SEED, 1_000n)] })
    on.fold(forging)
    on.fold(spend(made(forging, 0), redeemer, into))
    assert.deepEqual(on.rejections(), rejections)
    assert.deepEqual(on.venues(), [['amm', AMM.nft]])
    assert.deepEqual(on.pools(), [['amm', OPENED.lovelace, OPENED.tokens, 0n, 0n]])
    const [got, after] = swapped('x', 2_000_000n)
    on.fold(spend(at, SWAP, after))
    assert.deepEqual(on.trades(), [['amm', 'buy', 2_000_000n, got]])
  })
}

test('a curve pool that held another token is listed again with its own, and what changed is no trade', (t) => {
  const on = chain(t)
  const first = launch()
  const other = spend(made(first, 0), TRADE, curveOutput({ ...CAT, token: DOG.token }, 5_000_000n, EMISSION))
  const back = spend(made(other, 0), TRADE, curveOutput(CAT, 9_000_000n, EMISSION - 1_000n))
  on.fold(first)
  on.fold(other)
  assert.deepEqual([on.venues(), on.rejections()], [[['closed', null]], [[OTHER_TOKEN, 1n]]])
  on.fold(back)
  assert.deepEqual(on.trades(), [])
  assert.deepEqual(on.pools(), [['curve', 9_000_000n, EMISSION - 1_000n, 0n, 0n]])
})

test('a curve pool that had the curve of another tier is listed again with its own, and what changed is no trade', (t) => {
  const on = chain(t)
  const first = launch()
  const cheaper = { ...CAT, aNum: 74_887_678_238n, bNum: 1_250_000n, adaCap: 11_003_000_000n }
  const other = spend(made(first, 0), TRADE, curveOutput(cheaper, 9_000_000n, EMISSION - 1_000n))
  const still = spend(made(other, 0), TRADE, curveOutput(cheaper, 10_000_000n, EMISSION - 2_000n))
  const back = spend(made(still, 0), TRADE, curveOutput(CAT, 11_000_000n, EMISSION - 3_000n))
  on.fold(first)
  on.fold(other)
  assert.deepEqual([on.venues(), on.rejections()], [[['closed', null]], [[OTHER_CURVE, 1n]]])
  on.fold(still)
  on.fold(back)
  assert.deepEqual(on.trades(), [])
  assert.deepEqual(on.pools(), [['curve', 11_000_000n, EMISSION - 3_000n, 0n, 0n]])
})

test('a curve pool that was closed for breaking a rule does not graduate from the output that broke it', (t) => {
  const on = chain(t)
  const first = launch()
  const drained = spend(made(first, 0), TRADE, curveOutput(CAT, SEED - 1n, EMISSION))
  on.fold(first)
  on.fold(drained)
  on.fold(spend(made(drained, 0), GRADUATE, otherAmmOutput))
  assert.deepEqual(on.venues(), [['closed', null]])
  assert.deepEqual(on.pools(), [['closed', SEED, EMISSION, 0n, 0n]])
})

test('a curve pool that is spent into an AMM pool with the NFT of the curve is closed', (t) => {
  const on = chain(t)
  const first = launch()
  on.fold(first)
  on.fold(spend(made(first, 0), GRADUATE, royaltyOutput({ ...AMM, nft: CAT.nft }, 4_000_000n, 1_000n)))
  assert.deepEqual(on.venues(), [['closed', null]])
})

/** Looks like a purchase after the pool's earlier UTxO. */
const ammOfDog = royaltyOutput({ ...AMM, assetY: DOG.token }, 4_000_000n, 200_000_000n)

test('an AMM pool that is spent into one of another token is closed', (t) => {
  const { at, ...on } = graduated(t)
  on.fold(spend(at, SWAP, ammOfDog))
  assert.deepEqual([on.venues(), on.rejections()], [[['closed', AMM.nft]], [[NO_AMM_POOL, 1n]]])
})

test('an AMM pool that is spent into a curve pool with its NFT is closed', (t) => {
  const { at, ...on } = graduated(t)
  on.fold(spend(at, SWAP, curveOutput({ ...CAT, nft: AMM.nft }, 4_000_000n, 1_000n)))
  assert.deepEqual(on.venues(), [['closed', AMM.nft]])
})

test('an AMM pool that held another token is listed again with its own, and what changed is no trade', (t) => {
  const { at, ...on } = graduated(t)
  const other = spend(at, SWAP, ammOfDog)
  on.fold(other)
  on.fold(spend(made(other, 0), SWAP, royaltyOutput(AMM, 8_000_000_000n, 100_000_000n)))
  assert.deepEqual(on.trades(), [])
  assert.deepEqual(on.pools(), [['amm', 8_000_000_000n, 100_000_000n, 0n, 0n]])
})
