// An indexer as a program. Its settings are environment variables, and a signal ends it.
import { pino } from 'pino'
import type { Model } from '../projections/engine/fold/model.ts'
import type { TransactionSource } from '../projections/engine/outputs/transaction-source.ts'
import { oneOf } from '../projections/engine/table/column.ts'
import { StartupError } from '../schema/errors.ts'
import { messageOf } from '../schema/platform/message-of.ts'
import { NETWORKS, parsePoint } from '../schema/primitives.ts'
import { follow } from './follow.ts'

interface Program<Event> {
  readonly source: TransactionSource<Event>
  readonly models: readonly Model<Event>[]
}

/** @throws {StartupError} that names the variable */
const read = <T>(name: string, text: string, parse: (text: string) => T): T => {
  try {
    return parse(text)
  } catch (error) {
    throw new StartupError(`${name}: ${messageOf(error)}`)
  }
}

const networks = oneOf(...NETWORKS)
const levels = oneOf('trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent')

const portOf = (text: string): number => {
  if (/^[0-9]{1,5}$/.test(text) && Number(text) <= 65_535) return Number(text)
  throw new RangeError(`"${text}" is not a port from 0 to 65535`)
}

/**
 * Runs an indexer until SIGINT or SIGTERM: OGMIOS_URL (default ws://127.0.0.1:1337), NETWORK (mainnet), START_POINT (origin), DATA_DIR
 * (data), HOST (127.0.0.1), PORT (8080), LOG_LEVEL (info).
 */
export const run = async <Event extends { readonly kind: string }>(
  program: Program<Event>,
): Promise<void> => {
  const { OGMIOS_URL, NETWORK, START_POINT, DATA_DIR, HOST, PORT, LOG_LEVEL } = process.env
  try {
    const logger = pino(
      { level: read('LOG_LEVEL', LOG_LEVEL ?? 'info', levels.decode) },
      pino.destination({ fd: 2, sync: true }),
    )
    const indexer = await follow({
      ...program,
      ogmiosUrl: OGMIOS_URL ?? 'ws://127.0.0.1:1337',
      network: read('NETWORK', NETWORK ?? 'mainnet', networks.decode),
      start: START_POINT === undefined ? undefined : read('START_POINT', START_POINT, parsePoint),
      dataDir: DATA_DIR ?? 'data',
      host: HOST,
      port: read('PORT', PORT ?? '8080', portOf),
      logger,
    })
    console.log(`rows: ${indexer.url}/v1/own/…  document: ${indexer.url}/openapi.json`)
    const signal = new Promise<void>((resolve) => {
      for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => resolve())
    })
    const failure = await Promise.race([signal, indexer.failed])
    await indexer.close()
    if (failure !== undefined) throw failure
  } catch (error) {
    if (!(error instanceof StartupError)) throw error
    console.error(error.message)
    process.exitCode = 1
  }
}
