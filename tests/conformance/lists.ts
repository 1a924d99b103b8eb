// Checks that each topic of the main page has its meaning: the order of the pool lists, and the King of the Hill.
import assert from 'node:assert/strict'
import type { Section } from './rows.ts'

interface Pool {
  readonly pool: {
    readonly createdOn: number
    readonly timestamp: number
    readonly cpmmPoolId: string | null
  }
  readonly metrics: { readonly marketCap: number }
  readonly info: { readonly asset: string }
}

const LISTS: Readonly<Record<string, readonly [string, (pool: Pool) => number]>> = {
  Latest: ['latest-updated pools', ({ pool }) => pool.timestamp],
  New: ['newest listings', ({ pool }) => pool.createdOn],
  MCapDesc: ['market cap descending', ({ metrics }) => metrics.marketCap],
  CompletedCreateOn: ['completed pools by creation time', ({ pool }) => pool.createdOn],
  CompletedMCap: ['completed pools by market cap', ({ metrics }) => metrics.marketCap],
}

const assetsOf = (pools: readonly Pool[]): string[] => pools.map(({ info }) => info.asset).sort()

export const lists: Section = {
  name: 'lists',
  rows: 7,
  async judge(row, { get }) {
    const listed = new Map<string, readonly Pool[]>()
    for (const [filter, [meaning, numberOf]] of Object.entries(LISTS)) {
      const pools: Pool[] = await get('/v1/pools-main-page/initial/state', { filter })
      listed.set(filter, pools)
      await row(`${filter}: ${meaning}`, () => {
        const numbers = pools.map(numberOf)
        assert.ok(new Set(numbers).size > 1, `${numbers}`)
        assert.deepEqual(
          numbers,
          numbers.toSorted((a, b) => b - a),
        )
      })
    }
    const onCurves = listed.get('New') ?? []
    await row('the lists of one kind have the same pools', () => {
      for (const [filter, pools] of listed) {
        const isCompleted = filter.startsWith('Completed')
        assert.ok(pools.every(({ pool }) => (pool.cpmmPoolId !== null) === isCompleted))
        const same = listed.get(isCompleted ? 'CompletedMCap' : 'New') ?? []
        assert.deepEqual(assetsOf(pools), assetsOf(same), filter)
      }
    })
    await row('KOTH: the pool on a curve with the highest market cap', async () => {
      const caps = onCurves.map(({ metrics }) => metrics.marketCap)
      const king: Pool = await get('/v1/koth')
      assert.ok(new Set(caps).size > 1)
      assert.equal(king.metrics.marketCap, Math.max(...caps))
      assert.ok(assetsOf(onCurves).includes(king.info.asset))
    })
  },
}
