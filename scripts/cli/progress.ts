// How far a long command is: one line that rewrites itself on a terminal, a line every few seconds elsewhere.
import { Rate } from '../../projections/folding/rate.ts'
import { CLEAR_LINE } from './terminal.ts'

/** Milliseconds a rate looks back on. */
const WINDOW = 5_000
const TERMINAL_INTERVAL = 100
const PLAIN_INTERVAL = 5_000

export interface ProgressOutput {
  readonly isTTY?: boolean
  write(text: string): unknown
}

/** Seconds as people say them. */
export const formatTime = (seconds: number): string => {
  if (!Number.isFinite(seconds)) return 'unknown'
  const whole = Math.ceil(seconds)
  if (whole < 60) return `${whole} s`
  if (whole < 3_600) return `${Math.floor(whole / 60)} min ${whole % 60} s`
  return `${Math.floor(whole / 3_600)} h ${Math.floor((whole % 3_600) / 60)} min`
}

export class Progress {
  readonly #what: string
  readonly #unit: string
  readonly #output: ProgressOutput
  readonly #clock: () => number
  readonly #rate: Rate
  #done = 0
  /** Whether a line was shown and not ended. */
  #isOpen = false
  /** Whether the last line was shown. */
  #isOver = false
  #shown = Number.NEGATIVE_INFINITY

  /**
   * @param what what is being done, in a word or two.
   * @param unit of what is counted.
   * @param clock milliseconds that only grow.
   */
  constructor(
    what: string,
    unit: 'blocks' | 'requests' | 'MB' = 'blocks',
    output: ProgressOutput = process.stderr,
    clock = () => performance.now(),
  ) {
    this.#what = what
    this.#unit = unit
    this.#output = output
    this.#clock = clock
    this.#rate = new Rate(WINDOW, clock)
  }

  /** @param done of `whole`, both counted from the beginning. */
  show(done: number, whole: number): void {
    this.#rate.add(done - this.#done)
    this.#done = done
    const now = this.#clock()
    const isLast = done >= whole
    const interval = this.#output.isTTY ? TERMINAL_INTERVAL : PLAIN_INTERVAL
    if (isLast ? this.#isOver : now - this.#shown < interval) return
    this.#isOver = isLast
    this.#isOpen = true
    this.#shown = now
    const rate = this.#rate.value
    const parts = [
      `${done.toLocaleString('en')} of ${whole.toLocaleString('en')} ${this.#unit}`,
      `${whole === 0 ? 100 : Math.floor((done / whole) * 100)} %`,
      `${Math.round(rate).toLocaleString('en')} ${this.#unit}/s`,
      ...(isLast ? [] : [`${formatTime((whole - done) / rate)} left`]),
    ]
    const line = `${this.#what}: ${parts.join(' · ')}`
    this.#output.write(this.#output.isTTY ? `${CLEAR_LINE}${line}` : `${line}\n`)
  }

  /** Leaves the last line where it is. */
  end(): void {
    if (this.#output.isTTY && this.#isOpen) this.#output.write('\n')
    this.#isOpen = false
  }
}
