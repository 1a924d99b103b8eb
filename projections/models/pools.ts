// The launchpad's pools, one row each from launch to whatever became of it: what its datum fixed, where it trades
// now, what it holds, and its lifetime totals.

import type { Database } from 'better-sqlite3'
import { marketCap } from '../../schema/launchpad/curve.ts'
import { least, MAX_QUANTITY } from '../../schema/launchpad/limits.ts'
import type { AssetId } from '../../schema/primitives.ts'
import { formatDecimal } from '../../schema/ratio.ts'
import type { FoldedBlock, ModelDescription } from '../engine/model.ts'
import {
  bigint,
  blob,
  integer,
  nullable,
  positionOf,
  type RowOf,
  slotOf,
  stateTable,
  text,
} from '../engine/table.ts'
import { TableWriter } from '../engine/table-writer.ts'
import type { Adopted, Launched, LaunchpadEvent, Matched, Traded } from '../interpret/events.ts'
import type { KnownPool, KnownPools } from '../interpret/known-pools.ts'

export const pools = stateTable('pools', {
  key: ['id'],
  columns: {
    /** Position on the chain where it was first seen. */
    id: integer,
    /** Its curve pool's NFT; for an AMM pool whose curve was never seen, the AMM pool's. */
    nft: text,
    token: text,
    /** `curve`, `amm` or `closed`. */
    venue: text,
    amm_nft: nullable(text),
    /** 1 when its life before `created` was not seen. */
    adopted: integer,
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
    output_transaction: blob,
    output_index: integer,
    lovelace: bigint,
    tokens: bigint,
    /** Lovelace per token, decimal; and lovelace for the whole emission, digits. */
    price: text,
    market_cap: text,
    /** Lifetime ADA legs of its executed orders and trades in lovelace, and their number. */
    volume: bigint,
    trades: integer,
  },
  indexes: [
    { columns: ['nft'], unique: true },
    { columns: ['token'], unique: true },
    { columns: ['amm_nft'], unique: true },
  ],
  published: true,
})

export type PoolRow = RowOf<typeof pools.columns>
type PoolEvent = Extract<LaunchpadEvent, { readonly output: unknown }>

/** The part of a row that every event about the pool's UTxO sets. */
const stateOf = ({ transaction, output, reserves, price }: PoolEvent, time: number) => ({
  output_transaction: Buffer.from(transaction, 'hex'),
  output_index: output.index,
  lovelace: reserves.lovelace,
  tokens: reserves.tokens,
  price: formatDecimal(price),
  market_cap: marketCap(price).toString(),
  updated: time,
})

/** A pool known before and met without its UTxO before: where it trades now is what its UTxO says. */
const metAgain = (event: Launched | Adopted, row: PoolRow): Partial<PoolRow> =>
  event.kind === 'launched' ? {} : { venue: event.venue, amm_nft: event.ammPool ?? row.amm_nft }

/** The totals with one more executed order. A volume stays at the most its column holds, 200 times all ADA. */
const counted = (row: PoolRow, { lovelace }: Traded | Matched): Pick<PoolRow, 'volume' | 'trades'> => ({
  volume: least(row.volume + lovelace, MAX_QUANTITY),
  trades: row.trades + 1,
})

const firstRow = (event: Launched | Adopted, id: number, time: number): PoolRow => ({
  id,
  nft: event.pool,
  token: event.token,
  venue: event.kind === 'launched' ? 'curve' : event.venue,
  amm_nft: event.kind === 'launched' ? null : event.ammPool,
  adopted: event.kind === 'adopted' ? 1 : 0,
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

export const poolsModel: ModelDescription<LaunchpadEvent> = {
  tables: [pools],
  open(database, holder) {
    const writer = new TableWriter(database, pools, holder)
    const idByNft = database.prepare('SELECT id FROM pools WHERE nft = ?').pluck()
    const rowOf = (pool: AssetId): PoolRow | undefined => {
      const id = idByNft.get(pool) as number | undefined
      return id === undefined ? undefined : writer.get(id)
    }
    const change = (pool: AssetId, with_: (row: PoolRow) => Partial<PoolRow>): void => {
      const row = rowOf(pool)
      if (row !== undefined) writer.update(row, { ...row, ...with_(row) })
    }
    return {
      apply({ block, time, events }: FoldedBlock<LaunchpadEvent>) {
        let seen = 0
        for (const event of events) {
          switch (event.kind) {
            case 'launched':
            case 'adopted': {
              const row = rowOf(event.pool)
              if (row === undefined)
                writer.insert(firstRow(event, positionOf(block.point.slot, seen++), time))
              else writer.update(row, { ...row, ...stateOf(event, time), ...metAgain(event, row) })
              break
            }
            case 'traded':
              change(event.pool, (row) => ({ ...stateOf(event, time), ...counted(row, event) }))
              break
            case 'matched':
              change(event.pool, (row) => ({ ...counted(row, event), updated: time }))
              break
            case 'poolChanged':
              change(event.pool, () => stateOf(event, time))
              break
            case 'graduated':
              change(event.pool, () => ({ ...stateOf(event, time), venue: 'amm', amm_nft: event.ammPool }))
              break
            case 'poolClosed':
              change(event.pool, () => ({ venue: 'closed', updated: time }))
              break
          }
        }
      },
    }
  },
}

/**
 * The pools interpretation asks for, read from the table.
 * @param deployedSlot a slot before which there were no pools. Following began at the first block with an output,
 *   which had an address nobody had seen before.
 */
export const knownPools = (database: Database, deployedSlot: number): KnownPools => {
  const firstAddress = database.prepare('SELECT min(position) FROM addresses').pluck()
  const columns = 'SELECT nft, token, a_num, b_num, amm_nft FROM pools WHERE'
  const byNft = database.prepare(`${columns} nft = @nft UNION ALL ${columns} amm_nft = @nft AND nft <> @nft`)
  const byToken = database.prepare(`${columns} token = ?`)
  const knownOf = (row: unknown): KnownPool | undefined => {
    if (row === undefined) return undefined
    const { nft, token, a_num, b_num, amm_nft } = row as Pick<
      PoolRow,
      'nft' | 'token' | 'a_num' | 'b_num' | 'amm_nft'
    >
    const curve = a_num === null || b_num === null ? null : { aNum: BigInt(a_num), bNum: BigInt(b_num) }
    return { pool: nft, token, curve, ammPool: amm_nft }
  }
  return {
    byNft: (nft) => knownOf(byNft.get({ nft })),
    byToken: (token) => knownOf(byToken.get(token)),
    mayHaveMissed: () => slotOf((firstAddress.get() as number | null) ?? 0) > deployedSlot,
  }
}
