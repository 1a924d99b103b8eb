// Bars of a launch, of trades between which the price moves without a trade, and of orders that fill each other.
import { test } from 'node:test'
import type { LaunchpadEvent, Matched, Traded } from '../interpret/events.ts'
import { launchedEvent } from '../testing/launched-event.ts'
import { given } from '../testing/model-kit.ts'
import { tradedEvent } from '../testing/traded-event.ts'
import { barsModel } from './bars.ts'

const ratio = (numerator: bigint) => ({ numerator: 3n * numerator, denominator: 3n })

const LAUNCHED = launchedEvent({ initialPrice: ratio(2n), price: ratio(2n) })
const { poolId } = LAUNCHED
const trade = (before: bigint, after: bigint, lovelace: bigint): Traded =>
  tradedEvent({ venue: 'amm', priceBefore: ratio(before), price: ratio(after), lovelace })
const match = (lovelace: bigint): Matched => ({
  ...tradedEvent({ lovelace }),
  kind: 'matched',
  order: LAUNCHED.output,
  trader: '',
})

type Prices = readonly [open: number, high: number, low: number, close: number]

const bar = (
  resolution: number,
  start: string,
  [open, high, low, close]: Prices,
  volume: bigint,
  trades: number,
) => {
  const time = Date.parse(start) / 1_000
  return {
    pool: poolId,
    resolution,
    time,
    open: `${open}/1`,
    high: `${high}/1`,
    low: `${low}/1`,
    close: `${close}/1`,
    volume,
    trades,
    market_cap: `${close}000000000`,
    fragment: `"time":${time},"low":"${low}","high":"${high}","open":"${open}","close":"${close}","volume":"${volume}"}`,
  }
}

test('a bar has the prices before and after its trades, and so those of the shorter bars within it', () => {
  const nothing: LaunchpadEvent[][] = Array.from({ length: 40 }, () => [])
  // The first block is at 22:13:20.
  const events = [
    [LAUNCHED, trade(2n, 3n, 5n)],
    trade(1n, 2n, 7n),
    ...nothing,
    match(11n),
    trade(9n, 4n, 13n),
  ]
  const whole: Prices = [2, 9, 1, 4]
  given(barsModel, events).then({
    bars: [
      bar(0, '2023-11-14T22:13:00Z', [2, 3, 1, 2], 12n, 2),
      bar(0, '2023-11-14T22:14:00Z', [2, 9, 2, 4], 24n, 2),
      bar(1, '2023-11-14T22:10:00Z', whole, 36n, 4),
      bar(2, '2023-11-14T22:00:00Z', whole, 36n, 4),
      bar(3, '2023-11-14T00:00:00Z', whole, 36n, 4),
      bar(4, '2023-11-13T00:00:00Z', whole, 36n, 4),
      bar(5, '2023-11-01T00:00:00Z', whole, 36n, 4),
    ],
  })
})

test('orders that fill each other before a pool has a price make no bar', () => {
  given(barsModel, [match(11n)]).then({ bars: [] })
})
