// The reason why a transaction is refused. Code and data are those of a node's server, so clients can test their error handling. The
// messages are our own words, because clients distinguish failures by code.
import { Cardano } from '@cardano-sdk/core'
import { HexBlob } from '@cardano-sdk/util'
import type { Hex, OutputReference } from '../../schema/primitives.ts'
import { type LedgerOutput, outputJson } from './output.ts'
import type { Pointer } from './transaction.ts'

export interface SubmissionError {
  readonly code: number
  readonly message: string
  readonly data?: unknown
}

export const submissionError = (code: number, message: string, data?: unknown): SubmissionError =>
  data === undefined ? { code, message } : { code, message, data }

/** JSON numbers are doubles, so amounts beyond 2^53 are rounded here. */
export const lovelaceData = (lovelace: bigint) => ({ ada: { lovelace: Number(lovelace) } })

export const referenceData = ({ transaction, index }: OutputReference) => ({
  transaction: { id: transaction },
  index,
})

export const pointerData = ({ purpose, index }: Pointer) => ({ index, purpose })

export const outputData = (output: LedgerOutput): unknown => JSON.parse(outputJson(output))

/** Bech32, or base58 for a Byron address. */
export const addressData = (address: Hex): string => {
  const parsed = Cardano.Address.fromBytes(HexBlob(address))
  return parsed.getType() === Cardano.AddressType.Byron ? parsed.toBase58() : parsed.toBech32()
}
