import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CommitPace } from './commit-pace.ts'

test('commits are halved after a lost session or a slow commit, and doubled after a quick one, up to the most', () => {
  const pace = new CommitPace()
  const after = (step: () => void): number => {
    step()
    return pace.blocks
  }
  const lost = (): number => after(() => pace.lost())
  const wrote = (took: number): number => after(() => pace.wrote(took))
  assert.deepEqual([lost(), lost(), lost()], [50, 25, 12])
  assert.deepEqual([wrote(10_000), wrote(30_000)], [12, 6])
  assert.deepEqual([lost(), lost(), lost(), lost()], [3, 1, 1, 1])
  assert.deepEqual(
    Array.from({ length: 8 }, () => wrote(10)),
    [2, 4, 8, 16, 32, 64, 100, 100],
  )
})
