// The launchpad's models on a disk that fails for a while, at any statement: also while a failed batch is undone, while models that cannot be
// rolled back are folded again, and while the new file is opened.
import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { Sqlite } from '../schema/platform/sqlite.ts'
import { StorageError } from '../schema/platform/storage-error.ts'
import { randomFrom } from '../tests/kit/random-from.ts'
import { seedOf, seeds } from '../tests/kit/random-runs.ts'
import { scanState } from './engine/table/scan.ts'
import { GrowingChain } from './testing/growing-chain.ts'
import { mainnetOperations as operations } from './testing/mainnet-operations.ts'
import { openTestModels } from './testing/test-models.ts'

/** After `good` statements, `bad` statements fail. */
const failingDisk = (t: TestContext) => {
  const disk = { good: Number.POSITIVE_INFINITY, bad: 0 }
  const failAt = (target: object, name: string): void => {
    const work = Reflect.get(target, name)
    t.mock.method(Object(target), name, function (this: unknown, ...values: unknown[]) {
      // SQLite undoes a transaction in memory.
      if (values[0] === 'ROLLBACK' || disk.good-- > 0 || disk.bad-- <= 0)
        return Reflect.apply(work, this, values)
      throw new Sqlite.SqliteError('disk I/O error', 'SQLITE_IOERR')
    })
  }
  const statement = new Sqlite(':memory:').prepare('SELECT 1')
  for (const name of ['run', 'get', 'all', 'iterate']) failAt(Object.getPrototypeOf(statement), name)
  failAt(Sqlite.prototype, 'exec')
  return disk
}

test('models whose disk fails at any statement are in the end those of a good disk', (t) => {
  const chain = new GrowingChain(randomFrom(seedOf(t))).grow(60)
  const straight = openTestModels(operations)
  straight.apply(...chain)
  const digest = straight.folding.checkpoint?.digest
  straight.close()
  const disk = failingDisk(t)
  let failures = 0
  for (const seed of seeds(6)) {
    const random = randomFrom(seed)
    const below = (limit: number): number => Math.floor(random() * limit)
    const { log, folding, tables, close } = openTestModels(operations)
    // Far from the tip nothing is journaled, so a fork needs new models.
    folding.tipHeight = random() < 0.5 ? 0 : Number.MAX_SAFE_INTEGER
    const fold = (): boolean => {
      try {
        while (folding.step(1 + below(20)) !== undefined);
        return true
      } catch (error) {
        assert.ok(error instanceof StorageError && error.isPassing, `seed ${seed}: ${error}`)
        failures++
        return false
      }
    }
    for (let length = 0; length < chain.length; ) {
      const end = length + 1 + below(12)
      log.append(...chain.slice(length, end))
      length = Math.min(end, chain.length)
      if (random() < 0.2) {
        length -= below(Math.min(10, length))
        log.rollBackTo(length)
      }
      Object.assign(disk, { good: below(400), bad: 1 + below(4) })
      while (!fold());
      Object.assign(disk, { good: Number.POSITIVE_INFINITY, bad: 0 })
    }
    while (!fold());
    assert.equal(folding.checkpoint?.digest, digest, `seed ${seed}`)
    assert.equal(scanState(folding.database, tables).digest, digest, `seed ${seed}`)
    close()
  }
  assert.ok(failures > 0)
})
