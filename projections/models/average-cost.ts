// Cost of an owner's remaining tokens, by the average cost of their purchases. A purchase adds its lovelace and tokens. A sale removes the
// sold tokens and their share of the cost, so later trades never change the profit of an earlier sale. A sale may have more tokens than
// were bought with orders, since others sent some. Then only the share of its lovelace for bought tokens counts. Only executed orders
// count. Fees of executors are summed separately by the same rule, except that the fee of a sale counts whole. Deposits are returned, and
// network fees are unknown. Tokens that the owner sends to others still count as bought and unsold.

import { least, MAX_QUANTITY } from '../../schema/amount-limits.ts'
import { ceilDiv, floorDiv } from '../../schema/codecs/ratio.ts'
import type { NO_SUMS, TotalsRow } from './order-totals.ts'

/** Sums over the executed orders of an owner in one token. */
export type Sums = Pick<TotalsRow, keyof typeof NO_SUMS>

/** Limited to the largest quantity, because anybody can choose quantities. */
const add = (sum: bigint, more: bigint): bigint => least(sum + more, MAX_QUANTITY)

/** `lovelace` does not include the executor's fee. */
export interface Execution {
  readonly lovelace: bigint
  readonly tokens: bigint
  readonly executorFee: bigint
}

export const withPurchase = (sums: Sums, { lovelace, tokens, executorFee }: Execution): Sums => ({
  ...sums,
  fees: add(sums.fees, executorFee),
  bought_lovelace: add(sums.bought_lovelace, lovelace),
  bought_tokens: add(sums.bought_tokens, tokens),
})

/** Cost is rounded up and proceeds down, against the owner. */
export const withSale = (sums: Sums, { lovelace, tokens, executorFee }: Execution): Sums => {
  const open = openPosition(sums)
  const closed = least(tokens, open.tokens)
  const part = partOf(open, closed)
  return {
    ...sums,
    fees: add(sums.fees, executorFee),
    closed_fees: add(sums.closed_fees + part.fees, executorFee),
    sold_lovelace: add(sums.sold_lovelace, lovelace),
    sold_tokens: add(sums.sold_tokens, tokens),
    closed_tokens: sums.closed_tokens + closed,
    closed_cost: sums.closed_cost + part.cost,
    closed_lovelace: add(sums.closed_lovelace, closed === 0n ? 0n : floorDiv(lovelace * closed, tokens)),
  }
}

/** Bought tokens that are not sold; cost and fees in lovelace. */
interface OpenPosition {
  readonly tokens: bigint
  readonly cost: bigint
  readonly fees: bigint
}

export const openPosition = (sums: Sums): OpenPosition => ({
  tokens: sums.bought_tokens - sums.closed_tokens,
  cost: sums.bought_lovelace - sums.closed_cost,
  fees: sums.fees - sums.closed_fees,
})

/** Rounded up. */
const shareOf = (lovelace: bigint, tokens: bigint, all: bigint): bigint =>
  tokens === 0n ? 0n : ceilDiv(lovelace * tokens, all)

/**
 * Cost and fees are rounded up.
 * @param tokens at most the position's tokens
 */
export const partOf = ({ tokens: all, cost, fees }: OpenPosition, tokens: bigint): OpenPosition => ({
  tokens,
  cost: shareOf(cost, tokens, all),
  fees: shareOf(fees, tokens, all),
})

/** Lovelace: proceeds minus the cost of the sold tokens. */
export const realisedProfit = ({ closed_lovelace, closed_cost }: Sums): bigint =>
  closed_lovelace - closed_cost

/** Profit after executors' fees, including those of buying the sold tokens. */
export const realisedNet = (sums: Sums): bigint => realisedProfit(sums) - sums.closed_fees
