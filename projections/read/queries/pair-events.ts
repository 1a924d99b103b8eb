// The events of pools in a range of blocks, in the form of aggregators: swaps, and liquidity that joined or left, each with the reserves
// after it; and the pairs themselves. A token has up to two pairs: its curve and, after graduation, its AMM pool. Each pair is named by its
// pool's NFT. Orders that filled each other are left out, since they involve no pool.
import type Database from 'better-sqlite3'
import { sql } from 'kysely'
import { POSITIONS_PER_SLOT } from '../../../schema/block-limits.ts'
import { formatAddress } from '../../../schema/codecs/address.ts'
import { adaOf, adaPriceOf } from '../../../schema/codecs/decimal.ts'
import type { AssetId } from '../../../schema/primitives.ts'
import type { PairEvent } from '../../../schema/responses/aggregators.ts'
import { type RowOf, slotOf } from '../../engine/table/table.ts'
import type { PoolReserves } from '../../interpret/events.ts'
import { liquidity } from '../../models/liquidity.ts'
import { pools } from '../../models/pools.ts'
import { trades } from '../../models/trades.ts'
import { namesOf, param, prepare, queries } from '../reader/prepared.ts'

/** Heights are inclusive. */
export interface PairEventsRead {
  readonly name: 'pairEvents'
  readonly from: number
  readonly to: number
}

/** Maximum number for a range of several blocks. */
export const MOST_EVENTS = 10_000

type TradeRow = RowOf<typeof trades.columns>
type ChangeRow = RowOf<typeof liquidity.columns>

/** Without the members that identify its block, transaction, index and maker. */
type Happening = PairEvent extends infer Each
  ? Each extends PairEvent
    ? Omit<Each, 'block' | 'txnId' | 'txnIndex' | 'eventIndex' | 'maker'>
    : never
  : never

interface Row {
  readonly event: number
  readonly transaction: string
  readonly time: number
  readonly height: number
  /** Raw address; null if unknown. */
  readonly address: string | null
  readonly happened: readonly Happening[]
}

const reservesOf = ({ lovelace, tokens }: PoolReserves) => ({ asset0: `${tokens}`, asset1: adaOf(lovelace) })

/** A trade that moved no lovelace or no tokens has no price, so it has no event. */
export const swapOf = (row: TradeRow, pairId: AssetId): Happening[] => {
  const { side, lovelace, tokens, price, reserve_lovelace, reserve_tokens } = row
  const priceNative = adaPriceOf(price)
  if (lovelace === 0n || tokens === 0n || priceNative === '0') return []
  const legs =
    side === 'buy'
      ? { asset1In: adaOf(lovelace), asset0Out: `${tokens}` }
      : { asset0In: `${tokens}`, asset1Out: adaOf(lovelace) }
  const reserves = reservesOf({ lovelace: reserve_lovelace ?? 0n, tokens: reserve_tokens ?? 0n })
  return [{ eventType: 'swap', pairId, ...legs, priceNative, reserves }]
}

const least = (a: bigint, b: bigint): bigint => (a < b ? a : b)

const movedBetween = (pairId: AssetId, before: PoolReserves, after: PoolReserves): Happening[] => {
  const kept = {
    lovelace: least(before.lovelace, after.lovelace),
    tokens: least(before.tokens, after.tokens),
  }
  const of = (eventType: 'join' | 'exit', from: PoolReserves, to: PoolReserves): Happening[] => {
    const [tokens, lovelace] = [to.tokens - from.tokens, to.lovelace - from.lovelace]
    if (tokens === 0n && lovelace === 0n) return []
    const [amount0, amount1] = eventType === 'join' ? [tokens, lovelace] : [-tokens, -lovelace]
    return [{ eventType, pairId, amount0: `${amount0}`, amount1: adaOf(amount1), reserves: reservesOf(to) }]
  }
  return [...of('exit', before, kept), ...of('join', kept, after)]
}

const NOTHING: PoolReserves = { lovelace: 0n, tokens: 0n }

export const liquidityOf = (row: ChangeRow, pairOf: (venue: 'curve' | 'amm') => AssetId): Happening[] => {
  const { venue_before, venue_after } = row
  const before = { lovelace: row.lovelace_before, tokens: row.tokens_before }
  const after = { lovelace: row.lovelace_after, tokens: row.tokens_after }
  if (venue_before === venue_after && venue_after !== null)
    return movedBetween(pairOf(venue_after), before, after)
  return [
    ...(venue_before === null ? [] : movedBetween(pairOf(venue_before), before, NOTHING)),
    ...(venue_after === null ? [] : movedBetween(pairOf(venue_after), NOTHING, after)),
  ]
}

/** Numbers the transactions and events of complete blocks. */
const inOrder = (rows: readonly Row[]): PairEvent[] => {
  const events: PairEvent[] = []
  let [slot, last, txnIndex, eventIndex] = [-1, '', -1, 0]
  const sorted = rows.toSorted((a, b) => a.event - b.event)
  const makers = new Map<string, string>()
  for (const { transaction, address } of sorted)
    if (address !== null && !makers.has(transaction)) makers.set(transaction, formatAddress(address))
  for (const row of sorted) {
    if (row.happened.length === 0) continue
    if (slotOf(row.event) !== slot) [slot, last, txnIndex] = [slotOf(row.event), '', -1]
    if (row.transaction !== last) [last, txnIndex, eventIndex] = [row.transaction, txnIndex + 1, 0]
    const maker =
      row.address === null ? (makers.get(row.transaction) ?? row.transaction) : formatAddress(row.address)
    for (const each of row.happened)
      events.push({
        block: { blockNumber: row.height, blockTimestamp: row.time },
        txnId: row.transaction,
        txnIndex,
        eventIndex: eventIndex++,
        maker,
        ...each,
      })
  }
  return events
}

/** @returns undefined if several blocks have more than `MOST_EVENTS` */
export const pairEventsQuery = (
  database: Database.Database,
): ((from: number, to: number) => { readonly events: PairEvent[] } | undefined) => {
  const bounds = { from: param<number>('from'), to: param<number>('to') }
  const traded = prepare(
    database,
    queries
      .selectFrom('trades')
      .select(namesOf(trades.columns))
      .where('height', '>=', bounds.from)
      .where('height', '<=', bounds.to)
      .where('venue', '<>', 'orders')
      .limit(param<number>('limit')),
    trades.columns,
  )
  const changed = prepare(
    database,
    queries
      .selectFrom('liquidity')
      .select(namesOf(liquidity.columns))
      .where('height', '>=', bounds.from)
      .where('height', '<=', bounds.to)
      .limit(param<number>('limit')),
    liquidity.columns,
  )
  const pool = prepare(
    database,
    queries.selectFrom('pools').select(['nft', 'amm_nft']).where('nft', '=', param<string>('nft')),
    pools.columns,
  )
  return (from, to) => {
    const limit = from === to ? POSITIONS_PER_SLOT : MOST_EVENTS + 1
    const [swaps, changes] = [traded.all({ from, to, limit }), changed.all({ from, to, limit })]
    if (from < to && swaps.length + changes.length > MOST_EVENTS) return undefined
    const nfts = new Map<AssetId, AssetId | null>()
    const pairOf = (nft: AssetId, venue: 'curve' | 'amm'): AssetId => {
      if (venue === 'curve') return nft
      if (!nfts.has(nft)) nfts.set(nft, pool.get({ nft })?.amm_nft ?? null)
      return nfts.get(nft) ?? nft
    }
    const events = inOrder([
      ...changes.map(
        (row): Row => ({
          ...row,
          transaction: row.transaction_id,
          address: null,
          happened: liquidityOf(row, (venue) => pairOf(row.pool, venue)),
        }),
      ),
      ...swaps.map(
        (row): Row => ({
          ...row,
          transaction: row.transaction_id,
          happened: row.venue === 'orders' ? [] : swapOf(row, pairOf(row.pool, row.venue)),
        }),
      ),
    ])
    return { events }
  }
}

/** Undefined if no pool has the NFT. */
export const pairQuery = (database: Database.Database) => {
  const rows = queries
    .selectFrom('pools')
    .select(['nft', 'amm_nft', 'token', 'lp_fee', 'treasury_fee', 'royalty_fee'])
  const byNft = prepare(database, rows.where('nft', '=', param<string>('nft')), pools.columns)
  const byAmm = prepare(database, rows.where('amm_nft', '=', param<string>('nft')), pools.columns)
  const created = prepare(
    database,
    queries
      .selectFrom('liquidity')
      .select(['height', 'time', 'transaction_id'])
      .where('pool', '=', param<string>('pool'))
      .where('is_creation', '=', sql<boolean>`1`)
      .where('venue_after', '=', param<'curve' | 'amm'>('venue'))
      .orderBy('event')
      .limit(1),
    liquidity.columns,
  )
  return (nft: AssetId) => {
    const pool = byAmm.get({ nft }) ?? byNft.get({ nft })
    if (pool === undefined) return undefined
    const venue = pool.amm_nft === nft ? ('amm' as const) : ('curve' as const)
    return { ...pool, venue, created: created.get({ pool: pool.nft, venue }) }
  }
}
