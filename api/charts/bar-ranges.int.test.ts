// Bars of different lengths. A bar's range contains the ranges of the shorter bars within it, in all nine resolutions and both directions
// of the pair. This also holds if the price moves without a trade (graduation, deposit), and after forks.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { type LoggedBlock, Projector } from '../../projections/engine/fold/projector.ts'
import { rowsOf } from '../../projections/engine/testing/fold-kit.ts'
import type { LaunchpadEvent } from '../../projections/interpret/events.ts'
import { barPrices, bars, barsModel } from '../../projections/models/bars.ts'
import { launchedEvent } from '../../projections/testing/launched-event.ts'
import { FIRST_TIME, ScriptedSource } from '../../projections/testing/model-kit.ts'
import { invertRatio, type Ratio } from '../../schema/codecs/ratio.ts'
import type { Bar } from '../../schema/responses/chart-responses.ts'
import {
  type BarPrices,
  barFragment,
  bucketStart,
  COMBINED,
  type CombinedResolution,
  combinedSeconds,
  HISTORY_RESOLUTIONS,
  type HistoryResolution,
  isCombined,
  RESOLUTIONS,
  type Resolution,
} from '../../schema/responses/charts.ts'
import { combinedBars } from './combined-bars.ts'

/** Blocks begin every 20 minutes, so 120 blocks cover days and often the end of a month. */
class SlowSource extends ScriptedSource<LaunchpadEvent> {
  override timeOf(slot: number): number {
    return FIRST_TIME + (super.timeOf(slot) - FIRST_TIME) * 1_200
  }
}

const LAUNCHED = launchedEvent()

interface Step {
  readonly kind: 'trade' | 'move' | 'match' | 'pass'
  readonly price: number
}

const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.record({
    kind: fc.constantFrom('trade', 'move', 'match', 'pass'),
    price: fc.integer({ min: 1, max: 99 }),
  }),
  { minLength: 2, maxLength: 120 },
)

const ratio = (price: number): Ratio => ({ numerator: BigInt(price), denominator: 7n })

/** A `move` has no event, but changes the price before the next trade. */
const eventsOf = (course: readonly Step[]): LaunchpadEvent[][] => {
  let price = LAUNCHED.initialPrice
  return course.map((step) => {
    const before = price
    if (step.kind === 'trade' || step.kind === 'move') price = ratio(step.price)
    const { transaction, poolId, pool, token, output, reserves, fees } = LAUNCHED
    const of = {
      transaction,
      poolId,
      pool,
      token,
      side: 'buy',
      lovelace: 5n,
      tokens: 3n,
      percentageFee: 0n,
      executorFee: 1n,
      trader: '',
    } as const
    if (step.kind === 'match') return [{ ...of, kind: 'matched', order: output }]
    if (step.kind !== 'trade') return []
    const state = { output, reserves, fees, venue: 'amm', priceBefore: before, price, order: null } as const
    return [{ ...of, ...state, kind: 'traded' }]
  })
}

/** The course includes a fork, undone later, with other events from the middle on. */
const barRows = (course: readonly Step[], fork: readonly Step[]) => {
  const source = new SlowSource()
  const projector = Projector.open(':memory:', { network: 'devnet', source, models: [barsModel] })
  const chain: LoggedBlock[] = []
  for (const events of [[LAUNCHED], ...eventsOf(course)])
    chain.push({ seq: chain.length + 1, block: source.blockAfter(chain.at(-1)?.block, events) })
  const tipHeight = chain.at(-1)?.block.height ?? 0
  const kept = Math.ceil(chain.length / 2)
  projector.apply(chain.slice(0, kept), { tipHeight })
  const base = chain[kept - 1] ?? assert.fail()
  const other: LoggedBlock[] = []
  for (const events of eventsOf(fork)) {
    const block = source.blockAfter(other.at(-1)?.block ?? base.block, events)
    other.push({ seq: base.seq + other.length + 1, block })
  }
  projector.apply(other, { tipHeight })
  projector.apply(chain.slice(kept), { tipHeight, rollBackTo: { ...base.block.point, seq: base.seq } })
  const rows = rowsOf(projector.database, bars)
  projector.close()
  return rows
}

const inverted = ({ open, high, low, close }: BarPrices): BarPrices => ({
  open: invertRatio(open),
  high: invertRatio(low),
  low: invertRatio(high),
  close: invertRatio(close),
})

const served = (rows: ReturnType<typeof barRows>, form: (prices: BarPrices) => BarPrices) => {
  const stored = (resolution: Resolution): Bar[] =>
    rows
      .filter((row) => row.resolution === RESOLUTIONS.indexOf(resolution))
      .map(({ time, open, high, low, close, volume }) => {
        const prices = barPrices({ open: `${open}`, high: `${high}`, low: `${low}`, close: `${close}` })
        return JSON.parse(`{${barFragment(Number(time), form(prices), `${volume}`)}`)
      })
  return (resolution: HistoryResolution): Bar[] =>
    isCombined(resolution) ? combinedBars(stored(COMBINED[resolution].of), resolution) : stored(resolution)
}

const startOf = (resolution: HistoryResolution, time: number): number =>
  isCombined(resolution)
    ? time - (time % combinedSeconds(resolution as CombinedResolution))
    : bucketStart(resolution, time)

/** From the shortest to the longest; a month does not contain whole weeks. */
const BY_LENGTH = [
  'min1',
  'min5',
  'min15',
  'min30',
  'hour1',
  'hour4',
  'day1',
  'week1',
  'month1',
] as const satisfies readonly HistoryResolution[]

const scaled = (price: string): bigint => {
  const [whole = '', fraction = ''] = price.split('.')
  return BigInt(whole + fraction.padEnd(12, '0'))
}

test('a bar contains the ranges of the shorter bars within it, opens with the first and closes with the last', () => {
  assert.deepEqual([...BY_LENGTH].sort(), [...HISTORY_RESOLUTIONS].sort())
  fc.assert(
    fc.property(steps, steps, (course, fork) => {
      const rows = barRows(course, fork)
      for (const form of [(prices: BarPrices) => prices, inverted]) {
        const barsIn = served(rows, form)
        BY_LENGTH.forEach((short, at) => {
          for (const long of BY_LENGTH.slice(at + 1)) {
            if (short === 'week1') continue
            for (const bar of barsIn(long)) {
              const within: readonly Bar[] = barsIn(short).filter(
                ({ time }) => startOf(long, time) === bar.time,
              )
              const name: string = `${short} in ${long}`
              assert.equal(bar.open, within[0]?.open, name)
              assert.equal(bar.close, within.at(-1)?.close, name)
              const [lows, highs] = [
                within.map(({ low }) => scaled(low)),
                within.map(({ high }) => scaled(high)),
              ]
              assert.ok(
                lows.every((low) => scaled(bar.low) <= low),
                `low of ${name}`,
              )
              assert.ok(
                highs.every((high) => scaled(bar.high) >= high),
                `high of ${name}`,
              )
              assert.equal(
                BigInt(bar.volume),
                within.reduce((sum, { volume }) => sum + BigInt(volume), 0n),
              )
            }
          }
        })
      }
    }),
  )
})
