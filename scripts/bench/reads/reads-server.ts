// One server of the reads in this process: ours, put together as the service is, or the common way.

import { walletRoutes } from '../../../api/analytics/wallet-routes.ts'
import { ordersRoutes } from '../../../api/feed/orders-routes.ts'
import { poolsRoutes } from '../../../api/feed/pools-routes.ts'
import { startServer } from '../../../api/http/server.ts'
import { noMempool } from '../../../api/mempool-view.ts'
import { modelsView } from '../../../api/models-view.ts'
import { utxoRoutes } from '../../../api/utxos/routes.ts'
import { type Change, ModelsReader } from '../../../projections/read/reader/models-reader.ts'
import { ReadThreads } from '../../../projections/read/threads/read-threads.ts'
import { readSettings } from '../../../schema/config/settings.ts'
import { loadModule } from '../../../schema/platform/load-module.ts'
import { loadConfigs } from '../../service/settings/configs.ts'
import { liveConfigs } from '../../service/settings/live-configs.ts'
import { createLogger } from '../../service/settings/logger.ts'
import { randomFrom } from '../bars/bars-data.ts'
import { answer, cpuSeconds } from '../kit/child.ts'
import { type ReadsSize, tokenOf } from './reads-data.ts'
import { fillReads } from './reads-database.ts'
import { fillPlain } from './reads-plain.ts'

export type ReadsRequest =
  /** Makes the database that the servers answer from. */
  | { readonly kind: 'fill'; readonly directory: string; readonly size: ReadsSize }
  /** Answered with a port. The second kind holds no answers; of the third, a pool changes before every answer. */
  | {
      readonly kind: 'ours' | 'ours, holding nothing' | 'ours, changing' | 'fastify'
      readonly directory: string
      readonly size: ReadsSize
    }
  /** Answered with the seconds of processor time so far. */
  | { readonly kind: 'cpu' }

/** As the setting's default. */
const CACHE_BYTES = Number(readSettings({}, []).settings.ANSWER_CACHE_BYTES)

/** Says that a random pool changed, as a trade does, without the commit. */
const changing = (reader: ModelsReader, { tokens }: ReadsSize): (() => void) => {
  const random = randomFrom(3)
  const pools = reader.database
    .prepare<[], { readonly id: number; readonly token: string }>('SELECT id, token FROM pools')
    .all()
    .map(({ id, token }): Change => ({ table: 'pools', key: [id], topics: { token } }))
  return () => {
    const change = pools[Math.floor(random() * tokens)]
    if (change !== undefined) reader.emit('changed', [change], true)
  }
}

const startOurs = async (
  directory: string,
  size: ReadsSize,
  { cacheBytes, isChanging }: { readonly cacheBytes: number; readonly isChanging: boolean },
): Promise<number> => {
  const { settings } = readSettings({}, [])
  const network = 'mainnet'
  const log = createLogger('warn')
  const reader = new ModelsReader(directory)
  const readThreads = new ReadThreads({ directory, network, threads: 1 })
  const configs = loadConfigs(settings, network)
  const context = {
    reader,
    readThreads,
    network,
    log,
    mempool: noMempool,
    configs: liveConfigs(configs, configs.operations.value, log).states,
    clock: Date.now,
  } as const
  const view = modelsView(reader, { maxLag: Number(settings.MAX_LAG) })
  const change = changing(reader, size)
  const { port } = await startServer({
    routes: [
      ...walletRoutes(context),
      ...poolsRoutes(context),
      ...ordersRoutes(context),
      ...utxoRoutes(context),
    ],
    host: '127.0.0.1',
    port: 0,
    log,
    cacheBytes,
    models: isChanging
      ? {
          ...view,
          look: () => {
            change()
            return view.look()
          },
        }
      : view,
  })
  return port
}

answer<ReadsRequest>(async (request) => {
  switch (request.kind) {
    case 'fill':
      fillReads(request.directory, request.size)
      fillPlain(request.directory, request.size)
      return tokenOf(0)
    case 'fastify':
      return (
        await loadModule<typeof import('./reads-fastify.ts')>(new URL('reads-fastify.ts', import.meta.url))
      ).startFastify(request.directory)
    case 'cpu':
      return cpuSeconds()
    default:
      return startOurs(request.directory, request.size, {
        cacheBytes: request.kind === 'ours, holding nothing' ? 0 : CACHE_BYTES,
        isChanging: request.kind === 'ours, changing',
      })
  }
})
