// The venue of a token, read from an output's datum and value, and the output of an order there: the formulas of
// schema/launchpad/README.md written out again.

import type { RawOutput } from '../../../fixtures/hostile/raw-ledger.ts'
import { EMISSION } from './amounts.ts'
import type { PlainOperations } from './part.ts'
import { bytesAt, fieldsAt, fieldsOf, intAt } from './plain-datum.ts'

export interface PlainPool {
  readonly token: string
  readonly isCurve: boolean
  /** On the AMM, without the accumulated fees. */
  readonly lovelace: bigint
  readonly tokens: bigint
  /** Coefficients of the curve, or the part of 100,000 that moves the AMM's price. */
  readonly a: bigint
  readonly b: bigint
}

const A = 10n ** 27n
const B = 10n ** 6n

/** The pool of an output; undefined for other outputs. */
export const poolOf = (
  { curve, amm }: PlainOperations,
  { address, datum, assets, lovelace }: RawOutput,
): PlainPool | undefined => {
  const script = address.slice(2, 58)
  const layout = amm.pools.find(({ scriptHash }) => scriptHash === script)?.kind
  const isCurve = script === curve.scriptHash
  if (datum === undefined || !(isCurve || layout !== undefined)) return undefined
  const fields = fieldsOf(datum)
  const asset = fieldsAt(fields, 2)
  const token = `${bytesAt(asset, 0)}.${bytesAt(asset, 1)}`
  const tokens = assets.get(token) ?? 0n
  if (isCurve) return { token, isCurve, lovelace, tokens, a: intAt(fields, 3), b: intAt(fields, 4) }
  if (layout !== 'royalty') throw new Error(`the devnet has no AMM pool of the kind ${layout}`)
  const [liquidity, treasury, royalty] = [intAt(fields, 4), intAt(fields, 5), intAt(fields, 6)]
  return {
    token,
    isCurve,
    lovelace: lovelace - intAt(fields, 7) - intAt(fields, 9),
    tokens: tokens - intAt(fields, 8) - intAt(fields, 10),
    a: liquidity - treasury - royalty,
    b: 0n,
  }
}

/** Remainder of an amount after 1 %, which is rounded down. */
const net = (amount: bigint): bigint => amount - amount / 100n

/** Tokens for lovelace, or lovelace for tokens, after the fee of 1 % on the ADA side. */
export const quote = (
  { isCurve, lovelace, tokens, a, b }: PlainPool,
  isBuy: boolean,
  input: bigint,
): bigint => {
  const swap = (from: bigint, to: bigint, amount: bigint): bigint =>
    (to * amount * a) / (from * 100_000n + amount * a)
  if (!isCurve) return isBuy ? swap(lovelace, tokens, net(input)) : net(swap(tokens, lovelace, input))
  const sold = EMISSION - tokens
  const area = (s: bigint): bigint => a * B * s ** 3n + 3n * A * b * s
  if (!isBuy) return input > sold ? 0n : net((area(sold) - area(sold - input)) / (3n * A * B))
  const most = area(sold) + 3n * A * B * net(input)
  let bought = 0n
  // From the largest power of two that the emission holds, bit by bit.
  for (let step = 2n ** 29n; step > 0n; step /= 2n)
    if (sold + bought + step <= EMISSION && area(sold + bought + step) <= most) bought += step
  return bought
}
