// The board's data: lists of tokens that the feed updates, the latest trades, and totals. A list contains asset ids. Each token's pool has
// a separate signal, so a trade redraws only the row of its token.
import { batch, computed, type Signal, signal } from '@preact/signals'
import { placeIn, poolsUpTo } from '../../client/pool-list.ts'
import { withOrder, withoutOrder } from '../../client/trading/order-list.ts'
import type { ApiOrder } from '../../schema/responses/orders.ts'
import { LIST_LENGTH, type ListPlace, type PoolList } from '../../schema/responses/pool-lists.ts'
import type { PoolTotals } from '../../schema/responses/pools.ts'
import { fetching, PAUSE_MS, SOON_MS } from '../fetching.ts'
import { follow } from '../loading.ts'
import { askedNow } from '../parts/newest.ts'
import { dropPool, type Pool, progress, putPool } from '../pools.ts'
import { client, dataOf, foundOf } from '../service.ts'
import { renewSparks } from './sparks.ts'

export const PARTS = {
  lists: 'the tokens',
  graduated: 'the graduated tokens',
  trades: 'the latest trades',
} as const
type Assets = readonly string[]

const SPARKS_INTERVAL_MS = 60_000
/** Share of its cap at which a curve is almost complete, and its value in the list `Progress`. */
const ALMOST = 0.5
const ALMOST_VALUE = ALMOST * 1e12
/** Trades of the tape. */
const LATEST = 24

/** Keyed by pool id. */
const onCurve = new Map<string, Pool>()
const onAmm = new Map<string, Pool>()

/** Undefined until fetched. */
export const newest = signal<Assets | undefined>(undefined)
export const nearest = signal<Assets | undefined>(undefined)
export const graduated = signal<Assets | undefined>(undefined)
const caps = signal<Assets | undefined>(undefined)
export const all = computed(() => caps.value && graduated.value && [...caps.value, ...graduated.value])
export const king = signal<string | null | undefined>(undefined)
/** Newest first; undefined until fetched. */
export const tape = signal<readonly ApiOrder[] | undefined>(undefined)
export const lastTrade = computed(() => tape.value?.[0]?.entityId)
export const totals = signal<PoolTotals | undefined>(undefined)

const setList = (list: Signal<Assets | undefined>, pools: readonly Pool[]): void => {
  const before = list.peek()
  const same = before?.length === pools.length && pools.every(({ info }, at) => info.asset === before[at])
  if (!same) list.value = pools.map(({ info }) => info.asset)
}

/**
 * The oldest pool of those with the highest market cap.
 * @param byCap highest first
 */
const kingOf = (byCap: readonly Pool[]): Pool | undefined =>
  byCap
    .filter(({ metrics }) => metrics.marketCap === byCap[0]?.metrics.marketCap)
    .sort((a, b) => a.pool.createdOn - b.pool.createdOn)[0]

/**
 * Place of the last loaded pool of each list; none for a list that is loaded to its end. Later pages contain the pools after this place, so
 * no token is missing or listed twice.
 */
const ends = signal<ReadonlyMap<PoolList, ListPlace>>(new Map())

/** At most as many pools as the list has cards. */
const listOf = (list: PoolList, known: ReadonlyMap<string, Pool>): Pool[] => {
  const pools = poolsUpTo(list, known.values(), ends.peek().get(list))
  const most = Math.max(LIST_LENGTH, cards.peek())
  const last = pools.length > most ? pools[most - 1] : undefined
  if (last !== undefined) ends.value = new Map(ends.peek()).set(list, placeIn(list, last))
  return pools.slice(0, most)
}

const keep = (known: Map<string, Pool>, ...lists: readonly (readonly Pool[])[]): void => {
  const listed = new Set(lists.flat())
  for (const [id, pool] of known) if (!listed.has(pool)) known.delete(id)
}

let kingsCap = 0
/** Undefined while no map is shown. */
let capsFetched: (() => void) | undefined

const arrangeCurves = (): void => {
  const young = listOf('New', onCurve)
  const far = listOf('Progress', onCurve)
  const byCap = listOf('MCapDesc', onCurve)
  keep(onCurve, young, far, byCap)
  const almost = far.filter((pool) => progress(pool) >= ALMOST)
  setList(newest, young)
  setList(nearest, almost)
  setList(caps, byCap)
  const first = kingOf(byCap)
  king.value = first?.info.asset ?? null
  // A token that the page has not loaded may now have the highest cap.
  const cap = first?.metrics.marketCap ?? 0
  if (cap < kingsCap && ends.peek().has('New')) fetchKingAgain()
  kingsCap = cap
  if (byCap.length < LIST_LENGTH && ends.peek().has('MCapDesc')) capsFetched?.()
}

const arrangeAmm = (): void => {
  const done = listOf('CompletedMCap', onAmm)
  keep(onAmm, done)
  setList(graduated, done)
}

/** Cards of a list at first. The button for more, and the map, increase `cards`. */
const FIRST = 20
export const cards = signal(FIRST)

const fetchTotals = fetching('the totals', {
  delay: SOON_MS,
  pause: PAUSE_MS.many,
  load: async () => dataOf(await client.GET('/v1/pools-main-page/totals')),
  apply: (response) => {
    totals.value = response
  },
})

/** @param at when the pools were requested; for pools in a frame, when the frame arrived */
const add = (known: Map<string, Pool>, pools: readonly Pool[], at = askedNow()): void =>
  batch(() => {
    for (const pool of pools) known.set(pool.pool.id, putPool(pool, at))
    if (known === onCurve) arrangeCurves()
    else arrangeAmm()
    fetchTotals()
    renewSparks(pools.map(({ info }) => info.asset))
  })

interface Pages {
  readonly list: PoolList
  readonly pools: readonly Pool[]
  readonly end: ListPlace | undefined
}

const fetchPage = async (filter: PoolList, after?: ListPlace): Promise<Pool[]> => {
  const query = { filter, ...(after && { after: `${after.value}:${after.id}` }) }
  return dataOf(await client.GET('/v1/pools-main-page/initial/state', { params: { query } }))
}

/** Stops when the list has a pool for each card. */
const fetchPages = async (list: PoolList, has = 0, after?: ListPlace): Promise<Pages> => {
  const pools: Pool[] = []
  let end = after
  do {
    const page = await fetchPage(list, end)
    const last = page.length < LIST_LENGTH ? undefined : page.at(-1)
    pools.push(...page)
    end = last && placeIn(list, last)
  } while (goesOn(list, end) && has + pools.length < cards.peek())
  return { list, pools, end }
}

/** Whether the list shows pools after `end`, its last loaded pool. The list by progress shows only curves that are almost complete. */
const goesOn = (list: PoolList, end: ListPlace | undefined): boolean =>
  end !== undefined && (list !== 'Progress' || end.value >= ALMOST_VALUE)

const addPages = (known: Map<string, Pool>, pages: readonly Pages[], at: number): void => {
  const next = new Map(ends.peek())
  for (const { list, end } of pages)
    if (end === undefined) next.delete(list)
    else next.set(list, end)
  ends.value = next
  const all = pages.flatMap(({ pools }) => pools)
  add(known, all, at)
}

/** Each list with the pools from which it is made. */
const PAGED = [
  ['New', newest, onCurve],
  ['Progress', nearest, onCurve],
  ['CompletedMCap', graduated, onAmm],
] as const

const fetchMore = fetching('more tokens', {
  load: async () => {
    const pages = PAGED.map(async ([list, shown, known]) => {
      const [end, has] = [ends.peek().get(list), shown.peek()?.length ?? 0]
      return goesOn(list, end) && has < cards.peek() ? [{ known, ...(await fetchPages(list, has, end)) }] : []
    })
    return (await Promise.all(pages)).flat()
  },
  apply: (pages, at) =>
    batch(() => {
      for (const each of pages) addPages(each.known, [each], at)
    }),
})

export const hasMore = computed(() =>
  PAGED.some(
    ([list, shown]) => (shown.value?.length ?? 0) > cards.value || goesOn(list, ends.value.get(list)),
  ),
)

export const showMore = (): void => {
  cards.value = cards.peek() < LIST_LENGTH ? LIST_LENGTH : cards.peek() + LIST_LENGTH
  fetchMore()
}

/** The feed topic has a frame for each change of a pool. */
const followPools = (
  known: Map<string, Pool>,
  part: string,
  topic: 'Latest' | 'CompletedMCap',
  fetch: () => Promise<Pages[]>,
): (() => void) =>
  follow(part, topic, null, {
    initial: {
      fetch,
      apply: (pages, at) => {
        known.clear()
        addPages(known, pages, at)
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

const loadKing = async (): Promise<Pool | null> => foundOf(await client.GET('/v1/pools-main-page/koth'))

const fetchKingAgain = fetching('the king of the hill', {
  delay: SOON_MS,
  load: loadKing,
  apply: (pool, at) => add(onCurve, pool === null ? [] : [pool], at),
})

/** Shows the king before the lists are loaded. */
const fetchKing = async (): Promise<Pool[]> => {
  const at = askedNow()
  const pool = await loadKing()
  if (pool !== null && king.peek() === undefined) king.value = putPool(pool, at).info.asset
  return pool === null ? [] : [pool]
}

/** Shows the newest tokens before the other lists are loaded. */
const fetchNewest = async (): Promise<Pages> => {
  const at = askedNow()
  const page = await fetchPages('New')
  const pools = page.pools.map((pool) => putPool(pool, at))
  if (newest.peek() === undefined) setList(newest, pools)
  return page
}

const fetchCurves = async (): Promise<Pages[]> => {
  const [king, young] = await Promise.all([fetchKing(), fetchNewest()])
  // A list of new tokens that ends with its first pages contains all tokens on a curve.
  const far: Pages =
    young.end === undefined ? { list: 'Progress', pools: [], end: undefined } : await fetchPages('Progress')
  return [young, { ...far, pools: [...far.pools, ...king] }]
}

/**
 * Only the map needs these tokens.
 * @returns function that stops the fetching
 */
export const fetchCaps = (): (() => void) => {
  const get = fetching('the market caps', {
    delay: SOON_MS,
    load: () => fetchPages('MCapDesc'),
    apply: (pages, at) => addPages(onCurve, [pages], at),
  })
  const before = cards.peek()
  cards.value = Math.max(LIST_LENGTH, before)
  capsFetched = get
  get()
  return () => {
    get.cancel()
    capsFetched = undefined
    ends.value = new Map([...ends.peek()].filter(([list]) => list !== 'MCapDesc'))
    cards.value = before
  }
}

const followTrades = (): (() => void) =>
  follow(PARTS.trades, 'LatestOrders', null, {
    initial: {
      fetch: async () =>
        dataOf(await client.GET('/v1/orders-feed/latest/filled', { params: { query: { limit: LATEST } } })),
      apply: (filled) => {
        tape.value = filled
      },
    },
    onData: (order) => {
      const change = order.status === 'Evaluated' ? withOrder : withoutOrder
      tape.value = change(tape.peek() ?? [], order).slice(0, LATEST)
    },
    isFirstRows: true,
    onRemoved: (order) => {
      tape.value = withoutOrder(tape.peek() ?? [], order)
    },
  })

/** @returns function that stops the following */
export const followBoard = (): (() => void) => {
  const parts = [
    // A changed pool on a curve moves to the top of the list `Latest`.
    followPools(onCurve, PARTS.lists, 'Latest', fetchCurves),
    followPools(onAmm, PARTS.graduated, 'CompletedMCap', async () => [await fetchPages('CompletedMCap')]),
    followTrades(),
  ]
  // The figures of the last 24 hours also change without a trade.
  const timer = setInterval(() => {
    fetchTotals()
    renewSparks()
  }, SPARKS_INTERVAL_MS)
  return () => {
    clearInterval(timer)
    fetchTotals.cancel()
    fetchMore.cancel()
    for (const end of parts) end()
  }
}
