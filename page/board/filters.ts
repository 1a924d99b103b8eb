// The filter of a list of the board.
import type { Signal } from '@preact/signals'
import { now } from '../now.ts'
import { heldBy } from '../parts/risk.tsx'
import { stored } from '../parts/stored.ts'
import { type Pool, poolOf } from '../pools.ts'

type Test = (pool: Pool) => boolean

const capFrom =
  (ada: number): Test =>
  ({ metrics }) =>
    metrics.marketCap >= ada * 1e6
const youngerThan =
  (hours: number): Test =>
  ({ pool }) =>
    now() / 1000 - pool.createdOn < hours * 3_600

/** An unknown share of the creator counts as all tokens. */
const creatorUpTo =
  (most: number): Test =>
  (pool) =>
    (heldBy(pool, 'creator') ?? 1) <= most

const OF = [
  ['all', 'All', () => true],
  ['cap5', 'Cap ≥ ₳5K', capFrom(5_000)],
  ['cap20', 'Cap ≥ ₳20K', capFrom(20_000)],
  ['hour', 'Up to 1 h', youngerThan(1)],
  ['day', 'Up to 1 day', youngerThan(24)],
  ['dev1', 'Creator ≤ 1%', creatorUpTo(0.01)],
  ['dev5', 'Creator ≤ 5%', creatorUpTo(0.05)],
  ['links', 'With links', ({ info }) => Object.values(info.socials).some((url) => url !== null)],
  ['plain', 'Without warnings', ({ info }) => info.olderAlike === null && info.marks.length === 0],
] as const satisfies readonly (readonly [string, string, Test])[]

type Filter = (typeof OF)[number][0]

export const FILTERS = OF.map(([id, words]) => [id, words] as const)

/** The browser keeps the choice when the page is reloaded. */
export const filterOf = (list: string): Signal<Filter> =>
  stored<Filter>(`filter ${list}`, ['all', ...OF.map(([id]) => id)])

/** Without a filter, no pool is read, so a change of a pool redraws only its card. */
export const filtered = <Row>(filter: Filter, rows: readonly Row[], assetOf: (row: Row) => string) => {
  const test: Test = OF.find(([id]) => id === filter)?.[2] ?? (() => true)
  const isIn = (pool: Pool | undefined): boolean => pool !== undefined && test(pool)
  return filter === 'all' ? rows : rows.filter((row) => isIn(poolOf(assetOf(row)).value))
}

export const NONE_MATCHES = 'No token of this list matches the filter.'
