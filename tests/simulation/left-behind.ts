// Finds open files, threads and memory that an episode does not release. After an episode, only the thread for pictures may run, which
// serves the whole process. Memory may grow only by each service's handlers, which the native server never frees.
import { readdirSync, readlinkSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import type { Worker } from 'node:worker_threads'
import { Finding } from '../fuzz/finding.ts'

/** Episodes until code is compiled, and compared episodes after them. */
const WARM = 3
const COMPARED = 3

/** Factor by which memory may vary between episodes. */
const GROWTH = 1.5

/** Per service. The native server never frees the handlers of a socket's path. */
const RETAINED = 3 * 2 ** 20

/** The thread of `api/pictures` serves the whole process. */
const SHARED = 1

const TIMEOUT_MS = 30_000

/** Only Linux has this list of open files. */
const OPEN = '/proc/self/fd'

const targetOf = (descriptor: string): string => {
  try {
    return readlinkSync(`${OPEN}/${descriptor}`)
  } catch {
    // The file was closed after it was listed, as the listed directory always is.
    return ''
  }
}

const descriptors = (): string[] => {
  try {
    return readdirSync(OPEN)
  } catch {
    return []
  }
}

/** Includes deleted files. */
export const openFilesBelow = (directory: string): string[] =>
  descriptors()
    .map(targetOf)
    .filter((path) => path.startsWith(`${directory}/`))

export class LeftBehind {
  readonly #threads = new Set<Worker>()
  readonly #collect: () => void
  readonly #memory: number[] = []

  constructor() {
    setFlagsFromString('--expose-gc')
    this.#collect = runInNewContext('gc')
    process.on('worker', (worker) => {
      this.#threads.add(worker)
      worker.once('exit', () => this.#threads.delete(worker))
    })
  }

  /** @throws {Finding} if an episode has left threads or memory */
  async check(): Promise<void> {
    const end = performance.now() + TIMEOUT_MS
    while (this.#threads.size > SHARED && performance.now() < end) await sleep(20)
    if (this.#threads.size > SHARED)
      throw new Finding('what has ended has no thread', `${this.#threads.size} are left`)
    this.#collect()
    this.#memory.push(process.memoryUsage().heapUsed)
    if (this.#memory.length < WARM + 2 * COMPARED) return
    const before = Math.max(...this.#memory.slice(WARM, WARM + COMPARED))
    const now = Math.min(...this.#memory.slice(-COMPARED))
    if (now > GROWTH * before + RETAINED * (this.#memory.length - WARM))
      throw new Finding('memory does not grow from episode to episode', `${before} bytes became ${now}`)
  }
}
