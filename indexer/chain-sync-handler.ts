// Turns messages of chain-sync into events of the log. A server may repeat blocks of the log, and starts every conversation with
// a rollback. The rollback is only done when a block arrives that the log lacks, so a restart, or a node that is still catching
// up, undoes nothing. A rollback that is deeper than a chain's maximum is refused.
import type { BlockEvent } from '../schema/events.ts'
import { formatPoint, type Hex, type Point, type Tip } from '../schema/primitives.ts'
import { blockProblem, linkProblem } from './log/block-problem.ts'
import { type Appended, type Log, type LogEvent, packBlock } from './log/log.ts'
import type { ChainSyncMessage } from './ogmios/messages.ts'

/** Following cannot continue by itself. The message names the reason and the operator's remedy. */
export class FollowingStopped extends Error {
  override readonly name = 'FollowingStopped'
}

/** The server broke the protocol; a new conversation may succeed. */
export class ProtocolBroken extends Error {
  override readonly name = 'ProtocolBroken'
}

export class ChainSyncHandler {
  readonly #log: Log
  readonly #maxDepth: number
  #pending: LogEvent[] = []
  /** Whether no message of the conversation has come yet; the first is a rollback to the intersection. */
  #isFirst = true
  /** Seq of the log's block at which the server is, while it is behind the log's end. */
  #at: number | undefined
  /** Id of a first block that differs from the log's, in an earlier conversation. */
  #otherFirst: Hex | undefined
  /** The last epoch boundary block, which the next block names as its parent. */
  #boundary: { readonly id: Hex; readonly parent: Hex } | undefined

  /** @param maxDepth maximum number of blocks that a chain can roll back: k, the security parameter */
  constructor(log: Log, maxDepth: number) {
    this.#log = log
    this.#maxDepth = maxDepth
  }

  /** Events that wait to be appended. */
  get pending(): number {
    return this.#pending.length
  }

  /** Starts a new conversation: waiting events are dropped, since the node sends them again. */
  resumeAt(intersection: Point | 'origin'): void {
    this.#pending = []
    this.#boundary = undefined
    this.#isFirst = true
    const seq = this.#log.seqOf(intersection)
    if (seq === undefined)
      throw new ProtocolBroken(
        `Ogmios found an intersection that was not offered: ${formatPoint(intersection)}`,
      )
    this.#at = this.#behind(seq)
  }

  /**
   * Handles a message.
   * @throws {FollowingStopped} at a rollback that is too deep
   * @throws {ProtocolBroken} at a block that does not follow or that no ledger makes; waiting blocks are unchanged
   * @throws {LogConflict} at a block that cannot be encoded; waiting blocks are unchanged
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
        this.#forward(parent === block.parent ? block : { ...block, parent })
        return
      }
      case 'backward':
        this.#boundary = undefined
        this.#backward(message.point)
    }
  }

  /** Appends the waiting blocks and returns their entries in the log. */
  flush(): Appended[] {
    if (this.#pending.length === 0) return []
    const events = this.#pending
    this.#pending = []
    return this.#log.append(events)
  }

  #forward(block: BlockEvent): void {
    const at = this.#at
    if (at !== undefined) {
      const next = this.#log.nextAfter(at)
      if (next?.id === block.point.id) {
        this.#at = this.#behind(next.seq)
        return
      }
    }
    const tail = at === undefined ? this.#tail() : this.#blockAt(at)
    if (tail?.id === block.point.id) return
    const problem = (tail && linkProblem(block, tail)) ?? blockProblem(block)
    if (problem !== undefined) throw new ProtocolBroken(problem)
    const packed = packBlock(block)
    if (at !== undefined) {
      if (at === 0) this.#refuseOtherChain(block.point)
      this.#stepBackTo(at)
    }
    this.#pending.push({ kind: 'forward', block: packed })
  }

  #backward(point: Point | 'origin'): void {
    // A fork of blocks that wait: they never reach the log.
    const waiting = this.#pending.findLastIndex(
      (event) => event.kind === 'forward' && point !== 'origin' && event.block.point.id === point.id,
    )
    if (waiting !== -1) {
      this.#pending.length = waiting + 1
      return
    }
    const seq = this.#log.seqOf(point)
    if (seq === undefined)
      throw new FollowingStopped(
        `the node went back to ${formatPoint(point)}, which is not on the log's chain: if the network was reset, choose another DATA_DIR`,
      )
    this.#pending = []
    const isResumeRollback = this.#isFirst
    this.#isFirst = false
    const at = this.#behind(seq)
    if (isResumeRollback) this.#at = at
    else if (at !== undefined) this.#stepBackTo(at)
  }

  #stepBackTo(seq: number): void {
    const target = seq === 0 ? undefined : this.#log.at(seq)
    const base = target?.height ?? (this.#log.nextAfter(0)?.height ?? 1) - 1
    const depth = (this.#log.end?.height ?? base) - base
    if (depth > this.#maxDepth)
      throw new FollowingStopped(
        `the node's chain diverges from the log ${depth} blocks back, at ${formatPoint(target ?? this.#log.start)}, deeper than a fork can be (${this.#maxDepth}): check that OGMIOS_URL is the right node; to follow it anyway choose another DATA_DIR`,
      )
    this.#at = undefined
    this.#pending.push({
      kind: 'backward',
      point: target === undefined ? this.#log.start : { slot: target.slot, id: target.id },
    })
  }

  #behind(seq: number): number | undefined {
    return seq === (this.#log.end?.seq ?? 0) ? undefined : seq
  }

  /** The block that the next block must follow; undefined if any block may follow. */
  #tail(): (Point & Partial<Tip>) | undefined {
    const last = this.#pending.at(-1)
    if (last === undefined) return this.#log.end ?? this.#blockAt(0)
    if (last.kind === 'forward') return { ...last.block.point, height: last.block.height }
    return this.#blockAt(this.#log.seqOf(last.point) ?? 0)
  }

  /** The log's block in a row; for row 0 the start of following, undefined if it is the origin. */
  #blockAt(seq: number): (Point & Partial<Tip>) | undefined {
    if (seq > 0) return this.#log.at(seq)
    const { start } = this.#log
    return start === 'origin' ? undefined : start
  }

  /**
   * Refuses a chain without any block of the log: it belongs to another network or to a reset network and is never a fork. A single
   * first block may be sent by mistake, so a second conversation must begin with it too.
   */
  #refuseOtherChain(point: Point): void {
    const { start, end } = this.#log
    const first = this.#log.nextAfter(0)
    if (start !== 'origin' || end === undefined || first === undefined) return
    if (this.#otherFirst !== point.id) {
      this.#otherFirst = point.id
      throw new ProtocolBroken(
        `the node's chain begins with block ${formatPoint(point)}, and the log with ${formatPoint(first)}`,
      )
    }
    throw new FollowingStopped(
      `the node's chain shares no block with the ${end.height - first.height + 1} blocks of the log, which begins at the origin: check OGMIOS_URL and NETWORK; to follow this chain in place of the log, delete log.db and the models-*.db files or choose another DATA_DIR`,
    )
  }
}
