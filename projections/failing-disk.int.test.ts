// The launchpad's models on a disk that fails for a while, at any statement: also while a failed batch is undone, while models that cannot be
// rolled back are folded again, while the new file is opened, and while the base of the log moves.
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { Log } from '../indexer/log/log.ts'
import { ReducingLog } from '../indexer/log/log-base.ts'
import { verifyLog } from '../indexer/log/verify-log.ts'
import { Sqlite } from '../schema/platform/sqlite.ts'
import { StorageError } from '../schema/platform/storage-error.ts'
import { SECURITY_PARAMETER } from '../schema/primitives.ts'
import { randomFrom } from '../tests/kit/random-from.ts'
import { seedOf, seeds } from '../tests/kit/random-runs.ts'
import { silent } from '../tests/kit/silent.ts'
import { temporaryDirectory } from '../tests/kit/temporary-directory.ts'
import { ModelsFolding } from './engine/fold/models-folding.ts'
import { MovingBase } from './engine/fold/moving-base.ts'
import { scanState } from './engine/table/scan.ts'
import type { LaunchpadEvent } from './interpret/events.ts'
import { launchpadModels } from './launchpad-models.ts'
import { GrowingChain } from './testing/growing-chain.ts'
import { mainnetOperations as operations } from './testing/mainnet-operations.ts'
import { digestsOf, openTestModels } from './testing/test-models.ts'

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
  for (const name of ['exec', 'prepare', 'pragma']) failAt(Sqlite.prototype, name)
  return disk
}

/** @returns whether everything was folded; a passing failure is counted */
const folding = (
  models: ModelsFolding<LaunchpadEvent>,
  limit: () => number,
  failures: unknown[],
): boolean => {
  try {
    while (models.step(limit()) !== undefined);
    return true
  } catch (error) {
    assert.ok(error instanceof StorageError && error.isPassing, `${error}`)
    failures.push(error)
    return false
  }
}

test('models whose disk fails at any statement are in the end those of a good disk', (t) => {
  const chain = new GrowingChain(randomFrom(seedOf(t))).grow(60)
  const digest = digestsOf(chain).at(-1)
  const disk = failingDisk(t)
  const failures: unknown[] = []
  for (const seed of seeds(6)) {
    const random = randomFrom(seed)
    const below = (limit: number): number => Math.floor(random() * limit)
    const models = openTestModels()
    // Far from the tip nothing is journaled, so a fork needs new models.
    models.folding.tipHeight = random() < 0.5 ? 0 : Number.MAX_SAFE_INTEGER
    for (let length = 0; length < chain.length; ) {
      const end = length + 1 + below(12)
      models.log.append(...chain.slice(length, end))
      length = Math.min(end, chain.length)
      if (random() < 0.2) {
        length -= below(Math.min(10, length))
        models.log.rollBackTo(length)
      }
      Object.assign(disk, { good: below(400), bad: 1 + below(4) })
      while (!folding(models.folding, () => 1 + below(20), failures));
      Object.assign(disk, { good: Number.POSITIVE_INFINITY, bad: 0 })
    }
    assert.equal(models.folding.checkpoint?.digest, digest, `seed ${seed}`)
    assert.equal(scanState(models.folding.database, models.tables).digest, digest, `seed ${seed}`)
    models.close()
  }
  assert.ok(failures.length > 0)
})

test('a log whose disk fails while its base moves has in the end the base of a good disk', (t) => {
  const chain = new GrowingChain(randomFrom(seedOf(t))).grow(40)
  const target = chain[29] ?? assert.fail()
  const models = launchpadModels('mainnet', operations)
  const disk = failingDisk(t)
  const failures: unknown[] = []
  const foldWithBase = (below: (limit: number) => number): unknown => {
    const directory = temporaryDirectory(t)
    const options = { network: 'mainnet', start: 'origin', base: target.point } as const
    const log = Log.open(join(directory, 'log.db'), options)
    const reducing = ReducingLog.open(log.path, 'mainnet') ?? assert.fail()
    const base = new MovingBase(reducing, log, 1)
    const folded = new ModelsFolding({ ...models, directory, log, base, logger: silent })
    folded.tipHeight = target.height + SECURITY_PARAMETER
    log.append(chain.map((block) => ({ kind: 'forward', block })))
    do Object.assign(disk, { good: below(900), bad: below(4) })
    while (!folding(folded, () => 1 + below(8), failures))
    Object.assign(disk, { good: Number.POSITIVE_INFINITY, bad: 0 })
    const found = [log.base, folded.checkpoint?.digest]
    for (const each of [folded, reducing, log]) each.close()
    assert.equal(verifyLog(log.path, 'mainnet'), 0)
    return found
  }
  const expected = foldWithBase(() => 0)
  assert.deepEqual(failures, [])
  for (const seed of seeds(6)) {
    const random = randomFrom(seed)
    assert.deepEqual(
      foldWithBase((limit) => Math.floor(random() * limit)),
      expected,
      `seed ${seed}`,
    )
  }
  assert.ok(failures.length > 0)
})
