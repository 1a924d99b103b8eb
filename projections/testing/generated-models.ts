// Models of a generated chain, which can grow and fork further.
import type { TestContext } from 'node:test'
import { randomFrom } from '../../tests/kit/random-from.ts'
import { seedOf } from '../../tests/kit/random-runs.ts'
import { GrowingChain } from './growing-chain.ts'
import { testModels } from './test-models.ts'

/** @param blocks each up to a minute after the one before */
export const generatedModels = (t: TestContext, blocks = 300) => {
  const { apply, log, fold, ...models } = testModels(t)
  const reader = models.openReader()
  const chain = new GrowingChain(randomFrom(seedOf(t)))
  const grow = (count: number): void => {
    for (const block of chain.grow(count)) apply(block)
    reader.refresh()
  }
  grow(blocks)
  return {
    chain,
    directory: models.directory,
    /** May write to the tables of generation 1 (`bars_1`). */
    database: models.database,
    reader,
    apply,
    grow,
    undo(count: number): void {
      chain.undo(count)
      log.rollBackTo(chain.length)
      fold()
    },
    /** Every integer is a bigint. */
    all: <Row>(sql: string, ...values: unknown[]): Row[] =>
      models.database
        .prepare<unknown[], Row>(sql)
        .safeIntegers()
        .all(...values),
  }
}
