import { test } from 'node:test'
import { EMISSION, SEED } from '../../schema/launchpad/curve.ts'
import { positionOf } from '../engine/table/table.ts'
import type { LaunchpadEvent, PoolReserves, Traded, Venue } from '../interpret/events.ts'
import { hash } from '../interpret/testing/interpreted.ts'
import { launchedEvent } from '../testing/launched-event.ts'
import { FIRST_TIME, given } from '../testing/model-kit.ts'
import { tradedEvent } from '../testing/traded-event.ts'
import { liquidityModel } from './liquidity.ts'

const FEES = { lpFeeNum: 99_000n, treasuryFeeNum: 100n, royaltyFeeNum: 0n }
const AFTER_PURCHASE = { lovelace: 103_000_000n, tokens: 950_000_000n }

const LAUNCH = launchedEvent({ reserves: AFTER_PURCHASE })
const { poolId, pool, token, output, price, transaction } = LAUNCH

const state = (reserves: PoolReserves, fees: Traded['fees'] = null) => ({
  transaction,
  poolId,
  pool,
  token,
  output,
  reserves,
  price,
  fees,
})

const OPENED = { lovelace: 17_000_000_000n, tokens: 250_000_000n }
const DEEPER = { lovelace: 18_000_000_000n, tokens: 264_000_000n }

const COURSE: readonly (LaunchpadEvent | LaunchpadEvent[])[] = [
  [LAUNCH, tradedEvent({ reserves: AFTER_PURCHASE })],
  tradedEvent({ reserves: { lovelace: 9_000_000_000n, tokens: 500_000_000n } }),
  { kind: 'graduated', ...state(OPENED, FEES), ammPool: `${hash('amm', 28)}.01`, cost: 210_000_000n },
  { kind: 'poolChanged', ...state(DEEPER, FEES), venue: 'amm' },
  { kind: 'poolChanged', ...state(DEEPER, FEES), venue: 'amm' },
  { kind: 'poolClosed', transaction, poolId, pool, token, reason: 'gone' },
  { kind: 'adopted', ...state(OPENED, FEES), venue: 'amm', datum: null, tier: null, ammPool: null },
]

const NONE = { venue: null, lovelace: 0n, tokens: 0n }
type State = { readonly venue: Venue | null } & PoolReserves

/** @param at number of the block, from the first */
const row = (at: number, before: State, after: State, isCreation = false) => ({
  event: positionOf(1_000 + at, 0),
  pool,
  transaction_id: transaction,
  time: FIRST_TIME + at,
  height: 1_000 + at,
  is_creation: isCreation,
  venue_before: before.venue,
  lovelace_before: before.lovelace,
  tokens_before: before.tokens,
  venue_after: after.venue,
  lovelace_after: after.lovelace,
  tokens_after: after.tokens,
})

const curve = (reserves: PoolReserves): State => ({ venue: 'curve', ...reserves })
const amm = (reserves: PoolReserves): State => ({ venue: 'amm', ...reserves })

test('each change of reserves other than by a trade has what was before and after it', () => {
  given(liquidityModel, COURSE).then({
    liquidity: [
      row(0, NONE, curve({ lovelace: SEED, tokens: EMISSION }), true),
      row(2, curve({ lovelace: 9_000_000_000n, tokens: 500_000_000n }), amm(OPENED), true),
      row(3, amm(OPENED), amm(DEEPER)),
      row(5, amm(DEEPER), NONE),
      row(6, NONE, amm(OPENED)),
    ],
    reserves: [{ pool, ...amm(OPENED) }],
  })
})

test('pools that close in one transaction because of their tokens’ supply lose their reserves, if they have any', () => {
  const free = { lovelace: SEED, tokens: EMISSION }
  const reason = 'its token was minted again'
  const other = { poolId: poolId + 1, pool: `${pool}00`, token: `${token}00` }
  const third = { poolId: poolId + 2, pool: `${pool}01`, token: `${token}01` }
  given(liquidityModel, [
    launchedEvent({ reserves: free }),
    { ...launchedEvent({ reserves: free }), ...other },
    {
      kind: 'otherSupply',
      transaction,
      pools: [{ poolId, pool, token, reason }, ...[other, third].map((each) => ({ ...each, reason }))],
    },
  ]).then({
    liquidity: [
      row(0, NONE, curve(free), true),
      { ...row(1, NONE, curve(free), true), pool: other.pool },
      row(2, curve(free), NONE),
      { ...row(2, curve(free), NONE), pool: other.pool },
    ],
    reserves: [
      { pool, ...NONE },
      { pool: other.pool, ...NONE },
    ],
  })
})

test('a launch that gives more than the seed, but sells nothing, has these reserves', () => {
  const reserves = { lovelace: SEED + 5n, tokens: EMISSION }
  given(liquidityModel, [launchedEvent({ reserves })]).then({
    liquidity: [row(0, NONE, curve(reserves), true)],
    reserves: [{ pool, ...curve(reserves) }],
  })
})

test('a change of one reserve alone is a change, and so is a move to another venue; a launch that sells has two steps', () => {
  const [more, most] = [
    { ...OPENED, lovelace: OPENED.lovelace + 1n },
    { lovelace: OPENED.lovelace + 1n, tokens: OPENED.tokens + 1n },
  ]
  const free = { lovelace: SEED, tokens: EMISSION - 5n }
  const changed = (reserves: PoolReserves, venue: Venue): LaunchpadEvent => ({
    kind: 'poolChanged',
    ...state(reserves),
    venue,
  })
  given(liquidityModel, [
    launchedEvent({ reserves: free }),
    changed(OPENED, 'amm'),
    changed(more, 'amm'),
    changed(most, 'amm'),
    changed(most, 'curve'),
    changed(most, 'curve'),
  ]).then({
    liquidity: [
      row(0, NONE, curve(free), true),
      row(1, curve(free), amm(OPENED)),
      row(2, amm(OPENED), amm(more)),
      row(3, amm(more), amm(most)),
      row(4, amm(most), curve(most)),
    ],
    reserves: [{ pool, ...curve(most) }],
  })
})
