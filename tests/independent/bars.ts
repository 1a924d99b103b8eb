// All bars of all tokens in every resolution, as prices and as market caps, and the latest blocks.
import assert from 'node:assert/strict'
import { type Comparison, get, grouped, type Recorded, timeOf } from './comparison.ts'
import { marketCapOf, type Price, priceText } from './plain-pools.ts'
import { type FoldedPool, foldPools, type Tick } from './pool-fold.ts'

const DAY = 86_400

/** Months follow the calendar. Weeks begin on Monday. */
export const STARTS: Readonly<Record<string, (time: number) => number>> = {
  min1: (time) => time - (time % 60),
  min5: (time) => time - (time % 300),
  hour1: (time) => time - (time % 3_600),
  day1: (time) => time - (time % DAY),
  week1(time) {
    const day = new Date(time * 1000).getUTCDay()
    return time - (time % DAY) - ((day + 6) % 7) * DAY
  },
  month1(time) {
    const date = new Date(time * 1000)
    return Date.UTC(date.getUTCFullYear(), date.getUTCMonth()) / 1000
  },
}

/** A bar includes the prices before and after its trades, so a long bar includes its shorter bars. */
const ALL_STARTS: typeof STARTS = {
  ...STARTS,
  min15: (time) => time - (time % 900),
  min30: (time) => time - (time % 1_800),
  hour4: (time) => time - (time % 14_400),
}

const isBelow = (a: Price, b: Price): boolean => a.numerator * b.denominator < b.numerator * a.denominator

const barOf = (token: string, time: number, ticks: readonly Tick[]) => {
  const prices = ticks.flatMap(({ before, after }) => [before, after])
  const [open, close] = [prices[0] ?? assert.fail(), prices.at(-1) ?? assert.fail()]
  const pair = { base: token, quote: '.' }
  return {
    price: {
      pair,
      time,
      low: priceText(prices.reduce((low, price) => (isBelow(price, low) ? price : low))),
      high: priceText(prices.reduce((high, price) => (isBelow(high, price) ? price : high))),
      open: priceText(open),
      close: priceText(close),
      volume: `${ticks.reduce((sum, { traded = 0n }) => sum + traded, 0n)}`,
    },
    marketCap: { pair, time, mCap: `${marketCapOf(close)}`, isRelevant: false },
  }
}

const barsOf = ({ token, ticks }: FoldedPool, start: (time: number) => number) =>
  [...grouped(ticks, ({ time }) => start(time))].map(([time, bucket]) => barOf(token, time, bucket))

export const barsComparison: Comparison = {
  name: 'all bars of all tokens in every resolution',
  async check(services, recorded) {
    let compared = 0
    for (const pool of foldPools(recorded).values())
      for (const [resolution, start] of Object.entries(ALL_STARTS)) {
        const bars = barsOf(pool, start)
        const query = { base: pool.token, quote: '.', resolution, from: 0, to: 99_999_999_999 }
        assert.deepEqual(
          await get(services, '/v1/charts/history', query),
          bars.map(({ price }) => price),
          `${pool.token} ${resolution}`,
        )
        assert.deepEqual(
          await get(services, '/v1/charts/mcap/history', query),
          bars.map(({ marketCap }) => marketCap),
        )
        compared += bars.length
      }
    assert.ok(compared > (recorded.isRich ? 1_000 : 0), `${compared} bars`)
  },
}

export const blocksComparison: Comparison = {
  name: 'the latest blocks',
  async check(services, recorded: Recorded) {
    const counts = new Map<object, number>()
    for (const { block } of recorded.ledger.transactions.values())
      counts.set(block, (counts.get(block) ?? 0) + 1)
    const expected = recorded.blocks
      .slice(-100)
      .reverse()
      .map((block) => ({
        ...block.point,
        height: block.height,
        time: timeOf(recorded, block),
        transactions: counts.get(block) ?? 0,
      }))
    assert.deepEqual(await get(services, '/v1/blocks/latest', { limit: 100 }), expected)
  },
}
