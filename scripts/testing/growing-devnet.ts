// The devnet as tests of the feed follow it: on its recorded chain, it makes blocks and forks when it is asked to.
import type { TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { Random } from '../../fixtures/devnet/actors/random.ts'
import { LIVE_RATES, type Rates } from '../../fixtures/devnet/actors/rates.ts'
import { recordedBeginning } from './recorded-beginning.ts'
import { endOfRecording, startStillDevnet } from './still-devnet.ts'

export interface GrowingOptions {
  /** Rates of what its actors do; by default they launch so often that lists change. */
  readonly rates?: Rates
  /** Blocks of the recorded chain that it begins with; by default all. Services that begin with none fold them first. */
  readonly recorded?: number
}

/** @param seed of what its actors do, and of when it forks */
export const startGrowingDevnet = async (
  t: Pick<TestContext, 'after'>,
  seed: number,
  { rates = { ...LIVE_RATES, launches: 0.06 }, recorded }: GrowingOptions = {},
) => {
  const random = new Random(`growing ${seed}`)
  const chainFile = recorded === undefined ? undefined : await recordedBeginning(t, recorded)
  const { recording, time: now } = await endOfRecording(chainFile)
  const devnet = await startStillDevnet({ seed: String(seed), rates, recording, clock: () => now })
  t.after(() => devnet.close())
  return {
    url: devnet.url,
    chain: devnet.chain,
    /** Its clock, which stands still: milliseconds since 1970. */
    now,
    /** Makes a block of what is in the mempool; nobody else does anything. */
    makeOfMempool(): void {
      devnet.ledger.makeBlock()
    },
    /** Makes so many blocks, before each of which the actors act. */
    make(blocks: number): void {
      for (let made = 0; made < blocks; made++) devnet.makeBlock()
    },
    /** Takes so many blocks back, and makes one more in their place. */
    fork(depth: number): void {
      devnet.ledger.rollBack(depth)
      for (let made = 0; made <= depth; made++) devnet.makeBlock()
    },
    /**
     * Makes so many blocks or a few more, with forks of up to ten.
     * @param beforeFork is waited for, so that what is rolled back was followed
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
