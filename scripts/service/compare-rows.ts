// Compares the rows of the served models with their stored digest, now and then. The digest is kept by addition, so a row that a
// flipped bit or another program changed is served under an unchanged digest until somebody reads all rows.
import type { Logger } from 'pino'
import type { OperationsConfig } from '../../schema/config/config.ts'
import { messageOf } from '../../schema/platform/message-of.ts'
import { reportFrom, startWorker } from '../../schema/platform/start-worker.ts'
import type { Network } from '../../schema/primitives.ts'

export interface CompareRowsTask {
  /** Directory of the models' files. */
  readonly directory: string
  readonly network: Network
  readonly operations: OperationsConfig
  readonly ownModels: readonly string[]
}

/** Digest of the rows of a file, and the digest that is stored in it, after the same block. */
interface Compared {
  readonly path: string
  readonly rows: string
  readonly stored: string
}

/** Time in ms from the start to the first comparison, and between two. */
const FIRST = 10 * 60_000
const INTERVAL = 24 * 60 * 60_000

interface CompareRowsOptions {
  readonly task: CompareRowsTask
  /** Whether rows are compared at this time: in a first sync the WAL would grow meanwhile. */
  readonly isDue: () => boolean
  readonly logger: Pick<Logger, 'error'>
  readonly first?: number
  readonly interval?: number
}

/** Starts the comparisons. */
export const compareRows = ({
  task,
  isDue,
  logger,
  first = FIRST,
  interval = INTERVAL,
}: CompareRowsOptions) => {
  let problem: string | undefined
  let running: ReturnType<typeof startWorker> | undefined
  let timer: NodeJS.Timeout | undefined
  let isClosed = false

  const tell = (found: string | undefined): void => {
    problem = found
    if (found !== undefined) logger.error({ problem: found }, 'the models are not what was folded')
  }

  const compare = async (): Promise<void> => {
    running = startWorker(new URL('threads/compare-rows-thread.ts', import.meta.url), { task })
    const worker = running
    const ended = new Promise((resolve) => worker.once('exit', resolve))
    try {
      const compared = await reportFrom<Compared | undefined>(worker)
      if (compared === undefined) return
      const { path, rows, stored } = compared
      tell(
        rows === stored
          ? undefined
          : `the rows in ${path} have digest ${rows}, but ${stored} is stored: stop the service and run npm run rebuild`,
      )
    } catch (error) {
      if (isClosed) return
      tell(`the rows of the models cannot be compared with their digest: ${messageOf(error)}`)
    } finally {
      await ended
      running = undefined
    }
  }

  const schedule = (wait: number): void => {
    timer = setTimeout(async () => {
      if (isDue()) await compare()
      if (!isClosed) schedule(interval)
    }, wait).unref()
  }
  schedule(first)

  return {
    /** The last comparison's difference, as a list of at most one sentence. */
    lacks: (): readonly string[] => (problem === undefined ? [] : [problem]),
    async close(): Promise<void> {
      isClosed = true
      clearTimeout(timer)
      await running?.terminate()
    },
  }
}
