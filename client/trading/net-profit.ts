// Profit after every fee: what is left if the open part of a position is sold now, with the fees of all its orders subtracted.
import type { Position } from '../../schema/responses/analytics.ts'

type Amounts = Pick<
  Position,
  'openQuantity' | 'openCost' | 'netNow' | 'realised' | 'fees' | 'boughtAda' | 'breakEven'
>

/** Lovelace that a sale of the open quantity would bring; 0 if nothing is left, undefined if it is unknown. */
export const broughtNow = ({ openQuantity, netNow }: Amounts): bigint | undefined =>
  openQuantity === '0' ? 0n : netNow === null ? undefined : BigInt(netNow)

/** Lovelace won or, negative, lost; undefined if what is left has no price. */
export const netProfit = (position: Amounts): bigint | undefined => {
  const { openCost, realised, fees } = position
  const brought = broughtNow(position)
  return brought === undefined ? undefined : BigInt(realised) + brought - BigInt(openCost) - BigInt(fees)
}

/** Lovelace that purchases and all orders' fees cost. */
export const spentOn = ({ boughtAda, fees }: Amounts): bigint => BigInt(boughtAda) + BigInt(fees)
