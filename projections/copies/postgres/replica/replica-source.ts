// A replica's reader of the copy in PostgreSQL: its state, all of its rows, and its changes since a version, each in one
// snapshot, so that rows and checkpoint belong to the same block.

import pg from 'pg'
import type { Point } from '../../../../schema/primitives.ts'
import { quote } from '../../../engine/table/ddl.ts'
import type { Table } from '../../../engine/table/table.ts'
import { type CopiedDifference, readDifference } from '../../protocol/copied-difference.ts'
import type { CopyState } from '../../protocol/copy-state.ts'
import { CopyMoved, isSamePoint } from '../../receive/copy-source.ts'
import { named } from '../layout.ts'
import { UNDEFINED_TABLE } from '../read-mirror.ts'
import { rowsOf, rowsOfKept, type Session } from '../session.ts'

export type CopyBeginning = Awaited<ReturnType<typeof readBeginning>>

/**
 * Reads the state from which a whole copy starts, its stored blocks, and PostgreSQL's estimate of the number of rows.
 * @param state the copy's state a moment ago
 * @throws {CopyMoved} if there was a commit since then
 */
export const readBeginning = async (session: Session, schema: string, state: CopyState) => {
  const [rows, [[estimated] = []]] = await Promise.all([
    rowsOf(
      session,
      `SELECT mirror.load, mirror.version, blocks.slot, blocks.id, blocks.height, blocks.seq, journaled, transactions, blocks.digest
         FROM ${named(schema, 'mirror')} CROSS JOIN ${named(schema, 'blocks')} ORDER BY blocks.slot`,
    ),
    rowsOf(
      session,
      `SELECT sum(greatest(reltuples, 0))::bigint FROM pg_class
         WHERE relkind = 'r' AND relnamespace = (SELECT oid FROM pg_namespace WHERE nspname = $1)`,
      [schema],
    ),
  ])
  const [[load, version] = []] = rows
  if (load !== state.load || Number(version) !== state.version)
    throw new CopyMoved('the copy was written meanwhile')
  const blocks = rows.map(([, , slot, id, height, seq, journaled, transactions, digest]) => ({
    slot: Number(slot),
    id: id ?? '',
    height: Number(height),
    seq: Number(seq),
    journaled: journaled === 't' ? 1 : 0,
    transactions: Number(transactions),
    digest: digest ?? null,
  }))
  return { state, blocks, rows: Number(estimated ?? 0) }
}

/** Reads the load id and the version of the copy. */
export const readPlace = async (
  session: Session,
  schema: string,
): Promise<{ readonly load: string; readonly version: number }> => {
  const [[load, version] = []] = await rowsOf(session, `SELECT load, version FROM ${named(schema, 'mirror')}`)
  return { load: load ?? '', version: Number(version) }
}

/** Number of commits per request: about a megabyte. */
export const COMMITS = 25

/** The state of the copy and its commits after a version, in one statement: one snapshot, one round trip. */
const differencesSql = (schema: string, commits: number): string =>
  `SELECT mirror.load, mirror.version, mirror.slot, mirror.id, mirror.digest, later.version, later.difference
     FROM ${named(schema, 'mirror')} LEFT JOIN LATERAL (
       SELECT version, difference FROM ${named(schema, 'versions')} WHERE version > $1 ORDER BY version LIMIT ${commits}
     ) AS later ON true ORDER BY later.version`

/**
 * Reads the commits since a state in one round trip: a part of them at a time, in their order.
 * @param tables the copied tables, by their names
 * @param hasPassed whether the reader may have been at a block
 * @param commits maximum number of commits to read
 * @returns no commits if there are none, or if the server has lost its last commits and the mirror will write them again;
 * `everything` if the copy does not continue from that state, so that everything must be read: it was loaded again, is too far
 * ahead, or differs from the lost commits, which fewer commits may have replaced
 * @throws {CopyMoved}
 */
export const readDifferences = async (
  session: Session,
  schema: string,
  tables: ReadonlyMap<string, Table>,
  since: CopyState,
  hasPassed: (point: Point) => boolean,
  commits = COMMITS,
): Promise<readonly CopiedDifference[] | 'everything'> => {
  const rows = await rowsOfKept(session, differencesSql(schema, commits), [since.version])
  const [[load, version, slot, id, digest] = []] = rows
  if (load !== since.load) return 'everything'
  const at = { slot: Number(slot), id: id ?? '', digest: digest ?? '' }
  if (Number(version) < since.version) return hasPassed(at) ? [] : 'everything'
  const differences = rows.flatMap(([, , , , , , text]) =>
    typeof text === 'string' ? [readDifference(text, tables)] : [],
  )
  const [first] = differences
  if (first === undefined) {
    return Number(version) === since.version && isSamePoint(since, at) ? [] : 'everything'
  }
  // The names may now refer to the tables of another load.
  if (first.state.load !== since.load) throw new CopyMoved('the copy was replaced')
  return first.state.version === since.version + 1 && isSamePoint(since, first.from)
    ? differences
    : 'everything'
}

/** PostgreSQL's code for a statement that a hot standby refuses. */
const READ_ONLY = '25006'

/** Subscribes a session to notifications of commits. @returns whether it will receive notifications: a hot standby sends none */
export const listen = async (session: Session, schema: string): Promise<boolean> => {
  try {
    await session.query(`LISTEN ${quote(schema)}`)
    return true
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.code === READ_ONLY) return false
    throw error
  }
}

/** Reports of the indexer: JSON by part, as in the status file beside the models; none if there is no copy. */
export const readReports = async (
  session: Session,
  schema: string,
): Promise<readonly (readonly [part: string, report: string])[]> => {
  const rows = await rowsOf(session, `SELECT part, report FROM ${named(schema, 'reports')}`).catch(
    (error: unknown) => {
      if (error instanceof pg.DatabaseError && error.code === UNDEFINED_TABLE) return []
      throw error
    },
  )
  return rows.map(([part, report]) => [part ?? '', report ?? 'null'])
}
