// Messages from a chain-sync server to a follower, whichever reader read them.
import { PassingError } from '../../schema/errors.ts'
import type { BlockEvent, TransactionEvent } from '../../schema/events.ts'
import { type Hex, isHex, type Point, type Tip } from '../../schema/primitives.ts'

export type ChainSyncMessage =
  | { readonly kind: 'forward'; readonly block: BlockEvent; readonly tip: Tip }
  | { readonly kind: 'backward'; readonly point: Point | 'origin'; readonly tip: Tip | 'origin' }
  /** A Byron epoch boundary block has no slot and so no point. The next block names it as its parent. */
  | { readonly kind: 'boundary'; readonly id: Hex; readonly parent: Hex | 'genesis'; readonly tip: Tip }
  | { readonly kind: 'error'; readonly code: number; readonly message: string }

const HASH_BYTES = 32

export interface BlockParts {
  type: string
  era: string
  id: Hex
  parent: Hex
  /** Absent in epoch boundary blocks. */
  slot?: number
  height?: number
  transactions: readonly TransactionEvent[]
}

/** Undefined if the block lacks a member that its kind must have. */
export const forwardMessage = (block: BlockParts, tip: Tip): ChainSyncMessage | undefined => {
  const { id, parent, slot, height, transactions } = block
  if (!isHex(id, HASH_BYTES) || (parent !== 'genesis' && !isHex(parent, HASH_BYTES))) return undefined
  if (block.type === 'ebb') return { kind: 'boundary', id, parent, tip }
  if (slot === undefined || height === undefined) return undefined
  return { kind: 'forward', block: { point: { slot, id }, height, parent, transactions }, tip }
}

export type AboutBlock = Partial<Tip>

const nameOf = ({ id, height, slot }: AboutBlock): string => {
  if (id === undefined) return 'a frame'
  const place = [
    height === undefined ? [] : `height ${height}`,
    slot === undefined ? [] : `slot ${slot}`,
  ].flat()
  return place.length === 0 ? `block ${id}` : `block ${id} (${place.join(', ')})`
}

/** Thrown for a frame that neither reader can read. The message names the block by the members that could be read. */
export class UnreadableFrame extends PassingError {
  override readonly name = 'UnreadableFrame'
  readonly about: AboutBlock

  /** @param about members that precede the block's transactions in the text */
  constructor(reason: string, about: AboutBlock) {
    super(
      `${nameOf(about)} cannot be read: ${reason}. The log ends before it; upgrade, or report it with the block's id`,
    )
    this.about = about
  }
}

/**
 * Thrown for a block with content that this version does not know, such as a new era. Following stops before the block, and an upgraded
 * version continues with it. Without the unknown content, outputs would be missing from the log permanently.
 */
export class UnknownBlock extends Error {
  override readonly name = 'UnknownBlock'
  readonly about: AboutBlock

  /** @param what the unknown content */
  constructor(what: string, about: AboutBlock) {
    super(
      `this version does not know ${what}, which ${nameOf(about)} has: upgrade this service. The log ends before the block, and is continued after the upgrade`,
    )
    this.about = about
  }
}
