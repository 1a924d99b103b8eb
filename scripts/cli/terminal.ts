// Writes to a terminal that several threads share. All of them write log lines, and one also rewrites a status line. Every write first
// clears the current line, so the threads need no coordination.
import { writeSync } from 'node:fs'
import { isatty } from 'node:tty'

const STDERR = 2

/** Whether standard error is a terminal. `process.stderr.isTTY` is true only in the main thread. */
export const isTerminal = isatty(STDERR)

/** Whether output may be coloured, see https://no-color.org. */
export const hasColour = isTerminal && (process.env.NO_COLOR ?? '') === ''

/** Escape sequence that moves to the start of the line and clears it. */
export const CLEAR_LINE = '\r\u001b[K'

/** Replaces the terminal's current line with a text. */
export const writeTerminal = (text: string): void => {
  try {
    writeSync(STDERR, CLEAR_LINE + text)
  } catch {
    // If the terminal is slow or closed, lines are lost. Nothing depends on them.
  }
}
