// The terms of an order, read from its output, and the amounts of its fill, from the output that answers it.
import assert from 'node:assert/strict'
import type { RawOutput } from '../hostile/raw-ledger.ts'
import type { Recorded } from './comparison.ts'
import { assetAt, bytesAt, fieldsAt, fieldsOf, intAt, type Plain } from './plain-datum.ts'

export interface Terms {
  readonly isBuy: boolean
  readonly token: string
  readonly from: bigint
  readonly fee: bigint
  readonly stepCost: bigint
  readonly price: readonly [bigint, bigint]
  readonly address: string
  readonly beacon: string | undefined
}

export interface Fill {
  readonly isBuy: boolean
  readonly lovelace: bigint
  readonly tokens: bigint
  /** Lovelace in addition to the swapped amounts that the order did not get back. */
  readonly fee: bigint
  /** Raw bytes, of the owner. */
  readonly address: string
  /** `txHash#index` */
  readonly order: string
}

/** Raw bytes. */
const addressAt = (datum: readonly Plain[], at: number, networkId: 0 | 1): string => {
  const address = fieldsAt(datum, at)
  const payment = bytesAt(fieldsAt(address, 0), 0)
  const stake = fieldsAt(address, 1)
  // The stake field is `Some` with an inline key credential, or `None`.
  return stake.length === 0
    ? `6${networkId}${payment}`
    : `0${networkId}${payment}${bytesAt(fieldsAt(fieldsAt(stake, 0), 0), 0)}`
}

const holds = (output: RawOutput, asset: string): bigint =>
  asset === '.' ? output.lovelace : (output.assets.get(asset) ?? 0n)

export const termsOf = ({ operations, networkId }: Recorded, output: RawOutput): Terms | undefined => {
  const kind = operations.orders.find(({ scriptHash }) => output.address.slice(2, 58) === scriptHash)?.kind
  if (kind === undefined || output.datum === undefined) return undefined
  const datum = fieldsOf(output.datum)
  assert.ok(kind !== 'instant-v1', 'the devnet has orders of two kinds')
  const isInstant = kind === 'instant'
  const input = assetAt(datum, 2)
  // The API does not list orders that swap a token for another token.
  if (input !== '.' && assetAt(datum, isInstant ? 3 : 6) !== '.') return undefined
  const price = fieldsAt(datum, isInstant ? 4 : 7)
  const fee = intAt(datum, isInstant ? 5 : 8)
  const held = holds(output, input)
  const aside = isInstant ? fee + intAt(datum, 6) : 0n
  return {
    isBuy: input === '.',
    token: input === '.' ? assetAt(datum, isInstant ? 3 : 6) : input,
    from: isInstant ? (input === '.' ? held - aside : held) : intAt(datum, 3),
    fee,
    stepCost: isInstant ? 0n : intAt(datum, 4),
    price: [intAt(price, 0), intAt(price, 1)],
    address: addressAt(datum, isInstant ? 1 : 9, networkId),
    beacon: isInstant ? undefined : bytesAt(datum, 1),
  }
}

/**
 * Amounts of an order's last execution. A buy's input counts before the percentage fee, a sell's output after it. Flat fees do not count.
 */
export const fillOf = (terms: Terms, order: RawOutput, answer: RawOutput): Fill => {
  const { isBuy, token, from, fee, stepCost, address } = terms
  const of = { isBuy, address, order: order.reference }
  if (!isBuy) {
    const tokens = holds(order, token) - holds(answer, token)
    const kept = tokens >= from ? fee : (fee * tokens) / from
    return {
      ...of,
      lovelace: answer.lovelace - order.lovelace + kept + stepCost,
      tokens,
      fee: kept + stepCost,
    }
  }
  const gone = order.lovelace - answer.lovelace
  const all = from + fee
  const part = gone - stepCost
  // Part of the fee and the input of an unfilled rest is returned, rounded down.
  const lovelace = gone >= all ? from : part <= 0n ? 0n : (part * from + all - 1n) / all
  return { ...of, lovelace, tokens: holds(answer, token) - holds(order, token), fee: gone - lovelace }
}
