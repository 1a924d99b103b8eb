// A small interface to TradingView's lightweight-charts. No other file uses the library, which is loaded with the first chart.
import {
  AreaSeries,
  CandlestickSeries,
  ColorType,
  CrosshairMode,
  createChart,
  createSeriesMarkers,
  HistogramSeries,
  type IPriceLine,
  type ISeriesApi,
  type ISeriesMarkersPluginApi,
  LineSeries,
  LineStyle,
  type Time,
  type UTCTimestamp,
} from 'lightweight-charts'
import { LOCALE, momentOf } from '../parts/format.ts'
import type { Candle, LinePoint, Mark } from './overlays.ts'

export interface Drawing {
  readonly kind: 'candles' | 'line'
  readonly withTime: boolean
  format(value: number): string
  /** Some times have no candle. */
  readonly places: readonly (Candle | { readonly time: number })[]
  /** Breaks without trades: the time of the next candle, and the words shown at it. */
  readonly breaks: readonly { readonly time: number; readonly words: string }[]
  /** Marked by a horizontal line, each with words and a colour variable of the style sheet. */
  readonly levels: readonly (readonly [words: string, price: number, color: string])[]
  /** Drawn over the candles, each with a colour variable of the style sheet. */
  readonly lines: readonly (readonly [color: string, points: readonly LinePoint[]])[]
  readonly marks: readonly Mark[]
  /** The chart must be fitted to new candles. False if only the last candles have changed. */
  readonly isOther: boolean
}

/** The value of a style sheet's variable, as `rgb(…)`. */
const colorOf = (name: string): string => {
  const probe = document.createElement('i')
  probe.style.color = `var(${name})`
  probe.style.forcedColorAdjust = 'none'
  document.body.append(probe)
  const { color } = getComputedStyle(probe)
  probe.remove()
  return color
}

const faded = (color: string, alpha: number): string =>
  color.replace('rgb(', 'rgba(').replace(')', `, ${alpha})`)

/** The library's kinds of ticks: year, month, day, time, time with seconds. */
const TICKS: readonly Intl.DateTimeFormatOptions[] = [
  { year: 'numeric' },
  { month: 'short' },
  { day: 'numeric', month: 'short' },
  { hour: '2-digit', minute: '2-digit', hour12: false },
  { hour: '2-digit', minute: '2-digit', second: '2-digit', hour12: false },
]

/** Width of a candle in pixels when not all candles fit. */
const SPACING = 10
/** Maximum width of a candle in pixels when only a few candles are fitted. */
const MAX_SPACING = 60

const OPTIONS = {
  autoSize: true,
  layout: {
    // The logo would add an inline style, which the Content-Security-Policy forbids. The footer names the library instead.
    attributionLogo: false,
    background: { type: ColorType.Solid, color: 'transparent' },
    fontFamily: 'Inter Variable, system-ui, sans-serif',
    fontSize: 11,
  },
  crosshair: { mode: CrosshairMode.Normal },
  // The library shows UTC by default; the page shows local time.
  localization: { locale: LOCALE, timeFormatter: momentOf },
  timeScale: {
    tickMarkFormatter: (time: number, type: number) =>
      new Date(time * 1000).toLocaleString(LOCALE, TICKS[type]),
    borderVisible: false,
    secondsVisible: false,
    rightOffset: 4,
    barSpacing: SPACING,
    maxBarSpacing: MAX_SPACING,
  },
  rightPriceScale: { borderVisible: false, scaleMargins: { top: 0.08, bottom: 0.24 } },
  handleScroll: { vertTouchDrag: false },
} as const

const chartColors = () => {
  const line = faded(colorOf('--line'), 0.45)
  const text = colorOf('--muted')
  const cross = { color: faded(text, 0.5), labelBackgroundColor: colorOf('--raised') }
  return {
    layout: { textColor: text },
    grid: { vertLines: { color: line }, horzLines: { color: line } },
    crosshair: { vertLine: cross, horzLine: cross },
  }
}

const priceOptions = (up: string, down: string, format: Drawing['format']) => ({
  priceFormat: { type: 'custom' as const, minMove: 1e-12, formatter: format },
  lineColor: up,
  topColor: faded(up, 0.25),
  bottomColor: faded(up, 0),
  lineWidth: 2 as const,
  // Rising candles are hollow, so that they differ from falling candles even without colours.
  upColor: 'transparent',
  downColor: down,
  borderUpColor: up,
  borderDownColor: down,
  wickUpColor: up,
  wickDownColor: down,
})

const timeOf = ({ time }: { readonly time: number }): UTCTimestamp => time as UTCTimestamp

const markOf = (mark: Mark) => ({
  time: timeOf(mark),
  position: mark.isBuy ? ('belowBar' as const) : ('aboveBar' as const),
  shape:
    mark.who === 'dev' ? ('square' as const) : mark.isBuy ? ('arrowUp' as const) : ('arrowDown' as const),
  color: colorOf(mark.who === 'dev' ? '--hype' : mark.isBuy ? '--up' : '--down'),
  text: mark.who,
  size: mark.who === 'dev' ? 0.6 : 1,
})

/** A line one pixel wide, and bars without a line at the last value. */
const PLAIN = { lastValueVisible: false, priceLineVisible: false } as const

export type CandleChart = ReturnType<typeof chartIn>

export const chartIn = (element: HTMLElement) => {
  const chart = createChart(element, OPTIONS)
  let shown: Drawing['kind'] | undefined
  let prices: ISeriesApi<'Candlestick'> | ISeriesApi<'Area'> | undefined
  let marks: ISeriesMarkersPluginApi<Time> | undefined
  let lines: ISeriesApi<'Line'>[] = []
  let levels: IPriceLine[] = []
  const volumes = chart.addSeries(HistogramSeries, {
    ...PLAIN,
    priceScaleId: '',
    priceFormat: { type: 'volume' },
  })
  volumes.priceScale().applyOptions({ scaleMargins: { top: 0.82, bottom: 0 } })

  const fit = (count: number): void => {
    const visible = Math.floor(element.clientWidth / SPACING)
    if (count > visible) chart.timeScale().setVisibleLogicalRange({ from: count - visible, to: count + 3 })
    else chart.timeScale().fitContent()
  }

  return {
    show({ kind, withTime, format, places, isOther, ...over }: Drawing): void {
      const [up, down, flat] = [colorOf('--up'), colorOf('--down'), colorOf('--faint')]
      const candles = places.filter((place) => 'close' in place)
      if (kind !== shown) {
        if (prices !== undefined) chart.removeSeries(prices)
        levels = []
        prices = kind === 'line' ? chart.addSeries(AreaSeries) : chart.addSeries(CandlestickSeries)
        marks = createSeriesMarkers<Time>(prices)
        shown = kind
      }
      chart.applyOptions({ ...chartColors(), timeScale: { timeVisible: withTime } })
      prices?.applyOptions(priceOptions(up, down, format))
      prices?.setData(
        places.map((place) => {
          if (!('close' in place)) return { time: timeOf(place) }
          const { volume, ...bar } = place
          // A bar without a trade is a thin line.
          const muted = volume === 0 && { borderColor: flat, wickColor: flat }
          return { ...bar, ...muted, time: timeOf(bar), value: bar.close }
        }),
      )
      volumes.setData(
        candles.map((bar) => ({
          time: timeOf(bar),
          value: bar.volume,
          color: faded(bar.close >= bar.open ? up : down, 0.35),
        })),
      )
      for (const line of lines) chart.removeSeries(line)
      lines = over.lines.map(([name, points]) => {
        const line = chart.addSeries(LineSeries, {
          ...PLAIN,
          color: colorOf(name),
          lineWidth: 1,
          crosshairMarkerVisible: false,
        })
        line.setData(points.map((point) => ({ time: timeOf(point), value: point.value })))
        return line
      })
      const silences = over.breaks.map((silence) => ({
        time: timeOf(silence),
        position: 'aboveBar' as const,
        shape: 'circle' as const,
        color: flat,
        text: silence.words,
        size: 0.4,
      }))
      marks?.setMarkers([...over.marks.map(markOf), ...silences].sort((a, b) => a.time - b.time))
      for (const level of levels) prices?.removePriceLine(level)
      levels = over.levels.flatMap(([title, price, name]) => {
        const style = { color: colorOf(name), lineStyle: LineStyle.Dashed, lineWidth: 1 as const }
        return prices?.createPriceLine({ title, price, ...style }) ?? []
      })
      if (isOther) fit(places.length)
    },
    onHover(listener: (time: number | undefined) => void): void {
      chart.subscribeCrosshairMove(({ time }) => listener(typeof time === 'number' ? time : undefined))
    },
    remove: () => chart.remove(),
  }
}
