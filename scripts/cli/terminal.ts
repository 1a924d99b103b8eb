// A terminal as those share it who write to it: threads write log lines, one of them also a line that is written again and
// again. Each clears that line before it writes, so that none needs to know of the others.
import { writeSync } from 'node:fs'
import { isatty } from 'node:tty'

const STDERR = 2

/** Whether a person reads standard error. `process.stderr.isTTY` says so on the first thread alone. */
export const isTerminal = isatty(STDERR)

/** Whether it may be coloured, see https://no-color.org. */
export const hasColour = isTerminal && (process.env.NO_COLOR ?? '') === ''

/** To the beginning of the line, and away with what it holds. */
export const CLEAR_LINE = '\r\u001b[K'

/** Writes to a terminal, in place of the line that is there. */
export const writeTerminal = (text: string): void => {
  try {
    writeSync(STDERR, CLEAR_LINE + text)
  } catch {
    // A terminal that is slow misses a line, one that is gone misses all, and nothing depends on it.
  }
}
