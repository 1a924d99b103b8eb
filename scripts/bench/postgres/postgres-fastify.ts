// Bars and outputs as a server of PostgreSQL commonly answers them: a framework, a pool of connections, prepared statements
// on plain tables, rows mapped to objects, JSON made of them. It answers what ours does.
import fastify from 'fastify'
import pg from 'pg'
import { RESOLUTIONS } from '../../../schema/answers/charts.ts'
import { HISTORY_QUERYSTRING, type HistoryQuery } from '../bars/bars-query.ts'

interface OutputsBody {
  readonly pkh: string
  readonly offset: number
  readonly limit: number
}

const natural = { type: 'integer', minimum: 0 }
const body = {
  type: 'object',
  required: ['pkh', 'offset', 'limit'],
  properties: { pkh: { type: 'string', pattern: '^[0-9a-f]{56}$' }, offset: natural, limit: natural },
}

/**
 * @param schema of the copy, with a plain table beside its own.
 * @returns the port.
 */
export const startFastify = async (url: string, schema: string): Promise<number> => {
  const pool = new pg.Pool({ connectionString: url, options: `-c search_path=${schema}` })
  const app = fastify()
  app.get<{ Querystring: HistoryQuery }>(
    '/v1/charts/history',
    { schema: { querystring: HISTORY_QUERYSTRING } },
    async ({ query: { base, quote, resolution, from, to } }, reply) => {
      const { rows } = await pool.query<
        Record<'time' | 'low' | 'high' | 'open' | 'close' | 'volume', string>
      >({
        name: 'bars',
        text:
          'SELECT time, low, high, open, close, plain_bars.volume FROM plain_bars JOIN pools ON pools.id = plain_bars.pool ' +
          'WHERE token = $1 AND resolution = $2 AND time >= $3 AND time < $4 ORDER BY time LIMIT 5000',
        values: [base, RESOLUTIONS.indexOf(resolution), from, to],
      })
      return reply
        .header('Cache-Control', 'public, max-age=60')
        .send(rows.map(({ time, ...bar }) => ({ pair: { base, quote }, time: Number(time), ...bar })))
    },
  )
  app.post<{ Body: OutputsBody }>(
    '/getUtxos',
    { schema: { body } },
    async ({ body: { pkh, limit, offset } }, reply) => {
      const { rows } = await pool.query<Record<'txHash' | 'index' | 'address' | 'value', string>>({
        name: 'outputs',
        text: 'SELECT "txHash", "index", address, value FROM plain_outputs WHERE pkh = $1 ORDER BY id LIMIT $2 OFFSET $3',
        values: [pkh, limit, offset],
      })
      return reply.send(
        rows.map(({ index, value, ...output }) => ({
          ...output,
          index: Number(index),
          value: JSON.parse(value),
        })),
      )
    },
  )
  const address = await app.listen({ host: '127.0.0.1', port: 0 })
  return Number(new URL(address).port)
}
