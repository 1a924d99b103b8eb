// The problems that a replica logs while it cannot copy.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pino } from 'pino'
import { temporaryDirectory } from '../../../tests/kit/temporary-directory.ts'
import { until } from '../../../tests/kit/until.ts'
import { mainnetOperations as operations } from '../../testing/mainnet-operations.ts'
import { ReplicaFollowing } from './replica-following.ts'

test('each new reason why nothing can be copied is logged, and a repeated one only once', async (t) => {
  const problems: unknown[] = []
  const reasons = ['refused', 'refused', 'cut', 'cut']
  let attempts = 0
  const carrier = {
    host: 'published.example',
    manifest: async () => {
      throw new Error(reasons[attempts++] ?? 'cut')
    },
    file: async () => undefined,
  }
  const replica = new ReplicaFollowing({
    directory: temporaryDirectory(t),
    network: 'mainnet',
    operations,
    carriers: [carrier],
    logger: pino({}, { write: (line) => problems.push(JSON.parse(line).problem) }),
  })
  t.after(() => replica.close())
  replica.run()
  await until('the attempts', () => attempts >= reasons.length)
  assert.deepEqual(problems, ['refused', 'cut'])
})
