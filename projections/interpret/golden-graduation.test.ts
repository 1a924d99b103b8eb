// The end of a real curve, from CBOR to events: the order that fills it to its cap, and its graduation to the AMM.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { TransactionEvent } from '../../schema/events.ts'
import { LP_EMISSION } from '../../schema/launchpad/amm.ts'
import { lovelaceToBuy, soldTokens, spotPrice } from '../../schema/launchpad/curve.ts'
import type { LimitOrder } from '../../schema/launchpad/datums/limit-order.ts'
import { ADA } from '../../schema/primitives.ts'
import type { OrderTerms } from './events.ts'
import { golden, of, orderLike, ownerOf } from './testing/golden.ts'
import { hash, made, operations, World } from './testing/interpreted.ts'

const SONG = 'f71b4cf652d8edb33a57928b8b8a546a3c954b7ba24db5583ac79b34.534f4e474d41524b4554434150'
const SONG_NFT =
  '63f947b8d9535bc4e4ce6919e3dc056547e8d30ada12f29aa5f826b8.73c8bd90386c5dda23939ed10975283e6ddb9ddbd66bdb9bfb81e99259c8df3c'
const SONG_CURVE = { aNum: 177_128_257_607n, bNum: 6_901_746n }
const SONG_CAP = 27_504_849_940n

/**
 * An order of 400 ADA that the curve could fill only partly. The order's UTxO and the pool before the fill were not recorded, but all
 * amounts are known. In lovelace: the UTxO had 402,600,000, with a deposit of 1,500,000 and flat fees of 1,100,000, of which 600,000 are
 * for a step and 500,000 are the fixed fee. 48,244,825 were returned, and the executor kept 4,574,776. So 353,313,534 were swapped, and
 * 349,780,399 (1 % less) reached the pool. Of the fixed fee 441,641 were due for the filled part, rounded down. The other 58,359 were
 * returned too.
 */
const SWAPPED = 353_313_534n
const REACHED_POOL = 349_780_399n

const beforeCap = (fill: TransactionEvent): { readonly world: World; readonly terms: OrderTerms } => {
  const world = new World()
  const answer = of(fill.outputs, 0)
  const pool = of(fill.outputs, 1)
  const order: LimitOrder = {
    beacon: hash('the last order', 28),
    input: ADA,
    tradableInput: 400_000_000n,
    costPerExStep: 600_000n,
    minMarginalOutput: 1n,
    output: SONG,
    basePrice: { numerator: 1n, denominator: 400_000_000n },
    fee: 500_000n,
    redeemerAddress: ownerOf(answer.address),
    cancellationPkh: answer.address.slice(2, 58),
    permittedExecutors: [],
  }
  world.addOutput(of(fill.inputs, 0), orderLike(order, {}))
  world.addOutput(of(fill.inputs, 1), {
    ...pool,
    lovelace: pool.lovelace - REACHED_POOL,
    assets: pool.assets.map(({ asset, quantity }) => ({
      asset,
      quantity: asset === SONG ? quantity + 3_513_628n : quantity,
    })),
  })
  world.addPool({ pool: SONG_NFT, token: SONG, curve: SONG_CURVE, ammPool: null })
  const terms: OrderTerms = {
    generation: 'limit',
    from: ADA,
    fromAmount: 400_000_000n,
    to: SONG,
    worstPrice: order.basePrice,
    fee: 500_000n,
    stepCost: 600_000n,
    owner: answer.address,
    cancellationKey: order.cancellationPkh,
    cancellableFrom: null,
    beacon: order.beacon,
  }
  return { world, terms }
}

/** Flat fees in lovelace: the part of the order's 402,600,000 that was neither returned nor swapped. */
const CAP_FEE = 402_600_000n - 48_244_825n - SWAPPED

test('the fill to the cap tells what was swapped apart from the lovelace and the part of the fee that came back', () => {
  const fill = golden('SNEK_POOL_TX')
  const { world, terms } = beforeCap(fill)
  const order = { transaction: of(fill.inputs, 0).transaction, index: 0 }
  const sold = soldTokens(275_018_276n)
  // By the formula, the tokens cost 67 lovelace less than reached the pool. The curve was filled to its cap, and the difference is dust.
  assert.equal(REACHED_POOL - lovelaceToBuy(SONG_CURVE, sold - 3_513_628n, 3_513_628n), 67n)
  assert.equal(SWAPPED - SWAPPED / 100n, REACHED_POOL)
  assert.deepEqual(world.block(fill), [
    {
      kind: 'orderFilled',
      transaction: fill.id,
      order,
      terms,
      fromAmount: SWAPPED,
      toAmount: 3_513_628n,
      executorFee: CAP_FEE,
      remainder: null,
    },
    {
      kind: 'traded',
      transaction: fill.id,
      pool: SONG_NFT,
      token: SONG,
      output: made(fill, 1),
      reserves: { lovelace: SONG_CAP, tokens: 275_018_276n },
      price: spotPrice(SONG_CURVE, sold),
      fees: null,
      venue: 'curve',
      side: 'buy',
      lovelace: SWAPPED,
      tokens: 3_513_628n,
      percentageFee: SWAPPED / 100n,
      executorFee: CAP_FEE,
      priceBefore: spotPrice(SONG_CURVE, sold - 3_513_628n),
      order,
      trader: terms.owner,
    },
  ])
})

test('a graduation moves the pool to the AMM at a cost of 210 ADA and keeps its name', () => {
  const fill = golden('SNEK_POOL_TX')
  const graduation = golden('GRADUATION_TX')
  const { world } = beforeCap(fill)
  world.block(fill)
  const ammPool =
    'd8eb52caf3289a2880288b23141ce3d2a7025dcf76f26fd5659add06.de3498de00239a8372e540be094d1c17be04e35c5516094d04c572fcc287f391'
  const reserves = { lovelace: SONG_CAP - 210_000_000n, tokens: 275_018_276n }
  assert.deepEqual(world.block(graduation), [
    {
      kind: 'graduated',
      transaction: graduation.id,
      pool: SONG_NFT,
      token: SONG,
      output: made(graduation, 0),
      reserves,
      price: { numerator: reserves.lovelace, denominator: reserves.tokens },
      fees: { lpFeeNum: 99_100n, treasuryFeeNum: 50n, royaltyFeeNum: 50n },
      ammPool,
      cost: 210_000_000n,
    },
  ])
  assert.deepEqual(world.pool(ammPool), { pool: SONG_NFT, token: SONG, curve: SONG_CURVE, ammPool })
  // The output also contains LP tokens near 2^63, which do not belong to the pool's reserves.
  const lp = of(graduation.outputs, 0).assets.find(({ asset }) => asset.startsWith(operations.amm.lpPolicy))
  assert.equal(lp?.quantity, 9_223_372_034_114_961_475n)
  assert.ok(lp.quantity < LP_EMISSION)
})
