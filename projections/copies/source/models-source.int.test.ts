// Differences after each of the last blocks, of at most the requested number of blocks.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inspect } from 'node:util'
import { randomFrom } from '../../../tests/kit/random-from.ts'
import { seedOf } from '../../../tests/kit/random-runs.ts'
import { GrowingChain } from '../../testing/growing-chain.ts'
import { mainnetModels, testModels } from '../../testing/test-models.ts'
import { type Difference, ModelsSource } from './models-source.ts'

test('a difference is partial if there are more blocks than asked for, and ends at the last block that it has', async (t) => {
  const models = testModels(t)
  const { database } = models.openReader()
  const chain = new GrowingChain(randomFrom(seedOf(t)))
  const source = new ModelsSource(database, mainnetModels())
  const rowsOf = (difference: Difference | undefined): unknown =>
    difference?.tables.map(({ table, touched, made }) => [
      table.name,
      Array.from(touched, (row) => inspect(row)).sort(),
      Array.from(made, (row) => inspect(row)).sort(),
    ])
  const digests: unknown[] = []
  const whole: unknown[][] = []
  for (let length = 1; length <= 8; length++) {
    // The first number chooses the slot: the one after the last block's.
    const numbers = [0]
    models.apply(...chain.grow(1, () => numbers.pop() ?? chain.random()))
    digests.push(models.folding.checkpoint?.digest)
    const since: unknown[] = []
    for (const { point } of chain.blocks) since.push(rowsOf(await source.difference(point, new Map())))
    whole.push(since)
  }
  const { blocks } = chain
  const [first, last] = [blocks[0], blocks.at(-1)]
  assert.equal((last?.point.slot ?? 0) - (first?.point.slot ?? 0), blocks.length - 1)
  for (const [at, shared] of blocks.entries())
    for (let most = 1; most <= blocks.length; most++) {
      const found = await source.difference(shared.point, new Map(), most)
      const end = Math.min(at + most, blocks.length - 1)
      assert.deepEqual(
        found && [found.isPartial, found.sharedDigest, found.checkpoint.id, found.checkpoint.digest],
        [at + most < blocks.length - 1, digests[at], blocks[end]?.point.id, digests[end]],
      )
      assert.deepEqual(
        found?.blocks.map(({ id }) => id),
        blocks.slice(at + 1, end + 1).map(({ point }) => point.id),
      )
      assert.deepEqual(rowsOf(found), whole[end]?.[at])
    }
})
