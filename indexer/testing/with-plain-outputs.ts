// Turns a block of the log back into plain values. The outputs of a decoded block read their assets on access, and for `deepEqual` an
// object with a getter differs from a plain one.
import type { BlockEvent, OutputEvent } from '../../schema/events.ts'

const plain = (output: OutputEvent): OutputEvent => {
  const { address, lovelace, assets, datum, datumHash, witnessDatum, hasReferenceScript, script } = output
  return {
    address,
    lovelace,
    assets,
    ...(datum === undefined ? undefined : { datum }),
    ...(datumHash === undefined ? undefined : { datumHash }),
    ...(witnessDatum === undefined ? undefined : { witnessDatum }),
    hasReferenceScript,
    ...(script && { script }),
  }
}

export const withPlainOutputs = <Block extends Pick<BlockEvent, 'transactions'>>(block: Block): Block => ({
  ...block,
  transactions: block.transactions.map((transaction) => ({
    ...transaction,
    outputs: transaction.outputs.map(plain),
  })),
})
