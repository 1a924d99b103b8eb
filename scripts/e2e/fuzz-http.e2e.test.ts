// Some seconds of `npm run fuzz-http`, without and with --traders.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { PATIENCE } from '../../fixtures/testing/patience.ts'
import { runs, seedOf } from '../../fixtures/testing/random-runs.ts'
import { besiege } from '../fuzz/siege.ts'
import { attackService } from '../testing/attacked-service.ts'

test('hostile clients harm neither the service nor an honest client', async (t) => {
  const { failure, rounds } = await attackService({
    // A seed of fast-check is a signed integer.
    seed: seedOf(t) | 0,
    rounds: runs(4),
    milliseconds: 2 ** 31 - 1,
    patience: PATIENCE,
  })
  assert.equal(failure, undefined, JSON.stringify(failure))
  assert.ok(rounds > 0)
})

test('under every attack at once no order and no read of honest traders fails', async () => {
  const { failures, filled, takenBack } = await besiege(runs(2), 2)
  assert.deepEqual(failures, [])
  assert.ok(filled > 0 && takenBack > 0, `${filled} orders filled, ${takenBack} cancelled`)
})
