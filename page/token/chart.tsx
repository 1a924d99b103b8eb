// A token's chart of the market cap or the price, in six resolutions, as candles, a line or a table, which follows the feed.
import {
  computed,
  type ReadonlySignal,
  type Signal,
  signal,
  useComputed,
  useSignal,
  useSignalEffect,
} from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import { followBars } from '../../client/follow-bars.ts'
import type { Bar } from '../../schema/responses/chart-responses.ts'
import type { Resolution } from '../../schema/responses/charts.ts'
import { later, loadPart, PartWaiting } from '../later.tsx'
import { follow } from '../loading.ts'
import { Button, Choices, setting } from '../parts/controls.tsx'
import { ada } from '../parts/format.ts'
import { stored } from '../parts/stored.ts'
import { Empty, Waiting } from '../parts/waiting.tsx'
import type { Pool } from '../pools.ts'
import { client } from '../service.ts'
import { theme } from '../theme.ts'
import { BarTable } from './bar-table.tsx'
import type { CandleChart } from './candles.ts'
import type { Marked } from './marked-orders.ts'
import { formatOf, type Measure, measured, PRICES } from './measure.ts'
import { AVERAGED, type Candle, marksOf, movingAverage, vwap } from './overlays.ts'
import { lifeUntil, timeIn } from './replay/life-until.ts'

const Replay = later(() => import('./replay/replay.tsx').then(({ Replay }) => Replay), {
  skeleton: () => <div class="replay" />,
})

const RESOLUTIONS = [
  ['min1', '1m'],
  ['min5', '5m'],
  ['hour1', '1h'],
  ['day1', '1D'],
  ['week1', '1W'],
  ['month1', '1M'],
] as const satisfies readonly (readonly [Resolution, string])[]

const MEASURES = [
  ['mcap', 'MCap'],
  ['price', 'Price'],
] as const
const KINDS = [
  ['candles', 'Candles'],
  ['line', 'Line'],
  ['table', 'Table'],
] as const

/** Oldest first; undefined until fetched. */
type Bars = ReadonlySignal<readonly Bar[] | undefined>

const BARS = 'the chart'

// These choices stay when another token is opened, and over a reload.
const resolution = stored<Resolution>('resolution', ['min5', 'min1', 'hour1', 'day1', 'week1', 'month1'])
const measure = stored<Measure>('measure', ['mcap', 'price'])
const kind = stored<(typeof KINDS)[number][0]>('chart', ['candles', 'line', 'table'])

const average = stored<'on' | 'off'>('moving average', ['off', 'on'])
const weighted = stored<'on' | 'off'>('vwap', ['off', 'on'])

const candleOf = (bar: Bar, as: Measure): Candle => ({
  time: bar.time,
  open: measured(bar.open, as),
  high: measured(bar.high, as),
  low: measured(bar.low, as),
  close: measured(bar.close, as),
  volume: Number(bar.volume) / 1e6,
})

const hasTimes = (of: Resolution): boolean => of.startsWith('min') || of === 'hour1'

/** Whether the bars are the drawn bars with a change at their end, of which the reader's place in them is kept. */
const continues = (drawn: readonly Bar[], { length, 0: first }: readonly Bar[]): boolean =>
  drawn[0] === first && (length === drawn.length || length === drawn.length + 1)

interface CanvasProps {
  readonly list: Bars
  readonly marked: ReadonlySignal<Marked>
  readonly name: string
  onHover(time: number | undefined): void
}

const Canvas = ({ list, marked, name, onHover }: CanvasProps) => {
  const element = useRef<HTMLDivElement>(null)
  const made = useSignal<CandleChart | undefined>(undefined)
  useEffect(() => {
    let isOver = false
    void loadPart(() => import('./candles.ts')).then(({ chartIn }) => {
      if (isOver || element.current === null) return
      const chart = chartIn(element.current)
      chart.onHover(onHover)
      made.value = chart
    })
    return () => {
      isOver = true
      made.peek()?.remove()
    }
  }, [])
  const drawn = useRef<readonly Bar[]>([])
  const drawnStyle = useRef('')
  useSignalEffect(() => {
    const [chart, bars, as] = [made.value, list.value, measure.value]
    const style = `${as} ${kind.value} ${resolution.value}`
    // All is drawn again with every change, also of the theme, since it has the theme's colours.
    if (chart === undefined || bars === undefined || !theme.value) return
    const candles = bars.map((bar) => candleOf(bar, as))
    chart.show({
      kind: kind.value === 'line' ? 'line' : 'candles',
      withTime: hasTimes(resolution.value),
      format: formatOf(as),
      candles,
      lines: [
        ...(average.value === 'on' ? [['--s1', movingAverage(candles)] as const] : []),
        ...(weighted.value === 'on' ? [['--warn', vwap(candles)] as const] : []),
      ],
      marks: marksOf(marked.value.orders, bars, marked.value.whoOf),
      isOther: drawnStyle.current !== style || !continues(drawn.current, bars),
    })
    drawnStyle.current = style
    drawn.current = bars
  })
  const bars = list.value
  const last = bars?.at(-1)
  return (
    <div
      class="chart-body"
      ref={element}
      role="img"
      aria-label={`Chart of ${name}: ${bars?.length ?? 'no'} bars${last ? `, the last closed at ${formatOf(measure.value)(measured(last.close, measure.value))} ADA` : ''}`}
    >
      {made.value === undefined && <PartWaiting />}
    </div>
  )
}

const Hovered = ({ bar }: { bar: Bar }) => {
  const as = measure.value
  const text = (price: string) => formatOf(as)(measured(price, as))
  return (
    <p class={`num ${Number(bar.close) >= Number(bar.open) ? 'up' : 'down'}`}>
      {PRICES.map(([title, field]) => (
        <span key={field}>
          <i>{title[0]}</i>
          {text(bar[field])}
        </span>
      ))}
      <span>
        <i>V</i>
        {ada(bar.volume)}
      </span>
    </p>
  )
}

const Toggle = ({ of, title, children }: { of: Signal<'on' | 'off'>; title: string; children: string }) => (
  <Button
    class=""
    title={title}
    aria-pressed={of.value === 'on'}
    onClick={setting(of, of.value === 'on' ? 'off' : 'on')}
  >
    {children}
  </Button>
)

const Tools = ({ children }: { children: ComponentChildren }) => (
  <>
    <Choices label="Resolution" choices={RESOLUTIONS} chosen={resolution} />
    <div>
      <Choices label="Measure" choices={MEASURES} chosen={measure} />
      <Choices label="Shown as" choices={KINDS} chosen={kind} />
      {kind.value !== 'table' && (
        <fieldset class="seg lines">
          <legend class="sr">Lines</legend>
          <Toggle of={average} title={`Mean of ${AVERAGED} bars`}>
            MA
          </Toggle>
          <Toggle of={weighted} title="Average price, weighed by volume">
            VWAP
          </Toggle>
        </fieldset>
      )}
      {children}
    </div>
  </>
)

export const Chart = ({ pool, marked: everMarked }: { pool: Pool; marked: ReadonlySignal<Marked> }) => {
  const { asset, name } = pool.info
  /** Time of the replay, Unix seconds; undefined to show the present. */
  const at = useSignal(timeIn(location.search))
  const [all, setAll] = useState<Bars>()
  const life = useMemo(() => computed(() => lifeUntil(all?.value ?? [], at.value)), [all])
  const bars = useMemo(() => all && computed(() => all.value && life.value.bars), [all])
  const marked = useComputed(() => ({
    ...everMarked.value,
    orders: everMarked.value.orders.filter(({ timestamp }) => timestamp < life.value.until),
  }))
  const [hovered, setHovered] = useState<number>()
  useEffect(() => {
    const followed = signal<readonly Bar[] | undefined>(undefined)
    setAll(followed)
    const range = { pair: { base: asset, quote: '.' }, interval: resolution.value }
    return followBars(client, { subscribe: (...topic) => follow(BARS, ...topic) }, range, (all) => {
      followed.value = all
    })
  }, [asset, resolution.value])
  const list = bars?.value
  const first = all?.value?.[0]
  const bar = list?.find(({ time }) => time === hovered) ?? list?.at(-1)
  return (
    <section class="box chart" aria-label={`Chart of ${name}`}>
      <div class="tools">
        <Tools>
          {first && (
            <Button
              class="chip"
              aria-pressed={at.value !== undefined}
              onClick={setting(at, at.value ?? first?.time)}
            >
              Replay
            </Button>
          )}
        </Tools>
      </div>
      <div class="ohlc">{bar && <Hovered bar={bar} />}</div>
      {bars === undefined || list === undefined || list.length === 0 ? (
        <div class="chart-body">
          {list === undefined ? (
            <Waiting part={BARS}>
              <i />
            </Waiting>
          ) : (
            <Empty icon="bolt" words="No trades yet. The chart begins with the first one." />
          )}
        </div>
      ) : kind.value === 'table' ? (
        <BarTable bars={list} measure={measure.value} name={name} />
      ) : (
        <Canvas list={bars} marked={marked} name={name} onHover={setHovered} />
      )}
      {at.value !== undefined && all?.value && first && <Replay asset={asset} bars={all.value} at={at} />}
    </section>
  )
}
