// The names of a listed token, and its description from the launch.
import type Database from 'better-sqlite3'
import { visibleText } from '../../../schema/codecs/visible-text.ts'
import type { AssetId } from '../../../schema/primitives.ts'
import { nullable } from '../../engine/table/column.ts'
import type { LaunchInfo } from '../../interpret/launch-info.ts'
import { launches } from '../../models/pools.ts'
import { tokenName } from '../names/token-name.ts'
import { param, prepare, queries } from '../reader/prepared.ts'

export interface TokenDetails {
  /** As shown; neither is empty. */
  readonly name: string
  readonly ticker: string
  /** Null if the launch was not seen. */
  readonly info: LaunchInfo | null
}

/** Undefined if the token is not listed. */
export const tokenDetailsQuery = (database: Database.Database) => {
  const row = prepare(
    database,
    queries
      .selectFrom('pools')
      .leftJoin('launches', 'launches.pool', 'pools.id')
      .select('launches.info')
      .where('pools.token', '=', param<string>('token')),
    { info: nullable(launches.columns.info) },
  )
  return (token: AssetId): TokenDetails | undefined => {
    const found = row.get({ token })
    if (found === undefined) return undefined
    const info: LaunchInfo | null = found.info === null ? null : JSON.parse(found.info)
    const [name, ticker] = [visibleText(tokenName(token)), visibleText(info?.ticker ?? '')]
    return { name: name || ticker || token, ticker: ticker || name || token, info }
  }
}
