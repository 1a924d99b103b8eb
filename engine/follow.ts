// An indexer in one process: follows a node into the log, folds the log into the models, and serves their rows. It owns the directory of
// its files. Other processes may read them.
import { join } from 'node:path'
import { type Logger, pino } from 'pino'
import { Follower, type FollowerOptions } from '../indexer/follower.ts'
import { latestTime } from '../indexer/latest-time.ts'
import { Log } from '../indexer/log/log.ts'
import { checkOrigin } from '../indexer/log-origin.ts'
import { networkStart } from '../indexer/ogmios/network-start.ts'
import { dropEmptyModels } from '../projections/engine/file/drop-empty-models.ts'
import type { ModelsOptions } from '../projections/engine/file/models-database.ts'
import type { Model } from '../projections/engine/fold/model.ts'
import { ModelsFolding } from '../projections/engine/fold/models-folding.ts'
import { namedModel } from '../projections/engine/fold/named-model.ts'
import { namedSource } from '../projections/engine/outputs/named-source.ts'
import { type TransactionSource, withUtxoSet } from '../projections/engine/outputs/transaction-source.ts'
import { ModelsReader } from '../projections/read/reader/models-reader.ts'
import { startReporting } from '../projections/status/reporting.ts'
import { lockDirectory } from '../schema/platform/locks/lock-directory.ts'
import type { Network, Point } from '../schema/primitives.ts'
import { firstSlotFrom, PUBLIC_SLOTS, slotTime } from '../schema/slots.ts'
import { checkModels } from './check-models.ts'
import { editionOf } from './edition.ts'
import type { HttpServer } from './http-server.ts'
import { serve } from './serve.ts'

/** Interval in ms between two checks for commits. */
const WATCH_INTERVAL_MS = 50

export interface FollowOptions<Event> {
  /** URL of Ogmios, `ws://…`. */
  readonly ogmiosUrl: string
  /** `devnet` stands for any network whose slots last one second from its start. */
  readonly network: Network
  /** The block after which a new log begins. Default: the origin. */
  readonly start?: Point | 'origin' | undefined
  /** Directory of the log and the models. */
  readonly dataDir: string
  readonly source: TransactionSource<Event>
  readonly models: readonly Model<Event>[]
  /** Port that serves the rows over HTTP, 0 for any. Without it, no rows are served. */
  readonly port?: number | undefined
  /** Address to listen on; by default only this machine can connect. */
  readonly host?: string | undefined
  readonly logger?: Logger
  /** For tests. */
  readonly timing?: FollowerOptions['timing']
}

export interface Indexer {
  /** Base URL of the rows; undefined without a port. */
  readonly url: string | undefined
  /** Reads the models: its `database` for your own queries, its event `changed` for each commit. */
  readonly reader: ModelsReader
  /** Resolves with the error of a source or model that threw. After the error, nothing is folded. */
  readonly failed: Promise<Error>
  /** Ends following, folding and serving. */
  close(): Promise<void>
}

/**
 * The function returns Unix seconds.
 * @throws {StartupError} if a devnet does not respond
 */
const slotTimes = async (network: Network, url: string): Promise<(slot: number) => number> => {
  const slots =
    network === 'devnet'
      ? { zeroSlot: 0, zeroTime: Math.floor((await networkStart(url)) / 1000), slotLength: 1_000 }
      : PUBLIC_SLOTS[network]
  return (slot) => slotTime({ slots }, slot)
}

/**
 * The source and models to fold. If their program is being edited, each edit gives them new versions.
 * @throws {StartupError} if the models cannot be folded together
 */
const modelsOf = <Event extends { readonly kind: string }>(
  { network, source, models }: FollowOptions<Event>,
  timeOf: (slot: number) => number,
): ModelsOptions<Event> => {
  const edition = editionOf(process.env, process.argv[1])
  const versionOf = (version: number | string): number | string =>
    edition === undefined ? version : `${version}.${edition}`
  const resolved = withUtxoSet(
    namedSource({ ...source, version: versionOf(source.version) }, 'the source'),
    timeOf,
  )
  checkModels(models, resolved)
  return {
    network,
    source: resolved,
    models: models.map((model) =>
      namedModel({ ...model, version: versionOf(model.version) }, `the model ${model.name}`),
    ),
  }
}

const startIndexing = <Event extends { readonly kind: string }>(
  options: FollowOptions<Event>,
  models: ModelsOptions<Event>,
  logger: Logger,
) => {
  const { dataDir: directory, network, start, ogmiosUrl: url, timing } = options
  const path = join(directory, 'log.db')
  const log = Log.open(path, { network, start: start ?? 'origin' })
  checkOrigin(log, { given: start, isRecorded: false })
  if (log.lastSeq === 0) dropEmptyModels(directory)
  // A devnet's clock may run ahead.
  const latestSlot =
    network === 'devnet'
      ? undefined
      : () => firstSlotFrom(models.source.timeOf, Math.floor(latestTime() / 1000))
  const follower = new Follower({ log, url, network, latestSlot, logger, timing })
  const folded = Log.openForReading(path, { network })
  const folding = new ModelsFolding({ ...models, directory, log: folded, logger })
  const reportingOn = (report: Parameters<typeof startReporting>[0]['report']) =>
    startReporting({ directory, report, unwritten: () => {} })
  const reports = [
    reportingOn(() => ({ following: follower.report })),
    reportingOn(() => ({ folding: folding.report })),
  ]
  follower.on('report', () => reports[0]?.write())
  folding.on('report', () => reports[1]?.write())
  const followed = follower.run().catch((err: unknown) => logger.error({ err }, 'following has ended'))
  folding.run()
  return {
    failed: new Promise<Error>((resolve) => folding.once('failed', resolve)),
    async close(): Promise<void> {
      follower.stop()
      await Promise.all([followed, folding.stop()])
      for (const report of reports) report.close()
      folding.close()
      folded.close()
      log.close()
    },
  }
}

/**
 * Starts an indexer, or continues an earlier one. A source or model with a changed version is folded again from the log.
 * @throws {StartupError} if a file, the port or the node's response prevents the start
 */
export const follow = async <Event extends { readonly kind: string }>(
  options: FollowOptions<Event>,
): Promise<Indexer> => {
  const { dataDir, models, network, ogmiosUrl, port, host = '127.0.0.1', logger = pino() } = options
  const closers: (() => Promise<void> | void)[] = [lockDirectory(dataDir, 'dataDir')]
  const close = async (): Promise<void> => {
    for (const closer of closers.splice(0).reverse()) await closer()
  }
  try {
    const timeOf = await slotTimes(network, ogmiosUrl)
    const indexing = startIndexing(options, modelsOf(options, timeOf), logger)
    closers.push(() => indexing.close())
    const reader = new ModelsReader(dataDir)
    closers.push(() => reader.close())
    const watch = reader.watch(WATCH_INTERVAL_MS, (err) => logger.error({ err }, 'the models cannot be read'))
    closers.push(() => watch.close())
    let server: HttpServer | undefined
    if (port !== undefined) {
      server = await serve({ host, port, models, reader, slotTime: timeOf, log: logger })
      closers.push(() => server?.close())
    }
    return { url: server && `http://${host}:${server.port}`, reader, failed: indexing.failed, close }
  } catch (error) {
    await close()
    throw error
  }
}
