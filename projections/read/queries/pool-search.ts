// Finds pools by name, ticker, asset id or fingerprint. Name and ticker also match if they look like the pattern. The search reads the
// texts of all pools in a read thread. For 10,000 pools this takes a few milliseconds. SQLite's full-text index is not used, since the undo
// journal cannot roll back its tables.
import type Database from 'better-sqlite3'
import { tokenIn } from '../../../schema/codecs/asset-text.ts'
import { comparedText } from '../../../schema/codecs/visible-text.ts'
import type { AssetId } from '../../../schema/primitives.ts'
import { pools } from '../../models/pools.ts'
import { cachedUntilCommit } from '../changed-rows.ts'
import { type Named, nameIndex } from '../names/name-index.ts'
import { nameKeys } from '../names/skeleton.ts'
import type { ModelsReader } from '../reader/models-reader.ts'
import { prepare, queries } from '../reader/prepared.ts'
import { poolReadsOf } from './pools.ts'

export interface PoolSearch {
  readonly name: 'poolSearch'
  readonly pattern: string
  /** A name, ticker or asset id must equal the pattern, and not only contain it. */
  readonly isWhole?: boolean
  readonly offset: number
  readonly limit: number
}

/** Pools that trade, highest market cap first. */
const searchedPoolsQuery = (database: Database.Database) => {
  const all = prepare(
    database,
    queries
      .selectFrom('pools')
      .select('id')
      .where('venue', '!=', 'closed')
      .orderBy('market_cap', 'desc')
      .orderBy('nft'),
    pools.columns,
  )
  return () => all.all({}).map(({ id }) => id)
}

/** A text that equals the pattern or looks like it, a text with such a part, or an id that contains the pattern. */
type Rank = 0 | 1 | 2

const isIn = (texts: readonly string[], part: string): boolean => texts.some((text) => text.includes(part))

const rankBy = (
  { pattern, isWhole = false }: PoolSearch,
  token: AssetId | undefined,
): ((named: Named) => Rank | undefined) => {
  // Creators choose names and tickers, which may contain the id of another token.
  if (token !== undefined)
    return (named) => (named.token === token ? 0 : !isWhole && named.token.startsWith(token) ? 2 : undefined)
  if (pattern === '') return () => 1
  const text = comparedText(pattern)
  if (isWhole) return ({ texts }) => (texts.includes(text) ? 0 : undefined)
  const keys = nameKeys(pattern).filter((key) => key !== '')
  return ({ texts, keys: alike, ids }) => {
    if (texts.includes(text) || keys.some((key) => alike.includes(key))) return 0
    if (isIn(texts, text) || keys.some((key) => isIn(alike, key))) return 1
    return isIn(ids, text) ? 2 : undefined
  }
}

/** @returns `{ count, items }` as JSON */
export const poolSearch = (reader: ModelsReader): ((search: PoolSearch) => string) => {
  const reads = poolReadsOf(reader)
  const readAll = reader.prepared(searchedPoolsQuery)
  const names = nameIndex(reader)
  const all = cachedUntilCommit(reader, () => readAll()().flatMap((id) => names.of(id) ?? []))
  return (search) => {
    const { pattern, offset, limit } = search
    if (comparedText(pattern) === '' && pattern !== '') return JSON.stringify({ count: 0, items: [] })
    const rankOf = rankBy(search, tokenIn(pattern, names.tokenOf))
    // Anybody can launch tokens whose names contain a text, so a token with exactly this name comes first.
    const matches = all()
      .flatMap((named) => {
        const rank = rankOf(named)
        return rank === undefined ? [] : [{ id: named.id, token: named.token, rank }]
      })
      .sort((a, b) => a.rank - b.rank)
    const ids = new Map(matches.map(({ id, token }) => [token, id]))
    // A token comes before newer tokens that look like it, whatever their market caps.
    const ordered = new Set(
      matches.flatMap(({ id }) => [ids.get(names.marksOf(id).olderAlike?.asset ?? '') ?? id, id]),
    )
    const items = [...ordered].slice(offset, offset + limit).flatMap((id) => reads().pool(id) ?? [])
    return JSON.stringify({ count: matches.length, items })
  }
}
