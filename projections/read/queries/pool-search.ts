// Finds pools by name, ticker, asset id or fingerprint. Name and ticker also match if they look like the pattern. The search reads the
// texts of all pools in a read thread. For 10,000 pools this takes a few milliseconds. SQLite's full-text index is not used, since the undo
// journal cannot roll back its tables.
import type Database from 'better-sqlite3'
import { tokenIn } from '../../../schema/codecs/asset-text.ts'
import { comparedText } from '../../../schema/codecs/visible-text.ts'
import { pools } from '../../models/pools.ts'
import { cachedUntilCommit } from '../changed-rows.ts'
import { BETWEEN, type Named, nameIndex } from '../names/name-index.ts'
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

/** A name or ticker may look like a text that contains the pattern. */
const looksLike = (pattern: string): ((named: Named) => boolean) => {
  const keys = nameKeys(pattern).filter((key) => key !== '')
  return (named) => keys.some((key) => named.keys.some((each) => each.includes(key)))
}

/** @returns `{ count, items }` as JSON */
export const poolSearch = (reader: ModelsReader): ((search: PoolSearch) => string) => {
  const reads = poolReadsOf(reader)
  const readAll = reader.prepared(searchedPoolsQuery)
  const names = nameIndex(reader)
  const all = cachedUntilCommit(reader, () => readAll()().flatMap((id) => names.of(id) ?? []))
  return ({ pattern, isWhole, offset, limit }) => {
    const text = tokenIn(pattern, names.tokenOf) ?? comparedText(pattern)
    if (text === '' && pattern !== '') return JSON.stringify({ count: 0, items: [] })
    const wanted = isWhole === true ? BETWEEN + text + BETWEEN : text
    const isAlike = isWhole === true ? () => false : looksLike(pattern)
    const matches = all().filter((named) => named.text.includes(wanted) || isAlike(named))
    const ids = new Map(matches.map(({ id, token }) => [token, id]))
    // A token comes before newer tokens that look like it, whatever their market caps.
    const ordered = new Set(
      matches.flatMap(({ id }) => [ids.get(names.marksOf(id).olderAlike?.asset ?? '') ?? id, id]),
    )
    const items = [...ordered].slice(offset, offset + limit).flatMap((id) => reads().pool(id) ?? [])
    return JSON.stringify({ count: matches.length, items })
  }
}
