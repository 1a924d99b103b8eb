// Log lines on standard error, so that what a command prints on standard output stays its answer: as JSON, and on a terminal
// as people read them.
import { createRequire } from 'node:module'
import { type Logger, pino } from 'pino'
import { hasColour, isTerminal, writeTerminal } from '../../cli/terminal.ts'

const terminalLines = (): { write(line: string): void } => {
  // A fifth of what a thread takes to load, and services that run for good have no terminal.
  const { prettyFactory }: typeof import('pino-pretty') = createRequire(import.meta.url)('pino-pretty')
  const pretty = prettyFactory({
    colorize: hasColour,
    singleLine: true,
    translateTime: 'SYS:HH:MM:ss',
    errorLikeObjectKeys: ['err'],
  })
  return { write: (line) => writeTerminal(pretty(line)) }
}

export const createLogger = (level: string): Logger =>
  pino(
    { level, base: null, timestamp: pino.stdTimeFunctions.isoTime },
    isTerminal ? terminalLines() : pino.destination({ fd: 2, sync: true }),
  )
