// Models of a generated chain, for tests that compare a query with the simplest computation over all rows.
import type { TestContext } from 'node:test'
import { randomFrom } from '../../tests/kit/random-from.ts'
import { seedOf } from '../../tests/kit/random-runs.ts'
import { operations } from '../interpret/testing/interpreted.ts'
import { GrowingChain } from './growing-chain.ts'
import { openTestModels, readerOf } from './test-models.ts'

/** @param blocks each up to a minute after the one before */
export const generatedModels = (t: TestContext, blocks = 300) => {
  const { apply, ...models } = openTestModels(operations)
  const reader = readerOf(t, models)
  const chain = new GrowingChain(randomFrom(seedOf(t)))
  for (const block of chain.grow(blocks)) apply(block)
  reader.refresh()
  return {
    chain,
    /** May write to the tables of generation 1 (`bars_1`). */
    database: models.database,
    reader,
    /** Every integer is a bigint. */
    all: <Row>(sql: string, ...values: unknown[]): Row[] =>
      models.database
        .prepare<unknown[], Row>(sql)
        .safeIntegers()
        .all(...values),
  }
}
