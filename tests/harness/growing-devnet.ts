// A devnet for tests of the feed. It continues the recorded chain, and makes blocks and forks on request.
import type { TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { Random } from '../../devnet/actors/random.ts'
import { LIVE_RATES, type Rates } from '../../devnet/actors/rates.ts'
import { recordedBeginning } from './recorded-beginning.ts'
import { endOfRecording, startStillDevnet } from './still-devnet.ts'

export interface GrowingOptions {
  /** Launches are frequent by default, so that lists change. */
  readonly rates?: Rates
  /** Number of recorded blocks at the start, by default all. */
  readonly recorded?: number
  /**
   * Returns Unix milliseconds. With the system's clock, trades count as trades of the last hour. By default the clock stands at the
   * recording's end.
   */
  readonly clock?: () => number
}

export const startGrowingDevnet = async (
  t: Pick<TestContext, 'after'>,
  seed: number,
  { rates = { ...LIVE_RATES, launches: 0.06 }, recorded, clock }: GrowingOptions = {},
) => {
  const random = new Random(`growing ${seed}`)
  const chainFile = recorded === undefined ? undefined : await recordedBeginning(t, recorded)
  const { recording, time } = await endOfRecording(chainFile)
  const devnet = await startStillDevnet({
    seed: String(seed),
    rates,
    recording,
    clock: clock ?? (() => time),
  })
  t.after(() => devnet.close())
  return {
    url: devnet.url,
    chain: devnet.chain,
    /** Unix milliseconds at the start. By default the clock does not advance. */
    now: clock?.() ?? time,
    /** No actor acts before this block. */
    makeOfMempool(): void {
      devnet.ledger.makeBlock()
    },
    make(blocks: number): void {
      for (let made = 0; made < blocks; made++) devnet.makeBlock()
    },
    fork(depth: number): void {
      devnet.ledger.rollBack(depth)
      for (let made = 0; made <= depth; made++) devnet.makeBlock()
    },
    /**
     * Makes `blocks` blocks or a few more, with forks of up to ten blocks.
     * @param beforeFork awaited before each fork, so that a service has followed the blocks
     */
    async grow(blocks: number, beforeFork: () => Promise<unknown>): Promise<void> {
      for (let made = 0; made < blocks; ) {
        const burst = random.integer(1, 4)
        for (let n = 0; n < burst; n++) devnet.makeBlock()
        made += burst
        if (random.integer(0, 5) === 0) {
          const depth = random.integer(1, Math.min(10, made))
          await beforeFork()
          this.fork(depth)
        }
        await sleep(random.integer(0, 20))
      }
    },
  }
}
