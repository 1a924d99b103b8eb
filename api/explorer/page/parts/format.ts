// How numbers, prices and ages are written. Pure; all that the page prints goes through here. Doubles are right for it: three
// or four digits are shown, and amounts that are sent stay integer strings.
const SUBSCRIPTS = '₀₁₂₃₄₅₆₇₈₉'

const fixed = (n: number): string => n.toFixed(n >= 99.95 ? 0 : n >= 9.995 ? 1 : 2)

/** 0.00000256 as 0.0₅256: the count of zeros after the point stands once, small. */
export const small = (n: number): string => {
  if (n === 0) return '0'
  if (n >= 0.001) return n.toPrecision(3).replace(/\.?0+$/, '')
  const zeros = Math.floor(-Math.log10(n) - 1e-12)
  const digits = `${Math.round(n * 10 ** (zeros + 4))}`.slice(0, 4).replace(/0+$/, '')
  const count = [...`${zeros}`].map((digit) => SUBSCRIPTS[Number(digit)]).join('')
  return `0.0${count}${digits}`
}

/** 1234567 as 1.23M: three digits, never an exponent. */
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

/** ADA of an amount of lovelace. */
export const ada = (lovelace: number | string | bigint): string => compact(Number(lovelace) / 1e6)

/** ADA per token of a price in lovelace per token. */
export const price = (lovelace: number): string => {
  const n = lovelace / 1e6
  return n >= 1 ? n.toFixed(4) : small(n)
}

/** The size of a change without its sign: 0.0512 as 5.12%. */
export const percent = (ratio: number): string => {
  const n = Math.abs(ratio) * 100
  return `${n >= 1000 ? compact(n) : n.toFixed(n < 10 ? 2 : 1)}%`
}

/** A whole number with its thousands apart. */
export const whole = (n: number): string => n.toLocaleString('en-US')

/** The end of an address is what tells people apart. */
export const shortAddress = (address: string): string => address.slice(-6)

export const short = (id: string): string => (id.length <= 12 ? id : `${id.slice(0, 6)}…${id.slice(-4)}`)

/** Seconds between two writings of an age: by fives below a minute, then by what it is written in. */
const stepOf = (seconds: number): number =>
  seconds < 60 ? 5 : seconds < 3_600 ? 60 : seconds < 86_400 ? 3_600 : 86_400

/** @param seconds since it was */
export const age = (seconds: number): string => {
  if (seconds < 5) return 'now'
  const steps = Math.floor(seconds / stepOf(seconds))
  if (seconds < 60) return `${steps * 5}s`
  if (seconds < 3_600) return `${steps}m`
  return seconds < 86_400 ? `${steps}h` : `${steps}d`
}

/** Seconds after which an age is written in another way. */
export const ageLasts = (seconds: number): number => {
  const step = stepOf(seconds)
  return step - (Math.max(0, seconds) % step)
}
