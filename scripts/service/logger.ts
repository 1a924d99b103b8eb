// Log lines as JSON on standard error, so that what a command prints on standard output stays its answer.
import { type Logger, pino } from 'pino'

export const createLogger = (level: string): Logger =>
  pino(
    { level, base: null, timestamp: pino.stdTimeFunctions.isoTime },
    pino.destination({ fd: 2, sync: true }),
  )
