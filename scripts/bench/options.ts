// What can be said on the command line of the benchmarks.
import { existsSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { mainnetHours, mainnetLaunch } from '../../fixtures/chains/recorded-chains.ts'
import { StartupError } from '../../schema/errors.ts'

export const PARTS = ['follow', 'payload', 'read', 'bars', 'abuse', 'refold'] as const
export type Part = (typeof PARTS)[number]

export interface BenchOptions {
  readonly parts: readonly Part[]
  /** Path of the chain file to measure with. */
  readonly file: string
  /** Every variant is measured this often, in turns. */
  readonly rounds: number
  /** Seconds of load on a server, each round. */
  readonly seconds: number
  /** Copies of the file that are followed as one chain. */
  readonly copies: number
}

/** The largest recorded chain there is. */
const RECORDED = mainnetHours.skip === false ? mainnetHours : mainnetLaunch

/** Copies to follow unless a number is given: some 6,300 blocks of either recorded chain, so that it lasts seconds. */
const copiesOf = (file: string): number => (file === mainnetLaunch.path ? 42 : 6)

const USAGE = `npm run bench -- [${PARTS.join('|')}] [FILE] [--file FILE] [--rounds N] [--seconds N] [--copies N]`

const count = (name: string, text: string): number => {
  if (!/^[1-9]\d{0,3}$/.test(text)) throw new StartupError(`--${name} must be 1 to 9999, not "${text}"`)
  return Number(text)
}

const fileOf = (path: string | undefined): BenchOptions['file'] => {
  if (path === undefined) return RECORDED.path
  if (!existsSync(path))
    throw new StartupError(`${path} does not exist: name a part or a chain file; ${USAGE}`)
  return path
}

const parse = (argv: readonly string[]) => {
  try {
    return parseArgs({
      args: [...argv],
      allowPositionals: true,
      options: {
        file: { type: 'string' },
        rounds: { type: 'string', default: '3' },
        seconds: { type: 'string', default: '5' },
        copies: { type: 'string' },
      },
    })
  } catch (error) {
    throw new StartupError(`${error instanceof Error ? error.message : error}; ${USAGE}`)
  }
}

/**
 * Words that are parts choose them; another word is the chain file.
 * @throws {StartupError} that says how it is written.
 */
export const readOptions = (argv: readonly string[]): BenchOptions => {
  const { values, positionals } = parse(argv)
  const chosen = PARTS.filter((part) => positionals.includes(part))
  const [word, ...more] = positionals.filter((text) => !PARTS.some((part) => part === text))
  if (more.length > 0) throw new StartupError(`one chain file is enough; ${USAGE}`)
  const file = fileOf(values.file ?? word)
  return {
    parts: chosen.length === 0 ? PARTS : chosen,
    file,
    rounds: count('rounds', values.rounds),
    seconds: count('seconds', values.seconds),
    copies: values.copies === undefined ? copiesOf(file) : count('copies', values.copies),
  }
}
