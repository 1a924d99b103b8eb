// Profit or loss of some keys in a token: what their filled orders paid and received, and the value of the remaining tokens at the current
// price. Only orders have a price. So tokens that were received or sent without an order count neither as a payment nor as a value. If
// received tokens are sold, the whole price is profit.
import type Database from 'better-sqlite3'
import { floorDiv } from '../../../schema/codecs/ratio.ts'
import type { AssetId, Hex } from '../../../schema/primitives.ts'
import { pricedPoolQuery } from './balances.ts'
import { orderQueries } from './orders.ts'

/**
 * Gain: proceeds plus the remaining tokens' value, minus the invested lovelace; rounded down, negative for a loss. Undefined if the keys'
 * orders bought none of the token, or the token has no pool.
 */
export const pnlQuery = (database: Database.Database) => {
  const pricedPool = pricedPoolQuery(database)
  const { metrics } = orderQueries(database)
  return database.transaction((token: AssetId, keys: Iterable<Hex>) => {
    const price = pricedPool(token)?.price
    let [invested, sold, left] = [0n, 0n, 0n]
    for (const key of keys) {
      const sums = metrics(token, key)
      if (sums === undefined) continue
      invested += BigInt(sums.boughtAda)
      sold += BigInt(sums.soldAda)
      left += BigInt(sums.boughtTokens) - BigInt(sums.soldTokens)
    }
    if (price === undefined || invested === 0n) return undefined
    const worth = left > 0n ? floorDiv(left * price.numerator, price.denominator) : 0n
    return { invested, gain: sold + worth - invested }
  })
}
