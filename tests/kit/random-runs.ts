// Seed and number of tests' random values. The seed is fixed, so `npm test` has the same result for everybody. `SEED=n npm test --
// mirror-law` uses other values, or repeats a failure with its seed. `RUNS=20` makes twenty times as many runs. Properties of fast-check
// use the same seed (tests/runner/load-tests.mjs).
import type { TestContext } from 'node:test'

/** @param count number without RUNS */
export const runs = (count: number): number => Math.ceil(count * Number(process.env.RUNS ?? 1))

export const SEED = Number(process.env.SEED ?? 1) >>> 0

/** Reports the seed with the test's result. */
export const seedOf = (t: Pick<TestContext, 'diagnostic'>): number => {
  t.diagnostic(`SEED=${SEED}`)
  return SEED
}

/** @param count number without RUNS */
export const seeds = (count: number): readonly number[] =>
  Array.from({ length: runs(count) }, (_, at) => (SEED + at) >>> 0)
