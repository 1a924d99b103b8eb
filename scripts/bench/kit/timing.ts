// Small steps timed in turns within one process: what one round loses to the machine, every step may lose. The
// time is the processor's, so that whoever else uses the machine costs as little as can be.
import { cpuSeconds } from './child.ts'

/** Rounds that do not count: code is compiled in them. */
const WARM_UPS = 3

/** Runs every step once a round. Seconds of processor time of each step in each round. */
export const timeInTurns = (steps: readonly (() => void)[], rounds: number): number[][] => {
  const timed = steps.map((step) => ({ step, times: [] as number[] }))
  for (let round = -WARM_UPS; round < rounds; round++)
    for (const { step, times } of timed) {
      const before = cpuSeconds()
      step()
      if (round >= 0) times.push(cpuSeconds() - before)
    }
  return timed.map(({ times }) => times)
}
