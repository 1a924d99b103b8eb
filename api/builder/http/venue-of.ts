// Finds the pool in which a token trades, with the values of the pool's output that a quote needs.
import type { TradingVenue } from '../../../projections/read/queries/trading-venues.ts'
import { paymentCredential } from '../../../schema/codecs/address.ts'
import type { OperationsConfig } from '../../../schema/config/config.ts'
import type { AmmFees } from '../../../schema/launchpad/amm.ts'
import { decodeCurvePool } from '../../../schema/launchpad/datums/curve-pool.ts'
import { decodeFeeSwitchPool } from '../../../schema/launchpad/datums/fee-switch-pool.ts'
import { decodeRoyaltyPool } from '../../../schema/launchpad/datums/royalty-pool.ts'
import { hypedLimit } from '../../../schema/launchpad/hyped.ts'
import type { TimeOfDay } from '../../../schema/platform/clocks.ts'
import type { AssetId } from '../../../schema/primitives.ts'
import type { Venue } from '../recipes/quote.ts'
import { quantityIn } from '../transaction/utxo.ts'

const ammFees = ({ output }: TradingVenue, { amm }: OperationsConfig): AmmFees | undefined => {
  const hash = paymentCredential(output.address)?.hash
  const kind = amm.pools.find(({ scriptHash }) => scriptHash === hash)?.kind
  if (output.datum === undefined || kind === undefined) return undefined
  return kind === 'royalty' ? decodeRoyaltyPool(output.datum) : decodeFeeSwitchPool(output.datum)
}

/**
 * @param now Unix milliseconds
 * @throws {Error} if the pool's output contradicts the read models
 */
export const venueOf = (
  pool: TradingVenue,
  token: AssetId,
  { operations, now }: { readonly operations: OperationsConfig; readonly now: TimeOfDay },
): Venue => {
  const { output } = pool
  const reserves = { lovelace: output.lovelace, tokens: quantityIn([pool], token) }
  if (pool.venue === 'amm') {
    const fees = ammFees(pool, operations)
    if (fees === undefined) throw new Error(`the AMM pool of ${token} has another datum`)
    return { kind: 'amm', pool: fees, ...reserves }
  }
  const curve = output.datum === undefined ? undefined : decodeCurvePool(output.datum)
  if (curve === undefined) throw new Error(`the curve pool of ${token} has another datum`)
  const limit = pool.isHyped ? hypedLimit(now / 1000 - pool.created) : undefined
  return { kind: 'curve', pool: curve, ...reserves, ...(limit === undefined ? {} : { mostLovelace: limit }) }
}
