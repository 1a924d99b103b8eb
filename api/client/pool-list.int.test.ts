// The lists that a client builds are the lists in the answers over HTTP.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { curvePool, hash, operations } from '../../projections/interpret/testing/interpreted.ts'
import { poolReads } from '../../projections/read/queries/pools.ts'
import { ModelsReader } from '../../projections/read/reader/models-reader.ts'
import { launch } from '../../projections/testing/folded-chain.ts'
import { openTestModels } from '../../projections/testing/test-models.ts'
import { POOL_LISTS } from '../../schema/answers/pool-lists.ts'
import { poolList } from './pool-list.ts'

test('curves above their cap, which may be passed by a hundredth, are equals in the order of progress', (t) => {
  const models = openTestModels(operations)
  t.after(() => models.close())
  const collected = [18_300_000_000n, 18_188_400_000n, 18_370_284_000n, 9_000_000_000n, 18_188_399_999n]
  const transactions = collected.map((paid, at) => launch(curvePool(`curve ${at}`), 0n, paid))
  const point = { slot: 133_000_001, id: hash('block') }
  models.apply({ point, height: 1, parent: hash('parent'), transactions })
  const reader = new ModelsReader(models.directory)
  t.after(() => reader.close())
  const reads = poolReads(reader.database)
  for (const list of POOL_LISTS) {
    const pools = reads.members(list).map((id) => reads.pool(id) ?? assert.fail(list))
    assert.equal(pools.length, list.startsWith('Completed') ? 0 : collected.length)
    assert.deepEqual(poolList(list, pools.toReversed()), pools)
  }
})
