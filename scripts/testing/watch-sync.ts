// Watches a sync as an operator does, by the metrics alone. Rate and time left are computed as the alert rules and the
// dashboard compute them: the lag, divided by the blocks a second of the last scrapes.
import parsePrometheus from 'parse-prometheus-text-format'

/** One scrape. */
export interface Moment {
  /** Seconds on a clock that only grows. */
  readonly at: number
  /** Height of the models' last block. */
  readonly height: number
  /** Blocks from there to the node's tip. */
  readonly lag: number
}

/** A metric's value; undefined when it is not there. @param labels all of them, as `{ at: 'models' }`. */
export type Read = (name: string, labels?: Readonly<Record<string, string>>) => number | undefined

/** Scrapes the metrics. @param url of the admin port. */
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

/** Blocks a second between the first and the last of some scrapes. */
export const rateOf = (moments: readonly Moment[]): number => {
  const [first] = moments
  const last = moments.at(-1)
  return first === undefined || last === undefined || last === first
    ? Number.NaN
    : (last.height - first.height) / (last.at - first.at)
}

/** Seconds until there is no lag. @param moments the last scrapes. */
export const secondsLeft = (moments: readonly Moment[]): number =>
  (moments.at(-1)?.lag ?? Number.NaN) / rateOf(moments)

/**
 * Scrapes until the models have been behind the node and are at its tip.
 * @param every milliseconds between two scrapes.
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
