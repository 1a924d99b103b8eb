// A block of the log as the plain value from which it was made. Outputs of a decoded block read their assets on first access, and an object
// with a getter is not deeply equal to a plain object.
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

/** Copies a block with plain outputs. */
export const withPlainOutputs = <Block extends Pick<BlockEvent, 'transactions'>>(block: Block): Block => ({
  ...block,
  transactions: block.transactions.map((transaction) => ({
    ...transaction,
    outputs: transaction.outputs.map(plain),
  })),
})
