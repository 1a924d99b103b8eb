// Components on a server, over models with wallets of every size.
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { pino } from 'pino'
import { ModelsReader } from '../../projections/read/reader/models-reader.ts'
import { heavyReads } from '../../projections/read/threads/heavy-reads.ts'
import { ReadThread } from '../../projections/read/threads/run-reads.ts'
import { writeReports } from '../../projections/status/indexer-status.ts'
import { openLargeWallets } from '../../projections/testing/large-wallets.ts'
import type { Reports } from '../../schema/reports.ts'
import { adaUsdRate } from '../analytics/ada-usd-rate.ts'
import { BuildError } from '../builder/build-error.ts'
import { builderContext } from '../builder/http/builder-context.ts'
import type { TransactionBuilder } from '../builder/transaction-builder.ts'
import type { Component, ComponentContext } from '../component.ts'
import {
  type BasePaths,
  type ComponentName,
  type ComponentNeeds,
  makeComponents,
  served,
} from '../components.ts'
import { FEED_LIMITS, type FeedLimits } from '../feed/socket/feed-socket.ts'
import type { ServerOptions } from '../http/server.ts'
import { startTestServer } from '../http/testing/test-server.ts'
import { openImageStore } from '../images/image-store.ts'
import { noMempool } from '../mempool-view.ts'
import { modelsView } from '../models-view.ts'
import type { OperationsOptions } from '../operations/routes.ts'
import { SharedReads } from '../shared-reads.ts'
import { MAINNET_CONFIGS } from './mainnet-configs.ts'

const away = async (): Promise<never> => {
  throw new BuildError('NODE_AWAY', 'The node does not answer now, try again later: there is none')
}

/** The node is away. */
export const NO_BUILDER: TransactionBuilder = {
  coins: away,
  order: away,
  cancel: away,
  launch: away,
  lock: away,
  redeem: away,
  sign: away,
  submit: away,
  utxos: away,
}

/** With a separate reader. */
const readsHere = (t: Pick<TestContext, 'after'>, directory: string): Pick<ReadThread, 'run'> => {
  const reader = new ModelsReader(directory)
  t.after(() => reader.close())
  const read = heavyReads(reader, 'mainnet')
  return { run: async (heavy) => Buffer.from(read(heavy)) }
}

/** Components are given by name or ready-made. */
export const serveModels = async (
  t: Pick<TestContext, 'after'>,
  components: readonly (ComponentName | Component)[],
  reader: ModelsReader,
  {
    directory,
    readThreads = readsHere(t, directory),
    mempool = noMempool,
    builder = NO_BUILDER,
    ...parts
  }: OnModels,
) => {
  const { cacheBytes, trustedProxies, rateLimits, outputs, ogmios, builderCounts } = parts
  const folder = openImageStore(
    {
      directory: join(directory, 'images'),
      mostBytes: 10 ** 7,
      launched: () => new Set(),
      clock: Date.now,
      uptime: () => performance.now(),
    },
    undefined,
  )
  const { images = folder, feedLimits = FEED_LIMITS, configs = () => MAINNET_CONFIGS } = parts
  const { clock = Date.now, confirmations = 30, slotTime = (slot: number) => slot, basePaths } = parts
  const base = {
    reader,
    mempool,
    network: 'mainnet',
    configs,
    slotTime,
    clock,
    log: pino({ level: 'silent' }),
    maxTipAge: 1,
  } as const
  const shared = new SharedReads({ ...base, charts: { cacheBytes: cacheBytes ?? 2 ** 20 } })
  const isName = (component: ComponentName | Component): component is ComponentName =>
    typeof component === 'string'
  const made = makeComponents(components.filter(isName), {
    feed: { limits: feedLimits },
    explorer: { peers: [] },
    operations: { maxTipAge: base.maxTipAge, ...(builderCounts && { builderCounts }) },
    outputs,
    ogmios,
    adaUsdRate: adaUsdRate(undefined, Date.now, () => {}),
    confirmations,
    dexKey: 'launchpad',
  })
  const { routes, sockets } = served(
    [...components.filter((component) => typeof component !== 'string'), ...made],
    {
      ...base,
      shared,
      readThreads,
      images,
      builder: builderContext({ ...base, builder, serviceKey: undefined }),
    },
    '1',
    basePaths,
  )
  const server = await startTestServer(t, routes, {
    sockets,
    models: modelsView(shared, { maxLag: 10, statusAge: 0 }),
    trustedProxies,
    ...(rateLimits && { rateLimits }),
    ...(cacheBytes === undefined ? {} : { cacheBytes }),
  })
  return { ...server, routes, sockets, images }
}

interface OtherParts
  extends Partial<Pick<ComponentContext, 'mempool' | 'clock' | 'images' | 'configs' | 'slotTime'>>,
    Pick<ComponentNeeds, 'outputs' | 'ogmios'>,
    Partial<Pick<ComponentNeeds, 'confirmations'>>,
    Pick<OperationsOptions, 'builderCounts'>,
    Partial<Pick<ServerOptions, 'trustedProxies' | 'rateLimits'>> {
  readonly builder?: TransactionBuilder
  readonly feedLimits?: FeedLimits
  readonly basePaths?: BasePaths
}

interface OnModels extends OtherParts {
  readonly directory: string
  /** For heavy reads; default: none. */
  readonly readThreads?: Pick<ReadThread, 'run'>
  /** If not given, the server's maximum for responses, and a small one for bars. */
  readonly cacheBytes?: number
}

/** @param size outputs of the large wallets */
export const startComponents = async (
  t: Pick<TestContext, 'after'>,
  components: readonly (ComponentName | Component)[],
  size: number,
  parts: OtherParts = {},
) => {
  const models = openLargeWallets(t, size)
  const { directory } = models
  const reader = models.openReader()
  const readThreads = new ReadThread({ directory, network: 'mainnet' })
  t.after(() => readThreads.close())
  const { routes, images, ...server } = await serveModels(t, components, reader, {
    directory,
    readThreads,
    ...parts,
  })
  const routeOf = (operationId: string) => {
    const found = routes.find((route) => route.operationId === operationId)
    if (found === undefined) throw new Error(`no route is called ${operationId}`)
    return found
  }
  const writeStatus = (reports: Reports): void => writeReports(directory, reports)
  return { ...server, routes, reader, images, models: models.database, writeStatus, routeOf }
}
