// Tables, views, functions and indexes of the copy. A release with other definitions changes them in place, in a short transaction before
// the rows are loaded. What does not change keeps its identity, since users' views, publications and rights refer to it.
import { createHash } from 'node:crypto'
import pg from 'pg'
import { quote } from '../../../engine/table/ddl.ts'
import type { Table } from '../../../engine/table/table.ts'
import { VIEW_COMMENTS } from '../../../views/view-columns.ts'
import { createCommentsSql } from '../comments.ts'
import { createIndexesSql, createTablesSql, named, primaryKeysSql } from '../layout.ts'
import { inTransaction, rowsOf, type Session } from '../session.ts'
import { commentOnViews, createViewsSql, viewsOf } from '../views.ts'

/** Longest wait for a table's current readers. New readers wait behind the change. */
const LOCK_TIMEOUT = '2s'

const namesOf = (tables: readonly Table[]): string[] => tables.map(({ name }) => name)

/** The comment's hash changes with the definitions, so that a later start knows whether to change the schema. */
const commentOf = (tables: readonly Table[]): string => {
  const statements = [createTablesSql, createIndexesSql, createCommentsSql].flatMap((of) => of('', tables))
  const views = createViewsSql('', namesOf(tables))
  const hash = createHash('sha256').update(JSON.stringify([statements, views, VIEW_COMMENTS]))
  const digest = hash.digest('hex').slice(0, 16)
  return `Read models of the launchpad, written by its indexer; definitions ${digest}.`
}

/**
 * Without indexes and views.
 * @throws {DatabaseError} if the schema exists
 */
export const createDefinitions = async (
  session: Session,
  schema: string,
  tables: readonly Table[],
): Promise<void> => {
  const created = [`CREATE SCHEMA ${quote(schema)}`, ...createTablesSql(schema, tables)]
  await session.query([...created, ...createCommentsSql(schema, tables)].join(';'))
}

/** An existing view that cannot be changed is replaced. */
const makeViews = async (session: Session, schema: string, tables: readonly Table[]): Promise<void> => {
  for (const sql of createViewsSql(schema, namesOf(tables))) {
    await session.query('SAVEPOINT made')
    try {
      await session.query(sql)
    } catch (error) {
      if (!(error instanceof pg.DatabaseError) || !/^42P1[36]$/.test(error.code ?? '')) throw error
      const [, what] = /^CREATE OR REPLACE ((?:VIEW|FUNCTION) "[^"]*"\."[^"]*")/.exec(sql) ?? []
      await session.query(`ROLLBACK TO made; DROP ${what} CASCADE; ${sql}`)
    }
  }
  await commentOnViews(session, schema)
}

/** Keys and indexes, and the views if the schema is new. */
export const finishDefinitions = async (
  session: Session,
  schema: string,
  tables: readonly Table[],
  isNew: boolean,
): Promise<string[]> => {
  if (isNew) await makeViews(session, schema, tables)
  return [
    ...(isNew ? primaryKeysSql(schema, tables) : []),
    ...createIndexesSql(schema, tables),
    `COMMENT ON SCHEMA ${quote(schema)} IS '${commentOf(tables)}'`,
  ]
}

export const areCurrent = async (
  session: Session,
  schema: string,
  tables: readonly Table[],
): Promise<boolean> => {
  const [[comment] = []] = await rowsOf(
    session,
    "SELECT obj_description(oid, 'pg_namespace') FROM pg_namespace WHERE nspname = $1",
    [schema],
  )
  return comment === commentOf(tables)
}

/** Views outside the schema that read it, directly or through other views. */
const DEPENDENT_VIEWS = `
  WITH RECURSIVE edges AS (
    SELECT DISTINCT ev_class AS view, refobjid AS source FROM pg_depend JOIN pg_rewrite ON classid = 'pg_rewrite'::regclass
      AND pg_rewrite.oid = objid WHERE refobjid <> ev_class
  ), readers AS (
    SELECT oid AS view FROM pg_class WHERE relnamespace = $1::regnamespace
    UNION SELECT oid FROM pg_proc WHERE pronamespace = $1::regnamespace
    UNION SELECT edges.view FROM edges JOIN readers ON readers.view = edges.source
  )
  SELECT view.oid::regclass, quote_ident(pg_get_userbyid(relowner)), pg_get_viewdef(view.oid),
    CASE relkind WHEN 'm' THEN 'MATERIALIZED VIEW' ELSE 'VIEW' END
  FROM (SELECT DISTINCT view FROM readers) AS found JOIN pg_class AS view ON view.oid = found.view
  WHERE relkind IN ('v', 'm') AND relnamespace <> $1::regnamespace ORDER BY view.oid`

/** @returns views that cannot be recreated: this role may not act as their owner, or a column is gone */
const restoreViews = async (
  session: Session,
  views: readonly (readonly (string | null)[])[],
): Promise<string[]> => {
  const lost: string[] = []
  for (const [view, owner, text, kind] of views) {
    const [[found] = []] = await rowsOf(session, 'SELECT to_regclass($1)', [view])
    if (found !== null) continue
    await session.query('SAVEPOINT restored')
    try {
      await session.query(`SET LOCAL ROLE ${owner}; CREATE ${kind} ${view} AS ${text}`)
    } catch {
      await session.query('ROLLBACK TO restored')
      lost.push(`${view}`)
    }
    await session.query('RESET ROLE')
  }
  return lost
}

/** Columns as PostgreSQL has them. The key is listed like a column. */
const COLUMNS = `
  SELECT relname, quote_ident(attname), format_type(atttypid, atttypmod) || CASE collname WHEN 'C' THEN ' COLLATE "C"' ELSE '' END, attnotnull
  FROM pg_class JOIN pg_attribute ON attrelid = pg_class.oid LEFT JOIN pg_collation ON pg_collation.oid = attcollation
  WHERE relkind = 'r' AND relnamespace = $1::regnamespace AND attnum > 0 AND NOT attisdropped
  UNION ALL SELECT relname, replace(pg_get_constraintdef(pg_constraint.oid), '"', ''), 'key', false
  FROM pg_constraint JOIN pg_class ON pg_class.oid = conrelid WHERE contype = 'p' AND relnamespace = $1::regnamespace`

interface ColumnType {
  readonly type: string
  readonly refusesNull: boolean
}

const columnsOf = async (session: Session, schema: string): Promise<Map<string, Map<string, ColumnType>>> => {
  const tables = new Map<string, Map<string, ColumnType>>()
  for (const [table, column, type, refusesNull] of await rowsOf(session, COLUMNS, [schema])) {
    const columns = tables.get(`${table}`) ?? new Map<string, ColumnType>()
    tables.set(`${table}`, columns.set(`${column}`, { type: `${type}`, refusesNull: refusesNull === 't' }))
  }
  return tables
}

const NOTHING: ReadonlyMap<string, ColumnType> = new Map()

/** A new column is null until the load. */
const changesSql = async (session: Session, schema: string, tables: readonly Table[]): Promise<string[]> => {
  const [[temporary = ''] = []] = await rowsOf(session, 'SELECT pg_my_temp_schema()::regnamespace')
  const [current, meant] = [await columnsOf(session, quote(schema)), await columnsOf(session, `${temporary}`)]
  const otherKey = tables.filter(
    ({ name, key }) => current.get(name)?.has(`PRIMARY KEY (${key.join(', ')})`) !== true,
  )
  const isKept = (name: string): boolean =>
    current.has(name) && meant.has(name) && otherKey.every((table) => table.name !== name)
  return [
    ...[...current.keys()].flatMap((name) =>
      isKept(name) ? [] : `DROP TABLE ${named(schema, name)} CASCADE`,
    ),
    ...[...meant.keys()].flatMap((name) => {
      const like = `${temporary}.${quote(name)} INCLUDING ALL`
      return isKept(name) ? [] : `CREATE TABLE ${named(schema, name)} (LIKE ${like})`
    }),
    ...primaryKeysSql(schema, otherKey),
    ...[...meant].flatMap(([name, after]) => {
      const before = isKept(name) ? (current.get(name) ?? NOTHING) : after
      const alter = `ALTER TABLE ${named(schema, name)}`
      const fits = (column: string): boolean => {
        const [was, is] = [before.get(column), after.get(column)]
        return was?.type === is?.type && (is?.refusesNull === true || was?.refusesNull === false)
      }
      return [
        ...[...before].flatMap(([column, { type }]) =>
          fits(column) || type === 'key' ? [] : `${alter} DROP COLUMN ${column} CASCADE`,
        ),
        ...[...after].flatMap(([column, { type }]) =>
          fits(column) ? [] : `${alter} ADD COLUMN ${column} ${type}`,
        ),
      ]
    }),
  ]
}

/** Indexes other than keys are made again when the rows are loaded. */
const INDEXES = `
  SELECT indexrelid::regclass FROM pg_index JOIN pg_class ON pg_class.oid = indrelid
  WHERE relnamespace = $1::regnamespace AND NOT EXISTS (SELECT FROM pg_constraint WHERE conindid = indexrelid)`

/**
 * The temporary tables must exist.
 * @returns users' views that were dropped, because they use a removed column
 * @throws {DatabaseError} if a table is read for too long; nothing is changed
 */
export const changeDefinitions = (
  session: Session,
  schema: string,
  tables: readonly Table[],
): Promise<string[]> =>
  inTransaction(session, async () => {
    await session.query(`SET LOCAL lock_timeout = '${LOCK_TIMEOUT}'; SET LOCAL search_path = ''`)
    const views = await rowsOf(session, DEPENDENT_VIEWS, [quote(schema)])
    const indexes = await rowsOf(session, INDEXES, [quote(schema)])
    const wanted = viewsOf(namesOf(tables))
    const present = await rowsOf(
      session,
      "SELECT relname FROM pg_class WHERE relkind = 'v' AND relnamespace = $1::regnamespace",
      [quote(schema)],
    )
    const unwanted = present.flatMap(([name]) => (wanted.includes(`${name}`) ? [] : `${name}`))
    await session.query(
      [
        'SELECT',
        ...indexes.map(([index]) => `DROP INDEX ${index}`),
        ...unwanted.map((name) => `DROP VIEW IF EXISTS ${named(schema, name)} CASCADE`),
        ...(await changesSql(session, schema, tables)),
        ...createCommentsSql(schema, tables),
      ].join(';'),
    )
    await makeViews(session, schema, tables)
    return restoreViews(session, views)
  })
