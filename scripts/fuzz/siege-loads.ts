// Measures each attack of a siege alone: the delay of an honest client's charts. The same attack on another service on the same
// machine shows the part of the delay that comes from shared processors.

import { startChild } from '../bench/kit/child.ts'
import { quantile } from '../bench/kit/table.ts'
import { withScratch } from '../testing/scratch.ts'
import { type Closers, setStage } from './siege.ts'
import type { AttackerRequest } from './siege-attacker.ts'
import { ATTACKS, type Attack } from './siege-attacks.ts'
import type { HonestAnswer, HonestRequest } from './siege-reader.ts'

export interface Load {
  readonly attack: Attack
  /** 99th percentile of the charts client's latency in milliseconds: without attackers, while they attack another service, and under attack. */
  readonly idle: number
  readonly beside: number
  readonly under: number
  /** Number of reads that failed under attack. */
  readonly failed: number
}

/** Maximum factor by which an attack may increase the latency, compared with the larger of the other two measurements. */
export const MOST_SLOWER = 4

export const isTooSlow = ({ idle, beside, under }: Load): boolean =>
  under > MOST_SLOWER * Math.max(idle, beside)

/** Number of waiting orders of each trader after the setup; nobody trades afterwards. */
const WAITING = 2

/**
 * Attacks a service with one attack after the other.
 * @param seconds duration of each of the three measurements of an attack
 * @param onLoad called with each result
 */
export const measureLoads = (seconds: number, onLoad: (load: Load) => void): Promise<void> =>
  withScratch(
    (dataDir) => withScratch((other) => measureIn([dataDir, other], seconds, onLoad), 'beside-'),
    'besieged-',
  )

const measureIn = async (
  [dataDir, other]: readonly [string, string],
  seconds: number,
  onLoad: (load: Load) => void,
): Promise<void> => {
  const closers: Closers = []
  try {
    const problems: unknown[] = []
    const { startBeside, chart, targets } = await setStage(dataDir, WAITING, closers, (error) =>
      problems.push(error),
    )
    const { port: otherPort } = await startBeside(other)
    const honest = startChild('../fuzz/siege-reader.ts')
    closers.push(() => honest.end())
    const read = async (): Promise<{ readonly latest: number; readonly failed: number }> => {
      const request: HonestRequest = { port: targets.port, path: chart, seconds }
      const { times, failed } = await honest.ask<HonestAnswer>(request)
      return { latest: quantile(times, 0.99), failed }
    }
    const readDuring = async (attack: Attack, port: number) => {
      const attacker = startChild('../fuzz/siege-attacker.ts')
      try {
        await attacker.ask({ kind: 'begin', attack, ...targets, port } satisfies AttackerRequest)
        return await read()
      } finally {
        await attacker.ask({ kind: 'end' } satisfies AttackerRequest)
        await attacker.end()
      }
    }
    // The first requests cause the compilation of the code for the later ones.
    await read()
    for (const attack of ATTACKS) {
      const { latest: idle } = await read()
      const { latest: beside } = await readDuring(attack, otherPort)
      const { latest: under, failed } = await readDuring(attack, targets.port)
      onLoad({ attack, idle, beside, under, failed })
    }
    if (problems.length > 0) throw new Error(`the devnet: ${problems[0]}`)
  } finally {
    for (const close of closers.reverse()) await close()
  }
}
