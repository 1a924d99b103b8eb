// What the board shows: the lists as the feed changes them, the tape of trades, the totals. Lists are assets in order; what
// a row shows is in its token's own signal, so that a trade draws one row and not the board.
import { batch, type Signal, signal } from '@preact/signals'
import type { ApiOrder } from '../../../../schema/answers/orders.ts'
import type { PoolTotals } from '../../../../schema/answers/pools.ts'
import { dataOf, initialState, poolList } from '../../../client/client.ts'
import { dropPool, type Pool, putPool } from '../pools.ts'
import { client, feed } from '../service.ts'
import { fetchSparks, sparkOf } from './sparks.ts'

const FOLLOWED = ['New', 'Progress', 'MCapDesc', 'CompletedMCap'] as const
type Followed = (typeof FOLLOWED)[number]
type Assets = readonly string[]

/** Milliseconds after a change until what is only fetched is fetched again. */
const SETTLED = 300
const SPARKS_LAST = 60_000
const TAPE = 24

const held: Readonly<Record<Followed, Map<string, Pool>>> = {
  New: new Map(),
  Progress: new Map(),
  MCapDesc: new Map(),
  CompletedMCap: new Map(),
}

/** Undefined until it is fetched. */
export const newest = signal<Assets | undefined>(undefined)
export const nearest = signal<Assets | undefined>(undefined)
/** Tokens of both venues by market cap. */
export const top = signal<Assets | undefined>(undefined)
export const king = signal<string | null | undefined>(undefined)
export const tape = signal<readonly ApiOrder[]>([])
export const totals = signal<PoolTotals | undefined>(undefined)

const setList = (list: Signal<Assets | undefined>, pools: readonly Pool[]): void => {
  const before = list.peek()
  const same = before?.length === pools.length && pools.every(({ info }, at) => info.asset === before[at])
  if (!same) list.value = pools.map(({ info }) => info.asset)
}

const arrange = (changed: Followed): void => {
  if (changed === 'New') setList(newest, poolList('New', held.New.values()))
  else if (changed === 'Progress') setList(nearest, poolList('Progress', held.Progress.values()))
  else
    setList(
      top,
      [
        ...poolList('MCapDesc', held.MCapDesc.values()),
        ...poolList('CompletedMCap', held.CompletedMCap.values()),
      ]
        .sort((a, b) => b.metrics.marketCap - a.metrics.marketCap)
        .slice(0, 60),
    )
}

const fetchTape = async (): Promise<void> => {
  tape.value = dataOf(await client.GET('/v1/orders-feed/latest', { params: { query: { limit: 60 } } }))
    .filter(({ status }) => status === 'Evaluated')
    .slice(0, TAPE)
}
const fetchTotals = async (): Promise<void> => {
  totals.value = dataOf(await client.GET('/v1/pools-main-page/totals'))
}
const shown = (): string[] => [
  ...new Set([...(newest.peek() ?? []), ...(nearest.peek() ?? []), ...(top.peek() ?? [])]),
]

let settling: ReturnType<typeof setTimeout> | undefined
let sparksAt = Number.NEGATIVE_INFINITY

/** Waits for what is being fetched. A failed request is repeated with the next change, and the notice above the view reports an unreachable service. */
const settle = async (): Promise<void> => {
  settling = undefined
  const isDue = performance.now() - sparksAt > SPARKS_LAST
  if (isDue) sparksAt = performance.now()
  const missing = shown().filter((asset) => isDue || sparkOf(asset).peek() === undefined)
  await Promise.allSettled([
    fetchTape(),
    fetchTotals(),
    ...(missing.length > 0 ? [fetchSparks(missing)] : []),
  ])
}
const changed = (): void => {
  settling ??= setTimeout(() => void settle(), SETTLED)
}

const take = (list: Followed, frame: Pool): void => {
  held[list].set(frame.pool.id, putPool(frame))
}

const followList = (list: Followed): (() => void) =>
  feed.subscribe(list, null, {
    initial: {
      fetch: () => initialState[list](client),
      apply: (pools) =>
        batch(() => {
          held[list].clear()
          for (const pool of pools) take(list, pool)
          arrange(list)
          changed()
        }),
    },
    onData: (frame) =>
      batch(() => {
        take(list, frame)
        arrange(list)
        changed()
      }),
    onRemoved: ({ id, asset }) =>
      batch(() => {
        held[list].delete(id)
        dropPool(asset)
        arrange(list)
        changed()
      }),
  })

const takeKing = (frame: Pool | null): void => {
  king.value = frame === null ? null : putPool(frame).info.asset
}

/** Follows all that the board shows. @returns ends it */
export const followBoard = (): (() => void) => {
  const ends = [
    feed.subscribe('KOTH', null, {
      initial: { fetch: () => initialState.KOTH(client), apply: takeKing },
      onData: takeKing,
      onRemoved: takeKing,
    }),
    ...FOLLOWED.map(followList),
  ]
  // Days move on without a trade.
  const timer = setInterval(changed, SPARKS_LAST)
  return () => {
    clearInterval(timer)
    clearTimeout(settling)
    settling = undefined
    for (const end of ends) end()
  }
}
