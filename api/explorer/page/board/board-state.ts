// The board's data: lists of tokens that the feed updates, the latest trades, and totals. A list contains asset ids; the pool of
// each token is in a signal of its own, so that a trade redraws one row and not the board.
import { batch, computed, type Signal, signal } from '@preact/signals'
import type { ApiOrder } from '../../../../schema/answers/orders.ts'
import { LIST_LENGTH } from '../../../../schema/answers/pool-lists.ts'
import type { PoolTotals } from '../../../../schema/answers/pools.ts'
import { dataOf } from '../../../client/answer.ts'
import { initialState } from '../../../client/initial-state.ts'
import { poolList } from '../../../client/pool-list.ts'
import { fetching } from '../fetching.ts'
import { follow } from '../loading.ts'
import { askedNow } from '../parts/newest.ts'
import { dropPool, type Pool, progress, putPool } from '../pools.ts'
import { client } from '../service.ts'
import { withOrder, withoutOrder } from '../token/order-list.ts'
import { fetchSparks, sparkOf } from './sparks.ts'

export const PARTS = {
  lists: 'the tokens',
  graduated: 'the graduated tokens',
  trades: 'the latest trades',
} as const
type Assets = readonly string[]

/** Time in ms from a change of a pool until totals and missing sparklines are fetched, and between two fetches of figures of 24 hours. */
const FETCH_DELAY = 300
const PAUSE = 10_000
/** Interval in ms between two fetches of all sparklines. */
const SPARKS_INTERVAL = 60_000
/** Share of its cap from which a curve is almost complete. */
const ALMOST = 0.5
/** Number of the latest orders, whose trades are on the tape. */
const LATEST = 24

/** Pools by their ids: on a curve, and graduated. */
const onCurve = new Map<string, Pool>()
const onAmm = new Map<string, Pool>()

/** The newest tokens; undefined until fetched. */
export const newest = signal<Assets | undefined>(undefined)
export const nearest = signal<Assets | undefined>(undefined)
/** Graduated tokens by market cap. */
export const graduated = signal<Assets | undefined>(undefined)
const caps = signal<Assets | undefined>(undefined)
/** Tokens of both venues. */
export const all = computed(() => caps.value && graduated.value && [...caps.value, ...graduated.value])
export const king = signal<string | null | undefined>(undefined)
/** Newest first; undefined until fetched. */
const latest = signal<readonly ApiOrder[] | undefined>(undefined)
/** The trades among the latest orders. */
export const tape = computed(() => latest.value?.filter(({ status }) => status === 'Evaluated'))
/** Order of the newest trade. */
export const lastTrade = computed(() => tape.value?.[0]?.entityId)
export const totals = signal<PoolTotals | undefined>(undefined)

const setList = (list: Signal<Assets | undefined>, pools: readonly Pool[]): void => {
  const before = list.peek()
  const same = before?.length === pools.length && pools.every(({ info }, at) => info.asset === before[at])
  if (!same) list.value = pools.map(({ info }) => info.asset)
}

/**
 * The pool with the highest market cap; if several have it, the oldest.
 * @param byCap highest first
 */
const kingOf = (byCap: readonly Pool[]): Pool | undefined =>
  byCap
    .filter(({ metrics }) => metrics.marketCap === byCap[0]?.metrics.marketCap)
    .sort((a, b) => a.pool.createdOn - b.pool.createdOn)[0]

/** Drops the pools that are in no list. */
const keep = (known: Map<string, Pool>, ...lists: readonly (readonly Pool[])[]): void => {
  const listed = new Set(lists.flat())
  for (const [id, pool] of known) if (!listed.has(pool)) known.delete(id)
}

const arrangeCurves = (): void => {
  const young = poolList('New', onCurve.values())
  const far = poolList('Progress', onCurve.values())
  const byCap = poolList('MCapDesc', onCurve.values())
  keep(onCurve, young, far, byCap)
  setList(newest, young)
  setList(
    nearest,
    far.filter((pool) => progress(pool) >= ALMOST),
  )
  setList(caps, byCap)
  king.value = kingOf(byCap)?.info.asset ?? null
}

const arrangeAmm = (): void => {
  const done = poolList('CompletedMCap', onAmm.values())
  keep(onAmm, done)
  setList(graduated, done)
}

/** Number of cards that a list shows at first, after a click, and on the map. */
export const FIRST = 20
export const cards = signal(FIRST)

/** Whether all sparklines are old. */
let isDue = true
/** Tokens whose pools have changed since the last fetch of the totals, and those whose sparklines are old. */
const traded = new Set<string>()
const old = new Set<string>()

/** Fetches the sparklines of the shown cards that are missing or old. */
const loadLines = async (): Promise<void> => {
  const lists = [newest, nearest, graduated, ...(cards.peek() > FIRST ? [all] : [])]
  const shown = new Set(lists.flatMap((list) => list.peek()?.slice(0, cards.peek()) ?? []))
  if (king.peek()) shown.add(king.peek() ?? '')
  const wanted = [...shown].filter((asset) => isDue || old.has(asset) || sparkOf(asset).peek() === undefined)
  isDue = false
  for (const asset of wanted) old.delete(asset)
  try {
    if (wanted.length > 0) await fetchSparks(wanted)
  } catch (error) {
    for (const asset of wanted) old.add(asset)
    throw error
  }
}
const fetchLines = fetching('the last 24 hours', { delay: FETCH_DELAY, load: loadLines })

const fetchTotals = fetching('the totals', {
  delay: FETCH_DELAY,
  pause: PAUSE,
  load: async () => dataOf(await client.GET('/v1/pools-main-page/totals')),
  apply: (answer) => {
    totals.value = answer
    for (const asset of traded) old.add(asset)
    traded.clear()
    fetchLines()
  },
})

const changed = (): void => {
  fetchTotals()
  fetchLines()
}

export const showAll = (): void => {
  cards.value = LIST_LENGTH
  changed()
}

/** @param at moment at which the pools were asked for, or arrived */
const add = (known: Map<string, Pool>, pools: readonly Pool[], at = askedNow()): void =>
  batch(() => {
    for (const pool of pools) {
      known.set(pool.pool.id, putPool(pool, at))
      traded.add(pool.info.asset)
    }
    if (known === onCurve) arrangeCurves()
    else arrangeAmm()
    changed()
  })

/** Follows the pools of a venue by a topic that has a frame for each change of a pool. */
const followPools = (
  known: Map<string, Pool>,
  part: string,
  topic: 'Latest' | 'CompletedMCap',
  fetch: () => Promise<Pool[]>,
): (() => void) =>
  follow<typeof topic, { readonly at: number; readonly pools: Pool[] }>(part, topic, null, {
    initial: {
      fetch: async () => ({ at: askedNow(), pools: await fetch() }),
      apply: ({ at, pools }) => {
        known.clear()
        add(known, pools, at)
      },
    },
    onData: (pool) => add(known, [pool]),
    isFirstRows: true,
    onRemoved: ({ id, asset }) => {
      known.delete(id)
      dropPool(asset)
      add(known, [])
    },
  })

/** Fetches the king of the hill, and shows it before the lists are loaded. */
const fetchKing = async (): Promise<Pool[]> => {
  const at = askedNow()
  const pool = await initialState.KOTH(client)
  if (pool !== null && king.peek() === undefined) king.value = putPool(pool, at).info.asset
  return pool === null ? [] : [pool]
}

/** Fetches the newest tokens, and shows them before the other lists are loaded. */
const fetchNewest = async (): Promise<Pool[]> => {
  const at = askedNow()
  const pools = await initialState.New(client)
  if (newest.peek() === undefined)
    setList(
      newest,
      poolList(
        'New',
        pools.map((pool) => putPool(pool, at)),
      ),
    )
  return pools
}

const fetchCurves = async (): Promise<Pool[]> => {
  const [king, young] = await Promise.all([fetchKing(), fetchNewest()])
  // A list with free places contains all tokens that are on a curve.
  const others = young.length < LIST_LENGTH ? [] : await initialState.Progress(client)
  return [...young, ...others, ...king]
}

/** Fetches the largest of the tokens on curves, which only the map needs. @returns function that ends it */
export const fetchCaps = (): (() => void) => {
  const get = fetching('the market caps', {
    load: async () => ({ at: askedNow(), pools: await initialState.MCapDesc(client) }),
    apply: ({ at, pools }) => add(onCurve, pools, at),
  })
  const before = cards.peek()
  get()
  showAll()
  return () => {
    get.cancel()
    cards.value = before
  }
}

export const followTrades = (): (() => void) =>
  follow(PARTS.trades, 'LatestOrders', null, {
    initial: {
      fetch: async () =>
        dataOf(await client.GET('/v1/orders-feed/latest', { params: { query: { limit: LATEST } } })),
      apply: (all) => {
        latest.value = all
      },
    },
    onData: (order) => {
      latest.value = withOrder(latest.peek() ?? [], order).slice(0, LATEST)
    },
    isFirstRows: true,
    onRemoved: (order) => {
      latest.value = withoutOrder(latest.peek() ?? [], order)
    },
  })

/** Follows the board's data. @returns function that ends it */
export const followBoard = (): (() => void) => {
  const ends = [
    // A pool on a curve that changes moves to the top of the list `Latest`.
    followPools(onCurve, PARTS.lists, 'Latest', fetchCurves),
    followPools(onAmm, PARTS.graduated, 'CompletedMCap', () => initialState.CompletedMCap(client)),
    followTrades(),
  ]
  // The figures of the last 24 hours also change without a trade.
  const timer = setInterval(() => {
    isDue = true
    changed()
  }, SPARKS_INTERVAL)
  return () => {
    clearInterval(timer)
    fetchTotals.cancel()
    fetchLines.cancel()
    for (const end of ends) end()
  }
}
