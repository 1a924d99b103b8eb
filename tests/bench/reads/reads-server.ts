// The server of the reads in this process, composed as in the service, with or without caches.
import { walletRoutes } from '../../../api/analytics/wallet-routes.ts'
import { chartRoutes } from '../../../api/charts/routes.ts'
import { ordersRoutes } from '../../../api/feed/orders-routes.ts'
import { poolsRoutes } from '../../../api/feed/pools-routes.ts'
import { startServer } from '../../../api/http/server.ts'
import { noMempool } from '../../../api/mempool-view.ts'
import { modelsView } from '../../../api/models-view.ts'
import { SharedReads } from '../../../api/shared-reads.ts'
import { utxoRoutes } from '../../../api/utxos/routes.ts'
import { type Change, ModelsReader } from '../../../projections/read/reader/models-reader.ts'
import { ReadThread } from '../../../projections/read/threads/run-reads.ts'
import { readSettings } from '../../../schema/config/settings.ts'
import { loadConfigs } from '../../../scripts/service/settings/configs.ts'
import { liveConfigs } from '../../../scripts/service/settings/live-configs.ts'
import { createLogger } from '../../../scripts/service/settings/logger.ts'
import { randomFrom } from '../../kit/random-from.ts'
import { respond } from '../kit/child.ts'
import type { ReadsSize } from './reads-data.ts'
import { fillReads } from './reads-database.ts'

/** `forgetful`: responses and bars are not cached. `changing`: a pool changes before every response. */
export type ServerKind = 'holding' | 'forgetful' | 'changing'

export type ReadsRequest =
  | { readonly kind: 'fill'; readonly directory: string; readonly size: ReadsSize }
  /** The response is a port. */
  | { readonly kind: ServerKind; readonly directory: string }

/** Reports a change of a random pool, without a commit. */
const changing = (reader: ModelsReader): (() => void) => {
  const random = randomFrom(3)
  const pools = reader.database
    .prepare<[], { readonly id: number; readonly token: string }>('SELECT id, token FROM pools')
    .all()
    .map(({ id, token }): Change => ({ table: 'pools', key: [id], topics: { token } }))
  return () => {
    const change = pools[Math.floor(random() * pools.length)]
    if (change !== undefined) reader.emit('changed', [change], true)
  }
}

const start = async (directory: string, kind: ServerKind): Promise<number> => {
  const { settings } = readSettings({}, [])
  const network = 'mainnet'
  const log = createLogger('warn')
  const reader = new ModelsReader(directory)
  const configs = loadConfigs(settings, network)
  const parts = {
    reader,
    readThreads: new ReadThread({ directory, network }),
    network,
    log,
    mempool: noMempool,
    configs: liveConfigs(configs, configs.operations.value, log).states,
    clock: Date.now,
  } as const
  const cacheBytes = kind === 'forgetful' ? 0 : settings.CACHE_BYTES / 2
  const shared = new SharedReads({ ...parts, charts: { cacheBytes } })
  const context = { ...parts, shared }
  const view = modelsView(shared, { maxLag: settings.MAX_LAG })
  const change = kind === 'changing' ? changing(reader) : () => {}
  const { port } = await startServer({
    routes: [
      ...chartRoutes(shared.charts, () => Math.floor(Date.now() / 1000)),
      ...walletRoutes(context),
      ...poolsRoutes(context),
      ...ordersRoutes(context),
      ...utxoRoutes(context),
    ],
    host: '127.0.0.1',
    port: 0,
    log,
    cacheBytes,
    models: {
      ...view,
      refresh: () => {
        change()
        return view.refresh()
      },
    },
  })
  return port
}

respond<ReadsRequest>((request) =>
  request.kind === 'fill'
    ? fillReads(request.directory, request.size)
    : start(request.directory, request.kind),
)
