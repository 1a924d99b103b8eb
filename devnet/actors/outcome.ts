// Fills one order: computes the output that answers it, if the rules of the order, the ledger and the executor allow it. The rules of the
// orders' witnesses are checked first, because one order that breaks them makes the whole batch invalid.
import { minUtxoOf } from '../../api/builder/transaction/balance.ts'
import { type Output, quantityIn } from '../../api/builder/transaction/utxo.ts'
import { rawAddress } from '../../schema/launchpad/address.ts'
import { ADA, type AssetId } from '../../schema/primitives.ts'
import { DEVNET_PARAMETERS } from '../ledger/parameters.ts'
import type { Order } from './market.ts'
import { EXECUTOR } from './people.ts'

export interface Fill {
  readonly order: Order
  readonly outcome: Output
}

export type Side = 'buy' | 'sell'

/**
 * Lovelace for a batch's transaction, for the pool and for each order. The sum is a tenth to a quarter above the real cost on the devnet.
 */
const POOL_COST = 340_000n
const ORDER_COST = 40_000n

export const batchCost = (orders: number): bigint => POOL_COST + ORDER_COST * BigInt(orders)

/** Pays for a transaction with only this order, so that no order delays the others. */
const LEAST_FEE = batchCost(1)

/** Maximum bytes. Checking a larger datum may cost more than its order pays. Clients' datums have about 350 bytes. */
const LONGEST_DATUM = 600

export const sideOf = ({ order }: Order): Side => (order.input === ADA ? 'buy' : 'sell')

const stepCostOf = (order: Order): bigint => (order.kind === 'limit' ? order.order.costPerExStep : 0n)

const mayFill = (order: Order): boolean => {
  if (order.kind === 'instant') return order.order.permittedExecutor === EXECUTOR.key.hash
  const { permittedExecutors } = order.order
  return permittedExecutors.length === 0 || permittedExecutors.includes(EXECUTOR.key.hash)
}

/**
 * Refuses an order that contains assets besides the swapped amount, or whose output would go to an order address. The owner can cancel such
 * an order.
 */
export const isTaken = (order: Order, token: AssetId): boolean => {
  const { input, output, fee, redeemerAddress } = order.order
  const { address, assets, datum = '', script } = order.utxo.output
  return (
    ((input === ADA && output === token) || (input === token && output === ADA)) &&
    mayFill(order) &&
    fee + stepCostOf(order) >= LEAST_FEE &&
    assets.every(({ asset }) => asset === input) &&
    script === undefined &&
    datum.length / 2 <= LONGEST_DATUM &&
    rawAddress(redeemerAddress, 0) !== address
  )
}

/**
 * Undefined if the order's rules forbid it. A partly filled purchase returns the rest of the input and the same share of the fee.
 * @param swapped part of the input that is swapped, including the percentage fee
 * @param got amount that the owner receives, after the percentage fee
 */
export const fillOrder = (order: Order, swapped: bigint, got: bigint): Fill | undefined => {
  const { utxo, input } = order
  const { basePrice, fee, output, redeemerAddress } = order.order
  if (swapped <= 0n || swapped > input || got <= 0n) return undefined
  const isPurchase = sideOf(order) === 'buy'
  const keptFee = (fee * swapped) / input
  const lovelace = utxo.output.lovelace - keptFee - stepCostOf(order) + (isPurchase ? -swapped : got)
  const tokens = isPurchase ? got : quantityIn([utxo], order.order.input) - swapped
  const keptLovelace = order.kind === 'instant' ? order.order.minUtxo : 0n
  const leastOutput = order.kind === 'limit' ? order.order.minMarginalOutput : 1n
  const removed = isPurchase ? swapped - (fee - keptFee) : swapped
  const holds =
    removed > 0n &&
    got * basePrice.denominator >= swapped * basePrice.numerator &&
    got >= leastOutput &&
    tokens >= 0n &&
    lovelace > 0n &&
    lovelace >= keptLovelace
  if (!holds) return undefined
  const outcome: Output = {
    address: rawAddress(redeemerAddress, 0),
    lovelace,
    ...(tokens === 0n
      ? {}
      : { assets: [{ asset: isPurchase ? output : order.order.input, quantity: tokens }] }),
  }
  return lovelace < minUtxoOf(outcome, DEVNET_PARAMETERS) ? undefined : { order, outcome }
}
