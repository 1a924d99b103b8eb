// Watches a sync as an operator does, by the metrics alone. Rate and remaining time are computed like in the alert rules and the
// dashboard: the lag, divided by the blocks per second of the last scrapes.
import parsePrometheus from 'parse-prometheus-text-format'

/** One scrape. */
interface Moment {
  /** Seconds on a monotonic clock. */
  readonly at: number
  /** Height of the models' last block. */
  readonly height: number
  /** Blocks from that height to the node's tip. */
  readonly lag: number
}

/** Value of a metric; undefined when it is absent. @param labels all of them, as `{ at: 'models' }` */
type Read = (name: string, labels?: Readonly<Record<string, string>>) => number | undefined

/** Scrapes the metrics. @param url of the admin port */
export const scrape = async (url: string): Promise<Read> => {
  const metrics = parsePrometheus(await (await fetch(`${url}/metrics`)).text())
  return (name, wanted = {}) => {
    const plain = name.replace(/_(sum|count)$/, '')
    const sample = metrics
      .find((metric) => metric.name === name || (metric.name === plain && metric.type === 'HISTOGRAM'))
      ?.metrics.find(({ labels = {} }) =>
        Object.entries(wanted).every(([label, value]) => labels[label] === value),
      )
    const text = name.endsWith('_count') ? sample?.count : name.endsWith('_sum') ? sample?.sum : sample?.value
    return text === undefined ? undefined : Number(text)
  }
}

/** Blocks per second between the first and the last of some scrapes. */
export const rateOf = (moments: readonly Moment[]): number => {
  const [first] = moments
  const last = moments.at(-1)
  return first === undefined || last === undefined || last === first
    ? Number.NaN
    : (last.height - first.height) / (last.at - first.at)
}

/** Seconds until the lag is 0. @param moments the last scrapes */
export const secondsLeft = (moments: readonly Moment[]): number =>
  (moments.at(-1)?.lag ?? Number.NaN) / rateOf(moments)

/**
 * Scrapes until the models were behind the node and then reached its tip.
 * @param every milliseconds between two scrapes
 */
export const watchSync = async (url: string, every: number): Promise<Moment[]> => {
  const moments: Moment[] = []
  for (;;) {
    const read = await scrape(url)
    const height = read('launchpad_block_height', { at: 'models' })
    const lag = read('launchpad_lag_blocks')
    if (height !== undefined && lag !== undefined) moments.push({ at: performance.now() / 1000, height, lag })
    if (lag === 0) return moments
    await new Promise((resolve) => setTimeout(resolve, every))
  }
}
