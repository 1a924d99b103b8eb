// The service's quote for the order that a person fills in.

import { dataOf } from '../../client/response.ts'
import { useFetched } from '../fetching.ts'
import { isRefusal, wordsOf } from '../parts/words-of.ts'
import { isComplete, type Pool } from '../pools.ts'
import { client } from '../service.ts'
import type { Side, Slippage } from '../wallet/transactions.ts'

/** Time in ms after the last key until a quote is fetched. */
const DELAY_MS = 150
/** Time in ms until another quote is fetched without a trade: limits of new pools end, and the operator may change fees. */
const AGAIN_MS = 30_000

interface Asked {
  readonly amount: bigint | undefined
  readonly side: Side
  readonly slippage: Slippage
  /** Output that a resting order waits for; undefined for an order at the current price. */
  readonly minOutput: bigint | undefined
  /** An order that was refused because the price moved needs another quote. */
  readonly moved: unknown
}

/**
 * Each new output of the pool means another price, and fetches another quote.
 * @returns the quote of this amount, also while the next quote is fetched; only a quote with `isCurrent` may be sent
 */
export const useQuote = (pool: Pool, { amount, side, slippage, minOutput, moved }: Asked) => {
  const { asset } = pool.info
  const what = `${asset} ${amount} ${side} ${minOutput}`
  const of = `${what} ${slippage} ${pool.pool.outputId.transactionId}`
  const load = async (signal: AbortSignal) => {
    const limit = minOutput === undefined ? {} : { minOutput: `${minOutput}`, rest: true }
    const body = { assetId: asset, amount: `${amount}`, side, slippage, ...limit }
    try {
      return { what, of, moved, quote: dataOf(await client.POST('/order/quote', { body, signal })) }
    } catch (error) {
      // A refusal is not tried again at once. Other failures are.
      if (isRefusal(error)) return { what, of, moved, refusal: wordsOf(error) }
      throw error
    }
  }
  const when = () => amount !== undefined && !isComplete(pool)
  const again = when() ? { every: AGAIN_MS } : {}
  const found = useFetched('the quote', { delay: DELAY_MS, load, when, ...again }, [of, moved])
  const known = found?.what === what && found.moved === moved ? found : undefined
  return { quote: known?.quote, refusal: known?.refusal, isCurrent: known?.of === of }
}
