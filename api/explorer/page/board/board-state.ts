// The board's data: lists of tokens that the feed updates, the latest trades, and totals. A list holds asset ids; the pool of
// each token is in a signal of its own, so that a trade redraws one row and not the board.
import { batch, computed, type Signal, signal } from '@preact/signals'
import type { ApiOrder } from '../../../../schema/answers/orders.ts'
import type { PoolTotals } from '../../../../schema/answers/pools.ts'
import { dataOf } from '../../../client/answer.ts'
import { initialState } from '../../../client/initial-state.ts'
import { poolList } from '../../../client/pool-list.ts'
import { fetching, follow } from '../loading.ts'
import { dropPool, type Pool, progress, putPool } from '../pools.ts'
import { client } from '../service.ts'
import { withOrder, withoutOrder } from '../token/order-list.ts'
import { fetchSparks, sparkOf } from './sparks.ts'

/** Topics of the lists, with their names for people. */
export const PARTS = {
  New: 'the newest tokens',
  Progress: 'the tokens near graduation',
  MCapDesc: 'the market caps',
  CompletedMCap: 'the graduated tokens',
  KOTH: 'the king of the hill',
  LatestOrders: 'the latest trades',
} as const
type Followed = Exclude<keyof typeof PARTS, 'KOTH' | 'LatestOrders'>
const FOLLOWED: readonly Followed[] = ['New', 'Progress', 'CompletedMCap']
type Assets = readonly string[]

/** Milliseconds from a change of a list until totals and missing sparklines are fetched. */
const FETCH_DELAY = 300
/** Milliseconds between two fetches of all sparklines. */
const SPARKS_INTERVAL = 60_000
/** Share of its cap from which a curve is almost complete. */
const ALMOST = 0.5
/** Most trades on the tape, and most orders that it is chosen from. */
const TAPE = 24
const LATEST = 100

const poolsOfList: Readonly<Record<Followed, Map<string, Pool>>> = {
  New: new Map(),
  Progress: new Map(),
  MCapDesc: new Map(),
  CompletedMCap: new Map(),
}

/** Undefined until fetched. */
export const newest = signal<Assets | undefined>(undefined)
export const nearest = signal<Assets | undefined>(undefined)
/** Graduated tokens by market cap. */
export const graduated = signal<Assets | undefined>(undefined)
/** Tokens of both venues by market cap. */
export const top = signal<Assets | undefined>(undefined)
export const king = signal<string | null | undefined>(undefined)
/** Newest first; undefined until fetched. */
const latest = signal<readonly ApiOrder[] | undefined>(undefined)
/** The newest trades among the latest orders. */
export const tape = computed(() =>
  latest.value?.filter(({ status }) => status === 'Evaluated').slice(0, TAPE),
)
export const totals = signal<PoolTotals | undefined>(undefined)

const setList = (list: Signal<Assets | undefined>, pools: readonly Pool[]): void => {
  const before = list.peek()
  const same = before?.length === pools.length && pools.every(({ info }, at) => info.asset === before[at])
  if (!same) list.value = pools.map(({ info }) => info.asset)
}

const arrange = (changed: Followed): void => {
  if (changed === 'New') setList(newest, poolList('New', poolsOfList.New.values()))
  else if (changed === 'Progress')
    setList(
      nearest,
      poolList('Progress', poolsOfList.Progress.values()).filter((pool) => progress(pool) >= ALMOST),
    )
  else {
    const amm = poolList('CompletedMCap', poolsOfList.CompletedMCap.values())
    setList(graduated, amm)
    setList(
      top,
      [...poolList('MCapDesc', poolsOfList.MCapDesc.values()), ...amm]
        .sort((a, b) => b.metrics.marketCap - a.metrics.marketCap)
        .slice(0, 60),
    )
  }
}

const fetchTotals = async (): Promise<void> => {
  totals.value = dataOf(await client.GET('/v1/pools-main-page/totals'))
}
const shown = (): string[] => [...new Set([newest, nearest, top].flatMap((list) => list.peek() ?? []))]

let sparksAt = Number.NEGATIVE_INFINITY

/** Fetches the data that the feed does not send. */
const fetchMore = async (): Promise<void> => {
  const isDue = performance.now() - sparksAt > SPARKS_INTERVAL
  if (isDue) sparksAt = performance.now()
  const missing = shown().filter((asset) => isDue || sparkOf(asset).peek() === undefined)
  await Promise.all([fetchTotals(), ...(missing.length > 0 ? [fetchSparks(missing)] : [])])
}
const changed = fetching('the totals', FETCH_DELAY, fetchMore)

const putInList = (list: Followed, frame: Pool): void => {
  poolsOfList[list].set(frame.pool.id, putPool(frame))
}

const followList = (list: Followed): (() => void) =>
  follow(PARTS[list], list, null, {
    initial: {
      fetch: () => initialState[list](client),
      apply: (pools) =>
        batch(() => {
          poolsOfList[list].clear()
          for (const pool of pools) putInList(list, pool)
          arrange(list)
          changed()
        }),
    },
    onData: (frame) =>
      batch(() => {
        putInList(list, frame)
        arrange(list)
        changed()
      }),
    onRemoved: ({ id, asset }) =>
      batch(() => {
        poolsOfList[list].delete(id)
        dropPool(asset)
        arrange(list)
        changed()
      }),
  })

const setKing = (frame: Pool | null): void => {
  king.value = frame === null ? null : putPool(frame).info.asset
}

/** Follows the market caps of the tokens on curves, which only the map needs. @returns function that ends it */
export const followCaps = (): (() => void) => followList('MCapDesc')

/** Follows the board's data. @returns function that ends it */
export const followBoard = (): (() => void) => {
  const ends = [
    follow(PARTS.KOTH, 'KOTH', null, {
      initial: { fetch: () => initialState.KOTH(client), apply: setKing },
      onData: setKing,
      onRemoved: setKing,
    }),
    ...FOLLOWED.map(followList),
    follow(PARTS.LatestOrders, 'LatestOrders', null, {
      initial: {
        fetch: () => initialState.LatestOrders(client),
        apply: (all) => {
          latest.value = all
        },
      },
      onData: (order) => {
        latest.value = withOrder(latest.peek() ?? [], order).slice(0, LATEST)
      },
      onRemoved: (order) => {
        latest.value = withoutOrder(latest.peek() ?? [], order)
      },
    }),
  ]
  // The last 24 hours change without a trade, too.
  const timer = setInterval(changed, SPARKS_INTERVAL)
  return () => {
    clearInterval(timer)
    changed.cancel()
    for (const end of ends) end()
  }
}
