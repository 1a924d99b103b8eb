// Progress of a long command. On a terminal, one line is rewritten. In other outputs, a new line is written every few seconds.
import { Rate } from '../../projections/engine/fold/rate.ts'
import { CLEAR_LINE } from './terminal.ts'

/** Duration in ms over which the rate is measured. */
const WINDOW_MS = 5_000
const TERMINAL_INTERVAL_MS = 100
const PLAIN_INTERVAL_MS = 5_000

const { stderr } = process

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
  /** Divides counts for display: a million for MB, else 1. */
  readonly #scale: number
  readonly #rate = new Rate(WINDOW_MS, () => performance.now())
  #done = 0
  /** Whether the current line still lacks its line break. */
  #isOpen = false
  #isOver = false
  #shown = Number.NEGATIVE_INFINITY
  /** Nothing is shown before this time. */
  readonly #quietUntil: number

  /**
   * @param what name of the work, one or two words
   * @param unit unit of the counts; for MB the counts are bytes
   * @param quiet duration in ms before the progress is shown, for work that is mostly short
   */
  constructor(what: string, unit: 'blocks' | 'requests' | 'episodes' | 'rows' | 'MB' = 'blocks', quiet = 0) {
    this.#what = what
    this.#unit = unit
    this.#scale = unit === 'MB' ? 1e6 : 1
    this.#quietUntil = performance.now() + quiet
  }

  /** Counts begin with the start of the whole work. */
  readonly show = (finished: number, all: number): void => {
    const [done, whole] = [Math.round(finished / this.#scale), Math.round(all / this.#scale)]
    this.#rate.add(done - this.#done)
    this.#done = done
    const now = performance.now()
    if (now < this.#quietUntil) return
    const isLast = done >= whole
    const interval = stderr.isTTY ? TERMINAL_INTERVAL_MS : PLAIN_INTERVAL_MS
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
    stderr.write(stderr.isTTY ? `${CLEAR_LINE}${line}` : `${line}\n`)
  }

  readonly note = (line: string): void => {
    this.end()
    console.error(line)
  }

  end(): void {
    if (stderr.isTTY && this.#isOpen) stderr.write('\n')
    this.#isOpen = false
  }
}
