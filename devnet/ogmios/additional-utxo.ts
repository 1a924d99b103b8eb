// Reads the outputs in an evaluation request, in the JSON of a node's queries.
import { checkNesting } from '../../schema/codecs/cbor-bounds.ts'
import { readReferenceJson } from '../../schema/ogmios/output-json.ts'
import { hex } from '../../schema/ogmios/read-json.ts'
import { decodeOutput, type LedgerUtxo } from '../ledger/output.ts'
import { outputFromJson } from '../ledger/output-from-json.ts'

const readUtxo = (value: unknown, longest: number): LedgerUtxo => {
  const { transaction, index } = readReferenceJson(value)
  const { cbor, datum, script } = outputFromJson(value)
  for (const part of [datum, script?.cbor]) {
    if (part === undefined) continue
    if (part.length / 2 > longest) throw new Error(`a datum or a script is longer than ${longest} bytes`)
    // The script machine reads datums and scripts recursively, so deep nesting is refused.
    checkNesting(part)
  }
  return {
    reference: { transaction: hex(transaction.toLowerCase(), 'its transaction', 32), index },
    output: decodeOutput(cbor),
  }
}

/**
 * @returns undefined if `value` is neither absent nor a list of outputs
 * @param longest maximum bytes of a transaction, and so of a datum or script
 */
export const readAdditional = (value: unknown, longest: number): LedgerUtxo[] | undefined => {
  if (value === undefined || value === null) return []
  if (!Array.isArray(value)) return undefined
  try {
    return value.map((utxo) => readUtxo(utxo, longest))
  } catch {
    return undefined
  }
}
