// Ways to follow a chain, from the client library alone to everything the service does with a block. Each resolves
// when the progress is done; the process ends then, so nothing is taken down.
import { createChainSynchronizationClient, createInteractionContext } from '@cardano-ogmios/client'
import { Follower } from '../../../indexer/follower.ts'
import { Log } from '../../../indexer/log/log.ts'
import { intersect, listen, readFrame } from '../../../indexer/ogmios/chain-sync.ts'
import { openConnection } from '../../../indexer/ogmios/connection.ts'
import { openModelsForReading } from '../../../projections/engine/file/models-database.ts'
import { readSettings } from '../../../schema/config/settings.ts'
import { SECURITY_PARAMETER } from '../../../schema/primitives.ts'
import { loadOperations } from '../../service/settings/configs.ts'
import { logPath, modelsPath } from '../../service/settings/data-directory.ts'
import { startIndexerThreads } from '../../service/threads/indexer-threads.ts'
import type { Followed, Progress } from '../kit/progress.ts'

export interface FollowTarget {
  readonly url: string
  /** For the log and the models. */
  readonly dataDir: string
}

type Variant = (target: FollowTarget, progress: Progress) => Promise<Followed>

const network = 'mainnet'

/** Requests in flight with the client library: its own default. */
const STOCK_WINDOW = 100

/** As the follower has them: messages taken together, and requests in flight. */
const BATCH = 100
const WINDOW = 2 * BATCH

/** Milliseconds between two looks at how far the pipeline is. */
const LOOK = 5

const stock =
  (sequential: boolean): Variant =>
  async ({ url }, progress) => {
    const { hostname, port } = new URL(url)
    let count = 0
    progress.begin()
    const context = await createInteractionContext(
      (error) => Promise.reject(error),
      () => {},
      { connection: { host: hostname, port: Number(port) } },
    )
    const client = await createChainSynchronizationClient(
      context,
      {
        rollForward: async (_, next) => {
          progress.reached(++count)
          next()
        },
        rollBackward: async (_, next) => next(),
      },
      { sequential },
    )
    await client.resume(['origin'], STOCK_WINDOW)
    return progress.done
  }

const reader: Variant = async ({ url }, progress) => {
  progress.begin()
  const link = await openConnection({ url, timeout: 10_000 })
  await intersect(link, ['origin'])
  let count = 0
  let unanswered = 0
  const sync = listen(link, (frame) => {
    const message = readFrame(frame)
    unanswered++
    if (message.kind === 'forward') progress.reached(++count)
    if (unanswered < BATCH) return
    sync.request(unanswered)
    unanswered = 0
  })
  sync.request(WINDOW)
  return progress.done
}

const follower: Variant = async ({ url, dataDir }, progress) => {
  const log = Log.open(logPath(dataDir), { network, start: 'origin' })
  const following = new Follower({
    log,
    url,
    network,
    maxDepth: SECURITY_PARAMETER,
    random: Math.random,
    onAppended: () => progress.reached(log.lastSeq),
  })
  progress.begin()
  const ended = following.run().then(() => {
    throw new Error(`following ended: ${following.status.problem}`)
  })
  return Promise.race([progress.done, ended])
}

/** As the service runs it: follower and fold are threads that meet at the log. */
const pipeline: Variant = async ({ url, dataDir }, progress) => {
  const { settings } = readSettings({}, [])
  const operations = loadOperations(settings, network)
  // The recordings hold pools that are rejected, which is logged as a warning and is not what is measured.
  const logLevel = 'error'
  const indexer = await startIndexerThreads({
    dataDir,
    network,
    start: { given: undefined, otherwise: 'origin' },
    operations,
    logLevel,
    url,
    isRecorded: true,
  })
  const models = openModelsForReading(modelsPath(dataDir))
  progress.begin()
  indexer.run()
  const folded = models.prepare('SELECT seq FROM checkpoint').pluck()
  setInterval(() => progress.reached(Number(folded.get() ?? 0)), LOOK)
  const failed = indexer.ended.then((error) => {
    throw error ?? new Error('following ended')
  })
  return Promise.race([progress.done, failed])
}

export const VARIANTS = {
  stockSequential: stock(true),
  stockParallel: stock(false),
  reader,
  follower,
  pipeline,
} as const
