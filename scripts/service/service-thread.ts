// A thread of the service: it is told once what to do, says once that it is running or why it cannot, sends reports that
// cannot be written, and ends when asked to.
import { parentPort, Worker, workerData } from 'node:worker_threads'
import { newestReports, type Reports } from '../../projections/engine/indexer-status.ts'
import { StartupError } from '../../schema/errors.ts'

/** An error as it crosses threads: a structured clone of an error may lose its class, name, code and words. */
interface Failure {
  readonly name: string
  readonly message: string
  readonly stack: string | undefined
  readonly code: string | undefined
}

type Message =
  | { readonly kind: 'running' }
  | { readonly kind: 'refused'; readonly message: string }
  | { readonly kind: 'failed'; readonly failure: Failure }
  | { readonly kind: 'reports'; readonly reports: Reports }

const failureOf = (error: unknown): Failure => {
  if (!(error instanceof Error))
    return { name: 'Error', message: String(error), stack: undefined, code: undefined }
  const { name, message, stack } = error
  return { name, message, stack, code: 'code' in error ? String(error.code) : undefined }
}

const errorOf = ({ message, code, ...rest }: Failure): Error =>
  Object.assign(new Error(message), rest, code === undefined ? {} : { code })

export interface ServiceThread {
  /** Resolves when the thread has ended: with an error when it was not asked to. */
  readonly ended: Promise<Error | undefined>
  /** The last reports that could not be written. */
  unwritten(): Reports
  /** Asks it to commit and end. */
  stop(): void
}

/**
 * Starts a thread and waits until its files are open.
 * @param name of the module beside this one that calls `runThread`.
 * @throws {StartupError} when they cannot be used.
 */
export const startThread = async <Task>(name: string, task: Task): Promise<ServiceThread> => {
  const worker = new Worker(new URL('worker.mjs', import.meta.url), { workerData: { name, task } })
  let asked = false
  let failure: Error | undefined
  let unwritten: Reports = {}
  const ended = new Promise<Error | undefined>((resolve) => {
    worker.once('error', (error) => {
      failure ??= error
    })
    worker.once('exit', (code) => {
      if (failure !== undefined) resolve(failure)
      else resolve(asked && code === 0 ? undefined : new Error(`the ${name} ended with code ${code}`))
    })
  })
  const began = new Promise<Message>((resolve) => {
    worker.on('message', (message: Message) => {
      if (message.kind === 'failed') failure = errorOf(message.failure)
      else if (message.kind === 'reports') unwritten = newestReports(unwritten, message.reports)
      else resolve(message)
    })
  })
  const first = await Promise.race([
    began,
    ended.then((error) => {
      throw error ?? new Error(`the ${name} ended before it ran`)
    }),
  ])
  if (first.kind === 'refused') {
    await worker.terminate()
    throw new StartupError(first.message)
  }
  return {
    ended,
    unwritten: () => unwritten,
    stop() {
      asked = true
      worker.postMessage('stop')
    },
  }
}

/** What a thread tells whoever started it. */
export interface ThreadVoice {
  /** Its files are open. */
  running(): void
  tell(reports: Reports): void
}

/**
 * The thread's side: begins the task, waits until it is asked to end, and ends it.
 * @param begin starts the task and returns how it is ended.
 */
export const runThread = async <Task>(
  begin: (task: Task, voice: ThreadVoice) => () => Promise<void>,
): Promise<void> => {
  if (parentPort === null) return
  const port = parentPort
  const say = (message: Message): void => port.postMessage(message)
  try {
    const stopped = new Promise<void>((resolve) => {
      port.once('message', () => resolve())
    })
    const end = begin(workerData.task, {
      running: () => say({ kind: 'running' }),
      tell: (reports) => say({ kind: 'reports', reports }),
    })
    await stopped
    await end()
  } catch (error) {
    if (error instanceof StartupError) say({ kind: 'refused', message: error.message })
    else say({ kind: 'failed', failure: failureOf(error) })
    process.exitCode = 1
    port.close()
  }
}
