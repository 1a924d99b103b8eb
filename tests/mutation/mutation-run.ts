// Plants random faults into copies of the project, one at a time. The tests nearest to the fault run first, then the wide tests. A fault
// that no test finds shows missing tests.
import { Random } from '../../devnet/actors/random.ts'
import { withScratch } from '../harness/scratch.ts'
import type { Mutant } from './mutants-of.ts'
import { SourceCopy } from './source-copy.ts'

/** These tests compare the whole service with independent readers. */
export const WIDE: readonly string[] = [
  'tests/e2e/independent-fold.e2e.test.ts',
  'tests/e2e/conformance.e2e.test.ts',
  'tests/e2e/contract.e2e.test.ts',
]

/** Limits of a run: absolute, and as a multiple of its time without the fault. A run that exceeds both has found the fault. */
const PATIENCE_MS = 60_000
const TIMES_LONGER = 5

export type FoundBy = 'types' | 'nearest' | 'wide' | 'nobody'

export interface MutationOptions {
  readonly mutants: readonly Mutant[]
  /** In groups, nearest first. */
  readonly nearestOf: (path: string) => readonly (readonly string[])[]
  readonly workers: number
  readonly onResult: (mutant: Mutant, foundBy: FoundBy) => void
  readonly signal: AbortSignal
}

/** No fault is drawn twice. The same seed and source give the same faults. */
export const drawMutants = (all: readonly Mutant[], seed: number, count: number): Mutant[] => {
  const random = new Random(`mutants ${seed}`)
  const left = [...all]
  return Array.from({ length: Math.min(count, all.length) }, () =>
    left.splice(random.integer(0, left.length - 1), 1),
  ).flat()
}

/** At most one fault per file. */
export const roundsOf = (mutants: readonly Mutant[]): Mutant[][] => {
  const rounds: Mutant[][] = []
  const planted = new Map<string, number>()
  for (const mutant of mutants) {
    const at = planted.get(mutant.path) ?? 0
    planted.set(mutant.path, at + 1)
    const round = rounds[at]
    if (round === undefined) rounds.push([mutant])
    else round.push(mutant)
  }
  return rounds
}

/** @throws {Error} if tests fail without a fault */
export const runMutants = async ({
  mutants,
  nearestOf,
  workers,
  onResult,
  signal,
}: MutationOptions): Promise<void> => {
  const waiting: Mutant[] = []
  await withScratch(async (directory) => {
    const copy = new SourceCopy(directory)
    for (const round of roundsOf(mutants)) {
      if (signal.aborted) return
      const refused = await copy.with(round, () => copy.refused())
      for (const mutant of round)
        if (refused.has(mutant.path)) onResult(mutant, 'types')
        else waiting.push(mutant)
    }
  }, 'mutants-')
  const durations = new Map<string, number>()
  const work = (directory: string): Promise<void> => {
    const copy = new SourceCopy(directory)
    const isFoundBy = async (mutant: Mutant, tests: readonly string[]): Promise<boolean> => {
      const untried = tests.filter((test) => !durations.has(test))
      const began = performance.now()
      if (!(await copy.passes(untried)))
        throw new Error(`a test of ${untried.join(' ')} fails without a fault`)
      for (const test of untried) durations.set(test, performance.now() - began)
      const longest = Math.max(0, ...tests.map((test) => durations.get(test) ?? 0))
      return !(await copy.with([mutant], () => copy.passes(tests, PATIENCE_MS + TIMES_LONGER * longest)))
    }
    const findBy = async (mutant: Mutant): Promise<FoundBy> => {
      for (const ring of nearestOf(mutant.path)) if (await isFoundBy(mutant, ring)) return 'nearest'
      return (await isFoundBy(mutant, WIDE)) ? 'wide' : 'nobody'
    }
    const next = async (): Promise<void> => {
      const mutant = signal.aborted ? undefined : waiting.shift()
      if (mutant === undefined) return
      onResult(mutant, await findBy(mutant))
      await next()
    }
    return next()
  }
  await Promise.all(Array.from({ length: workers }, () => withScratch(work, 'mutants-')))
}
