// The indexer in a thread of its own, so that folding never holds up an answer. It is told once what to do, says
// once that it is running or why it cannot, and ends when asked to.
import { parentPort, Worker, workerData } from 'node:worker_threads'
import type { IndexerStatus } from '../../projections/engine/indexer-status.ts'
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

/** An error as it crosses threads: a structured clone of an error may lose its class, name, code and words. */
interface Failure {
  readonly name: string
  readonly message: string
  readonly stack: string | undefined
  readonly code: string | undefined
}

type Report =
  | { readonly kind: 'running' }
  | { readonly kind: 'refused'; readonly message: string }
  | { readonly kind: 'failed'; readonly failure: Failure }
  | { readonly kind: 'status'; readonly status: IndexerStatus }

const failureOf = (error: unknown): Failure => {
  if (!(error instanceof Error))
    return { name: 'Error', message: String(error), stack: undefined, code: undefined }
  const { name, message, stack } = error
  return { name, message, stack, code: 'code' in error ? String(error.code) : undefined }
}

const errorOf = ({ message, code, ...rest }: Failure): Error =>
  Object.assign(new Error(message), rest, code === undefined ? {} : { code })

export interface IndexerThread {
  /** Resolves when the thread has ended: with an error when it was not asked to. */
  readonly ended: Promise<Error | undefined>
  /** The last status that could not be written beside the models; undefined when there was none. */
  unwrittenStatus(): IndexerStatus | undefined
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
  let failure: Error | undefined
  let unwritten: IndexerStatus | undefined
  const ended = new Promise<Error | undefined>((resolve) => {
    worker.once('error', (error) => {
      failure ??= error
    })
    worker.once('exit', (code) => {
      if (failure !== undefined) resolve(failure)
      else resolve(asked && code === 0 ? undefined : new Error(`the indexer ended with code ${code}`))
    })
  })
  const began = new Promise<Report>((resolve) => {
    worker.on('message', (report: Report) => {
      if (report.kind === 'failed') failure = errorOf(report.failure)
      else if (report.kind === 'status') unwritten = report.status
      else resolve(report)
    })
  })
  const report = await Promise.race([
    began,
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
    unwrittenStatus: () => unwritten,
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
  indexer.on('unwritten', (status) => say({ kind: 'status', status }))
  say({ kind: 'running' })
  await indexer.follow(task.url, { isRecorded: task.isRecorded }).catch((error: unknown) => {
    // A bug: the status says that following stopped, and what there is can still be served.
    logger.error({ err: error }, 'following failed')
  })
  // Following that stopped for good leaves the models as they are, to be served until somebody looks.
  await stopped
  indexer.close()
}

if (parentPort !== null) {
  const port = parentPort
  const say = (report: Report): void => port.postMessage(report)
  try {
    await runTask(workerData as IndexerTask, say)
  } catch (error) {
    say({ kind: 'failed', failure: failureOf(error) })
    process.exitCode = 1
    port.close()
  }
}
