// A thread of the service. It opens its part's files and reports success or the error. On request it begins and ends the part's work. It
// also sends reports that cannot be written.

import { on } from 'node:events'
import { parentPort, workerData } from 'node:worker_threads'
import { loadModule } from '../../../schema/platform/load-module.ts'
import { reportFrom, startWorker } from '../../../schema/platform/start-worker.ts'
import { errorOf, type Outcome, outcomeOf } from '../../../schema/platform/thread-outcome.ts'
import type { Reports } from '../../../schema/reports.ts'
import type { PartModule, RunningPart } from '../indexing/part.ts'

/** Reports that could not be written, or the error that ends the thread. */
type Message = { readonly reports: Reports } | Outcome<void>

type Order = 'run' | 'stop'

/**
 * Megabytes of a thread's heap for new objects. With V8's default of 48, a sync takes 30 to 50 MB more memory and the same processor time.
 * With 6, it takes 20 to 40 % more processor time, because V8 collects garbage more often.
 */
const YOUNG_GENERATION = 24

/**
 * Waits until the part's files are open.
 * @param part module of the part
 * @throws {StartupError} if the files cannot be used
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
    worker.on('message', (message: Message) => {
      if ('reports' in message) unwritten = message.reports
      else if ('error' in message) failure = errorOf(message)
    })
    worker.once('exit', (code) => {
      if (failure !== undefined) resolve(failure)
      else
        resolve(asked && code === 0 ? undefined : new Error(`the thread '${name}' ended with code ${code}`))
    })
  })
  await reportFrom<void>(worker)
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

export const runThread = async (): Promise<void> => {
  if (parentPort === null) return
  const port = parentPort
  const send = (message: Message): void => port.postMessage(message)
  const worked = await outcomeOf(async () => {
    const { open } = await loadModule<PartModule>(new URL(workerData.part))
    const part = open(workerData.task, (reports) => send({ reports }))
    send({ result: undefined })
    const orders = on(port, 'message')
    void part.failed?.then((error) => orders.throw?.(error))
    try {
      for await (const [order] of orders) {
        if (order === ('stop' satisfies Order)) break
        part.run()
      }
    } finally {
      await part.end()
    }
  })
  if ('result' in worked) return
  send(worked)
  process.exitCode = 1
  port.close()
}
