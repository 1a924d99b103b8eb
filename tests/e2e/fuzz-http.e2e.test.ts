// Runs `npm run fuzz-http`, without and with --traders, and `npm run soak` for some seconds each.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { besiege } from '../fuzz/siege.ts'
import { attackService } from '../harness/attacked-service.ts'
import { runs, seedOf } from '../kit/random-runs.ts'
import { TEST_TIMEOUT_MS } from '../kit/test-timeout.ts'
import { soak } from '../soak/soak.ts'

test('hostile clients harm neither the service nor an honest client', async (t) => {
  const { failure, rounds } = await attackService({
    // A seed of fast-check is a signed integer.
    seed: seedOf(t) | 0,
    rounds: runs(4),
    milliseconds: 2 ** 31 - 1,
    patience: TEST_TIMEOUT_MS,
  })
  assert.equal(failure, undefined, JSON.stringify(failure))
  assert.ok(rounds > 0)
})

test('under every attack at once no order and no read of honest traders fails', async () => {
  const { failures, filled, takenBack } = await besiege(runs(2), 2)
  assert.deepEqual(failures, [])
  assert.ok(filled > 0 && takenBack > 0, `${filled} orders filled, ${takenBack} cancelled`)
})

test('under feeds, reads and traders every state is exact, over forks, a clock that is set and a stop', async (t) => {
  const samples: number[] = []
  const { failures, filled } = await soak({
    seconds: runs(20),
    seed: seedOf(t),
    feeds: 20,
    readsPerSecond: 20,
    forks: 4,
    hasPages: false,
    onSample: ({ frames }) => samples.push(frames),
  })
  assert.deepEqual(failures, [])
  assert.ok(filled > 0 && Number(samples.at(-1)) > 0, `${filled} orders filled, ${samples} frames`)
})
