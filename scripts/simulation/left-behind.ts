// Finds what an episode leaves behind in its thread. When it has ended nothing of it runs: the threads are those that the first
// episode has left, which serve the whole process, and episode after episode the memory in use is the same.
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

/** Milliseconds for threads to end, and within which those of the first episode do. */
const PATIENCE = 30_000
const FIRST_PATIENCE = 2_000

export class LeftBehind {
  readonly #threads = new Set<Worker>()
  readonly #collect: () => void
  /** Number of threads after the first episode. */
  #kept: number | undefined
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
    const end = performance.now() + (this.#kept === undefined ? FIRST_PATIENCE : PATIENCE)
    while (this.#threads.size > (this.#kept ?? 0) && performance.now() < end) await sleep(20)
    this.#kept ??= this.#threads.size
    if (this.#threads.size > this.#kept)
      throw new Finding(
        'what has ended has no thread',
        `${this.#threads.size} threads, ${this.#kept} after the first episode`,
        undefined,
      )
    this.#collect()
    this.#memory.push(process.memoryUsage().heapUsed)
    if (this.#memory.length < WARM + 2 * COMPARED) return
    const before = Math.max(...this.#memory.slice(WARM, WARM + COMPARED))
    const now = Math.min(...this.#memory.slice(-COMPARED))
    if (now > GROWTH * before)
      throw new Finding(
        'memory does not grow from episode to episode',
        `${before} bytes became ${now}`,
        undefined,
      )
  }
}
