// Dollars for an ADA, from a document that the operator names: JSON of any shape that holds one decimal, which is what public
// price services answer with. The service asks for it when it is asked itself, and not again for a minute.
import { ApiError } from '../../schema/errors.ts'
import { printUrl } from '../../schema/platform/print-url.ts'
import { fetchText } from '../fetch-text.ts'

/** Milliseconds for which a rate is not asked for again, and for which an old one is better than none. */
const FRESH = 60_000
const GOOD = 600_000

const BOUNDS = { deadline: 5_000, mostBytes: 64 * 1_024 }

const DECIMAL = /^[0-9]{1,9}(\.[0-9]{1,15})?$/

/** The only decimal in a JSON document, be it a number or a text. @throws {Error} when there is none, or another. */
export const onlyDecimal = (text: string): string => {
  const decimals: string[] = []
  JSON.parse(text, (_, value: unknown) => {
    const isScalar = typeof value === 'number' || typeof value === 'string'
    if (isScalar && DECIMAL.test(`${value}`)) decimals.push(`${value}`)
    return value
  })
  const [decimal, ...others] = decimals
  if (decimal === undefined || others.length > 0 || Number(decimal) === 0)
    throw new Error(`holds ${decimals.length} decimals, and must hold one above 0`)
  return decimal
}

const unavailable = (): ApiError =>
  new ApiError('SERVICE_UNAVAILABLE', 'The source of the rate does not answer', { 'Retry-After': '60' })

/**
 * @param url of the document; undefined for none.
 * @param clock milliseconds since 1970
 * @param onError takes why the document is of no use.
 * @returns the rate; throws {ApiError} while there is none.
 */
export const adaUsdRate = (
  url: string | undefined,
  clock: () => number,
  onError: (error: unknown) => void,
): (() => Promise<string>) => {
  let held: { readonly rate: string; readonly at: number } | undefined
  let askedAt = Number.NEGATIVE_INFINITY
  let asking: Promise<void> = Promise.resolve()
  const ask = async (from: string): Promise<void> => {
    try {
      const { status, text } = await fetchText(from, BOUNDS)
      if (status !== 200) throw new Error(`answered ${status}`)
      held = { rate: onlyDecimal(text), at: clock() }
    } catch (error) {
      onError(
        new Error(`ADA_USD_RATE_URL ${printUrl(from)}: ${error instanceof Error ? error.message : error}`),
      )
    }
  }
  return async () => {
    if (url === undefined)
      throw new ApiError('NOT_FOUND', 'This service has no rate: its operator sets ADA_USD_RATE_URL for one')
    if (clock() - askedAt >= FRESH) {
      askedAt = clock()
      asking = ask(url)
    }
    await asking
    if (held === undefined || clock() - held.at > GOOD) throw unavailable()
    return held.rate
  }
}
