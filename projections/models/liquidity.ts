// Changes of pool reserves other than by trades, in the order of the chain: launch, adoption, graduation, deposits, withdrawals, and the
// end of a pool. Each row has the reserves before and after the change, so a reader needs no other row.
import { EMISSION, SEED } from '../../schema/launchpad/curve.ts'
import { type EventPlace, model } from '../engine/fold/model.ts'
import { amount, flag, hex, integer, nullable, oneOf, text } from '../engine/table/column.ts'
import type { StateRows } from '../engine/table/rows.ts'
import { type RowOf, stateTable } from '../engine/table/table.ts'
import type { LaunchpadEvent, PoolReserves, Venue } from '../interpret/events.ts'

const venue = oneOf('curve', 'amm')

export const liquidity = stateTable('liquidity', {
  key: ['event', 'pool'],
  columns: {
    /** Position of the event. */
    event: integer,
    /** Asset id of the NFT of the pool, see `pools.nft`. */
    pool: text,
    /** Transaction that changed the pool. */
    transaction_id: hex,
    /** Unix seconds of the block that contains the transaction. */
    time: integer,
    /** Height of the block that contains the transaction. */
    height: integer,
    /** Whether the event made the pool: a launch, or a graduation. */
    is_creation: flag,
    /** Venue of the reserves before the change; null if there were none. */
    venue_before: nullable(venue),
    /** ADA reserve before the change, lovelace. */
    lovelace_before: amount,
    /** Token reserve before the change. */
    tokens_before: amount,
    /** Venue of the reserves after the change; null if there are none. */
    venue_after: nullable(venue),
    /** ADA reserve after the change, lovelace. */
    lovelace_after: amount,
    /** Token reserve after the change. */
    tokens_after: amount,
  },
  indexes: { pool: ['pool', 'event'], height: ['height'] },
})

/** Current reserves of each pool, from which the next change starts. */
export const reserves = stateTable('reserves', {
  key: ['pool'],
  columns: {
    /** Asset id of the NFT of the pool, see `pools.nft`. */
    pool: text,
    /** Venue of the reserves; null if the pool has ended. */
    venue: nullable(venue),
    /** ADA reserve, lovelace. */
    lovelace: amount,
    /** Token reserve. */
    tokens: amount,
  },
})

interface Tables {
  readonly liquidity: StateRows<typeof liquidity.columns, 'event' | 'pool'>
  readonly reserves: StateRows<typeof reserves.columns, 'pool'>
}

type State = Omit<RowOf<typeof reserves.columns>, 'pool'>

const NONE: State = { venue: null, lovelace: 0n, tokens: 0n }

interface Change {
  readonly pool: string
  readonly transaction: string
  readonly isCreation?: boolean
}

/** Does nothing if the reserves are unchanged. */
const change = (
  tables: Tables,
  { pool, transaction, isCreation = false }: Change,
  after: State,
  { position: event, time, height }: EventPlace,
): void => {
  const before: State = tables.reserves.get({ pool }) ?? NONE
  if (before.venue === after.venue && before.lovelace === after.lovelace && before.tokens === after.tokens)
    return
  tables.reserves.change({ pool }, () => after)
  tables.liquidity.change({ event, pool }, () => ({
    transaction_id: transaction,
    time,
    height,
    is_creation: isCreation,
    venue_before: before.venue,
    lovelace_before: before.lovelace,
    tokens_before: before.tokens,
    venue_after: after.venue,
    lovelace_after: after.lovelace,
    tokens_after: after.tokens,
  }))
}

const at = (venue: Venue, { lovelace, tokens }: PoolReserves): State => ({ venue, lovelace, tokens })

/** The launch's purchase is a separate trade. */
const atLaunch = ({ lovelace, tokens }: PoolReserves): State =>
  lovelace !== SEED && tokens !== EMISSION
    ? { venue: 'curve', lovelace: SEED, tokens: EMISSION }
    : { venue: 'curve', lovelace, tokens }

export const liquidityModel = model<LaunchpadEvent>()({
  name: 'liquidity',
  version: 2,
  tables: { liquidity, reserves },
  on: {
    launched(event, tables, place) {
      change(tables, { ...event, isCreation: true }, atLaunch(event.reserves), place)
    },
    adopted(event, tables, place) {
      change(tables, event, at(event.venue, event.reserves), place)
    },
    traded({ pool, venue, reserves }, tables) {
      tables.reserves.change({ pool }, () => at(venue, reserves))
    },
    poolChanged(event, tables, place) {
      change(tables, event, at(event.venue, event.reserves), place)
    },
    graduated(event, tables, place) {
      change(tables, { ...event, isCreation: true }, at('amm', event.reserves), place)
    },
    poolClosed(event, tables, place) {
      change(tables, event, NONE, place)
    },
    otherSupply({ transaction, pools }, tables, place) {
      for (const { pool } of pools) change(tables, { pool, transaction }, NONE, place)
    },
  },
})
