// Forks of a live devnet that continues the recorded chain: a service that followed them has the same state as one that
// only saw the final chain. Those in its recording are followed by independent-fold.e2e.test.ts.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Actors } from '../../fixtures/devnet/actors/actors.ts'
import { Random } from '../../fixtures/devnet/actors/random.ts'
import { LIVE_RATES } from '../../fixtures/devnet/actors/rates.ts'
import { seedOf } from '../../fixtures/testing/random-runs.ts'
import { foldedRecording } from '../testing/folded-recording.ts'
import { startOnDevnet, untilAt } from '../testing/recorded-devnet.ts'
import { endOfRecording, startStillDevnet } from '../testing/still-devnet.ts'

/** People act in every tenth block alone: what a fork undoes is judged again, which takes the time here. */
const atTimes = (who: Actors): Actors => {
  let blocks = 0
  return {
    act() {
      blocks += 1
      if (blocks % 10 === 0) who.act()
    },
  }
}

const MOST = 50

/** Every depth up to ten and some up to the most; with LONG_TESTS=1 every one, which takes half a minute more. */
const DEPTHS = Array.from({ length: MOST }, (_, index) => index + 1).filter(
  (depth) => process.env.LONG_TESTS === '1' || depth <= 10 || [15, 20, 30, MOST].includes(depth),
)

test('forks of the live ledger, shallow and deep, are undone, while the service runs', async (t) => {
  const seed = seedOf(t)
  const random = new Random(`forks ${seed}`)
  const { recording, time } = await endOfRecording()
  const rates = { ...LIVE_RATES, orders: 0.5 }
  const devnet = await startStillDevnet({
    seed: String(seed),
    rates,
    recording,
    clock: () => time,
    change: atTimes,
  })
  t.after(() => devnet.close())
  const { dataDir } = await foldedRecording(t)
  const service = await startOnDevnet(t, { OGMIOS_URL: devnet.url, DATA_DIR: dataDir })
  const grow = (count: number): void => {
    for (let made = 0; made < count; made++) devnet.makeBlock()
  }
  const depths = [...DEPTHS]
  grow(MOST)
  while (depths.length > 0) {
    const [depth = 0] = depths.splice(random.integer(0, depths.length - 1), 1)
    await untilAt(service, devnet.chain)
    devnet.ledger.rollBack(depth)
    grow(depth + 1)
  }
  const { models, digest } = await untilAt(service, devnet.chain)
  // No fork has reached the recording.
  const fresh = await startOnDevnet(t, {
    OGMIOS_URL: devnet.url,
    DATA_DIR: (await foldedRecording(t)).dataDir,
  })
  const other = await untilAt(fresh, devnet.chain)
  assert.deepEqual({ models, digest }, { models: other.models, digest: other.digest })
})
