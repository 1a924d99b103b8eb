// Reads orders of the three generations: their terms and their outcomes. The executor answers input i with output i of the same
// transaction, so a fill's amounts are the difference between the two. The order's owner can write anything into its datum. So the terms
// are limited to the value of the UTxO, and the amounts to the value that left the UTxO.

import { least, MAX_QUANTITY } from '../../schema/amount-limits.ts'
import { ceilDiv } from '../../schema/codecs/ratio.ts'
import type { OutputEvent } from '../../schema/events.ts'
import { rawAddress } from '../../schema/launchpad/address.ts'
import { decodeInstantOrder, type InstantOrder } from '../../schema/launchpad/datums/instant-order.ts'
import { decodeInstantOrderV1 } from '../../schema/launchpad/datums/instant-order-v1.ts'
import { decodeLimitOrder } from '../../schema/launchpad/datums/limit-order.ts'
import { decodeOrderRedeemer } from '../../schema/launchpad/datums/redeemers.ts'
import { isOwnBeacon } from '../../schema/launchpad/derivations.ts'
import { ADA } from '../../schema/primitives.ts'
import {
  type Holding,
  quantityOf,
  type SpentOutput,
  type TransactionView,
} from '../engine/outputs/transaction-view.ts'
import type { LaunchpadEvent, OrderFilled, OrderTerms } from './events.ts'
import type { Protocol } from './protocol.ts'

/** The UTxO's value, for ADA without the lovelace set aside for fees and for the output's minimum. */
const spendable = (output: Holding, asset: string, setAside: bigint): bigint => {
  const amount = quantityOf(output, asset)
  if (asset !== ADA) return amount
  return amount > setAside ? amount - setAside : 0n
}

/** Undefined if the datum is not an order's, or if the value exceeds any amount that a launch can mint. */
export const termsOf = (protocol: Protocol, output: Holding): OrderTerms | undefined => {
  const role = protocol.roleOf(output.address)
  if (role?.kind !== 'order' || output.datum === undefined) return undefined
  const network = Number.parseInt(output.address.charAt(1), 16) === 1 ? 1 : 0
  if (role.generation === 'instant') {
    const order = decodeInstantOrder(output.datum)
    if (order === undefined || quantityOf(output, order.input) > MAX_QUANTITY) return undefined
    return {
      ...commonTerms(order, network),
      generation: 'instant',
      fee: least(order.fee, output.lovelace),
      fromAmount: spendable(output, order.input, order.fee + order.minUtxo),
      stepCost: 0n,
      cancellableFrom: order.cancellationAfter,
      beacon: null,
    }
  }
  const v1 = role.generation === 'instant-v1' ? decodeInstantOrderV1(output.datum) : undefined
  const order = role.generation === 'instant-v1' ? v1 : decodeLimitOrder(output.datum)
  if (order === undefined || quantityOf(output, order.input) > MAX_QUANTITY) return undefined
  const fee = least(order.fee, output.lovelace)
  const stepCost = least(order.costPerExStep, output.lovelace - fee)
  return {
    ...commonTerms(order, network),
    generation: role.generation,
    fromAmount: least(order.tradableInput, spendable(output, order.input, fee + stepCost)),
    fee,
    stepCost,
    cancellableFrom: v1?.cancellationAfter ?? null,
    beacon: order.beacon,
  }
}

/** Terms that do not depend on the output's value. */
const commonTerms = (
  order: Pick<InstantOrder, 'input' | 'output' | 'basePrice' | 'redeemerAddress' | 'cancellationPkh'>,
  network: 0 | 1,
) => ({
  from: order.input,
  to: order.output,
  worstPrice: order.basePrice,
  owner: rawAddress(order.redeemerAddress, network),
  cancellationKey: order.cancellationPkh,
})

/** The executor keeps this part of the flat fee. */
const feeOf = ({ fromAmount, fee }: OrderTerms, swapped: bigint): bigint =>
  swapped >= fromAmount ? fee : (fee * swapped) / fromAmount

/**
 * If an order is filled in part, fee and input are returned in proportion. If at most an execution's cost is returned, it counts as saved
 * cost.
 */
const swappedLovelace = (terms: OrderTerms, gave: bigint): bigint => {
  const { fromAmount, fee, stepCost } = terms
  if (gave >= fromAmount + fee) return fromAmount
  return gave <= stepCost ? 0n : ceilDiv((gave - stepCost) * fromAmount, fromAmount + fee)
}

const notNegative = (amount: bigint): bigint => (amount > 0n ? amount : 0n)

/** The given amount is at most the value that left the UTxO. */
const fillOf = (
  terms: OrderTerms,
  order: SpentOutput,
  answer: OutputEvent,
  remaining: OrderTerms | undefined,
): Pick<OrderFilled, 'fromAmount' | 'toAmount' | 'executorFee'> => {
  const gave = notNegative(quantityOf(order, terms.from) - quantityOf(answer, terms.from))
  const got = quantityOf(answer, terms.to) - quantityOf(order, terms.to)
  // The lovelace that is still to be swapped, and the rest of the fee.
  const fromAmount =
    terms.from !== ADA
      ? gave
      : remaining === undefined
        ? swappedLovelace(terms, gave)
        : least(notNegative(terms.fromAmount - remaining.fromAmount), gave)
  const lost = order.lovelace - answer.lovelace
  const feeBeside = (lovelace: bigint): bigint => least(notNegative(lost - lovelace), MAX_QUANTITY)
  if (terms.to !== ADA) {
    const toAmount = least(notNegative(got), MAX_QUANTITY)
    return { fromAmount, toAmount, executorFee: feeBeside(fromAmount) }
  }
  // Saved cost of an execution counts as payment for the tokens, because the outputs do not show the two separately.
  const fee = remaining === undefined ? feeOf(terms, fromAmount) : notNegative(terms.fee - remaining.fee)
  const toAmount = least(notNegative(got + fee + terms.stepCost), MAX_QUANTITY)
  return { fromAmount, toAmount, executorFee: feeBeside(-toAmount) }
}

/** First spent orders, in the order of the inputs, then placed ones. */
export const interpretOrders = (protocol: Protocol, view: TransactionView): LaunchpadEvent[] => {
  const { transaction, spent } = view
  const events: LaunchpadEvent[] = []
  const remainders = new Set<number>()
  spent.forEach((order, at) => {
    if (order === undefined) return
    const terms = termsOf(protocol, order)
    if (terms === undefined) return
    const redeemer = transaction.inputs[at]?.redeemer
    const answer = transaction.outputs[at]
    const base = { transaction: transaction.id, order: order.reference, terms }
    if (answer === undefined || (redeemer !== undefined && decodeOrderRedeemer(redeemer) === 'cancel')) {
      events.push({ kind: 'orderCancelled', ...base })
      return
    }
    const left = answer.address === order.address ? termsOf(protocol, answer) : undefined
    const remaining =
      left !== undefined && left.beacon === terms.beacon && left.from === terms.from ? left : undefined
    if (remaining !== undefined) remainders.add(at)
    events.push({
      kind: 'orderFilled',
      ...base,
      ...fillOf(terms, order, answer, remaining),
      remainder:
        remaining === undefined
          ? null
          : { order: { transaction: transaction.id, index: at }, terms: remaining },
    })
  })
  transaction.outputs.forEach((output, at) => {
    if (remainders.has(at)) return
    const terms = termsOf(protocol, output)
    if (terms === undefined) return
    const order = { transaction: transaction.id, index: transaction.firstOutput + at }
    const placed = { kind: 'orderPlaced', transaction: transaction.id, order, terms } as const
    const { datum } = output
    const isOwn =
      datum !== undefined && isOwnBeacon({ ...terms, datum, outputIndex: order.index }, transaction.inputs)
    events.push(isOwn ? { ...placed, ownsBeacon: true } : placed)
  })
  return events
}
