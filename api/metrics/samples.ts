// Samples of a metric from plain values.
import type { Sample } from './read-metrics.ts'

/** None if the value is unknown. */
export const single = <Value>(value: Value | null | undefined): Sample<Value>[] =>
  value === null || value === undefined ? [] : [{ labels: {}, value }]

/** Unknown values are left out. */
export const byLabel = <Value>(
  label: string,
  values: Iterable<readonly [string, Value | null | undefined]>,
): Sample<Value>[] =>
  [...values].flatMap(([text, value]) =>
    value === null || value === undefined ? [] : [{ labels: { [label]: text }, value }],
  )
