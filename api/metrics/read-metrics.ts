// Metrics whose values are read from the service's counts on each scrape. The metrics of prom-client store values themselves: each count
// would compute a hash of the labels, and an unknown value would be shown as 0.
import { Counter, Gauge, Histogram } from 'prom-client'
import type { Buckets } from '../../schema/platform/bucket-counts.ts'

export interface Sample<Value = number> {
  readonly labels: Readonly<Record<string, string>>
  readonly value: Value
}

export interface MetricSpec<Value = number> {
  /** Ends with its unit, such as `_seconds`. A counter's name ends with `_total`. */
  readonly name: string
  readonly help: string
  readonly labels?: readonly string[]
  /** None if the value is unknown. */
  read(): readonly Sample<Value>[]
}

const configOf = ({ name, help, labels = [] }: MetricSpec<unknown>) => ({
  name,
  help,
  labelNames: labels,
  registers: [],
})

export class ReadGauge extends Gauge {
  readonly spec: MetricSpec

  constructor(spec: MetricSpec) {
    super(configOf(spec))
    this.spec = spec
  }

  override async get(): ReturnType<Gauge['get']> {
    return { ...(await super.get()), values: [...this.spec.read()] }
  }
}

export class ReadCounter extends Counter {
  readonly spec: MetricSpec

  constructor(spec: MetricSpec) {
    super(configOf(spec))
    this.spec = spec
  }

  override async get(): ReturnType<Counter['get']> {
    return { ...(await super.get()), values: [...this.spec.read()] }
  }
}

export class ReadHistogram extends Histogram {
  /** `super.get()` would call `getForPromString` below and never end. */
  readonly #described: Histogram
  readonly spec: MetricSpec<Buckets>

  constructor(spec: MetricSpec<Buckets>) {
    super(configOf(spec))
    this.spec = spec
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

  /** The registry calls this method for a histogram, and not `get`. */
  getForPromString(): ReturnType<Histogram['get']> {
    return this.get()
  }
}
