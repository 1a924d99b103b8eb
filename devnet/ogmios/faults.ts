// Faults that a test can cause in a running server: all failures between an indexer and its node. Sessions and /health read
// FaultState; Faults also has the methods with an immediate effect.

import { INTERNAL_ERROR } from '../../schema/ogmios/codes.ts'
import type { Chain } from '../chain/chain.ts'
import type { ChainBlock } from '../chain/chain-block.ts'
import type { Lie } from './lies.ts'
import { FORWARD_START, type RpcError } from './replies.ts'

/** Responses of /health: 200, 202, 500, 200 with `lastTipUpdate` null, the state before a node's first tip, and 200 with another network. */
export type HealthFault = 'synchronized' | 'synchronizing' | 'disconnected' | 'no-tip' | 'other-network'

/** The current faults. */
export interface FaultState {
  /** The server sends no replies: `pinging` still sends pings, `silent` sends neither pings nor pongs, like a half-open connection. */
  readonly stalled: false | 'pinging' | 'silent'
  /** Interval in ms between replies to nextBlock, 0 for none. */
  readonly replyDelay: number
  readonly health: HealthFault
  /** Errors of the next replies to nextBlock, one for each. */
  takeFailure(): RpcError | undefined
  /** The frames that are sent instead of a block. */
  takeGarbled(block: ChainBlock, end: Buffer): readonly Buffer[] | undefined
}

/** The parts of a server that faults change. */
interface FaultTarget {
  readonly chain: Chain
  readonly sessions: Iterable<{ drop(): void; close(code: number, reason: string): void; wake(): void }>
  stopListening(): void
  listenAgain(): Promise<void>
}

export class Faults implements FaultState {
  stalled: FaultState['stalled'] = false
  replyDelay = 0
  health: HealthFault = 'synchronized'
  /** Changes every reply with a block while it is set. */
  lie: Lie | undefined
  readonly #target: FaultTarget
  #failures: RpcError[] = []
  #garbled: (Buffer | 'cut')[] = []
  readonly #held: string[] = []

  constructor(target: FaultTarget) {
    this.#target = target
  }

  /** Cuts every connection without a close frame; clients see code 1006. */
  dropConnections(): void {
    for (const session of this.#target.sessions) session.drop()
  }

  /**
   * Closes every connection like a server that lost its node: with close code 1000 and a JSON-RPC error as reason.
   * @param code -32000 if the node is gone, -32001 if its protocol is too old
   */
  closeConnections(code: -32_000 | -32_001 = -32_000): void {
    const message = code === -32_000 ? 'Connection with the node lost.' : 'The node is too old.'
    const reason = JSON.stringify({ jsonrpc: '2.0', error: { code, message }, id: null })
    for (const session of this.#target.sessions) session.close(1000, reason)
  }

  /** Stops replies on open connections; requests wait until {@link resume}. */
  stall(how: 'pinging' | 'silent' = 'pinging'): void {
    this.stalled = how
  }

  /** Ends a stall: the waiting requests get their replies. */
  resume(): void {
    this.stalled = false
    this.#wake()
  }

  /** Refuses new connections, HTTP too; open connections stay. */
  refuseConnections(): void {
    this.#target.stopListening()
  }

  /** Accepts connections again, at the same port. */
  acceptConnections(): Promise<void> {
    return this.#target.listenAgain()
  }

  /** Replies to the next `times` nextBlock requests with an error; the client's position does not change. */
  failNextBlock(times = 1, error: RpcError = { code: INTERNAL_ERROR, message: 'Internal error.' }): void {
    for (let n = 0; n < times; n += 1) this.#failures.push(error)
    this.#wake()
  }

  /** Sends the first half of its reply, or `text`, in place of the next block. The block is skipped. */
  garbleNextBlock(text?: string): void {
    this.#garbled.push(text === undefined ? 'cut' : Buffer.from(text))
  }

  /** Lets at least `milliseconds` pass between replies to nextBlock, as over a slow connection; 0 ends it. */
  delayReplies(milliseconds: number): void {
    this.replyDelay = milliseconds
    this.#wake()
  }

  /** Switches the chain to a fork: drops its last `depth` blocks and appends `blocks`, as one change. */
  fork(depth: number, blocks: Iterable<ChainBlock>): void {
    this.#target.chain.rollBack(depth)
    for (const block of blocks) this.#target.chain.append(block)
  }

  takeFailure(): RpcError | undefined {
    return this.#failures.shift()
  }

  takeGarbled(block: ChainBlock, end: Buffer): readonly Buffer[] | undefined {
    const garbled = this.#garbled.shift()
    if (garbled !== undefined && garbled !== 'cut') return [garbled]
    if (garbled === undefined && this.lie === undefined) return undefined
    const reply = Buffer.concat([FORWARD_START, block.json, end])
    if (garbled === undefined)
      return [this.lie?.(`${reply}`, this.#held) ?? []].flat().map((text) => Buffer.from(text))
    // The first half, up to the start of a character: a frame that is not UTF-8 would be another kind of fault.
    let length = reply.length >> 1
    while (((reply[length] ?? 0) & 0xc0) === 0x80) length -= 1
    return [reply.subarray(0, length)]
  }

  #wake(): void {
    for (const session of this.#target.sessions) session.wake()
  }
}
