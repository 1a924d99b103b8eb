// A thread of the project. Threads inherit no loader, so each thread starts with worker.mjs, which installs the loader and loads the
// module. A module that opens files first reports to its parent whether it could open them.
import { parentPort, Worker, type WorkerOptions } from 'node:worker_threads'
import { type Outcome, outcomeOf, resultOf } from './thread-outcome.ts'

/** The argument of this entry is a module's file: URL. */
export const WORKER = new URL('worker.mjs', import.meta.url)

/** @param data the module's `workerData`, by structured clone */
export const startWorker = (module: URL, data: object, options: WorkerOptions = {}): Worker =>
  new Worker(WORKER, { ...options, workerData: { ...data, entry: module.href } })

/** Sends the outcome of `work` to the parent. */
export const report = async (work: () => unknown): Promise<void> =>
  parentPort?.postMessage(await outcomeOf(work))

/**
 * The thread's module must call {@link report}.
 * @throws {Error} the error that the thread reports, or with which it ends before a report; the thread has then ended
 */
export const reportFrom = async <Report>(worker: Worker): Promise<Report> => {
  const outcome = await new Promise<Outcome<Report>>((resolve, reject) => {
    worker.once('message', resolve)
    worker.once('error', reject)
    worker.once('exit', (code) => reject(new Error(`the thread ended with code ${code} before it reported`)))
  })
  if ('error' in outcome) await worker.terminate()
  return resultOf(outcome)
}
