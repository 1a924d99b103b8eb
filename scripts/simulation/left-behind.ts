// Finds threads that an episode leaves behind. When it has ended nothing of it runs: no thread but the one that draws pictures for
// the whole process is left. Memory is not compared, because the native server keeps the handlers of servers that have closed, some
// 4 MB an episode.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Worker } from 'node:worker_threads'
import { Finding } from '../fuzz/finding.ts'

/** Threads that serve the whole process: the one of `api/pictures`. */
const SHARED = 1

/** Milliseconds for threads to end. */
const PATIENCE = 30_000

export class LeftBehind {
  readonly #threads = new Set<Worker>()

  constructor() {
    process.on('worker', (worker) => {
      this.#threads.add(worker)
      worker.once('exit', () => this.#threads.delete(worker))
    })
  }

  /** @throws {Finding} after an episode that has left something */
  async check(): Promise<void> {
    const end = performance.now() + PATIENCE
    while (this.#threads.size > SHARED && performance.now() < end) await sleep(20)
    if (this.#threads.size > SHARED)
      throw new Finding('what has ended has no thread', `${this.#threads.size} are left`, undefined)
  }
}
