// Compares the served models with the log (if there is one), their rules and their digest, round after round, in a thread beside the one
// that writes them. A bit that flips on the disk is found in the next round at the latest.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import { Log } from '../../indexer/log/log.ts'
import { comparing } from '../../projections/engine/file/compare-models.ts'
import { openServingModels } from '../../projections/engine/file/serving-models.ts'
import type { Damage } from '../../projections/engine/fold/models-folding.ts'
import { launchpadModels } from '../../projections/launchpad-models.ts'
import type { OwnFiles } from '../../projections/own/own-models.ts'
import type { OperationsConfig } from '../../schema/config/config.ts'
import { StartupError } from '../../schema/errors.ts'
import { storedObjects } from '../../schema/platform/check-schema.ts'
import { checkStructure } from '../../schema/platform/check-structure.ts'
import { messageOf } from '../../schema/platform/message-of.ts'
import { reportFrom, startWorker } from '../../schema/platform/start-worker.ts'
import { StorageError, storageError } from '../../schema/platform/storage-error.ts'
import type { Network } from '../../schema/primitives.ts'

interface ComparingTask {
  readonly directory: string
  readonly network: Network
  readonly operations: OperationsConfig
  readonly ownModels?: OwnFiles | undefined
  /** Path of the log; undefined for a replica, which has no log. */
  readonly logPath?: string
}

/** Times in ms before the first round and between two rounds. `isHere` runs rounds in this thread, for simulations. */
export interface Rounds {
  readonly first: number
  readonly interval: number
  readonly isHere?: boolean
}

const ROUNDS: Rounds = { first: 10 * 60_000, interval: 24 * 60 * 60_000 }

/** Time in ms of work between two pauses, and of a pause. A round then uses a tenth of a processor. */
const WORK_MS = 10
const PAUSE_MS = 90

/**
 * Compares in one read transaction. The WAL cannot shrink until it ends, but some minutes of blocks take little room.
 * @returns the first damage; undefined if there is none
 * @throws {StorageError} if a file cannot be read now
 */
export const compareServing = async (
  { directory, network, operations, ownModels, logPath }: ComparingTask,
  pause = PAUSE_MS,
): Promise<Damage | undefined> => {
  let log: Log | undefined
  let serving: ReturnType<typeof openServingModels>
  try {
    if (logPath !== undefined) log = Log.openForReading(logPath, { network })
    serving = openServingModels(directory)
    if (serving === undefined) return undefined
    const { database } = serving
    database.exec('BEGIN')
    const scan = comparing(database, launchpadModels(network, operations, ownModels), log)
    let resting = performance.now() + WORK_MS
    for (let done = false; !done; done = scan.next().done === true) {
      if (performance.now() < resting) continue
      await sleep(pause)
      resting = performance.now() + WORK_MS
    }
    for (const { type, name } of storedObjects(database))
      if (type === 'table') checkStructure(database, 'models', name)
    return undefined
  } catch (error) {
    const found = error instanceof StartupError ? storageError(error.cause, directory, 'models') : error
    if (!(found instanceof StorageError) || found.isPassing) throw error
    const message = messageOf(error)
    return { problem: message.replaceAll(`${directory}/`, ''), isOfLog: message.startsWith(`${logPath} `) }
  } finally {
    serving?.database.close()
    log?.close()
  }
}

interface CompareRounds {
  readonly task: ComparingTask
  /** Whether the models can be compared now. A comparison during a first sync would let the WAL grow. */
  readonly isDue: () => boolean
  /** Called with the damage, if any, and the seconds that the round took. */
  readonly onRound: (damage: Damage | undefined, seconds: number) => void
  readonly logger: Pick<Logger, 'error'>
  readonly rounds?: Rounds | undefined
}

/** @returns a function that ends the rounds */
export const compareRounds = ({ task, isDue, onRound, logger, rounds = ROUNDS }: CompareRounds) => {
  const { first, interval, isHere = false } = rounds
  const ending = new AbortController()
  const { signal } = ending
  let terminate = (): void => {}

  const inThread = async (): Promise<Damage | undefined> => {
    const worker = startWorker(new URL('threads/compare-thread.ts', import.meta.url), { task })
    const ended = new Promise((resolve) => worker.once('exit', resolve))
    terminate = () => void worker.terminate()
    return reportFrom<Damage | undefined>(worker).finally(() => ended)
  }

  /** @returns the time in ms until the next round */
  const compare = async (): Promise<number> => {
    const began = performance.now()
    try {
      if (!isDue()) return first
      const damage = await (isHere ? compareServing(task, 0) : inThread())
      if (!signal.aborted) onRound(damage, (performance.now() - began) / 1000)
      return interval
    } catch (error) {
      if (!signal.aborted) logger.error({ err: error }, 'the models cannot be compared')
      return first
    }
  }

  const run = async (): Promise<void> => {
    for (let wait = first; ; wait = await compare()) {
      await sleep(wait, undefined, { signal, ref: false }).catch(() => {})
      if (signal.aborted) return
    }
  }
  const running = run()
  return async (): Promise<void> => {
    ending.abort()
    terminate()
    await running
  }
}
