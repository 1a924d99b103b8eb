// Formats numbers and prices for people. Floating point is exact enough for three or four digits. Amounts in requests and responses are
// integer strings and not formatted here.
const SUBSCRIPTS = '₀₁₂₃₄₅₆₇₈₉'

const fixed = (n: number): string => n.toFixed(n >= 99.95 ? 0 : n >= 9.995 ? 1 : 2)

/** Three or more zeros after the point are written as a subscript with their number: 0.00000256 becomes 0.0₅256. */
const fractionOf = (n: number, digits: number): string => {
  // toExponential rounds correctly and carries over: 0.000099996 gets the digits 1000.
  const [mantissa = '', exponent = ''] = n.toExponential(digits - 1).split('e')
  const zeros = -Number(exponent) - 1
  const written = mantissa.replace('.', '')
  if (zeros < 0) return `${written[0]}.${written.slice(1)}`
  if (zeros < 3) return `0.${'0'.repeat(zeros)}${written}`
  return `0.0${[...`${zeros}`].map((digit) => SUBSCRIPTS[Number(digit)]).join('')}${written}`
}

/** Writes 1234567 as 1.23M: three digits, or four below ten thousand, and never an exponent. */
export const compact = (value: number): string => {
  const sign = value < 0 ? '−' : ''
  const n = Math.abs(value)
  if (n >= 999.5e9) return `${sign}${fixed(n / 1e12)}T`
  if (n >= 999.5e6) return `${sign}${fixed(n / 1e9)}B`
  if (n >= 999.5e3) return `${sign}${fixed(n / 1e6)}M`
  if (n >= 9_999.5) return `${sign}${fixed(n / 1e3)}K`
  if (n >= 100 || Number.isInteger(n)) return sign + whole(Math.round(n))
  return sign + (n >= 1 ? fixed(n) : n === 0 ? '0' : fractionOf(n, 3).replace(/\.?0+$/, ''))
}

export const ada = (lovelace: number | string | bigint): string => compact(Number(lovelace) / 1e6)

/** ADA per token, with four significant digits below 1 and four decimals from 1 on, so that prices compare easily. */
export const price = (lovelace: number): string => {
  const n = lovelace / 1e6
  if (n === 0) return '0'
  return n >= 0.99995 ? n.toFixed(4) : fractionOf(n, 4)
}

/** Leaves out the sign: 0.0512 becomes 5.12%. */
export const percent = (ratio: number): string => {
  const n = Math.abs(ratio) * 100
  return `${n >= 999.95 ? compact(n) : n.toFixed(n < 9.995 ? 2 : 1)}%`
}

/** A subscript states this number of zeros. */
export const zerosIn = (subscript: string): number =>
  Number([...subscript].map((digit) => SUBSCRIPTS.indexOf(digit)).join(''))

/** Writes a price with all its zeros: 0.0₄4794 becomes 0.00004794. */
export const inFull = (text: string): string =>
  text.replace(/0([₀-₉]+)/, (_, subscript: string) => '0'.repeat(zerosIn(subscript)))

/** All decimals of an integer amount of smallest units: 102600000 lovelace becomes 102.6. */
export const exact = (units: bigint | string, decimals: number): string => {
  const digits = `${units}`.padStart(decimals + 1, '0')
  const whole = digits.slice(0, digits.length - decimals).replace(/\B(?=(\d{3})+$)/g, ',')
  const fraction = digits.slice(digits.length - decimals).replace(/0+$/, '')
  return fraction === '' ? whole : `${whole}.${fraction}`
}

const GROUPED = new Intl.NumberFormat('en-US')
export const whole = (n: number): string => GROUPED.format(n)
