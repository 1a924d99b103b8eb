// `npm run fuzz-http`: hostile HTTP clients against the service on the recorded devnet chain, for minutes or rounds.
// Prints its seed first and one line at the end; a failure is printed with the command that repeats it.
import { parseArgs } from 'node:util'
import { StartupError } from '../schema/errors.ts'
import { attackService } from './service/attacked-service.ts'
import { runCommand } from './service/run-command.ts'

const USAGE = 'npm run fuzz-http -- [--seed N] [--minutes N | --rounds N] [--path P]'

/** Milliseconds to wait for an answer. */
const PATIENCE = 10_000

const MOST_ROUNDS = 2 ** 31 - 1

const parse = (argv: readonly string[]) => {
  try {
    const seed = { type: 'string', default: String(Math.floor(Math.random() * 2 ** 31)) } as const
    const { values } = parseArgs({
      args: [...argv],
      options: { seed, minutes: { type: 'string' }, rounds: { type: 'string' }, path: { type: 'string' } },
    })
    return values
  } catch (error) {
    throw new StartupError(`${error instanceof Error ? error.message : error}; ${USAGE}`)
  }
}

const whole = (name: string, text: string): number => {
  if (!/^\d{1,10}$/.test(text))
    throw new StartupError(`--${name} must be a whole number, not "${text}"; ${USAGE}`)
  return Number(text)
}

const readOptions = (argv: readonly string[]) => {
  const { seed, minutes, rounds, path } = parse(argv)
  if (minutes !== undefined && rounds !== undefined)
    throw new StartupError(`minutes or rounds, not both; ${USAGE}`)
  if (path !== undefined && !/^\d+(:\d+)*$/.test(path))
    throw new StartupError(`--path must be as a failure printed it, not "${path}"; ${USAGE}`)
  return {
    seed: whole('seed', seed),
    rounds: rounds === undefined ? MOST_ROUNDS : whole('rounds', rounds),
    milliseconds: rounds === undefined ? whole('minutes', minutes ?? '1') * 60_000 : 2 ** 31 - 1,
    ...(path === undefined ? {} : { path }),
  }
}

// Ending by `exit` takes the service and its files along.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))

await runCommand(async () => {
  const options = readOptions(process.argv.slice(2))
  console.log(`seed ${options.seed}`)
  const { failure, peakMemory, ...count } = await attackService({ ...options, patience: PATIENCE })
  if (failure !== undefined) {
    const path = failure.path === '' ? '' : ` --path ${failure.path}`
    throw new StartupError(
      `${failure.message}\n${failure.plans}\nrepeat it: npm run fuzz-http -- --seed ${options.seed} --rounds ${path === '' ? count.rounds : 1}${path}`,
    )
  }
  console.log(
    `${count.rounds} rounds, ${count.connections} connections, ${count.requests} requests and ${count.honestAnswers} ` +
      `of an honest client: all answers right${peakMemory === undefined ? '' : `, at most ${Math.round(peakMemory / 2 ** 20)} MB of memory`}`,
  )
})
