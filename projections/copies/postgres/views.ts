// The users' views in the copy: the views that SQLite also has, and a view of outputs' assets, which SQL cannot unpack in SQLite. The views
// are computed on read, so they do not slow down a load.
import pg from 'pg'
import { quote } from '../../engine/table/ddl.ts'
import { columnComment } from '../../views/view-columns.ts'
import { type Dialect, VIEWS, type View } from '../../views/views.ts'
import { createFunctionsSql } from './functions.ts'
import { named } from './layout.ts'
import { rowsOf, type Session } from './session.ts'

const postgres = (schema: string): Dialect => {
  const table = (name: string): string => named(schema, name)
  return {
    table,
    hex: (bytes) => `encode(${bytes}, 'hex')`,
    time: (seconds) => `to_timestamp(${seconds})`,
    day: (seconds) => `(to_timestamp(${seconds}) AT TIME ZONE 'UTC')::date`,
    ada: (lovelace) => `((${lovelace}) / 1e6)::numeric(30,6)`,
    decimal: (text) => `${text}::numeric`,
    ratio: (text) => `split_part(${text}, '/', 1)::numeric / split_part(${text}, '/', 2)::numeric`,
    natural: (stored) => stored,
    address: (bytes) => `${named(schema, 'address_text')}(${bytes})`,
    name: (assetId) => `encode(decode(split_part(${assetId}, '.', 2), 'hex'), 'escape')`,
    made: `CROSS JOIN LATERAL (
        SELECT id, hash, first_index FROM ${table('transactions')} WHERE id <= utxos.id ORDER BY id DESC LIMIT 1
      ) AS made`,
  }
}

const ASSET_VIEW: View = {
  name: 'asset_view',
  of: ['utxos'],
  comment: 'Native assets of unspent outputs, one row each. Select outputs by id or raw_address.',
  select: ({ table, address }) => `
      SELECT utxos.id, ${address('utxos.address')} AS address, utxos.address AS raw_address, held.asset, held.quantity
      FROM ${table('utxos')} CROSS JOIN LATERAL ${table('output_assets')}(utxos.assets) AS held`,
}

const viewsWith = (tables: readonly string[]): readonly View[] =>
  [...VIEWS, ASSET_VIEW].filter(({ of }) => of.every((table) => tables.includes(table)))

export const viewsOf = (tables: readonly string[]): string[] => viewsWith(tables).map(({ name }) => name)

export const createViewsSql = (schema: string, tables: readonly string[]): string[] => [
  ...createFunctionsSql(schema),
  ...viewsWith(tables).flatMap(({ name, comment, select }) => {
    const view = named(schema, name)
    return [
      `CREATE OR REPLACE VIEW ${view} AS ${select(postgres(schema))}`,
      `COMMENT ON VIEW ${view} IS ${pg.escapeLiteral(comment)}`,
    ]
  }),
]

export const commentOnViews = async (session: Session, schema: string): Promise<void> => {
  const columns = await rowsOf(
    session,
    `SELECT relname, attname FROM pg_class JOIN pg_attribute ON attrelid = pg_class.oid
       WHERE relkind = 'v' AND relnamespace = $1::regnamespace AND attnum > 0`,
    [quote(schema)],
  )
  const comments = columns.map(([view, column]) => {
    const comment = pg.escapeLiteral(columnComment(`${view}`, `${column}`))
    return `COMMENT ON COLUMN ${named(schema, `${view}`)}.${quote(`${column}`)} IS ${comment}`
  })
  await session.query(comments.join(';'))
}
