// The whole service in one process: the node it follows (or the recording that stands in for one), the indexer in
// its thread, and the API on this one. Settings, documents, the API's port and a recording are checked before anything
// is written; the devnet's files, the log and the models when each is opened or made, before anything is served; a
// remote node only when it is followed, except for a devnet's clock. A failed start closes what was open.
import { readFileSync } from 'node:fs'
import { chosenComponents, served } from '../../api/components.ts'
import { FeedCounts } from '../../api/feed/socket/feed-counts.ts'
import { CacheCounts } from '../../api/http/cache-counts.ts'
import { readTrustedProxies } from '../../api/http/client-address.ts'
import { parseRateLimit } from '../../api/http/rate-limits.ts'
import type { Route } from '../../api/http/route.ts'
import { startServer } from '../../api/http/server.ts'
import { openImageStore, readPinService } from '../../api/images/image-store.ts'
import { createMetrics } from '../../api/metrics/metrics.ts'
import { metricsRoutes } from '../../api/metrics/routes.ts'
import { modelsView } from '../../api/models-view.ts'
import { readiness } from '../../api/operations/routes.ts'
import { indexerStatus, newestReports } from '../../projections/engine/indexer-status.ts'
import { slotTime } from '../../projections/ledger/launchpad-ledger.ts'
import { logosQuery } from '../../projections/read/logos.ts'
import { ModelsReader } from '../../projections/read/models-reader.ts'
import { ReadThreads } from '../../projections/read/read-threads.ts'
import { authority } from '../../schema/authority.ts'
import { parsePoint } from '../../schema/primitives.ts'
import type { Settings } from '../../schema/settings.ts'
import { devnetBanner } from './banner.ts'
import { startBuilder } from './builder-client.ts'
import { checkPort } from './check-port.ts'
import { loadConfigs } from './configs.ts'
import { imagesDir } from './data-directory.ts'
import { feedLimitsOf } from './feed-limits.ts'
import { fileSizes } from './file-sizes.ts'
import { startIndexerThreads } from './indexer-threads.ts'
import { liveConfigs } from './live-configs.ts'
import { createLogger } from './logger.ts'
import { watchMempool } from './mempool-watching.ts'
import { dataDirOf, networkOf } from './network.ts'
import { openNode } from './node.ts'
import { watchRejections } from './rejection-log.ts'
import { serviceKeyOf } from './service-key.ts'

/** Of the project, as package.json has it. */
const version: string = JSON.parse(
  readFileSync(new URL('../../package.json', import.meta.url), 'utf8'),
).version

/** Milliseconds between two looks for commits, for those who wait for changes without asking. A look costs microseconds. */
const WATCH_INTERVAL = 5

/** Threads for heavy reads. */
const READ_THREADS = 1

export interface Service {
  readonly url: string
  /** Where metrics are served; undefined without ADMIN_PORT. */
  readonly adminUrl?: string
  /** What it serves. */
  readonly routes: readonly Route[]
  /** Lines for whoever started it, of a devnet. */
  readonly banner?: string
  /** What `/readyz` answers, without asking it over HTTP. */
  isReady(): boolean
  /** Resolves when something ended that should not have. */
  readonly failed: Promise<Error>
  /** Answers what is under way, commits, and ends. */
  close(): Promise<void>
}

/** @throws {StartupError} when a setting, a document, a file or the port is invalid or not usable. */
export const startService = async (settings: Settings): Promise<Service> => {
  const network = networkOf(settings)
  const documents = loadConfigs(settings, network)
  const components = chosenComponents(settings.COMPONENTS)
  const trustedProxies = readTrustedProxies(settings.TRUST_PROXY)
  const logger = createLogger(settings.LOG_LEVEL)
  const dataDir = dataDirOf(settings)
  const port = Number(settings.PORT)
  const serviceKey = await serviceKeyOf(settings, network, logger)
  const pinService = readPinService(settings.IMAGE_STORE, settings.IMAGE_STORE_TOKEN_FILE)
  await checkPort(settings.HOST, port, 'PORT')
  const adminPort = settings.ADMIN_PORT === undefined ? undefined : Number(settings.ADMIN_PORT)
  if (adminPort !== undefined) await checkPort(settings.ADMIN_HOST, adminPort, 'ADMIN_PORT')
  const closers: (() => Promise<void> | void)[] = []
  const close = async (): Promise<void> => {
    for (const closer of closers.splice(0).reverse()) await closer()
  }
  try {
    const node = await openNode(settings, network, documents.operations.value, logger)
    closers.push(() => node.close())
    const { operations, isRecorded } = node
    const indexer = await startIndexerThreads({
      dataDir,
      network,
      start: parsePoint(settings.START_POINT ?? (isRecorded ? 'origin' : operations.startPoint)),
      operations,
      logLevel: settings.LOG_LEVEL,
      url: node.url,
      isRecorded,
    })
    closers.push(() => indexer.stop())
    indexer.run()
    const reader = new ModelsReader(dataDir)
    closers.push(() => reader.close())
    const onUnreadable = (err: unknown): void => logger.error({ err }, 'the read models cannot be read')
    closers.push(reader.watch(WATCH_INTERVAL, onUnreadable))
    closers.push(watchRejections(() => reader.database, logger, onUnreadable))
    const readThreads = new ReadThreads({ directory: dataDir, network, threads: READ_THREADS })
    closers.push(() => readThreads.close())
    const configs = liveConfigs(documents, operations, logger)
    closers.push(() => configs.close())
    const logos = reader.prepared(logosQuery)
    const images = openImageStore(
      {
        directory: imagesDir(dataDir),
        mostBytes: Number(settings.IMAGE_BYTES),
        launched: () => {
          if (!reader.wasNearTip())
            throw new Error('which images are launched is known once the models are near the tip')
          return logos()()
        },
        clock: Date.now,
      },
      pinService,
      (err) => logger.error({ err }, 'an image could not be kept'),
    )
    const { builder, close: closeBuilder } = startBuilder({ directory: dataDir, network, url: node.url })
    closers.push(closeBuilder)
    // A report that cannot be written comes from its thread, until one can be again.
    const reports = () => newestReports(reader.reports(), indexer.unwritten())
    const caches = new CacheCounts()
    const feedCounts = new FeedCounts()
    const context = {
      reader,
      serviceKey,
      builder,
      status: () => indexerStatus(reports()),
      caches,
      readThreads,
      mempool: watchMempool(node, logger, closers),
      network,
      configs: configs.states,
      slotTime: (slot: number) => slotTime(operations, slot),
      clock: Date.now,
      log: logger,
      feedLimits: feedLimitsOf(settings),
      feedCounts,
      maxTipAge: Number(settings.MAX_TIP_AGE),
      chartCacheBytes: Number(settings.CHART_CACHE_BYTES),
      images,
      ...(node.devnet === undefined ? {} : { devnetWallet: node.devnet.wallet }),
    }
    const { routes, sockets } = served(components, context, version)
    const server = await startServer({
      routes,
      sockets,
      host: settings.HOST,
      port,
      log: logger,
      models: modelsView(reader, { maxLag: Number(settings.MAX_LAG) }),
      rateLimits: {
        read: parseRateLimit(settings.RATE_LIMIT_READ),
        build: parseRateLimit(settings.RATE_LIMIT_BUILD),
        launch: parseRateLimit(settings.RATE_LIMIT_LAUNCH),
      },
      trustedProxies,
      uploadBytes: Number(settings.UPLOAD_BYTES),
    })
    closers.push(() => server.close())
    const admin =
      adminPort === undefined
        ? undefined
        : await startServer({
            routes: metricsRoutes(
              createMetrics({
                context,
                network,
                version,
                reports,
                server,
                readThreads,
                caches,
                feed: feedCounts,
                files: () => fileSizes(dataDir),
              }),
            ),
            host: settings.ADMIN_HOST,
            port: adminPort,
            portSetting: 'ADMIN_PORT',
            log: logger,
          })
    if (admin !== undefined) closers.push(() => admin.close())
    const adminUrl = admin && `http://${authority(settings.ADMIN_HOST, admin.port)}`
    const address = `http://${authority(settings.HOST, server.port)}`
    logger.info({ url: address, ...(adminUrl && { adminUrl }), network, dataDir }, 'serving')
    const indexerFailed = indexer.ended.then((error) => error ?? new Promise<Error>(() => {}))
    return {
      url: address,
      ...(adminUrl && { adminUrl }),
      routes,
      ...(node.devnet === undefined ? {} : { banner: devnetBanner(node.devnet, address) }),
      isReady: () => {
        reader.refresh()
        return readiness(context).isReady
      },
      failed: Promise.race([indexerFailed, node.failed]),
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}
