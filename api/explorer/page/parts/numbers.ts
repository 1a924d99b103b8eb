// Formats of numbers and prices. Floating point is exact enough, since three or four digits are shown; amounts that are sent stay
// integer strings.
const SUBSCRIPTS = '₀₁₂₃₄₅₆₇₈₉'

const fixed = (n: number): string => n.toFixed(n >= 99.95 ? 0 : n >= 9.995 ? 1 : 2)

/** Writes 0.00000256 as 0.0₅256, where ₅ is the number of zeros after the point. */
export const small = (n: number): string => {
  if (n === 0) return '0'
  if (n >= 0.001) return n.toPrecision(3).replace(/\.?0+$/, '')
  const zeros = Math.floor(-Math.log10(n) - 1e-12)
  const digits = `${Math.round(n * 10 ** (zeros + 4))}`.slice(0, 4).replace(/0+$/, '')
  const count = [...`${zeros}`].map((digit) => SUBSCRIPTS[Number(digit)]).join('')
  return `0.0${count}${digits}`
}

/** Writes 1234567 as 1.23M: three digits, never an exponent. */
export const compact = (value: number): string => {
  const sign = value < 0 ? '−' : ''
  const n = Math.abs(value)
  if (n >= 999.5e9) return `${sign}${fixed(n / 1e12)}T`
  if (n >= 999.5e6) return `${sign}${fixed(n / 1e9)}B`
  if (n >= 999.5e3) return `${sign}${fixed(n / 1e6)}M`
  if (n >= 9_999.5) return `${sign}${fixed(n / 1e3)}K`
  if (n >= 100 || Number.isInteger(n)) return sign + Math.round(n).toLocaleString('en-US')
  return sign + (n >= 1 ? fixed(n) : small(n))
}

export const ada = (lovelace: number | string | bigint): string => compact(Number(lovelace) / 1e6)

/** Writes a price in lovelace per token in ADA per token. */
export const price = (lovelace: number): string => {
  const n = lovelace / 1e6
  return n >= 1 ? n.toFixed(4) : small(n)
}

/** Writes the size of a change without its sign: 0.0512 as 5.12%. */
export const percent = (ratio: number): string => {
  const n = Math.abs(ratio) * 100
  return `${n >= 1000 ? compact(n) : n.toFixed(n < 10 ? 2 : 1)}%`
}

export const whole = (n: number): string => n.toLocaleString('en-US')
