// The images that launches name; other images are not needed. The query reads every launch, so it runs only for an image that no known
// launch names, and when images must be removed.
import type Database from 'better-sqlite3'
import { sql } from 'kysely'
import { text } from '../../engine/table/column.ts'
import { prepare, queries } from '../reader/prepared.ts'

export const logosQuery = (database: Database.Database): (() => ReadonlySet<string>) => {
  const logos = prepare(
    database,
    queries.selectFrom('launches').select(sql<string>`json_extract(info, '$.logoCid')`.as('cid')).distinct(),
    { cid: text },
  )
  return () => new Set(logos.all({}).map(({ cid }) => cid))
}
