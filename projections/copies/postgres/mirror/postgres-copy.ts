// The copy in PostgreSQL, for the process that writes it.
import type { Copy } from '../../protocol/sync.ts'
import { LAST, named } from '../layout.ts'
import { readMirror } from '../read-mirror.ts'
import { rowsOf, type Session } from '../session.ts'
import { writeDifference } from './write-difference.ts'

/** @param session pipelined; must not be used after an error */
export const postgresCopy = (session: Session, schema: string): Copy => ({
  name: 'the copy in PostgreSQL',
  advice: {
    differs: 'run npm run verify and npm run verify -- --postgres to see which rows are wrong',
    otherNetwork: `choose another POSTGRES_SCHEMA than ${schema}`,
  },
  state: () => readMirror(session, schema),
  async blocks() {
    const rows = await rowsOf(
      session,
      `SELECT slot, id, digest FROM ${named(schema, 'blocks')} ORDER BY slot DESC`,
    )
    return rows.map(([slot, id, digest]) => ({ slot: Number(slot), id: id ?? '', digest: digest ?? null }))
  },
  async commitsAfter(slot) {
    const rows = await rowsOf(
      session,
      `SELECT difference FROM ${named(schema, 'versions')} WHERE slot BETWEEN $1 AND ${LAST}`,
      [slot + 1],
    )
    return rows.map(([text]) => text ?? '')
  },
  beat: () => session.query('SELECT 1'),
  write: (commit, tables) => writeDifference(session, schema, commit, tables),
})
