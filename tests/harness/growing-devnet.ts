// A devnet for tests of the feed. It continues the recorded chain, and makes blocks and forks on request.
import type { TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { Random } from '../../devnet/actors/random.ts'
import { LIVE_RATES, type Rates } from '../../devnet/actors/rates.ts'
import { recordedBeginning } from './recorded-beginning.ts'
import { endOfRecording, startStillDevnet } from './still-devnet.ts'

export interface GrowingOptions {
  /** Rates of the actors. The default has frequent launches, so that lists change. */
  readonly rates?: Rates
  /** Number of recorded blocks at the start, by default all. A service without data folds these blocks first. */
  readonly recorded?: number
  /**
   * Returns Unix milliseconds, for example by the system's clock, so that a service counts the trades as trades of the last hour. By
   * default the clock stands at the recording's end.
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
    /** Time of the devnet's clock at the start, in Unix milliseconds. By default the clock does not advance. */
    now: clock?.() ?? time,
    /** Makes a block of the mempool's transactions. No actor acts. */
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
     * @param beforeFork awaited before a fork, so a service has followed the blocks before they are rolled back
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
