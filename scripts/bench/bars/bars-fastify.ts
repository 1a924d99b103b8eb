// The bars endpoint as it is commonly written: a framework, a prepared statement, rows mapped to objects, JSON made
// of them. It answers what ours does.

import fastify from 'fastify'
import { modelsFile } from '../../../projections/engine/file/models-files.ts'
import { RESOLUTIONS } from '../../../schema/answers/charts.ts'
import { Sqlite } from '../../../schema/platform/sqlite.ts'
import { HISTORY_QUERYSTRING, type HistoryQuery } from './bars-query.ts'

interface StoredBar {
  readonly time: number
  readonly low: string
  readonly high: string
  readonly open: string
  readonly close: string
  readonly volume: string
}

/** Serves bars with ADA as quote. @returns the port. */
export const startFastify = async (directory: string): Promise<number> => {
  const database = new Sqlite(modelsFile(directory, 1).path, { readonly: true, fileMustExist: true })
  const poolOf = database.prepare<[string], number>('SELECT id FROM pools WHERE token = ?').pluck()
  const barsOf = database.prepare<[number, number, number, number], StoredBar>(
    'SELECT time, low, high, open, close, volume FROM plain_bars ' +
      'WHERE pool = ? AND resolution = ? AND time >= ? AND time < ? ORDER BY time LIMIT 5000',
  )
  const app = fastify()
  app.get<{ Querystring: HistoryQuery }>(
    '/v1/charts/history',
    { schema: { querystring: HISTORY_QUERYSTRING } },
    (request, reply) => {
      const { base, quote, resolution, from, to } = request.query
      const pool = poolOf.get(base)
      const rows = pool === undefined ? [] : barsOf.all(pool, RESOLUTIONS.indexOf(resolution), from, to)
      reply.header('Cache-Control', 'public, max-age=60').send(
        rows.map(({ time, low, high, open, close, volume }) => ({
          pair: { base, quote },
          time,
          low,
          high,
          open,
          close,
          volume,
        })),
      )
    },
  )
  const address = await app.listen({ host: '127.0.0.1', port: 0 })
  return Number(new URL(address).port)
}
