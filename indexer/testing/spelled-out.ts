// A block of the log as the plain value it was made from: its outputs read their assets when they are asked for, and an
// object that does so equals no plain one.
import type { BlockEvent, OutputEvent } from '../../schema/events.ts'

const plain = (output: OutputEvent): OutputEvent => {
  const { address, lovelace, assets, datum, datumHash, hasReferenceScript, script } = output
  return {
    address,
    lovelace,
    assets,
    ...(datum === undefined ? undefined : { datum }),
    ...(datumHash === undefined ? undefined : { datumHash }),
    hasReferenceScript,
    ...(script && { script }),
  }
}

export const spelledOut = <Block extends Pick<BlockEvent, 'transactions'>>(block: Block): Block => ({
  ...block,
  transactions: block.transactions.map((transaction) => ({
    ...transaction,
    outputs: transaction.outputs.map(plain),
  })),
})
