// A token's chart of the market cap or the price, in eight resolutions, as candles, a line or a table. The chart follows the feed.
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
import type { Position } from '../../schema/responses/analytics.ts'
import type { Bar } from '../../schema/responses/chart-responses.ts'
import type { Resolution } from '../../schema/responses/charts.ts'
import { later, loadPart, PartWaiting } from '../later.tsx'
import { follow } from '../loading.ts'
import { now } from '../now.ts'
import { Button, Choices, Select, setting } from '../parts/controls.tsx'
import { ada, age } from '../parts/format.ts'
import { isNarrow, matching } from '../parts/narrow.ts'
import { stored } from '../parts/stored.ts'
import { Empty, Waiting } from '../parts/waiting.tsx'
import type { Pool } from '../pools.ts'
import { client } from '../service.ts'
import { theme } from '../theme.ts'
import { ownOrders } from '../wallet/wallet.ts'
import { BarTable } from './bar-table.tsx'
import type { CandleChart } from './candles.ts'
import { type Level, levelsOf } from './chart/levels.ts'
import { joined, onTimeAxis } from './chart/time-axis.ts'
import type { Marked } from './marked-orders.ts'
import { formatOf, type Measure, measured, PRICES } from './measure.ts'
import { AVERAGED, type Candle, marksOf, movingAverage, vwap } from './overlays.ts'
import { lifeUntil, timeIn } from './replay/life-until.ts'

const Replay = later(() => import('./replay/replay.tsx').then(({ Replay }) => Replay), {
  skeleton: () => <div class="replay" />,
})

/** Each with a bar's length in seconds; a month has no fixed length. */
const RESOLUTIONS = [
  ['min1', '1m', 60],
  ['min5', '5m', 300],
  ['min15', '15m', 900],
  ['hour1', '1h', 3_600],
  ['hour4', '4h', 14_400],
  ['day1', '1D', 86_400],
  ['week1', '1W', 604_800],
  ['month1', '1M', undefined],
] as const
type Shown = (typeof RESOLUTIONS)[number][0]
const secondsOf = (shown: Shown): number | undefined => RESOLUTIONS.find(([id]) => id === shown)?.[2]
const followedFor = (shown: Shown): Resolution =>
  shown === 'min15' ? 'min5' : shown === 'hour4' ? 'hour1' : shown

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

// The browser keeps these choices for other tokens and when the page is reloaded.
const resolution = stored<Shown>('resolution', ['min5', ...RESOLUTIONS.map(([id]) => id)])
const measure = stored<Measure>('measure', ['mcap', 'price'])
const kind = stored<(typeof KINDS)[number][0]>('chart', ['candles', 'line', 'table'])

/** Forced colours change the colours of the style sheet. */
const hasForcedColors = matching('(forced-colors: active)')

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

const hasTimes = (of: Shown): boolean => (secondsOf(of) ?? 86_400) < 86_400

/** If the bars differ from the drawn bars only at the end, the chart keeps its scroll position. */
const continues = (drawn: readonly Bar[], { length, 0: first }: readonly Bar[]): boolean =>
  drawn[0] === first && (length === drawn.length || length === drawn.length + 1)

interface CanvasProps {
  readonly list: Bars
  readonly marked: ReadonlySignal<Marked>
  readonly name: string
  /** The chart ends at the present time, and not with a bar of a replay. */
  readonly isLive: boolean
  readonly levels: readonly Level[]
  onHover(time: number | undefined): void
}

const Canvas = ({ list, marked, name, isLive, levels, onHover }: CanvasProps) => {
  const over = useSignal({ isLive, levels })
  useEffect(setting(over, { isLive, levels }), [isLive, levels.join()])
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
    // Every change of these values redraws the chart, which contains the theme's colours.
    if (chart === undefined || bars === undefined || !theme.value || hasForcedColors.value === undefined)
      return
    const step = secondsOf(resolution.value)
    const traded = bars.map((bar) => candleOf(bar, as))
    const { places, breaks } =
      step === undefined
        ? { places: traded, breaks: [] }
        : onTimeAxis(traded, step, over.value.isLive ? now() / 1000 : undefined)
    const candles = places.filter((place) => 'close' in place)
    chart.show({
      places,
      breaks: breaks.map(({ time, seconds }) => ({ time, words: `${age(seconds)} without a trade` })),
      levels: over.value.levels.map(([words, price, color]) => [words, measured(`${price}`, as), color]),
      kind: kind.value === 'line' ? 'line' : 'candles',
      withTime: hasTimes(resolution.value),
      format: formatOf(as),
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
    {isNarrow.value ? (
      <Select label="Resolution" choices={RESOLUTIONS} chosen={resolution} />
    ) : (
      <Choices label="Resolution" choices={RESOLUTIONS} chosen={resolution} />
    )}
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

interface ChartProps {
  readonly pool: Pool
  readonly marked: ReadonlySignal<Marked>
  readonly position: Position | undefined
}

export const Chart = ({ pool, marked: everMarked, position }: ChartProps) => {
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
    const shown = resolution.value
    const range = { pair: { base: asset, quote: '.' }, interval: followedFor(shown) }
    return followBars(client, { subscribe: (...topic) => follow(BARS, ...topic) }, range, (all) => {
      followed.value = followedFor(shown) === shown ? all : joined(all, secondsOf(shown) ?? 1)
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
        <Canvas
          list={bars}
          marked={marked}
          name={name}
          isLive={at.value === undefined}
          levels={levelsOf(pool, position, ownOrders.value ?? [])}
          onHover={setHovered}
        />
      )}
      {at.value !== undefined && all?.value && first && <Replay asset={asset} bars={all.value} at={at} />}
    </section>
  )
}
