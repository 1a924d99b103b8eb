// The indexer in a thread of its own, so that folding never holds up an answer. It is told once what to do, says
// once that it is running or why it cannot, and ends when asked to.
import { parentPort, Worker, workerData } from 'node:worker_threads'
import type { OperationsConfig } from '../../schema/config.ts'
import { StartupError } from '../../schema/errors.ts'
import type { Network, Point } from '../../schema/primitives.ts'
import { Indexer } from './indexer.ts'
import { createLogger } from './logger.ts'

/** What the thread is started with. */
export interface IndexerTask {
  readonly dataDir: string
  readonly network: Network
  readonly start: Point | 'origin'
  readonly operations: OperationsConfig
  readonly logLevel: string
  /** Ogmios to follow. */
  readonly url: string
  readonly isRecorded: boolean
}

type Report = { readonly kind: 'running' } | { readonly kind: 'refused'; readonly message: string }

export interface IndexerThread {
  /** Resolves when the thread has ended: with an error when it was not asked to. */
  readonly ended: Promise<Error | undefined>
  /** Asks it to commit and end. */
  stop(): void
}

/**
 * Starts the thread and waits until its files are open.
 * @throws {StartupError} when they will not do.
 */
export const startIndexerThread = async (task: IndexerTask): Promise<IndexerThread> => {
  const worker = new Worker(new URL('worker.mjs', import.meta.url), { workerData: task })
  let asked = false
  const ended = new Promise<Error | undefined>((resolve) => {
    worker.once('error', resolve)
    worker.once('exit', (code) =>
      resolve(asked && code === 0 ? undefined : new Error(`the indexer ended with code ${code}`)),
    )
  })
  const report = await Promise.race([
    new Promise<Report>((resolve) => worker.once('message', resolve)),
    ended.then((error) => {
      throw error ?? new Error('the indexer ended before it ran')
    }),
  ])
  if (report.kind === 'refused') {
    await worker.terminate()
    throw new StartupError(report.message)
  }
  return {
    ended,
    stop() {
      asked = true
      worker.postMessage('stop')
    },
  }
}

const runTask = async (task: IndexerTask, say: (report: Report) => void): Promise<void> => {
  const logger = createLogger(task.logLevel)
  let indexer: Indexer
  try {
    indexer = new Indexer({ ...task, logger })
  } catch (error) {
    if (!(error instanceof StartupError)) throw error
    say({ kind: 'refused', message: error.message })
    return
  }
  const stopping = new AbortController()
  const stopped = new Promise<void>((resolve) => {
    parentPort?.once('message', () => {
      stopping.abort()
      indexer.stop()
      resolve()
    })
  })
  say({ kind: 'running' })
  await indexer.catchUp(undefined, stopping.signal)
  if (!stopping.signal.aborted) await indexer.follow(task.url, { isRecorded: task.isRecorded })
  // Following that stopped for good leaves the models as they are, to be served until somebody looks.
  await stopped
  indexer.close()
}

if (parentPort !== null) {
  const port = parentPort
  await runTask(workerData as IndexerTask, (report) => port.postMessage(report))
}
