// Finds what an episode leaves behind in its thread. When it has ended nothing of it runs: no thread but the one that draws pictures
// for the whole process is left, and the memory in use grows by no more than the handlers of each service.
import { setTimeout as sleep } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import type { Worker } from 'node:worker_threads'
import { Finding } from '../fuzz/finding.ts'

/** Episodes after which code is compiled and tables of the process are filled, and episodes that are compared. */
const WARM = 3
const COMPARED = 3

/** Memory in use may vary by this factor, as episodes differ. */
const GROWTH = 1.5

/** Bytes of each service that has ended: the native server never frees the handlers of a socket's path, nor what they refer to. */
const HELD = 3 * 2 ** 20

/** Threads that serve the whole process: the one of `api/pictures`. */
const SHARED = 1

/** Milliseconds for threads to end. */
const PATIENCE = 30_000

export class LeftBehind {
  readonly #threads = new Set<Worker>()
  readonly #collect: () => void
  /** Bytes in use after each episode. */
  readonly #memory: number[] = []

  constructor() {
    setFlagsFromString('--expose-gc')
    this.#collect = runInNewContext('gc')
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
    this.#collect()
    this.#memory.push(process.memoryUsage().heapUsed)
    if (this.#memory.length < WARM + 2 * COMPARED) return
    const before = Math.max(...this.#memory.slice(WARM, WARM + COMPARED))
    const now = Math.min(...this.#memory.slice(-COMPARED))
    if (now > GROWTH * before + HELD * (this.#memory.length - WARM))
      throw new Finding(
        'memory does not grow from episode to episode',
        `${before} bytes became ${now}`,
        undefined,
      )
  }
}
