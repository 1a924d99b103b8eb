// Pools whose name, ticker or asset id contains a text. No index is used: SQLite's full-text index keeps tables of its own, which the undo
// journal cannot roll back. So every pool's text is searched, in a read thread. The texts are read once for each state of the models, and
// searching 10,000 of them takes a millisecond.
import type Database from 'better-sqlite3'
import type { AssetId } from '../../../schema/primitives.ts'
import { nullable } from '../../engine/table/column.ts'
import { launches, pools } from '../../models/pools.ts'
import { cachedUntilCommit } from '../changed-rows.ts'
import type { ModelsReader } from '../reader/models-reader.ts'
import { prepare, queries } from '../reader/prepared.ts'
import { poolReads, tokenName } from './pools.ts'

/** A page of the matching pools. */
export interface PoolSearch {
  readonly name: 'poolSearch'
  readonly pattern: string
  /** Whether name, ticker or asset id must equal the pattern; by default one of them contains it. */
  readonly isWhole?: boolean
  readonly offset: number
  readonly limit: number
}

/** Patterns with a backslash are refused. */
const BETWEEN = '\\'

/** Name, ticker and asset id in lower case, each between two separators that no pattern contains. */
const textOf = (token: AssetId, ticker: string | null): string =>
  ['', tokenName(token), ticker ?? '', token, ''].join(BETWEEN).toLowerCase()

/** Every pool that trades, the highest market cap first: its id and its searched text. */
const searchedPoolsQuery = (database: Database.Database) => {
  const all = prepare(
    database,
    queries
      .selectFrom('pools')
      .leftJoin('launches', 'launches.pool', 'pools.id')
      .select(['pools.id', 'pools.token', 'launches.ticker'])
      .where('pools.venue', '!=', 'closed')
      .orderBy('pools.market_cap', 'desc')
      .orderBy('pools.nft'),
    { ...pools.columns, ticker: nullable(launches.columns.ticker) },
  )
  return () => all.all({}).map(({ id, token, ticker }) => ({ id, text: textOf(token, ticker) }))
}

/** @returns a function that runs a search: `{ count, items }` as JSON */
export const poolSearch = (reader: ModelsReader): ((search: PoolSearch) => string) => {
  const reads = reader.prepared(poolReads)
  const readAll = reader.prepared(searchedPoolsQuery)
  const all = cachedUntilCommit(reader, () => readAll()())
  return ({ pattern, isWhole, offset, limit }) => {
    const text = pattern.toLowerCase()
    const wanted = isWhole === true ? BETWEEN + text + BETWEEN : text
    const matches = all().filter(({ text }) => text.includes(wanted))
    const items = matches.slice(offset, offset + limit).flatMap(({ id }) => reads().pool(id) ?? [])
    return JSON.stringify({ count: matches.length, items })
  }
}
