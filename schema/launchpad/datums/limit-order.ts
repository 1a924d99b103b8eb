// The datum of the limit order (docs/launchpad-on-chain.md, "Orders"). Limit orders trade on the AMM, and until mid 2025 also traded on the
// curve. An order may be filled in several executions. Each execution but the last leaves a smaller order.
import type { Ratio } from '../../codecs/ratio.ts'
import {
  ADDRESS,
  AMOUNT,
  ASSET,
  BYTES,
  type DatumOf,
  datumCodec,
  fixed,
  HASH,
  listOf,
  RATIO,
} from './datum-layout.ts'

const LAYOUT = {
  /** Constant of this kind of order. */
  tag: fixed(BYTES, '00'),
  /** Identifies the order, also after partial fills. */
  beacon: HASH,
  input: ASSET,
  /** Amount of the input asset that is still to be swapped. */
  tradableInput: AMOUNT,
  /** Lovelace that the executor may take for one execution. */
  costPerExStep: AMOUNT,
  /** Minimum output of one execution. */
  minMarginalOutput: AMOUNT,
  output: ASSET,
  /** Worst acceptable output per input, in smallest units. */
  basePrice: RATIO,
  /** Lovelace that the executor keeps in proportion to the filled part. */
  fee: AMOUNT,
  /** Receives the order's output, or a refund. */
  redeemerAddress: ADDRESS,
  /** Key that may cancel at any time. */
  cancellationPkh: HASH,
  /** Keys that may execute. Empty means that anyone may. */
  permittedExecutors: listOf(HASH),
}
export type LimitOrder = DatumOf<typeof LAYOUT>

export const { decode: decodeLimitOrder, encode: encodeLimitOrder } = datumCodec(
  LAYOUT,
  ({ input, output }) => input !== output,
)

/** Minimum output of one of `steps` executions. Rounded down. */
export const minMarginalOutput = (basePrice: Ratio, tradableInput: bigint, steps = 1n): bigint =>
  (tradableInput * basePrice.numerator) / (basePrice.denominator * steps)
