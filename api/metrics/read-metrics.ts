// Metrics whose values stand elsewhere and are read when they are scraped. prom-client's own hold their values
// themselves, which costs a hash of the labels for every count, and show 0 for what is not known.
import { Counter, Gauge, Histogram } from 'prom-client'
import type { Buckets } from '../../schema/platform/bucket-counts.ts'

export interface Sample<Value = number> {
  readonly labels: Readonly<Record<string, string>>
  readonly value: Value
}

export interface MetricSpec<Value = number> {
  /** With its unit at the end, as in `_seconds`; of a counter with `_total` behind it. */
  readonly name: string
  readonly help: string
  readonly labels?: readonly string[]
  /** None for what is not known. */
  read(): readonly Sample<Value>[]
}

const configOf = ({ name, help, labels = [] }: MetricSpec<unknown>) => ({
  name,
  help,
  labelNames: labels,
  registers: [],
})

export class ReadGauge extends Gauge {
  constructor(readonly spec: MetricSpec) {
    super(configOf(spec))
  }

  override async get(): ReturnType<Gauge['get']> {
    return { ...(await super.get()), values: [...this.spec.read()] }
  }
}

export class ReadCounter extends Counter {
  constructor(readonly spec: MetricSpec) {
    super(configOf(spec))
  }

  override async get(): ReturnType<Counter['get']> {
    return { ...(await super.get()), values: [...this.spec.read()] }
  }
}

export class ReadHistogram extends Histogram {
  /** Has name, help and type; the `get` of this one's parent would call `getForPromString` below. */
  readonly #described: Histogram

  constructor(readonly spec: MetricSpec<Buckets>) {
    super(configOf(spec))
    this.#described = new Histogram(configOf(spec))
  }

  override async get(): ReturnType<Histogram['get']> {
    const { name } = this.spec
    const values = this.spec.read().flatMap(({ labels, value: { bounds, counts, sum } }) => {
      let count = 0
      const buckets = counts.map((inBucket, at) => {
        count += inBucket
        return { metricName: `${name}_bucket`, labels: { ...labels, le: bounds[at] ?? '+Inf' }, value: count }
      })
      return [
        ...buckets,
        { metricName: `${name}_sum`, labels, value: sum },
        { metricName: `${name}_count`, labels, value: count },
      ]
    })
    return { ...(await this.#described.get()), values }
  }

  /** Values from which the registry writes a histogram. */
  getForPromString(): ReturnType<Histogram['get']> {
    return this.get()
  }
}
