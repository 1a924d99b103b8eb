// Types of the parser, whose package has none.
declare module 'parse-prometheus-text-format' {
  interface PrometheusSample {
    readonly value?: string
    readonly labels?: Readonly<Record<string, string>>
    /** Cumulative counts by upper bound. */
    readonly buckets?: Readonly<Record<string, string>>
    readonly sum?: string
    readonly count?: string
  }
  interface PrometheusMetric {
    readonly name: string
    readonly help: string
    readonly type: string
    readonly metrics: readonly PrometheusSample[]
  }
  export default function parse(text: string): PrometheusMetric[]
}
