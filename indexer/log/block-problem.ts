// Checks a block, before it is appended, for content that no Cardano ledger can produce. If such a block were in the log, it could not be
// folded, and every later start would fail. Pure; the messages name the block.
import { MOST_INPUTS_AND_OUTPUTS, SLOT_LIMIT } from '../../schema/block-limits.ts'
import type { BlockEvent, TransactionEvent } from '../../schema/events.ts'
import { formatPoint, type Point, type Tip } from '../../schema/primitives.ts'

/** More than all lovelace that exists: 45 × 10^15 on public networks. */
const LOVELACE_LIMIT = 2n ** 63n

/** An output's quantity of an asset is an unsigned 64-bit integer. */
const QUANTITY_LIMIT = 2n ** 64n

/** A minted or burnt quantity is a signed 64-bit integer. */
const MINT_LIMIT = 2n ** 63n

const transactionProblem = ({
  id,
  inputs,
  outputs,
  mint,
  isNested,
}: TransactionEvent): string | undefined => {
  // Every era's ledger refuses a transaction without inputs. The form of sub-transactions is preliminary, so they are exempt.
  if (inputs.length === 0 && !isNested) return `transaction ${id} spends nothing`
  for (const { lovelace, assets } of outputs) {
    if (lovelace < 0n || lovelace >= LOVELACE_LIMIT)
      return `transaction ${id} has an output of ${lovelace} lovelace`
    for (const { asset, quantity } of assets)
      if (quantity < 0n || quantity >= QUANTITY_LIMIT)
        return `transaction ${id} has an output of ${quantity} of ${asset}`
  }
  for (const { asset, quantity } of mint)
    if (quantity < -MINT_LIMIT || quantity >= MINT_LIMIT)
      return `transaction ${id} mints ${quantity} of ${asset}`
  return undefined
}

const contentProblem = ({ point, transactions }: BlockEvent): string | undefined => {
  if (point.slot >= SLOT_LIMIT) return `slot ${point.slot} is larger than any slot of a chain`
  let count = 0
  const ids = new Set<string>()
  for (const transaction of transactions) {
    if (ids.has(transaction.id)) return `it contains transaction ${transaction.id} twice`
    ids.add(transaction.id)
    count += transaction.inputs.length + transaction.outputs.length
    const problem = transactionProblem(transaction)
    if (problem !== undefined) return problem
  }
  return count > MOST_INPUTS_AND_OUTPUTS ? `it has ${count} inputs and outputs` : undefined
}

/** Undefined if a ledger could make the block. */
export const blockProblem = (block: BlockEvent): string | undefined => {
  const problem = contentProblem(block)
  return problem && `block ${formatPoint(block.point)} is invalid: ${problem}`
}

/**
 * Undefined if the block names the id of the block before it, and has a later slot and a height one above. An epoch boundary block between
 * the two has no slot, and the height of the earlier block.
 * @param parent the earlier block; without a height if it is the point at which following started
 */
export const linkProblem = (
  block: Pick<BlockEvent, 'point' | 'height' | 'parent'>,
  parent: Point & Partial<Tip>,
): string | undefined => {
  const name = `block ${formatPoint(block.point)}`
  if (block.parent !== parent.id) return `${name} follows ${block.parent}, not ${parent.id}`
  if (block.point.slot <= parent.slot)
    return `${name} is not after slot ${parent.slot}, the slot of the block before it`
  if (parent.height !== undefined && block.height !== parent.height + 1)
    return `${name} has height ${block.height}, but the block before it has ${parent.height}`
  return undefined
}
