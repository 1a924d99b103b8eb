// Reduces a block to what the blocks after the log's base need. The first transaction with outputs is kept too, since its position says
// where following started.
import type { BlockEvent, KeptBlock, KeptTransaction } from '../../schema/events.ts'
import { type Hex, type OutputReference, policyOf } from '../../schema/primitives.ts'

export interface Reduction {
  /** `place` is the number of the block's outputs before the output. */
  readonly isUnspent: (place: number) => boolean
  /** A transaction that is kept whole spends the output. */
  readonly isSpentByWhole: (output: OutputReference) => boolean
  /** Transactions that made events are kept whole. */
  readonly isWhole: (transaction: Hex) => boolean
  /** No earlier reduced block has kept this policy. */
  readonly isNewPolicy: (policy: Hex) => boolean
  /** The block has the first output since following started. */
  readonly hasFirstOutput: boolean
}

const formOf = ({ transactions, base }: BlockEvent): KeptBlock => {
  if (base !== undefined) return base
  let place = 0
  const all = transactions.map((whole, index): KeptTransaction => {
    const { id, firstOutput, outputs } = whole
    const kept = outputs.map((output, offset) => ({ offset, output }))
    const first = place
    place += outputs.length
    return { id, index, place: first, firstOutput, outputs: outputs.length, kept, whole }
  })
  return { transactions: all, policies: [] }
}

const policiesOf = ({ index, whole }: KeptTransaction): KeptBlock['policies'] =>
  [...new Set(whole?.mint.map(({ asset }) => policyOf(asset)))].map((policy) => ({ index, policy }))

/** @param block a whole block, or one that was reduced at an earlier base */
export const reduceBlock = (block: BlockEvent, reduction: Reduction): KeptBlock => {
  const { isUnspent, isSpentByWhole, isWhole, isNewPolicy, hasFirstOutput } = reduction
  const { transactions, policies } = formOf(block)
  const first = hasFirstOutput ? transactions.find(({ outputs }) => outputs > 0) : undefined
  const others = transactions.filter(({ id }) => !isWhole(id))
  const minted = [...policies, ...others.flatMap(policiesOf)].filter(({ policy }) => isNewPolicy(policy))
  const isNeeded = ({ id, place, firstOutput }: KeptTransaction, offset: number): boolean =>
    isUnspent(place + offset) || isSpentByWhole({ transaction: id, index: firstOutput + offset })
  const reduced = transactions.flatMap((transaction): KeptTransaction[] => {
    const kept = transaction.kept.filter(({ offset }) => isNeeded(transaction, offset))
    if (isWhole(transaction.id)) return [{ ...transaction, kept }]
    const { whole: _, ...rest } = transaction
    return kept.length > 0 || transaction === first ? [{ ...rest, kept }] : []
  })
  return { transactions: reduced, policies: minted }
}
