/** The lower of two middle values. NaN without values. */
export const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[(values.length - 1) >> 1] ?? Number.NaN

/** The value below which the share `part` (0 to 1) of the values lies. NaN without values. */
export const quantile = (values: readonly number[], part: number): number => {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN
}

/** A number with the digits that matter in a noisy measurement: `12,345`, `43.2`, `2.57`. */
export const figure = (value: number): string =>
  value.toLocaleString('en-US', { maximumFractionDigits: value >= 100 ? 0 : value >= 10 ? 1 : 2 })

export const ratio = (values: readonly number[]): string => {
  const range = `${Math.min(...values).toFixed(2)}–${Math.max(...values).toFixed(2)}`
  return values.length === 1 ? median(values).toFixed(2) : `${median(values).toFixed(2)} (${range})`
}

export const perRound = (values: readonly number[], by: readonly number[]): number[] =>
  values.map((value, round) => value / (by[round] ?? Number.NaN))

export const printTable = (
  title: string,
  head: readonly string[],
  rows: readonly (readonly string[])[],
  remarks: readonly string[] = [],
): void => {
  const widths = head.map((title, at) => Math.max(title.length, ...rows.map((row) => row[at]?.length ?? 0)))
  const lineOf = (cells: readonly string[]): string =>
    widths.map((width, at) => (cells[at] ?? '')[at === 0 ? 'padEnd' : 'padStart'](width)).join('  ')
  const lines = [head, widths.map((width) => '-'.repeat(width)), ...rows].map(lineOf)
  console.log(`\n${title}\n\n${[...lines, ...remarks].map((line) => `  ${line}`.trimEnd()).join('\n')}`)
}
