// A thread of the service: it opens the files of its part and tells that it has or why it cannot, begins the work when asked
// to, sends reports that cannot be written, and ends when asked to.

import { on } from 'node:events'
import { parentPort, workerData } from 'node:worker_threads'
import { newestReports } from '../../../projections/status/indexer-status.ts'
import { StartupError } from '../../../schema/errors.ts'
import { loadModule } from '../../../schema/platform/load-module.ts'
import { startWorker } from '../../../schema/platform/start-worker.ts'
import type { Reports } from '../../../schema/reports.ts'
import type { PartModule, RunningPart } from '../indexing/part.ts'

/** An error as it crosses threads: a structured clone of an error may lose its class, name, code and words. */
interface Failure {
  readonly name: string
  readonly message: string
  readonly stack: string | undefined
  readonly code: string | undefined
}

type Message =
  | { readonly kind: 'open' }
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

/** Order to a thread. */
type Order = 'run' | 'stop'

/**
 * Megabytes of a thread's heap for what was just made. With V8's default of 48 a sync takes 30 to 50 MB more at the same
 * processor time. With 6 it takes a fifth to two fifths more processor time: V8 empties a small young generation more often,
 * each time with four threads, and more of what dies soon has been moved before.
 */
const YOUNG_GENERATION = 24

/**
 * Starts a thread and waits until the files of its part are open.
 * @param part module that opens it
 * @throws {StartupError} when they cannot be used.
 */
export const startThread = async <Task>(name: string, part: URL, task: Task): Promise<RunningPart> => {
  const resourceLimits = { maxYoungGenerationSizeMb: YOUNG_GENERATION }
  const entry = new URL('part-thread.ts', import.meta.url)
  const worker = startWorker(entry, { part: part.href, task }, { resourceLimits })
  let asked = false
  let failure: Error | undefined
  let unwritten: Reports = {}
  const ended = new Promise<Error | undefined>((resolve) => {
    worker.once('error', (error) => {
      failure ??= error
    })
    worker.once('exit', (code) => {
      if (failure !== undefined) resolve(failure)
      else
        resolve(asked && code === 0 ? undefined : new Error(`the thread '${name}' ended with code ${code}`))
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
      throw error ?? new Error(`the thread '${name}' ended before it ran`)
    }),
  ])
  if (first.kind === 'refused') {
    await worker.terminate()
    throw new StartupError(first.message)
  }
  const order = (message: Order): void => worker.postMessage(message)
  return {
    ended,
    unwritten: () => unwritten,
    run: () => order('run'),
    stop() {
      asked = true
      order('stop')
    },
  }
}

/** Opens the part that the thread was started for, lets it work when asked to, and ends it when asked to. */
export const runThread = async (): Promise<void> => {
  if (parentPort === null) return
  const port = parentPort
  const send = (message: Message): void => port.postMessage(message)
  try {
    const { open } = await loadModule<PartModule>(new URL(workerData.part))
    const part = open(workerData.task, (reports) => send({ kind: 'reports', reports }))
    send({ kind: 'open' })
    for await (const [order] of on(port, 'message')) {
      if (order === ('stop' satisfies Order)) break
      part.run()
    }
    await part.end()
  } catch (error) {
    if (error instanceof StartupError) send({ kind: 'refused', message: error.message })
    else send({ kind: 'failed', failure: failureOf(error) })
    process.exitCode = 1
    port.close()
  }
}
