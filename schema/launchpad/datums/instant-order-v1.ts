// The datum of orders in mid 2025 (docs/launchpad-on-chain.md, "Orders"): an instant order whose datum also has the input amount and a
// beacon. The first trial deployment has the same fields, but its deadline is in seconds.
import {
  ADDRESS,
  AMOUNT,
  ASSET,
  BYTES,
  type DatumOf,
  datumCodec,
  fixed,
  HASH,
  RATIO,
} from './datum-layout.ts'
import { INSTANT_ORDER_TAG } from './instant-order.ts'

const LAYOUT = {
  tag: fixed(BYTES, INSTANT_ORDER_TAG),
  /** Receives the order's output, or a refund. */
  redeemerAddress: ADDRESS,
  input: ASSET,
  /** Amount of the input asset to swap. */
  tradableInput: AMOUNT,
  /** Lovelace that the executor may take for one execution. */
  costPerExStep: AMOUNT,
  output: ASSET,
  /** Worst acceptable output per input, in smallest units. */
  basePrice: RATIO,
  /** Lovelace that the executor keeps. */
  fee: AMOUNT,
  permittedExecutor: HASH,
  /** POSIX time in milliseconds from which the owner may cancel; seconds in the trial deployment. */
  cancellationAfter: AMOUNT,
  /** Key that may cancel. */
  cancellationPkh: HASH,
  /** Identifies the order. */
  beacon: HASH,
}
export type InstantOrderV1 = DatumOf<typeof LAYOUT>

export const { decode: decodeInstantOrderV1, encode: encodeInstantOrderV1 } = datumCodec(
  LAYOUT,
  ({ input, output }) => input !== output,
)
