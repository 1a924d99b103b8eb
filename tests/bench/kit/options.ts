// Options of the benchmarks: which parts to measure, and the chain file.
import { existsSync } from 'node:fs'
import { mainnetHours, mainnetLaunch } from '../../../fixtures/chains/recorded-chains.ts'
import { StartupError } from '../../../schema/errors.ts'

export const PARTS = ['follow', 'reads', 'growth', 'fanout', 'carriers'] as const
export type Part = (typeof PARTS)[number]

export interface BenchOptions {
  readonly parts: readonly Part[]
  readonly file: string
  readonly rounds: number
  /** Seconds of load on a server per round. */
  readonly seconds: number
  /** Number of copies of the file that are followed as one chain. */
  readonly copies: number
  /** Sizes of the UTxO set at which growth is measured. */
  readonly outputs: readonly number[]
}

/** The largest recorded chain that exists here. */
const RECORDED = mainnetHours.skip === false ? mainnetHours : mainnetLaunch

/** Default number of copies: about 38,000 blocks, so that compilation hardly counts. */
const copiesOf = (file: string): number => (file === mainnetLaunch.path ? 252 : 36)

export const OUTPUTS = '100000,1000000'

interface Given {
  readonly words: readonly string[]
  readonly rounds: number
  readonly seconds: number
  readonly copies: number | undefined
  readonly outputs: string | undefined
}

const isPart = (word: string): word is Part => PARTS.some((part) => part === word)

/**
 * Words that name parts select these parts; any other word is the chain file.
 * @throws {StartupError} if the file does not exist, or several words name no part
 */
export const benchOptions = ({ words, rounds, seconds, copies, outputs = OUTPUTS }: Given): BenchOptions => {
  const chosen = PARTS.filter((part) => words.includes(part))
  const [file = RECORDED.path, excess] = words.filter((word) => !isPart(word))
  if (excess !== undefined) throw new StartupError(`"${excess}" is a second chain file: name one`)
  if (!existsSync(file))
    throw new StartupError(`${file} does not exist: name a part (${PARTS.join(', ')}) or a chain file`)
  return {
    parts: chosen.length === 0 ? PARTS : chosen,
    file,
    rounds,
    seconds,
    copies: copies ?? copiesOf(file),
    outputs: outputs.split(',').map(Number),
  }
}
