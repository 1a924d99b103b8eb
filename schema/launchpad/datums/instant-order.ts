// The datum of today's order (docs/launchpad-on-chain.md, "Orders"). The order swaps its whole input at its worst price or better, in one
// execution, or is cancelled after a deadline. The amount is not in the datum: it follows from the UTxO's value.
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

/** Constant of this kind of order, the same for purchases and sales. */
export const INSTANT_ORDER_TAG = '01'

const LAYOUT = {
  tag: fixed(BYTES, INSTANT_ORDER_TAG),
  /** Receives the order's output, or a refund. */
  redeemerAddress: ADDRESS,
  input: ASSET,
  output: ASSET,
  /** Worst acceptable output per input, in smallest units. */
  basePrice: RATIO,
  /** Lovelace that the executor keeps. */
  fee: AMOUNT,
  /** Lovelace that is returned with the order's output. */
  minUtxo: AMOUNT,
  permittedExecutor: HASH,
  /** POSIX time in milliseconds from which the owner may cancel. */
  cancellationAfter: AMOUNT,
  /** Key that may cancel. */
  cancellationPkh: HASH,
}
export type InstantOrder = DatumOf<typeof LAYOUT>

export const { decode: decodeInstantOrder, encode: encodeInstantOrder } = datumCodec(
  LAYOUT,
  ({ input, output }) => input !== output,
)
