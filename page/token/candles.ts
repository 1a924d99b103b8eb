// A small interface to TradingView's lightweight-charts. No other file uses the library, which is loaded with the first chart.
import {
  AreaSeries,
  CandlestickSeries,
  ColorType,
  CrosshairMode,
  createChart,
  createSeriesMarkers,
  HistogramSeries,
  type IChartApi,
  type ISeriesApi,
  type ISeriesMarkersPluginApi,
  LineSeries,
  type Time,
  type UTCTimestamp,
} from 'lightweight-charts'
import { LOCALE, momentOf } from '../parts/format.ts'
import type { Candle, LinePoint, Mark } from './overlays.ts'

interface ChartStyle {
  readonly kind: 'candles' | 'line'
  readonly withTime: boolean
  format(value: number): string
}

/** Colour of a style sheet's variable, as `rgb(…)`. */
const colorOf = (name: string): string => {
  const probe = document.createElement('i')
  probe.style.color = `var(${name})`
  document.body.append(probe)
  const { color } = getComputedStyle(probe)
  probe.remove()
  return color
}

const faded = (color: string, alpha: number): string =>
  color.replace('rgb(', 'rgba(').replace(')', `, ${alpha})`)

/** Formats of the library's kinds of ticks: year, month, day, time, time with seconds. */
const TICKS: readonly Intl.DateTimeFormatOptions[] = [
  { year: 'numeric' },
  { month: 'short' },
  { day: 'numeric', month: 'short' },
  { hour: '2-digit', minute: '2-digit', hour12: false },
  { hour: '2-digit', minute: '2-digit', second: '2-digit', hour12: false },
]

/** Pixels of a candle when not all candles fit. */
const SPACING = 10
/** Maximum pixels of a candle when only a few candles are fitted. */
const MAX_SPACING = 60

const timeOf = ({ time }: { readonly time: number }): UTCTimestamp => time as UTCTimestamp

export type CandleChart = ReturnType<typeof chartIn>

export const chartIn = (element: HTMLElement) => {
  const chart: IChartApi = createChart(element, {
    autoSize: true,
    // The logo would add an inline style, which the Content-Security-Policy forbids; the footer names the library instead.
    layout: { attributionLogo: false },
    // The library shows UTC by default; the page shows local time.
    localization: { locale: LOCALE, timeFormatter: momentOf },
    // Spacings that are set again later would undo the fit.
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
  })
  let prices: ISeriesApi<'Candlestick'> | ISeriesApi<'Area'> | undefined
  let volumes: ISeriesApi<'Histogram'> | undefined
  let marks: ISeriesMarkersPluginApi<Time> | undefined
  let lines: ISeriesApi<'Line'>[] = []
  let shown: readonly Candle[] = []
  let colors = { up: '', down: '', text: '', line: '', raised: '' }

  const volumeOf = (candle: Candle) => ({
    time: timeOf(candle),
    value: candle.volume,
    color: faded(candle.close >= candle.open ? colors.up : colors.down, 0.35),
  })
  /** A point of either kind of series. */
  const pointOf = ({ volume: _, ...candle }: Candle) => ({
    ...candle,
    time: timeOf(candle),
    value: candle.close,
  })

  const paint = (): void => {
    colors = {
      up: colorOf('--up'),
      down: colorOf('--down'),
      text: colorOf('--muted'),
      line: colorOf('--line'),
      raised: colorOf('--raised'),
    }
    const { up, down, text, line, raised } = colors
    const cross = { color: faded(text, 0.5), labelBackgroundColor: raised }
    chart.applyOptions({
      layout: {
        background: { type: ColorType.Solid, color: 'transparent' },
        textColor: text,
        fontFamily: 'Inter Variable, system-ui, sans-serif',
        fontSize: 11,
        attributionLogo: false,
      },
      grid: { vertLines: { color: faded(line, 0.45) }, horzLines: { color: faded(line, 0.45) } },
      crosshair: { mode: CrosshairMode.Normal, vertLine: cross, horzLine: cross },
    })
    prices?.applyOptions({
      lineColor: up,
      topColor: faded(up, 0.25),
      bottomColor: faded(up, 0),
      lineWidth: 2,
      // Rising candles are hollow, so that the two kinds differ without their colours.
      upColor: 'transparent',
      downColor: down,
      borderUpColor: up,
      borderDownColor: down,
      wickUpColor: up,
      wickDownColor: down,
    })
  }

  const replaceSeries = ({ kind, format }: ChartStyle): void => {
    if (prices !== undefined) chart.removeSeries(prices)
    if (volumes !== undefined) chart.removeSeries(volumes)
    // The lines were removed with their series.
    marks = undefined
    const priceFormat = { type: 'custom' as const, minMove: 1e-12, formatter: format }
    prices =
      kind === 'line'
        ? chart.addSeries(AreaSeries, { priceFormat })
        : chart.addSeries(CandlestickSeries, { priceFormat })
    volumes = chart.addSeries(HistogramSeries, {
      priceScaleId: '',
      priceFormat: { type: 'volume' },
      lastValueVisible: false,
      priceLineVisible: false,
    })
    volumes.priceScale().applyOptions({ scaleMargins: { top: 0.82, bottom: 0 } })
  }

  const fit = (): void => {
    const visible = Math.floor(element.clientWidth / SPACING)
    if (shown.length > visible)
      chart.timeScale().setVisibleLogicalRange({ from: shown.length - visible, to: shown.length + 3 })
    else chart.timeScale().fitContent()
  }

  return {
    show(candles: readonly Candle[], style: ChartStyle): void {
      shown = candles
      replaceSeries(style)
      paint()
      chart.timeScale().applyOptions({ timeVisible: style.withTime })
      prices?.setData(candles.map(pointOf))
      volumes?.setData(candles.map(volumeOf))
      fit()
    },
    update(candle: Candle): void {
      prices?.update(pointOf(candle))
      volumes?.update(volumeOf(candle))
    },
    /** Replaces the lines and marks over the candles. A line has the colour of a variable of the style sheet. */
    overlay(
      wanted: readonly (readonly [color: string, points: readonly LinePoint[]])[],
      marked: readonly Mark[],
    ): void {
      for (const line of lines) chart.removeSeries(line)
      lines = wanted.map(([color, points]) => {
        const line = chart.addSeries(LineSeries, {
          color: colorOf(color),
          lineWidth: 1,
          priceLineVisible: false,
          lastValueVisible: false,
          crosshairMarkerVisible: false,
        })
        line.setData(points.map((point) => ({ time: timeOf(point), value: point.value })))
        return line
      })
      marks ??= prices && createSeriesMarkers<Time>(prices)
      marks?.setMarkers(
        marked.map((mark) => ({
          time: timeOf(mark),
          position: mark.isBuy ? 'belowBar' : 'aboveBar',
          shape: mark.who === 'dev' ? 'square' : mark.isBuy ? 'arrowUp' : 'arrowDown',
          color: colorOf(mark.who === 'dev' ? '--hype' : mark.isBuy ? '--up' : '--down'),
          text: mark.who,
          size: mark.who === 'dev' ? 0.6 : 1,
        })),
      )
    },
    onHover(listener: (time: number | undefined) => void): void {
      chart.subscribeCrosshairMove(({ time }) => listener(typeof time === 'number' ? time : undefined))
    },
    /** Reads the colours of the style sheet again. */
    repaint(): void {
      paint()
      volumes?.setData(shown.map(volumeOf))
    },
    remove: () => chart.remove(),
  }
}
