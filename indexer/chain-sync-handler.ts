// Turns chain-sync messages into events of the log. A server may repeat blocks that the log has, and starts every session with a rollback.
// A rollback is appended only when a block arrives that the log lacks. So a restart, a node that is catching up, or a rollback without a
// new block undoes nothing. A rollback deeper than a chain's maximum is refused.
//
// A node may send wrong data for a while. So the whole content of a repeated block is compared. If it differs from the log, one of the two
// replies was wrong, and the later reply counts. Any other contradiction ends the session, and the next session may succeed.
import { isDeepStrictEqual } from 'node:util'
import { PassingError } from '../schema/errors.ts'
import type { BlockEvent } from '../schema/events.ts'
import { formatPoint, type Hex, type Point, type Tip } from '../schema/primitives.ts'
import { blockProblem, linkProblem } from './log/block-problem.ts'
import { type Appended, type Log, type LogEvent, packBlock } from './log/log.ts'
import { mayBeginLog } from './log-origin.ts'
import type { ChainSyncMessage } from './ogmios/messages.ts'
import { keepingDatums } from './transaction-event.ts'

/** Thrown if the log belongs to another network. The message says what the operator can do. */
export class FollowingStopped extends Error {
  override readonly name = 'FollowingStopped'
}

/** Thrown if the server breaks the protocol. A new session may succeed. */
export class ProtocolBroken extends PassingError {
  override readonly name = 'ProtocolBroken'
}

interface HandlerOptions {
  /** Maximum number of blocks that a chain can roll back: k, the security parameter. */
  readonly maxDepth: number
  /** Latest slot that a block may have now. Without this function, slots have no bound. */
  readonly latestSlot?: (() => number) | undefined
  /** A recording may start with any block. */
  readonly isRecorded?: boolean
  /** Whether the log keeps a witness datum. By default it keeps every datum whose hash an output names. */
  readonly keepsDatum?: ((datum: Hex) => boolean) | undefined
}

export class ChainSyncHandler {
  readonly #log: Log
  readonly #options: HandlerOptions
  #pending: LogEvent[] = []
  /** The server has no block of the log. */
  #beganAtOrigin = false
  /** Undefined if the session has reached the log's last block. */
  #reachedSeq: number | undefined
  /** First block of an earlier session, if it differed from the log's first block. */
  #otherFirst: Hex | undefined
  /** The next block names this epoch boundary block as its parent. */
  #boundary: { readonly id: Hex; readonly parent: Hex } | undefined

  constructor(log: Log, options: HandlerOptions) {
    this.#log = log
    this.#options = options
  }

  /** Drops waiting events, because the node sends them again. */
  resumeAt(intersection: Point | 'origin'): void {
    this.#pending = []
    this.#boundary = undefined
    const seq = this.#log.seqOf(intersection)
    if (seq === undefined)
      throw new ProtocolBroken(
        `Ogmios found an intersection that was not offered: ${formatPoint(intersection)}`,
      )
    this.#reachedSeq = this.#behind(seq)
    this.#beganAtOrigin = seq === 0
    if (seq > 0) this.#otherFirst = undefined
  }

  /**
   * Errors leave the waiting blocks unchanged.
   * @throws {FollowingStopped} if the log belongs to another network
   * @throws {ProtocolBroken} for a block that does not follow the last one or that no ledger makes, and for a rollback that is too deep
   * @throws {LogConflict} for a block that cannot be encoded
   */
  handle(message: Exclude<ChainSyncMessage, { kind: 'error' }>): void {
    switch (message.kind) {
      case 'boundary':
        this.#boundary = { id: message.id, parent: message.parent }
        return
      case 'forward': {
        const { block } = message
        const boundary = this.#boundary
        this.#boundary = undefined
        const parent = boundary !== undefined && block.parent === boundary.id ? boundary.parent : block.parent
        this.#forward(this.#kept(parent === block.parent ? block : { ...block, parent }), message.tip)
        return
      }
      case 'backward':
        this.#boundary = undefined
        this.#backward(message.point)
    }
  }

  flush(): Appended[] {
    if (this.#pending.length === 0) return []
    const events = this.#pending
    this.#pending = []
    return this.#log.append(events)
  }

  #kept(block: BlockEvent): BlockEvent {
    const { keepsDatum } = this.#options
    if (keepsDatum === undefined) return block
    return { ...block, transactions: block.transactions.map((each) => keepingDatums(each, keepsDatum)) }
  }

  #forward(block: BlockEvent, tip: Tip): void {
    const name = `block ${formatPoint(block.point)}`
    const { id, slot } = block.point
    if (slot > tip.slot)
      throw new ProtocolBroken(`${name} is after slot ${tip.slot}, the slot of the node's tip`)
    if (slot > (this.#options.latestSlot?.() ?? slot))
      throw new ProtocolBroken(`${name} is in the future: check the clocks of this machine and of the node`)
    const at = this.#reachedSeq
    const next = at === undefined ? undefined : this.#log.nextAfter(at)
    const isRepeated = next?.id === id
    if (isRepeated && this.#log.holds(next.seq, packBlock(block))) {
      this.#reachedSeq = this.#behind(next.seq)
      return
    }
    const tail = at === undefined ? this.#tail() : this.#blockAt(at)
    if (tail?.id === id) {
      if (this.#hasAtTail(block)) return
      throw new ProtocolBroken(`${name} came twice, and differs`)
    }
    const problem =
      (tail === undefined ? this.#beginProblem(block) : linkProblem(block, tail)) ?? blockProblem(block)
    if (problem !== undefined) throw new ProtocolBroken(problem)
    const packed = packBlock(block)
    if (at !== undefined) {
      if (at === 0 && !isRepeated) this.#checkFirst(block)
      this.#stepBackTo(at)
    }
    this.#pending.push({ kind: 'forward', block: packed })
  }

  /** A log from the origin would lack the blocks before this one. */
  #beginProblem(block: BlockEvent): string | undefined {
    if (mayBeginLog(block, this.#options.isRecorded ?? false)) return undefined
    return `the node's chain begins with a block of height ${block.height}`
  }

  #backward(point: Point | 'origin'): void {
    // The rollback removes only waiting blocks, which are not in the log yet.
    const waiting = this.#pending.findLastIndex(
      (event) => event.kind === 'forward' && formatPoint(event.block.point) === formatPoint(point),
    )
    if (waiting !== -1) {
      this.#pending.length = waiting + 1
      return
    }
    const seq = this.#log.seqOf(point)
    if (seq === undefined)
      throw new ProtocolBroken(
        `the node went back to ${formatPoint(point)}, which is not on the log's chain: if the network was reset, choose another DATA_DIR`,
      )
    this.#pending = []
    this.#reachedSeq = this.#behind(seq)
  }

  #stepBackTo(seq: number): void {
    const target = seq === 0 ? undefined : this.#log.at(seq)
    const base = target?.height ?? (this.#log.nextAfter(0)?.height ?? 1) - 1
    const depth = (this.#log.end?.height ?? base) - base
    const { maxDepth } = this.#options
    if (depth > maxDepth)
      throw new ProtocolBroken(
        `the node's chain diverges from the log ${depth} blocks back, at ${formatPoint(target ?? this.#log.start)}, deeper than a fork can be (${maxDepth}): check that OGMIOS_URL is the right node; to follow it anyway choose another DATA_DIR`,
      )
    this.#reachedSeq = undefined
    this.#pending.push({
      kind: 'backward',
      point: target === undefined ? this.#log.start : { slot: target.slot, id: target.id },
    })
  }

  #behind(seq: number): number | undefined {
    return seq === (this.#log.end?.seq ?? 0) ? undefined : seq
  }

  /** Undefined if any block may follow. */
  #tail(): (Point & Partial<Tip>) | undefined {
    const last = this.#pending.at(-1)
    if (last?.kind === 'forward') return { ...last.block.point, height: last.block.height }
    return this.#log.end ?? this.#blockAt(0)
  }

  #hasAtTail(block: BlockEvent): boolean {
    const last = this.#pending.at(-1)
    if (last?.kind === 'forward') return isDeepStrictEqual(last.block, packBlock(block))
    const seq = this.#reachedSeq ?? this.#log.end?.seq ?? 0
    return seq === 0 || this.#log.holds(seq, packBlock(block))
  }

  /**
   * Row 0 is the start of following, undefined for the origin. The start's height is the height of the block after it, minus one. A fork of
   * that block keeps the height.
   */
  #blockAt(seq: number): (Point & Partial<Tip>) | undefined {
    if (seq > 0) return this.#log.at(seq)
    const { start } = this.#log
    if (start === 'origin') return undefined
    const first = this.#log.nextAfter(0)
    return first === undefined ? start : { ...start, height: first.height - 1 }
  }

  /**
   * A chain without any block of the log belongs to another network, or to one that was reset. A node may send a wrong block by mistake, so
   * following stops only if a second session begins with the same block.
   */
  #checkFirst({ point, height }: BlockEvent): void {
    const { start, end } = this.#log
    const first = this.#log.nextAfter(0)
    if (start !== 'origin' || end === undefined || first === undefined) return
    if (this.#beganAtOrigin && this.#otherFirst === point.id)
      throw new FollowingStopped(
        `the node's chain shares no block with the ${end.height - first.height + 1} blocks of the log, which begins at the origin: check OGMIOS_URL and NETWORK; to follow this chain in place of the log, delete log.db and the models-*.db files or choose another DATA_DIR`,
      )
    if (this.#beganAtOrigin) this.#otherFirst = point.id
    else if (height === first.height) return
    throw new ProtocolBroken(
      `the node's chain begins with block ${formatPoint(point)}, and the log with ${formatPoint(first)}`,
    )
  }
}
