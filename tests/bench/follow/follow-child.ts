// Two ways to follow a chain, each run once in this process: with the client library alone, and with the service's code. Each function
// resolves when all blocks are followed. Then the process exits, so connections and files are not closed.
import { createChainSynchronizationClient, createInteractionContext } from '@cardano-ogmios/client'
import { openModelsForReading } from '../../../projections/engine/file/models-database.ts'
import { readSettings } from '../../../schema/config/settings.ts'
import { startIndexing } from '../../../scripts/service/indexing/start-indexing.ts'
import { loadOperations } from '../../../scripts/service/settings/configs.ts'
import { modelsPath } from '../../../scripts/service/settings/data-directory.ts'
import { respond } from '../kit/child.ts'
import { type Followed, Progress } from '../kit/progress.ts'

interface FollowTarget {
  readonly url: string
  readonly dataDir: string
}

type Variant = (target: FollowTarget, progress: Progress) => Promise<Followed>

const network = 'mainnet'

const LIBRARY_WINDOW = 100

const POLL_INTERVAL_MS = 5

const library: Variant = async ({ url }, progress) => {
  const { hostname, port } = new URL(url)
  let count = 0
  progress.start()
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
    // Concurrent handling, because sequential handling would not be faster.
    { sequential: false },
  )
  await client.resume(['origin'], LIBRARY_WINDOW)
  return progress.done
}

const pipeline: Variant = async ({ url, dataDir }, progress) => {
  const { settings } = readSettings({}, [])
  const operations = loadOperations(settings, network)
  // Hides warnings of rejected pools, because logging is not measured.
  const logLevel = 'error'
  const indexer = await startIndexing(
    {
      dataDir,
      network,
      start: { given: undefined, otherwise: 'origin' },
      operations,
      logLevel,
      url,
      isRecorded: true,
    },
    { threads: true },
  )
  const models = openModelsForReading(modelsPath(dataDir))
  progress.start()
  indexer.run()
  const folded = models.prepare('SELECT seq FROM checkpoint').pluck()
  setInterval(() => progress.reached(Number(folded.get() ?? 0)), POLL_INTERVAL_MS)
  const failed = indexer.ended.then((error) => {
    throw error ?? new Error('following ended')
  })
  return Promise.race([progress.done, failed])
}

const VARIANTS = { library, pipeline } as const

export interface FollowRequest extends FollowTarget {
  readonly variant: keyof typeof VARIANTS
  readonly blocks: number
}

respond<FollowRequest>(({ variant, blocks, ...target }) => VARIANTS[variant](target, new Progress(blocks)))
