// A thread of the project. It inherits no loader, so it begins with worker.mjs, which sets one up and loads the module.
import { Worker, type WorkerOptions } from 'node:worker_threads'

/** The entry of threads and of child processes, which are given a module's file: URL. */
export const WORKER = new URL('worker.mjs', import.meta.url)

/**
 * @param module loaded by the thread
 * @param data the module's `workerData`, by structured clone
 */
export const startWorker = (module: URL, data: object, options: WorkerOptions = {}): Worker =>
  new Worker(WORKER, { ...options, workerData: { ...data, entry: module.href } })
