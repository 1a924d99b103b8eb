// The reads as they are commonly written: a framework, prepared statements on plain tables, rows mapped to objects, JSON
// made of them. It answers what ours does.
import fastify from 'fastify'
import { modelsFile } from '../../../projections/engine/file/models-files.ts'
import { POOL_LISTS, type PoolList } from '../../../schema/answers/pool-lists.ts'
import { Sqlite } from '../../../schema/platform/sqlite.ts'

interface Page {
  readonly offset: number
  readonly limit: number
}

const natural = { type: 'integer', minimum: 0 }
const pageFields = { offset: natural, limit: natural }
const asset = { type: 'string', pattern: '^[0-9a-f]{56}\\.(?:[0-9a-f]{2}){0,32}$' }
const key = { type: 'string', pattern: '^[0-9a-f]{56}$' }
const object = (properties: Record<string, unknown>) => ({
  type: 'object',
  required: Object.keys(properties),
  properties,
})

const ORDER =
  'entityId, beacon, asset, "from", "to", address, pkh, worstPrice, orderType, fromAmount, toAmount, status, ' +
  'pendingTransactionId, evaluatedTransactionId, timestamp'

const LISTS: Readonly<Record<PoolList, readonly [venue: string, column: string]>> = {
  Latest: ['curve', 'updated'],
  New: ['curve', 'created'],
  MCapDesc: ['curve', 'market_cap'],
  Progress: ['curve', 'progress'],
  CompletedCreateOn: ['amm', 'created'],
  CompletedMCap: ['amm', 'market_cap'],
}

/** @returns the port. */
export const startFastify = async (directory: string): Promise<number> => {
  const database = new Sqlite(modelsFile(directory, 1).path, { readonly: true, fileMustExist: true })
  const token = database.prepare<[string], { readonly dev: string; readonly devQuantity: string }>(
    'SELECT dev, devQuantity FROM plain_tokens WHERE asset = ?',
  )
  const holders = database.prepare<[string, number, number], { address: string; quantity: number }>(
    'SELECT address, quantity FROM plain_holders WHERE asset = ? ORDER BY quantity DESC, address LIMIT ? OFFSET ?',
  )
  const holderCount = database
    .prepare<[string], number>('SELECT count(*) FROM plain_holders WHERE asset = ?')
    .pluck()
  const lists = new Map(
    Object.entries(LISTS).map(([list, [venue, column]]) => [
      list,
      database.prepare<[], { readonly pool: string; readonly metrics: string; readonly info: string }>(
        `SELECT pool, metrics, info FROM plain_pools WHERE venue = '${venue}' ORDER BY ${column} DESC, id LIMIT 60`,
      ),
    ]),
  )
  const outputs = database.prepare<[string, number, number], { readonly value: string }>(
    'SELECT txHash, "index", address, value FROM plain_outputs WHERE pkh = ? ORDER BY id LIMIT ? OFFSET ?',
  )
  const ordersBy = (where: string) => ({
    page: database.prepare<[string, number, number], object>(
      `SELECT ${ORDER} FROM plain_orders WHERE ${where} ORDER BY timestamp DESC LIMIT ? OFFSET ?`,
    ),
    count: database.prepare<[string], number>(`SELECT count(*) FROM plain_orders WHERE ${where}`).pluck(),
  })
  const ofAsset = ordersBy('asset = ?')
  const ofKeys = ordersBy('pkh IN (SELECT value FROM json_each(?))')

  const app = fastify()
  app.get<{ Querystring: Page & { readonly assetId: string } }>(
    '/balances/v1/pool/holders',
    { schema: { querystring: object({ assetId: asset, ...pageFields }) } },
    ({ query: { assetId, limit, offset } }, reply) => {
      const known = token.get(assetId)
      if (known === undefined) return reply.code(404).send({ message: 'unknown' })
      return reply.send({
        holders: holders
          .all(assetId, limit, offset)
          .map(({ address, quantity }) => ({ address, quantity: `${quantity}` })),
        dev: { address: known.dev, quantity: known.devQuantity },
        count: holderCount.get(assetId),
      })
    },
  )
  app.get<{ Querystring: { readonly filter: string } }>(
    '/v1/pools-main-page/initial/state',
    { schema: { querystring: object({ filter: { enum: POOL_LISTS } }) } },
    ({ query: { filter } }, reply) =>
      reply.send(
        (lists.get(filter)?.all() ?? []).map(({ pool, metrics, info }) => ({
          pool: JSON.parse(pool),
          metrics: JSON.parse(metrics),
          info: JSON.parse(info),
        })),
      ),
  )
  app.post<{ Body: Page & { readonly pkh: string } }>(
    '/getUtxos',
    { schema: { body: object({ pkh: key, ...pageFields }) } },
    ({ body: { pkh, limit, offset } }, reply) =>
      reply.send(
        outputs
          .all(pkh, limit, offset)
          .map(({ value, ...output }) => ({ ...output, value: JSON.parse(value) })),
      ),
  )
  app.post<{ Querystring: Page & { readonly asset: string } }>(
    '/v1/orders-feed/initial/state',
    { schema: { querystring: object({ asset, ...pageFields }) } },
    ({ query }, reply) => {
      const items = ofAsset.page.all(query.asset, query.limit, query.offset)
      return reply.send({ ledger: { count: ofAsset.count.get(query.asset), items }, mempool: [] })
    },
  )
  app.post<{ Querystring: Page; Body: readonly string[] }>(
    '/v1/user-history-feed/initial/state',
    { schema: { querystring: object(pageFields), body: { type: 'array', items: key, maxItems: 100 } } },
    ({ query, body }, reply) => {
      const keys = JSON.stringify(body)
      const items = ofKeys.page.all(keys, query.limit, query.offset)
      return reply.send({ ledger: { count: ofKeys.count.get(keys), items }, mempool: [] })
    },
  )
  const address = await app.listen({ host: '127.0.0.1', port: 0 })
  return Number(new URL(address).port)
}
