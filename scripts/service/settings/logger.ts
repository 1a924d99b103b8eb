// Writes the log to standard error, since commands print their results on standard output: as JSON, or readably on a terminal.
import { createRequire } from 'node:module'
import { type Logger, pino } from 'pino'
import { lineWriter } from '../../cli/line-writer.ts'
import { hasColour, isTerminal, writeTerminal } from '../../cli/terminal.ts'

const terminalLines = (): { write(line: string): void } => {
  // The formatter takes a fifth of a thread's loading time, so only a terminal loads it.
  const { prettyFactory }: typeof import('pino-pretty') = createRequire(import.meta.url)('pino-pretty')
  const pretty = prettyFactory({
    colorize: hasColour,
    singleLine: true,
    translateTime: 'SYS:HH:MM:ss',
    errorLikeObjectKeys: ['err'],
  })
  return { write: (line) => writeTerminal(pretty(line)) }
}

const lostLine = (lost: number): string =>
  `${JSON.stringify({ level: 40, time: new Date(), lost, msg: 'lines of the log were lost: standard error could not be written' })}\n`

export const createLogger = (level: string): Logger =>
  pino(
    { level, base: null, timestamp: pino.stdTimeFunctions.isoTime },
    isTerminal ? terminalLines() : { write: lineWriter(2, lostLine) },
  )
