// US dollars for one ADA, from the JSON document at ADA_USD_RATE_URL. The URL's fragment names the member with the rate. Without a
// fragment, the document must contain exactly one number with decimals, which is the rate. So a status code or a time is never read as the
// rate. The document is fetched when a client asks for the rate, at most once a minute.
import { ApiError } from '../../schema/errors.ts'
import type { Uptime } from '../../schema/platform/clocks.ts'
import { printUrl } from '../../schema/platform/print-url.ts'
import { fetchText } from '../fetch-text.ts'

const FETCH_INTERVAL_MS = 60_000

/** An older rate is not served. */
const MAX_AGE_MS = 600_000

const BOUNDS = { deadline: 5_000, mostBytes: 64 * 1_024 }

const DECIMAL = /^[0-9]{1,9}(\.[0-9]{1,20})?$/

/** Values with decimals, as numbers or strings. */
const fractionsIn = (value: unknown): unknown[] => {
  if (typeof value === 'object' && value !== null) return Object.values(value).flatMap(fractionsIn)
  return `${value}`.includes('.') && DECIMAL.test(`${value}`) ? [value] : []
}

/** A JSON pointer (RFC 6901, section 6) in the form of a URL's fragment, such as `#/cardano/usd`. */
const valueAt = (document: unknown, fragment: string): unknown =>
  decodeURIComponent(fragment)
    .split('/')
    .slice(1)
    .map((name) => name.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce(
      (value, name) =>
        Object.entries(typeof value === 'object' && value !== null ? value : {}).find(
          ([key]) => key === name,
        )?.[1],
      document,
    )

/**
 * @param fragment of the document's URL with its `#`; if empty, the rate is the only number with decimals
 * @throws {Error} if there is no such decimal above 0
 */
export const rateIn = (text: string, fragment: string): string => {
  const document: unknown = JSON.parse(text)
  const [value, ...others] = fragment === '' ? fractionsIn(document) : [valueAt(document, fragment)]
  const isDecimal = (typeof value === 'number' || typeof value === 'string') && DECIMAL.test(`${value}`)
  if (!isDecimal || others.length > 0 || Number(value) === 0)
    throw new Error(
      fragment === ''
        ? `has ${value === undefined ? 0 : others.length + 1} numbers with a fraction; name the rate in the URL, for example #/cardano/usd`
        : `has no decimal above 0 at ${fragment}`,
    )
  return `${value}`
}

const unavailable = (): ApiError =>
  new ApiError('SERVICE_UNAVAILABLE', 'The source of the rate does not answer', { 'Retry-After': '60' })

/** US dollars. Rejects with an {ApiError} if the rate is unknown. */
export type AdaUsdRate = () => Promise<string>

/**
 * @param url undefined if the operator set none
 * @param onError called if the document cannot be used
 */
export const adaUsdRate = (
  url: string | undefined,
  uptime: () => Uptime,
  onError: (error: unknown) => void,
): AdaUsdRate => {
  let last: { readonly rate: string; readonly at: number } | undefined
  let fetchedAt = Number.NEGATIVE_INFINITY
  let fetching: Promise<void> = Promise.resolve()
  const fetchRate = async (from: string): Promise<void> => {
    try {
      const { status, text } = await fetchText(from, BOUNDS)
      if (status !== 200) throw new Error(`answered ${status}`)
      last = { rate: rateIn(text, new URL(from).hash), at: uptime() }
    } catch (error) {
      onError(
        new Error(`ADA_USD_RATE_URL ${printUrl(from)}: ${error instanceof Error ? error.message : error}`),
      )
    }
  }
  return async () => {
    if (url === undefined)
      throw new ApiError('NOT_FOUND', 'This service has no rate: its operator has not set ADA_USD_RATE_URL')
    if (uptime() - fetchedAt >= FETCH_INTERVAL_MS) {
      fetchedAt = uptime()
      fetching = fetchRate(url)
    }
    await fetching
    if (last === undefined || uptime() - last.at > MAX_AGE_MS) throw unavailable()
    return last.rate
  }
}
