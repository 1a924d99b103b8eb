// `npm run fuzz-http`: hostile HTTP clients against the service on the recorded devnet chain, for some minutes or rounds. Prints its seed
// first, and one line at the end. After a failure it prints the command that repeats the failure. With --traders, all attacks run at the
// same time, together with honest traders.
import { StartupError } from '../../schema/errors.ts'
import { besiege } from '../../tests/fuzz/siege.ts'
import { attackService } from '../../tests/harness/attacked-service.ts'

const TIMEOUT_MS = 10_000

/** Seeds, rounds and timers in ms are signed 32-bit integers. */
const MOST = 2 ** 31 - 1

interface FuzzOptions {
  readonly seed: number | undefined
  readonly minutes: number | undefined
  readonly rounds: number | undefined
  /** Path of a failure within its seed, as printed after the failure. A run with it repeats only this failure. */
  readonly path: string | undefined
}

const attackOptions = ({ seed, minutes, rounds, path }: FuzzOptions) => {
  if (minutes !== undefined && rounds !== undefined)
    throw new StartupError('give --minutes or --rounds, not both')
  return {
    seed: seed ?? Math.floor(Math.random() * MOST),
    rounds: rounds ?? MOST,
    milliseconds: rounds === undefined ? (minutes ?? 1) * 60_000 : MOST,
    ...(path === undefined ? {} : { path }),
  }
}

/** @throws {StartupError} if the service fails, with the command that repeats the failure */
export const fuzzHttp = async (given: FuzzOptions): Promise<void> => {
  const options = attackOptions(given)
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))
  console.log(`seed ${options.seed}`)
  const { failure, peakMemory, ...count } = await attackService({ ...options, patience: TIMEOUT_MS })
  if (failure !== undefined) {
    const path = failure.path === '' ? '' : ` --path ${failure.path}`
    throw new StartupError(
      `${failure.message}\n${failure.plans}\nrepeat it: npm run fuzz-http -- --seed ${options.seed} --rounds ${path === '' ? count.rounds : 1}${path}`,
    )
  }
  console.log(
    `${count.rounds} rounds, ${count.connections} connections, ${count.requests} requests and ${count.honestResponses} ` +
      `of an honest client: all responses right${peakMemory === undefined ? '' : `, at most ${Math.round(peakMemory / 2 ** 20)} MB of memory`}`,
  )
}

const ORDERS_CANCELLED_PER_MINUTE = 4

const megabytes = (bytes: number): number => Math.round(bytes / 2 ** 20)

/** @throws {StartupError} if an honest order or read fails, the service ends or logs a problem, or its memory grows */
export const siege = async (minutes: number): Promise<void> => {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))
  const report = await besiege(minutes * 60, Math.ceil(minutes * ORDERS_CANCELLED_PER_MINUTE))
  const { failures, filled, takenBack, idle, under, memory, attacks } = report
  for (const [attack, { connections, responses, megabytes }] of Object.entries(attacks))
    console.log(`${attack}: ${connections} connections, ${responses} responses, ${Math.round(megabytes)} MB`)
  console.log(`memory in each tenth: ${memory.map(megabytes).join(', ')} MB`)
  console.log(
    `${filled} orders filled and ${takenBack} cancelled; 99 in 100 charts within ${under.toFixed(1)} ms, ` +
      `${(under / idle).toFixed(1)} times the ${idle.toFixed(1)} ms without attackers`,
  )
  if (failures.length > 0) throw new StartupError(`${failures.length} failures:\n${failures.join('\n')}`)
}
