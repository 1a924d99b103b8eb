// Serves the API, with or without an indexer in the same process: images, the builder, the mempool watch, and the components on their port.
// The API reads the indexer's files, and the indexer never calls the API.

import type { BlockList } from 'node:net'
import { join } from 'node:path'
import type { Logger } from 'pino'
import { adaUsdRate } from '../../api/analytics/ada-usd-rate.ts'
import { builderContext } from '../../api/builder/http/builder-context.ts'
import { missingOf } from '../../api/builder/missing.ts'
import type { NodeView } from '../../api/builder/node-view.ts'
import { startBuilder } from '../../api/builder/thread/builder-client.ts'
import type { SigningKey } from '../../api/builder/transaction/signing-key.ts'
import type { CacheCount } from '../../api/charts/charts.ts'
import type { ComponentContext } from '../../api/component.ts'
import {
  type BasePaths,
  type ComponentName,
  chosenBasePaths,
  chosenComponents,
  makeComponents,
  served,
} from '../../api/components.ts'
import type { FeedCounts } from '../../api/feed/socket/feed-counts.ts'
import { FEED_LIMITS, type FeedLimits } from '../../api/feed/socket/feed-socket.ts'
import { isOlderServer } from '../../api/http/native-server.ts'
import { readTrustedProxies } from '../../api/http/route/client-address.ts'
import type { Route } from '../../api/http/route/route.ts'
import { type RunningServer, startServer } from '../../api/http/server.ts'
import { openImageStore, readPinService } from '../../api/images/image-store.ts'
import type { PinService } from '../../api/images/pin.ts'
import type { KupoRead } from '../../api/kupo/reads/kupo-read.ts'
import { NextManifest } from '../../api/models/next-manifest.ts'
import { publishedModels } from '../../api/models/published-models.ts'
import { modelsView } from '../../api/models-view.ts'
import { nodePassage } from '../../api/ogmios/node-passage.ts'
import type { PublicWallet } from '../../api/operations/devnet-route.ts'
import type { PartHealth } from '../../api/operations/part-health.ts'
import type { StateSources } from '../../api/operations/routes.ts'
import { ownRows } from '../../api/own/own-rows.ts'
import type { OwnModels } from '../../api/own/routes.ts'
import { scale } from '../../api/pictures/pictures.ts'
import { SharedReads } from '../../api/shared-reads.ts'
import { MANIFEST } from '../../projections/copies/files/layout.ts'
import { ReadThread } from '../../projections/read/threads/run-reads.ts'
import { blockExplorerOf } from '../../schema/config/block-explorer.ts'
import type { ConfigStates } from '../../schema/config/config-state.ts'
import type { Settings } from '../../schema/config/settings.ts'
import type { CallCounts } from '../../schema/platform/call-thread.ts'
import { timeOfDay, uptime } from '../../schema/platform/clocks.ts'
import type { Network } from '../../schema/primitives.ts'
import { type ChainScripts, chainScripts } from './chain-scripts.ts'
import { knownLogos } from './known-logos.ts'
import { watchMempool } from './mempool-watching.ts'
import type { Node } from './node.ts'
import type { LoadedConfigs } from './settings/configs.ts'
import { imagesDir, logPath } from './settings/data-directory.ts'
import { liveConfigs } from './settings/live-configs.ts'
import { devnetWalletOf, serviceKeyOf } from './settings/service-key.ts'

interface ApiChoices {
  readonly components: readonly ComponentName[]
  readonly basePaths: BasePaths
  readonly trustedProxies: BlockList | undefined
  /** Undefined without collateral. */
  readonly serviceKey: SigningKey | undefined
  readonly devnetWallet: PublicWallet | undefined
  readonly pinService: PinService | undefined
}

/** @throws {StartupError} if a setting, or a file that it names, is invalid */
export const readApiChoices = async (
  settings: Settings,
  network: Network,
  logger: Logger,
): Promise<ApiChoices> => {
  const components = chosenComponents(settings.COMPONENTS)
  return {
    components,
    basePaths: chosenBasePaths(settings.BASE_PATHS, components),
    trustedProxies: readTrustedProxies(settings.TRUST_PROXY),
    serviceKey: await serviceKeyOf(settings, network, logger),
    devnetWallet: await devnetWalletOf(network),
    pinService: readPinService(settings.IMAGE_STORE, settings.IMAGE_STORE_TOKEN_FILE),
  }
}

interface ApiOptions extends ApiChoices {
  readonly settings: Settings
  readonly network: Network
  readonly dataDir: string
  readonly modelsDir: string
  readonly documents: LoadedConfigs
  readonly servedModels: OwnModels
  readonly node: Pick<Node, 'url' | 'isRecorded' | 'operations'>
  /** Sentences about missing or uncertain data. */
  readonly missingData?: (() => readonly string[]) | undefined
  readonly views: StateSources
  readonly readThreads: ReadThread
  readonly builderCounts: CallCounts
  readonly chartLookups: CacheCount
  readonly feedCounts: FeedCounts
  readonly parts: PartHealth
  readonly version: string
  readonly sharesPort: boolean
  readonly mostSockets: number
  readonly logger: Logger
  /** Receives the functions that end the parts. */
  readonly closers: (() => Promise<void> | void)[]
}

const IMAGES_INTERVAL_MS = 60_000

interface ServedApi {
  readonly server: RunningServer
  readonly routes: readonly Route[]
  readonly damagedImages: () => number
}

/** The thread of these reads starts with the first read. */
const kupoReadsOf = ({
  components,
  dataDir,
  modelsDir,
  network,
  closers,
}: ApiOptions): ReadThread<KupoRead> | undefined => {
  if (!components.includes('kupo') && !components.includes('utxos')) return undefined
  const reads = new ReadThread<KupoRead>({
    directory: modelsDir,
    network,
    entry: new URL('threads/kupo-thread.ts', import.meta.url),
    // A replica has no log, and its models are in another directory.
    task: modelsDir === dataDir ? { logPath: logPath(dataDir) } : {},
  })
  closers.push(() => reads.close())
  return reads
}

/** The node is asked at intervals until all scripts are read. */
const readChainScripts = (
  states: () => ConfigStates,
  utxos: NodeView['utxos'] | undefined,
  logger: Logger,
  closers: ApiOptions['closers'],
): ChainScripts => {
  const scripts = chainScripts(states, utxos && { utxos }, logger)
  closers.push(scripts.close)
  void scripts.findMissing()
  return scripts
}

/** Without PUBLIC_URL, a link may name any host that a client sends and the proxy passes on. */
const missingOfProxy = ({ components, settings }: ApiOptions): string[] =>
  components.includes('explorer') && settings.TRUST_PROXY !== undefined && settings.PUBLIC_URL === undefined
    ? [
        'PUBLIC_URL is not set behind the proxies of TRUST_PROXY, so previews of shared links name the host that a client sends: set it to the public address',
      ]
    : []

const openImages = ({
  settings,
  dataDir,
  node,
  views: { reader },
  pinService,
  parts,
  logger,
  closers,
}: ApiOptions) => {
  const images = openImageStore(
    {
      directory: imagesDir(dataDir),
      mostBytes: settings.IMAGE_BYTES,
      launched: knownLogos(reader, node.operations, timeOfDay),
      clock: timeOfDay,
      uptime,
      scale,
      onDamage: (problem) => logger.error({ problem }, 'a file is not what was written'),
    },
    pinService,
    {
      onFailure: (err) => logger.error({ err }, 'an image could not be stored or pinned'),
      onStored: (works) => parts.note('images', works),
      onPinned: (works) => parts.note('pins', works),
    },
  )
  const tending = setInterval(() => void images.maintain(), IMAGES_INTERVAL_MS)
  closers.push(() => clearInterval(tending))
  return images
}

const feedLimitsOf = (settings: Settings): FeedLimits => {
  const [messageRate, messageBurst] = settings.FEED_MESSAGES
  return {
    ...FEED_LIMITS,
    connections: settings.FEED_CONNECTIONS,
    subscriptions: settings.FEED_SUBSCRIPTIONS,
    messageRate,
    messageBurst,
    conflate: settings.FEED_CONFLATE,
  }
}

const composed = (options: ApiOptions) => {
  const { settings, network, node, views, parts, logger, closers, serviceKey } = options
  const configs = liveConfigs(options.documents, node.operations, logger)
  closers.push(() => configs.close())
  parts.check('config', () => Object.values(configs.states()).every((state) => state?.problem === undefined))
  const images = openImages(options)
  const { builder, close: closeBuilder } = startBuilder(
    { directory: options.modelsDir, network, url: node.url },
    { counts: options.builderCounts, onDone: (works) => parts.note('builder', works) },
  )
  closers.push(closeBuilder)
  // The builder's thread reads the node's responses. A recording has no outputs to query.
  const nodeUtxos = node.url === undefined || node.isRecorded ? undefined : builder.utxos
  const builds = options.components.includes('builder')
  // Reading scripts starts the builder's thread, so scripts are read only if the builder is served.
  const scripts = readChainScripts(configs.states, builds ? nodeUtxos : undefined, logger, closers)
  const lacks = (): readonly string[] => [
    ...missingOfProxy(options),
    ...(builds
      ? missingOf(scripts.states(), serviceKey !== undefined, options.pinService !== undefined)
      : []),
    ...(views.status?.()?.lacks ?? []),
    ...(options.missingData?.() ?? []),
    ...parts.lacks,
    ...images
      .damaged()
      .map(
        (cid) =>
          `the image ${cid} is damaged: restore it from a backup into images/, and delete ${cid}.damaged`,
      ),
  ]
  const kupoReads = kupoReadsOf(options)
  const peers = settings.PEER_URLS ?? []
  const publicUrl = settings.PUBLIC_URL?.replace(/\/+$/, '')
  const { PUBLISH_DIR: published, ADA_USD_RATE_URL: adaUsdRateUrl } = settings
  const components = makeComponents(options.components, {
    feed: { limits: feedLimitsOf(settings), counts: options.feedCounts },
    explorer: {
      peers,
      publicUrl,
      pageFiles: join(options.dataDir, 'page'),
    },
    operations: {
      maxTipAge: views.maxTipAge,
      lacks,
      builderCounts: options.builderCounts,
      peers,
      blockExplorer: blockExplorerOf(network, settings.BLOCK_EXPLORER),
      hasAdaUsdRate: adaUsdRateUrl !== undefined,
      devnetWallet: options.devnetWallet,
    },
    outputs: kupoReads && { reads: kupoReads, utxos: nodeUtxos },
    ogmios: node.url === undefined ? undefined : nodePassage(node.url),
    adaUsdRate: adaUsdRate(
      adaUsdRateUrl,
      () => performance.now(),
      (err) => logger.warn({ err }, 'the ADA rate could not be fetched: check ADA_USD_RATE_URL'),
    ),
    confirmations: settings.CONFIRMATIONS,
    dexKey: settings.DEX_KEY,
    publicUrl,
  })
  const base = {
    ...views,
    network,
    mempool: watchMempool(node, views.reader, logger, closers),
    configs: scripts.states,
    log: logger,
  }
  const charts = { cacheBytes: Math.floor(settings.CACHE_BYTES / 2), count: options.chartLookups }
  const context: ComponentContext = {
    ...base,
    shared: new SharedReads({ ...base, charts }),
    readThreads: options.readThreads,
    images,
    builder: builderContext({ ...base, builder, serviceKey }),
  }
  const { servedModels } = options
  const next = published === undefined ? undefined : new NextManifest(join(published, MANIFEST))
  return {
    components: [
      ...components,
      ...(servedModels.length === 0 ? [] : [ownRows(servedModels, settings.CONFIRMATIONS)]),
      ...(published === undefined || next === undefined ? [] : [publishedModels(published, next)]),
    ],
    context,
    lacks,
    next,
  }
}

/** @throws {StartupError} if the server cannot listen on the port */
export const serveApi = async (options: ApiOptions): Promise<ServedApi> => {
  const { settings, logger, closers } = options
  const { components, context, lacks, next } = composed(options)
  const missing = lacks()
  if (missing.length > 0)
    logger.warn(
      { lacks: missing },
      'some features do not work until the operator supplies the items in `lacks`',
    )
  const { routes, sockets } = served(components, context, options.version, options.basePaths)
  const server = await startServer({
    routes,
    sockets,
    host: settings.HOST,
    port: settings.PORT,
    sharesPort: options.sharesPort,
    mostSockets: options.mostSockets,
    log: logger,
    models: modelsView(context.shared, { maxLag: settings.MAX_LAG }),
    rateLimits: {
      read: settings.RATE_LIMIT_READ,
      build: settings.RATE_LIMIT_BUILD,
      launch: settings.RATE_LIMIT_LAUNCH,
      picture: settings.RATE_LIMIT_PICTURE,
    },
    trustedProxies: options.trustedProxies,
    cacheBytes: Math.floor(settings.CACHE_BYTES / 2),
  })
  if (isOlderServer())
    logger.info(
      'the older build of uWebSockets.js serves, since this glibc is before 2.38: it closes connections with HTTP/1.0 and other rare forms of ' +
        'requests without a response, so a proxy must speak HTTP/1.1 (docs/operate/reverse-proxy.md)',
    )
  // The shutdown of the server waits for open requests, so waiting requests are ended first.
  closers.push(
    () => server.close(),
    () => next?.close(),
  )
  return { server, routes, damagedImages: () => context.images.damaged().length }
}
