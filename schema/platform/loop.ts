// Life cycle of a loop that works until it is stopped: it waits for work until it is woken, and tries again after failures.
import { setTimeout as sleep } from 'node:timers/promises'
import { backoff, type Waits } from './backoff.ts'

/** Made once: an error keeps its whole call stack in memory until its stack is read. */
const STOPPED = new DOMException('The loop was stopped', 'AbortError')

export class Loop {
  readonly #ending = new AbortController()
  readonly #random: () => number
  #isWoken = false
  #endWait: () => void = () => {}

  /** @param random 0 to 1, for the spread of waits after failures */
  constructor(random: () => number = Math.random) {
    this.#random = random
  }

  get isStopped(): boolean {
    return this.#ending.signal.aborted
  }

  /** Aborts when the loop is stopped. */
  get signal(): AbortSignal {
    return this.#ending.signal
  }

  /** Ends the loop's wait for work, or its next one when it does not wait now. */
  wake(): void {
    this.#isWoken = true
    this.#endWait()
  }

  /** Ends every wait; running work can check `signal`. */
  stop(): void {
    this.#ending.abort(STOPPED)
    this.wake()
  }

  /** Waits until it is woken or stopped, at most this many milliseconds. */
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
   * Repeats work until it is stopped or a failure ends it.
   * @param work calls `succeeded` when earlier failures must no longer lengthen the waits
   * @param waitsAfter receives a failure and returns the waits until the next try, or undefined to end. An error that it throws ends the
   * loop too.
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
