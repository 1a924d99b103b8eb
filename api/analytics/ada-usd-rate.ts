// US dollars for one ADA, from the URL in ADA_USD_RATE_URL. The document may be JSON of any shape that contains exactly one
// decimal, like the answers of public price services. It is fetched when a client asks for the rate, at most once a minute.
import { ApiError } from '../../schema/errors.ts'
import type { Uptime } from '../../schema/platform/clocks.ts'
import { printUrl } from '../../schema/platform/print-url.ts'
import { fetchText } from '../fetch-text.ts'

/** Minimum time in ms between two requests to the source. */
const FETCH_INTERVAL = 60_000

/** Age in ms from which a rate is no longer served. */
const MAX_AGE = 600_000

const BOUNDS = { deadline: 5_000, mostBytes: 64 * 1_024 }

const DECIMAL = /^[0-9]{1,9}(\.[0-9]{1,15})?$/

/**
 * Returns the only decimal in a JSON document, a number or a string.
 * @throws {Error} if it has no decimal or several
 */
export const onlyDecimal = (text: string): string => {
  const decimals: string[] = []
  JSON.parse(text, (_, value: unknown) => {
    const isScalar = typeof value === 'number' || typeof value === 'string'
    if (isScalar && DECIMAL.test(`${value}`)) decimals.push(`${value}`)
    return value
  })
  const [decimal, ...others] = decimals
  if (decimal === undefined || others.length > 0 || Number(decimal) === 0)
    throw new Error(`has ${decimals.length} decimals; it must have exactly one, above 0`)
  return decimal
}

const unavailable = (): ApiError =>
  new ApiError('SERVICE_UNAVAILABLE', 'The source of the rate does not answer', { 'Retry-After': '60' })

/**
 * @param url URL of the document; undefined if the operator set none
 * @param onError called with the reason if the document cannot be used
 * @returns a function that resolves to the rate as a decimal, or rejects with an {ApiError} while the rate is unknown
 */
export const adaUsdRate = (
  url: string | undefined,
  uptime: () => Uptime,
  onError: (error: unknown) => void,
): (() => Promise<string>) => {
  let last: { readonly rate: string; readonly at: number } | undefined
  let fetchedAt = Number.NEGATIVE_INFINITY
  let fetching: Promise<void> = Promise.resolve()
  const fetchRate = async (from: string): Promise<void> => {
    try {
      const { status, text } = await fetchText(from, BOUNDS)
      if (status !== 200) throw new Error(`answered ${status}`)
      last = { rate: onlyDecimal(text), at: uptime() }
    } catch (error) {
      onError(
        new Error(`ADA_USD_RATE_URL ${printUrl(from)}: ${error instanceof Error ? error.message : error}`),
      )
    }
  }
  return async () => {
    if (url === undefined)
      throw new ApiError('NOT_FOUND', 'This service has no rate: its operator has not set ADA_USD_RATE_URL')
    if (uptime() - fetchedAt >= FETCH_INTERVAL) {
      fetchedAt = uptime()
      fetching = fetchRate(url)
    }
    await fetching
    if (last === undefined || uptime() - last.at > MAX_AGE) throw unavailable()
    return last.rate
  }
}
