// Finds the newest confirmed block: the newest block with so many later blocks that no fork will undo it. Clients that cannot undo anything
// get only data up to this block.
import { confirmedBlockQuery } from '../projections/read/queries/blocks.ts'
import type { ModelsReader } from '../projections/read/reader/models-reader.ts'
import { ApiError } from '../schema/errors.ts'

export interface ConfirmedBlock {
  readonly slot: number
  readonly height: number
  /** Unix seconds. */
  readonly time: number
}

interface BlocksContext {
  readonly reader: Pick<ModelsReader, 'prepared'>
  /** Unix seconds at which a slot begins. */
  readonly slotTime: (slot: number) => number
}

/**
 * @param confirmations later blocks that confirm a block
 * @returns a function, which returns undefined if there are too few blocks
 */
export const confirmedBlocks = (
  { reader, slotTime }: BlocksContext,
  confirmations: number,
): (() => ConfirmedBlock | undefined) => {
  const confirmed = reader.prepared(confirmedBlockQuery)
  return () => {
    const block = confirmed()(confirmations)
    return block && { slot: block.slot, height: block.height, time: slotTime(block.slot) }
  }
}

/** @throws {ApiError} SERVICE_UNAVAILABLE if there is no confirmed block */
export const needConfirmed = (block: ConfirmedBlock | undefined, confirmations: number): ConfirmedBlock => {
  if (block !== undefined) return block
  const message = `No block has ${confirmations} later blocks yet`
  throw new ApiError('SERVICE_UNAVAILABLE', message, { 'Retry-After': '60' })
}
