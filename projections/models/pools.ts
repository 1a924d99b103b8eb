// The launchpad's pools, one row each from launch to whatever became of it: what its datum fixed, where it trades
// now, what it holds, and its lifetime totals.
import { marketCap } from '../../schema/launchpad/curve.ts'
import { least, MAX_QUANTITY } from '../../schema/launchpad/limits.ts'
import { formatDecimal } from '../../schema/ratio.ts'
import { amount, flag, hex, integer, nullable, oneOf, text } from '../engine/column.ts'
import { model } from '../engine/model.ts'
import { type RowOf, stateTable, unique } from '../engine/table.ts'
import type { Adopted, Launched, LaunchpadEvent, Matched, Traded } from '../interpret/events.ts'

export const pools = stateTable('pools', {
  key: ['id'],
  columns: {
    /** Position on the chain where it was first seen. */
    id: integer,
    /** Its curve pool's NFT; for an AMM pool whose curve was never seen, the AMM pool's. */
    nft: text,
    token: text,
    venue: oneOf('curve', 'amm', 'closed'),
    amm_nft: nullable(text),
    /** Whether its life before `created` was not seen. */
    adopted: flag,
    tier: nullable(text),
    /** Curve coefficients and cap in lovelace, as digits; null for an AMM pool whose curve was never seen. */
    a_num: nullable(text),
    b_num: nullable(text),
    ada_cap: nullable(text),
    executor: nullable(text),
    /** What the launch said, as JSON of `LaunchInfo`; null when adopted. */
    info: nullable(text),
    /** Unix seconds of its first and last block. */
    created: integer,
    updated: integer,
    /** Its UTxO now. */
    output_transaction: hex,
    output_index: integer,
    lovelace: amount,
    tokens: amount,
    /** Lovelace per token, decimal; and lovelace for the whole emission, digits. */
    price: text,
    market_cap: text,
    /** Lifetime ADA legs of its executed orders and trades in lovelace, and their number. */
    volume: amount,
    trades: integer,
  },
  indexes: { nft: unique('nft'), token: unique('token'), amm_nft: unique('amm_nft') },
  topics: { pool: 'nft', token: 'token' },
})

type PoolRow = RowOf<typeof pools.columns>
type PoolEvent = Extract<LaunchpadEvent, { readonly output: unknown }>

/** The part of a row that every event about the pool's UTxO sets. */
const stateOf = ({ transaction, output, reserves, price }: PoolEvent, time: number) => ({
  output_transaction: transaction,
  output_index: output.index,
  lovelace: reserves.lovelace,
  tokens: reserves.tokens,
  price: formatDecimal(price),
  market_cap: marketCap(price).toString(),
  updated: time,
})

/** The totals with one more executed order. A volume stays at the most its column holds, 200 times all ADA. */
const counted = (row: PoolRow, { lovelace }: Traded | Matched): Pick<PoolRow, 'volume' | 'trades'> => ({
  volume: least(row.volume + lovelace, MAX_QUANTITY),
  trades: row.trades + 1,
})

const firstRow = (event: Launched | Adopted, time: number): Omit<PoolRow, 'id'> => ({
  nft: event.pool,
  token: event.token,
  venue: event.kind === 'launched' ? 'curve' : event.venue,
  amm_nft: event.kind === 'launched' ? null : event.ammPool,
  adopted: event.kind === 'adopted',
  tier: event.tier,
  a_num: event.datum?.aNum.toString() ?? null,
  b_num: event.datum?.bNum.toString() ?? null,
  ada_cap: event.datum?.adaCap.toString() ?? null,
  executor: event.datum?.permittedExecutor ?? null,
  info: event.kind === 'launched' ? JSON.stringify(event.info) : null,
  created: time,
  volume: 0n,
  trades: 0,
  ...stateOf(event, time),
})

export const poolsModel = model<LaunchpadEvent>()({
  name: 'pools',
  version: 1,
  tables: { pools },
  on: {
    launched(event, tables, { time }) {
      tables.pools.change({ id: event.poolId }, () => firstRow(event, time))
    },
    adopted(event, tables, { time }) {
      // A pool known before, met without its UTxO before: where it trades now is what its UTxO says.
      tables.pools.change({ id: event.poolId }, (row) =>
        row === undefined
          ? firstRow(event, time)
          : { ...row, ...stateOf(event, time), venue: event.venue, amm_nft: event.ammPool ?? row.amm_nft },
      )
    },
    traded(event, tables, { time }) {
      tables.pools.change(
        { id: event.poolId },
        (row) => row && { ...row, ...stateOf(event, time), ...counted(row, event) },
      )
    },
    matched(event, tables, { time }) {
      tables.pools.change(
        { id: event.poolId },
        (row) => row && { ...row, ...counted(row, event), updated: time },
      )
    },
    poolChanged(event, tables, { time }) {
      tables.pools.change({ id: event.poolId }, (row) => row && { ...row, ...stateOf(event, time) })
    },
    graduated(event, tables, { time }) {
      tables.pools.change(
        { id: event.poolId },
        (row) => row && { ...row, ...stateOf(event, time), venue: 'amm', amm_nft: event.ammPool },
      )
    },
    poolClosed(event, tables, { time }) {
      tables.pools.change({ id: event.poolId }, (row) => row && { ...row, venue: 'closed', updated: time })
    },
  },
})
