// Formats of times and ages.
import { percent, whole as wholeOf } from '../../schema/responses/numbers.ts'

export { ada, compact, exact, inFull, percent, price, zerosIn } from '../../schema/responses/numbers.ts'

export const UNKNOWN = '—'

/** A dash while the number is unknown. */
export const whole = (n: number | undefined): string => (n === undefined ? UNKNOWN : wholeOf(n))

/** Without a set locale, the browser's locale can be `en-US@posix`, which Intl refuses. */
export const LOCALE = ((): string => {
  try {
    return new Intl.Locale(navigator.language).toString()
  } catch {
    return 'en'
  }
})()

const inLocale = (options: Intl.DateTimeFormatOptions) => {
  const format = new Intl.DateTimeFormat(LOCALE, options)
  return (seconds: number): string => format.format(seconds * 1000)
}

/** Unix seconds in local time: as the time of day, as the day, and as both. */
export const timeOf = inLocale({ timeStyle: 'short' })
export const dayOf = inLocale({ dateStyle: 'medium' })
export const momentOf = inLocale({ dateStyle: 'medium', timeStyle: 'short' })

/** Latest time of a JavaScript date, Unix milliseconds. */
export const MAX_TIME = 8.64e15

/** The first characters of an address are the same for all addresses. */
export const shortAddress = (address: string): string => address.slice(-6)

export const counted = (n: number, thing: string): string => `${whole(n)} ${thing}${n === 1 ? '' : 's'}`

/** The change is a share. */
export const signed = (change: number): string => `${change < 0 ? '−' : '+'}${percent(change)}`

export const short = (id: string): string => (id.length <= 12 ? id : `${id.slice(0, 6)}…${id.slice(-4)}`)

/** The text of an age changes every 5 s below a minute, else every unit. */
const stepOf = (seconds: number): number =>
  seconds < 60 ? 5 : seconds < 3_600 ? 60 : seconds < 86_400 ? 3_600 : 86_400

/** @param seconds since the event */
export const age = (seconds: number): string => {
  if (seconds < 5) return 'now'
  const steps = Math.floor(seconds / stepOf(seconds))
  if (seconds < 60) return `${steps * 5}s`
  if (seconds < 3_600) return `${steps}m`
  return seconds < 86_400 ? `${steps}h` : `${steps}d`
}

export const ageLasts = (seconds: number): number => {
  const step = stepOf(seconds)
  return step - (Math.max(0, seconds) % step)
}
