// Rows of pools in cases that recorded chains do not have: closed and equal kings, prices between fills, and an AMM pool without a curve.
// tests/independent compares ordinary lives of pools with the blocks.
import { test } from 'node:test'
import { MAX_NUMBER } from '../../schema/amount-limits.ts'
import { formatDecimal } from '../../schema/codecs/ratio.ts'
import { EMISSION, lovelaceToBuy, marketCap, SEED, spotPrice } from '../../schema/launchpad/curve.ts'
import type { CurvePool } from '../../schema/launchpad/datums/curve-pool.ts'
import type { Adopted, Launched, PoolClosed, PoolReserves, Traded } from '../interpret/events.ts'
import { launchedEvent, launchInfo } from '../testing/launched-event.ts'
import { FIRST_TIME, given } from '../testing/model-kit.ts'
import { tradedEvent } from '../testing/traded-event.ts'
import { poolsModel, WHOLE } from './pools.ts'

const CURVE = { aNum: 122_525_779_519n, bNum: 2_545_182n }
const CAP = 18_191_400_000n
const TRANSACTION = 'ab'.repeat(32)
const EXECUTOR = 'ee'.repeat(28)
const FEES = { lpFeeNum: 99_100n, treasuryFeeNum: 50n, royaltyFeeNum: 50n }

const nft = (id: number): string => `${'aa'.repeat(28)}.0${id}`
const token = (id: number): string => `${'bb'.repeat(28)}.0${id}`
const ammNft = (id: number): string => `${'cc'.repeat(28)}.0${id}`

const datum = (id: number): CurvePool => ({
  nft: nft(id),
  token: token(id),
  ...CURVE,
  permittedExecutor: EXECUTOR,
  adaCap: CAP,
  adminWitness: '11'.repeat(28),
  factoryWitness: '22'.repeat(28),
})

const info = (ticker: string) => launchInfo({ ticker, description: 'A cat.' })

const reservesAt = (sold: bigint): PoolReserves => ({
  lovelace: SEED + lovelaceToBuy(CURVE, 0n, sold),
  tokens: EMISSION - sold,
})

const onCurve = (id: number, sold: bigint) => ({
  transaction: TRANSACTION,
  poolId: id,
  pool: nft(id),
  token: token(id),
  output: { transaction: TRANSACTION, index: 0 },
  reserves: reservesAt(sold),
  price: spotPrice(CURVE, sold),
  fees: null,
})

const onAmm = (id: number, reserves: PoolReserves) => ({
  ...onCurve(id, 0n),
  reserves,
  price: { numerator: reserves.lovelace, denominator: reserves.tokens },
  fees: FEES,
})

const launched = (id: number, sold = 0n): Launched =>
  launchedEvent({
    ...onCurve(id, sold),
    datum: datum(id),
    info: info(`CAT${id}`),
  })

/** @param price the pool's price, which is right if no other fill of the transaction follows */
const traded = (id: number, sold: bigint, price = spotPrice(CURVE, sold)): Traded =>
  tradedEvent({ ...onCurve(id, sold), price, lovelace: 1_000_000n })

const GONE = 'its UTxO is spent without a new pool output'

const closed = (id: number): PoolClosed => ({
  kind: 'poolClosed',
  transaction: TRANSACTION,
  poolId: id,
  pool: nft(id),
  token: token(id),
  reason: GONE,
})

/** @param rest members that changed after the launch, which is `created` seconds after the first block */
const rowAt = (id: number, created: number, sold: bigint, rest: Readonly<Record<string, unknown>> = {}) => ({
  id,
  nft: nft(id),
  token: token(id),
  venue: 'curve',
  amm_nft: null,
  adopted: false,
  closed: null,
  tier: '69k',
  a_num: '122525779519',
  b_num: '2545182',
  ada_cap: '18191400000',
  executor: EXECUTOR,
  lp_fee: null,
  treasury_fee: null,
  royalty_fee: null,
  created: FIRST_TIME + created,
  updated: FIRST_TIME + created,
  graduated: null,
  crowned: null,
  output_transaction: TRANSACTION,
  output_index: 0,
  ...reservesAt(sold),
  price: formatDecimal(spotPrice(CURVE, sold)),
  market_cap: marketCap(spotPrice(CURVE, sold)),
  progress: Number(((reservesAt(sold).lovelace - SEED) * 1_000_000_000_000n) / (CAP - SEED)),
  volume: 0n,
  trades: 0,
  sells: 0,
  ...rest,
})

const launchRow = (id: number) => ({
  pool: id,
  ticker: `CAT${id}`,
  info: JSON.stringify(info(`CAT${id}`)),
})

test('the king is the pool on a curve with the highest market cap, and of equals the oldest', () => {
  // Pool 1 is king. Pool 2 has the same cap but is newer. Pool 3 is king until it is closed, then pool 1 until it is closed, then pool 2.
  given(poolsModel, [launched(1), launched(2), launched(3, 5_000_000n), closed(3), closed(1)]).then({
    pools: [
      rowAt(1, 0, 0n, { crowned: FIRST_TIME, updated: FIRST_TIME + 4, venue: 'closed', closed: GONE }),
      rowAt(2, 1, 0n, { crowned: FIRST_TIME + 4 }),
      rowAt(3, 2, 5_000_000n, {
        crowned: FIRST_TIME + 2,
        updated: FIRST_TIME + 3,
        venue: 'closed',
        closed: GONE,
      }),
    ],
    launches: [launchRow(1), launchRow(2), launchRow(3)],
    pool_counts: [
      { venue: 'closed', count: 2 },
      { venue: 'curve', count: 1 },
    ],
  })
})

test('a price that only stood between two fills of a transaction crowns nobody', () => {
  const high = spotPrice(CURVE, 900_000_000n)
  given(poolsModel, [
    launched(1, 10_000_000n),
    launched(2),
    [traded(2, 5_000_000n, high), traded(2, 5_000_000n)],
  ]).then({
    pools: [
      rowAt(1, 0, 10_000_000n, { crowned: FIRST_TIME }),
      rowAt(2, 1, 5_000_000n, { updated: FIRST_TIME + 2, volume: 2_000_000n, trades: 2 }),
    ],
    launches: [launchRow(1), launchRow(2)],
    pool_counts: [{ venue: 'curve', count: 2 }],
  })
})

test('an AMM pool whose curve was not seen has the curve of the nearest tier, and a market cap of any size fits', () => {
  const adopted: Adopted = {
    kind: 'adopted',
    ...onAmm(1, { lovelace: 45_000_000_000_000_000n, tokens: 1n }),
    pool: ammNft(1),
    venue: 'amm',
    datum: null,
    tier: null,
    nearest: { aNum: 3n, bNum: 2n, adaCap: 9_000_000n },
    ammPool: ammNft(1),
  }
  given(poolsModel, [adopted]).then({
    pools: [
      rowAt(1, 0, 0n, {
        nft: ammNft(1),
        venue: 'amm',
        amm_nft: ammNft(1),
        adopted: true,
        tier: null,
        a_num: '3',
        b_num: '2',
        ada_cap: '9000000',
        executor: null,
        lp_fee: 99_100,
        treasury_fee: 50,
        royalty_fee: 50,
        lovelace: 45_000_000_000_000_000n,
        tokens: 1n,
        price: '45000000000000000',
        market_cap: MAX_NUMBER,
        progress: Number(WHOLE),
      }),
    ],
    launches: [],
    pool_counts: [{ venue: 'amm', count: 1 }],
  })
})
