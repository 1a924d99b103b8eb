// Reads the unspent outputs at the end of a recorded chain, for a ledger that continues it. Blocks are not validated: only inputs and
// outputs are read, and only unspent outputs are converted to the ledger's form.
import { parseLossless } from '../../schema/ogmios/lossless-json.ts'
import { readReferenceJson } from '../../schema/ogmios/output-json.ts'
import { hex, items, record } from '../../schema/ogmios/read-json.ts'
import { formatOutputReference, type Hex } from '../../schema/primitives.ts'
import type { ChainBlock } from '../chain/chain-block.ts'
import type { LedgerUtxo } from '../ledger/output.ts'
import { outputFromJson } from '../ledger/output-from-json.ts'

interface Recorded {
  readonly transaction: Hex
  readonly index: number
  readonly json: unknown
}

const naming = <T>(what: string, read: () => T): T => {
  try {
    return read()
  } catch (error) {
    throw new Error(`${what}: ${error instanceof Error ? error.message : String(error)}`)
  }
}

const readUtxo = ({ transaction, index, json }: Recorded): LedgerUtxo =>
  naming(`output ${formatOutputReference({ transaction, index })}`, () => ({
    reference: { transaction, index },
    output: outputFromJson(json),
  }))

const apply = (value: unknown, unspent: Map<string, LedgerUtxo | Recorded>): void => {
  const json = record(value, 'a transaction')
  const transaction = hex(json.id, "a transaction's id", 32)
  const outputs = items(json.outputs, 'outputs')
  const add = (output: unknown, index: number): void =>
    void unspent.set(formatOutputReference({ transaction, index }), { transaction, index, json: output })
  // A transaction whose scripts fail spends its collaterals. The collateral return's index follows those of its declared outputs.
  const failed = json.spends === 'collaterals'
  if (!failed) for (const nested of items(json.subTransactions, 'subTransactions')) apply(nested, unspent)
  for (const input of items(failed ? json.collaterals : json.inputs, 'inputs'))
    unspent.delete(formatOutputReference(readReferenceJson(input)))
  if (!failed) outputs.forEach(add)
  else if (json.collateralReturn !== undefined) add(json.collateralReturn, outputs.length)
}

/**
 * In the order of their creation.
 * @param before outputs before the first block; other inputs that no block created are ignored, because a recording may begin anywhere
 * @throws {Error} that names the block or output that does not have a node's form
 */
export const recordedOutputs = (
  blocks: Iterable<ChainBlock>,
  before: Iterable<LedgerUtxo> = [],
): LedgerUtxo[] => {
  const unspent = new Map<string, LedgerUtxo | Recorded>()
  for (const utxo of before) unspent.set(formatOutputReference(utxo.reference), utxo)
  for (const { point, json } of blocks)
    naming(`block ${point.id}`, () => {
      const block = record(parseLossless(json.toString('utf8')), 'it')
      for (const transaction of items(block.transactions, 'transactions')) apply(transaction, unspent)
    })
  return [...unspent.values()].map((output) => ('reference' in output ? output : readUtxo(output)))
}
