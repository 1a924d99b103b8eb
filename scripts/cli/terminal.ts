// Writes to a terminal that several threads share. All of them write log lines, and one also rewrites a status line. Every write first
// clears the current line, so the threads need no coordination.
import { writeSync } from 'node:fs'
import { isatty } from 'node:tty'

const STDERR = 2

/** `process.stderr.isTTY` is true only in the main thread. */
export const isTerminal = isatty(STDERR)

/** See https://no-color.org. */
export const hasColour = isTerminal && (process.env.NO_COLOR ?? '') === ''

/** Moves to the start of the line and clears it. */
export const CLEAR_LINE = '\r\u001b[K'

export const writeTerminal = (text: string): void => {
  try {
    writeSync(STDERR, CLEAR_LINE + text)
  } catch {
    // A slow or closed terminal loses lines, on which nothing depends.
  }
}
