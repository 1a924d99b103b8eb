// Profit after every fee: selling the open part of a position now, minus the fees of all its orders.
import type { Position } from '../../schema/responses/analytics.ts'

type Amounts = Pick<
  Position,
  'openQuantity' | 'openCost' | 'netNow' | 'realised' | 'fees' | 'boughtAda' | 'breakEven'
>

/** Lovelace that selling the open quantity would bring; 0 if none is left, undefined if unknown. */
export const broughtNow = ({ openQuantity, netNow }: Amounts): bigint | undefined =>
  openQuantity === '0' ? 0n : netNow === null ? undefined : BigInt(netNow)

/** Lovelace, negative for a loss; undefined if the open part has no price. */
export const netProfit = (position: Amounts): bigint | undefined => {
  const { openCost, realised, fees } = position
  const brought = broughtNow(position)
  return brought === undefined ? undefined : BigInt(realised) + brought - BigInt(openCost) - BigInt(fees)
}

/** Lovelace of purchases and of all orders' fees. */
export const spentOn = ({ boughtAda, fees }: Amounts): bigint => BigInt(boughtAda) + BigInt(fees)
