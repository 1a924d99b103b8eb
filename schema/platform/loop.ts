// Life cycle of a loop that works until it is stopped. The loop waits for work or a wake-up, and tries again after failures.
import { setTimeout as sleep } from 'node:timers/promises'
import { backoff, type Waits } from './backoff.ts'
import { type CommitNotices, commitNotices } from './commit-notices.ts'

interface LoopOptions {
  /** A number from 0 to 1 that varies the waits after failures. */
  readonly random?: (() => number) | undefined
  /** File or directory, as for {@link commitNotices}. Each commit to it wakes the loop. */
  readonly wakesWith?: string
}

/** Created only once, because an error keeps its call stack in memory until the stack is read. */
const STOPPED = new DOMException('The loop was stopped', 'AbortError')

export class Loop {
  readonly #ending = new AbortController()
  readonly #random: () => number
  readonly #notices: CommitNotices | undefined
  #running: Promise<void> | undefined
  #isWoken = false
  #endWait: () => void = () => {}

  constructor({ random = Math.random, wakesWith }: LoopOptions = {}) {
    this.#random = random
    this.#notices = wakesWith === undefined ? undefined : commitNotices(wakesWith, () => this.wake())
  }

  get isStopped(): boolean {
    return this.#ending.signal.aborted
  }

  get signal(): AbortSignal {
    return this.#ending.signal
  }

  /** Ends the current wait for work or, without one, the next wait. */
  wake(): void {
    this.#isWoken = true
    this.#endWait()
  }

  /** Ends every wait. Running work can check `signal`. */
  stop(): void {
    this.#ending.abort(STOPPED)
    this.wake()
  }

  /** Like {@link repeat}, unless the loop already repeats work. */
  run(...work: Parameters<Loop['repeat']>): Promise<void> {
    this.#running ??= this.repeat(...work).finally(() => {
      this.#running = undefined
    })
    return this.#running
  }

  /** Waits for the current work. */
  async close(): Promise<void> {
    this.stop()
    await this.#running
    this.#notices?.close()
  }

  /** Waits at most this many milliseconds, or until the loop is woken or stopped. */
  async wait(milliseconds: number): Promise<void> {
    if (!this.#isWoken && !this.isStopped) {
      let timer: NodeJS.Timeout | undefined
      await new Promise<void>((resolve) => {
        this.#endWait = resolve
        timer = setTimeout(resolve, milliseconds)
      })
      clearTimeout(timer)
    }
    this.#isWoken = false
  }

  /**
   * @param work calls `succeeded` when earlier failures must no longer lengthen the waits
   * @param waitsAfter receives a failure and returns the waits until the next try, or undefined to end. An error that `waitsAfter` throws
   * also ends the repetition
   */
  async repeat(
    work: (succeeded: () => void) => Promise<void>,
    waitsAfter: (error: unknown) => Waits | undefined,
  ): Promise<void> {
    let failures = 0
    const succeeded = (): void => {
      failures = 0
    }
    while (!this.isStopped) {
      try {
        await work(succeeded)
      } catch (error) {
        if (this.isStopped) return
        const waits = waitsAfter(error)
        if (waits === undefined) return
        const wait = backoff(failures++, waits, this.#random())
        await sleep(wait, undefined, { signal: this.signal }).catch(() => {})
      }
    }
  }
}
