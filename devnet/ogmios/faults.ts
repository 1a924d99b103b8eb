// Faults that a test can cause in a running server: everything that can fail between an indexer and its node. Sessions and /health read
// FaultState; Faults also has methods with an immediate effect.

import { INTERNAL_ERROR } from '../../schema/ogmios/codes.ts'
import type { Chain } from '../chain/chain.ts'
import type { ChainBlock } from '../chain/chain-block.ts'
import type { Lie } from './lies.ts'
import { FORWARD_START, type RpcError } from './replies.ts'

/**
 * Responses of /health, in this order: 200; 202; 500; 200 with `lastTipUpdate` null, as before a node's first tip; 200 with another
 * network.
 */
export type HealthFault = 'synchronized' | 'synchronizing' | 'disconnected' | 'no-tip' | 'other-network'

/** The current faults. */
export interface FaultState {
  /** The server sends no replies. `pinging` still sends pings. `silent` sends neither pings nor pongs, like a half-open connection. */
  readonly stalled: false | 'pinging' | 'silent'
  /** Interval in ms between replies to nextBlock; 0 for none. */
  readonly replyDelay: number
  readonly health: HealthFault
  takeFailure(): RpcError | undefined
  /** Returns the frames to send instead of a block, if any are due. */
  takeGarbled(block: ChainBlock, end: Buffer): readonly Buffer[] | undefined
}

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
  /** While a lie is set, it changes every reply that has a block. */
  lie: Lie | undefined
  readonly #target: FaultTarget
  #failures: RpcError[] = []
  #garbled: (Buffer | 'cut')[] = []
  readonly #held: string[] = []

  constructor(target: FaultTarget) {
    this.#target = target
  }

  /** Cuts every connection without a close frame. Clients see code 1006. */
  dropConnections(): void {
    for (const session of this.#target.sessions) session.drop()
  }

  /**
   * Closes every connection like a server that lost its node: with close code 1000 and a JSON-RPC error as the reason.
   * @param code -32000 if the node is gone, -32001 if its protocol is too old
   */
  closeConnections(code: -32_000 | -32_001 = -32_000): void {
    const message = code === -32_000 ? 'Connection with the node lost.' : 'The node is too old.'
    const reason = JSON.stringify({ jsonrpc: '2.0', error: { code, message }, id: null })
    for (const session of this.#target.sessions) session.close(1000, reason)
  }

  /** Stops replies on open connections. Requests wait until {@link resume}. */
  stall(how: 'pinging' | 'silent' = 'pinging'): void {
    this.stalled = how
  }

  resume(): void {
    this.stalled = false
    this.#wake()
  }

  /** Refuses new connections, also over HTTP. Open connections stay. */
  refuseConnections(): void {
    this.#target.stopListening()
  }

  /** Accepts connections again, on the same port. */
  acceptConnections(): Promise<void> {
    return this.#target.listenAgain()
  }

  /** Replies to the next `times` nextBlock requests with an error. The client's position does not change. */
  failNextBlock(times = 1, error: RpcError = { code: INTERNAL_ERROR, message: 'Internal error.' }): void {
    for (let n = 0; n < times; n += 1) this.#failures.push(error)
    this.#wake()
  }

  /** Sends half of a reply, or `text`, instead of the next block. The block is skipped. */
  garbleNextBlock(text?: string): void {
    this.#garbled.push(text === undefined ? 'cut' : Buffer.from(text))
  }

  /** Waits at least `milliseconds` between replies to nextBlock, as over a slow connection; 0 ends the delay. */
  delayReplies(milliseconds: number): void {
    this.replyDelay = milliseconds
    this.#wake()
  }

  /** Switches the chain to a fork in one change: drops the last `depth` blocks and appends `blocks`. */
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
    // The first half, cut between two characters. A cut inside a character would be another kind of fault: a frame that is not UTF-8.
    let length = reply.length >> 1
    while (((reply[length] ?? 0) & 0xc0) === 0x80) length -= 1
    return [reply.subarray(0, length)]
  }

  #wake(): void {
    for (const session of this.#target.sessions) session.wake()
  }
}
