// The service in one process: the node, the indexer's threads, and the API in this thread. With ROLE, only the indexer or the API runs; two
// processes then share the files of the data directory. Settings, documents, the API's port and a recording are checked before anything is
// written. The devnet's files, the log and the models are checked when they are opened, before anything is served. A remote node is checked
// when it is followed; only a devnet's clock is read earlier. A failed start closes everything that it opened.

import type { Logger } from 'pino'
import { FeedCounts } from '../../api/feed/socket/feed-counts.ts'
import { HttpCounts } from '../../api/http/http-counts.ts'
import type { Route } from '../../api/http/route/route.ts'
import { type RunningServer, startServer } from '../../api/http/server.ts'
import type { MetricSources } from '../../api/metrics/metrics.ts'
import { PartHealth } from '../../api/operations/part-health.ts'
import { readiness, readStates, type StateSources } from '../../api/operations/routes.ts'
import { pictureCounts } from '../../api/pictures/pictures.ts'
import { isOfProject, launchpadModels } from '../../projections/launchpad-models.ts'
import { ReadThread } from '../../projections/read/threads/run-reads.ts'
import { indexerStatus } from '../../projections/status/indexer-status.ts'
import type { Settings } from '../../schema/config/settings.ts'
import { CallCounts } from '../../schema/platform/call-thread.ts'
import { timeOfDay } from '../../schema/platform/clocks.ts'
import { loadModule } from '../../schema/platform/load-module.ts'
import { authority } from '../../schema/platform/print-url.ts'
import { slotTime } from '../../schema/slots.ts'
import { devnetBanner, serviceBanner } from '../cli/banner.ts'
import { lostLines } from '../cli/line-writer.ts'
import type { ServiceSnapshot } from '../cli/status-line.ts'
import { serviceVersion } from '../cli/version.ts'
import { watchRejections } from './rejection-log.ts'
import { readApiChoices, serveApi } from './serve-api.ts'
import { checkCopies, copyPlacesOf } from './settings/check-copies.ts'
import { checkDisk } from './settings/check-disk.ts'
import { checkPort } from './settings/check-port.ts'
import { loadConfigs } from './settings/configs.ts'
import { sayRoom } from './settings/expected-room.ts'
import { fileSizes } from './settings/file-sizes.ts'
import { createLogger } from './settings/logger.ts'
import { dataDirOf, networkOf } from './settings/network.ts'
import { checkOpenFiles } from './settings/open-files.ts'
import { ownModelsOf } from './settings/stored-data.ts'
import { isReplica, type StartedModels, startModels } from './start-models.ts'

/** Interval in ms. The feed's subscribers wait for commits, and a check takes microseconds. */
const WATCH_INTERVAL_MS = 5

const NO_SERVER: Pick<RunningServer, 'counts' | 'load'> = {
  counts: new HttpCounts(),
  load: () => ({ inFlight: 0, waiting: 0, unreadBytes: 0, uploadBytes: 0, cacheBytes: 0 }),
}

type Closers = (() => Promise<void> | void)[]

export interface Service {
  /** Empty without an API. */
  readonly url: string
  /** Undefined without ADMIN_PORT. */
  readonly adminUrl?: string
  readonly routes: readonly Route[]
  /** Undefined without an API. */
  readonly banner: string | undefined
  readonly hasDevnet: boolean
  snapshot(): ServiceSnapshot
  /** Whether `/readyz` would return 200. */
  isReady(): boolean
  /** Resolves if a part ends unexpectedly. */
  readonly failed: Promise<Error>
  /** Reason why data will be lost when the service ends; undefined if none will be lost. */
  loss(): string | undefined
  close(): Promise<void>
}

/** @throws {StartupError} if the server cannot listen on the port */
const serveMetrics = async (
  sources: MetricSources,
  at: { readonly host: string; readonly port: number; readonly log: Logger },
): Promise<RunningServer> => {
  // Without metrics, the Prometheus library is not loaded.
  const load = <Module>(name: string): Promise<Module> =>
    loadModule<Module>(new URL(`../../api/metrics/${name}.ts`, import.meta.url))
  const { createMetrics } = await load<typeof import('../../api/metrics/metrics.ts')>('metrics')
  const { metricsRoutes } = await load<typeof import('../../api/metrics/routes.ts')>('routes')
  const routes = metricsRoutes(createMetrics(sources))
  // Web pages that the operator visits must not read the metrics.
  return startServer({ ...at, routes, isForPages: false, portSetting: 'ADMIN_PORT' })
}

/**
 * Writes nothing.
 * @throws {StartupError} if something is invalid or cannot be used
 */
const checkStart = async (settings: Settings) => {
  const { ROLE: role, HOST, ADMIN_HOST, ADMIN_PORT: adminPort } = settings
  checkCopies(settings)
  const copies = copyPlacesOf(settings, process.env)
  const network = networkOf(settings)
  const documents = loadConfigs(settings, network)
  const ownModels = ownModelsOf(settings)
  const { models } = launchpadModels(network, documents.operations.value, ownModels)
  const servedModels = models.filter((model) => !isOfProject(model))
  const logger = createLogger(settings.LOG_LEVEL)
  const mostSockets = checkOpenFiles(logger)
  const dataDir = dataDirOf(settings)
  checkDisk(dataDir, logger)
  if (role !== 'api' && settings.CHAIN_FILE === undefined)
    sayRoom(network, settings.SNAPSHOT !== undefined, dataDir, logger)
  const choices = role === 'indexer' ? undefined : await readApiChoices(settings, network, logger)
  // API processes may share a port, so only a service with both roles checks that its port is free.
  if (role === 'all') await checkPort(HOST, settings.PORT, 'PORT')
  if (adminPort !== undefined) await checkPort(ADMIN_HOST, adminPort, 'ADMIN_PORT')
  return {
    settings,
    copies,
    network,
    documents,
    ownModels,
    servedModels,
    dataDir,
    logger,
    mostSockets,
    choices,
  }
}

type Start = Awaited<ReturnType<typeof checkStart>> & { readonly closers: Closers }

/** The reader follows the commits. */
const openReads = (
  { settings, network, logger, closers }: Start,
  { node, writer, reader, modelsDir }: StartedModels,
) => {
  const onUnreadable = (err: unknown): void => logger.error({ err }, 'the read models cannot be read')
  const watch = reader.watch(WATCH_INTERVAL_MS, onUnreadable)
  closers.push(() => watch.close())
  if (settings.ROLE !== 'api') closers.push(watchRejections(() => reader.database, logger, onUnreadable))
  const readThreads = new ReadThread({ directory: modelsDir, network })
  closers.push(() => readThreads.close())
  // Reports that a thread cannot write replace its written reports.
  const reports = () => ({ ...reader.reports(), ...writer?.unwritten() })
  const views: StateSources = {
    reader,
    status: () => indexerStatus(reports()),
    slotTime: (slot) => slotTime(node.operations, slot),
    clock: timeOfDay,
    maxTipAge: settings.MAX_TIP_AGE,
  }
  return { readThreads, reports, views }
}

const openCounts = () => {
  const parts = new PartHealth()
  parts.check('log', () => !lostLines().isLosing)
  return {
    parts,
    chartLookups: { hits: 0, misses: 0 },
    feedCounts: new FeedCounts(),
    builderCounts: new CallCounts(),
  }
}

const startParts = async (start: Start): Promise<Omit<Service, 'close'>> => {
  const { settings, network, dataDir, logger, choices, closers } = start
  const { ROLE: role, HOST, ADMIN_HOST: host, ADMIN_PORT: port } = settings
  const started = await startModels(start)
  const { node, writer, reader, modelsDir } = started
  const { views, ...reads } = openReads(start, started)
  const counts = openCounts()
  const api =
    choices &&
    (await serveApi({
      ...start,
      ...choices,
      ...counts,
      modelsDir,
      node,
      missingData: started.lacks,
      views,
      readThreads: reads.readThreads,
      version: serviceVersion,
      sharesPort: role === 'api',
    }))
  const metrics: MetricSources = {
    ...reads,
    context: views,
    network,
    version: serviceVersion,
    role: isReplica(settings) ? 'replica' : role,
    source: isReplica(settings) ? 'MODELS_URL' : undefined,
    damagedImages: api?.damagedImages,
    server: api?.server ?? NO_SERVER,
    builder: counts.builderCounts,
    pictures: pictureCounts,
    charts: counts.chartLookups,
    feed: counts.feedCounts,
    files: () => fileSizes(modelsDir),
    parts: counts.parts,
    lostLines: () => lostLines().count,
  }
  const admin = port === undefined ? undefined : await serveMetrics(metrics, { host, port, log: logger })
  if (admin !== undefined) closers.push(() => admin.close())
  const adminUrl = admin && `http://${authority(host, admin.port)}`
  const url = api && `http://${authority(HOST, api.server.port)}`
  const what = { ...(url && { url }), ...(adminUrl && { adminUrl }), role, network, dataDir }
  logger.info(what, api === undefined ? 'the indexer was started without an API' : 'the API is served')
  const routes = api?.routes ?? []
  const served = url === undefined ? undefined : { url, hasPage: routes.some(({ path }) => path === '/') }
  const never = new Promise<Error>(() => {})
  return {
    url: url ?? '',
    ...(adminUrl && { adminUrl }),
    routes,
    banner: node.devnet === undefined ? served && serviceBanner(served) : devnetBanner(node.devnet, served),
    hasDevnet: node.devnet !== undefined,
    snapshot: () => ({
      state: readStates(views).state,
      api: api && { responses: api.server.counts.responses, connections: counts.feedCounts.connections },
    }),
    isReady: () => {
      reader.refresh()
      return readiness(views).isReady
    },
    loss: () =>
      writer?.isLost?.() === true
        ? `${dataDir} was removed, replaced or unmounted while the service ran: what was not saved is lost`
        : undefined,
    failed: Promise.race([writer?.ended.then((error) => error ?? never) ?? never, node.failed]),
  }
}

/** @throws {StartupError} if a setting, a document, a file or the port is invalid or cannot be used */
export const startService = async (settings: Settings): Promise<Service> => {
  const checked = await checkStart(settings)
  const closers: Closers = []
  const close = async (): Promise<void> => {
    for (const closer of closers.splice(0).reverse()) await closer()
  }
  try {
    return { ...(await startParts({ ...checked, closers })), close }
  } catch (error) {
    await close()
    throw error
  }
}
