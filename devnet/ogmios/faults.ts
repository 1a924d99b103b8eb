// Faults that a test can cause in a running server: everything that can fail between an indexer and its node. Sessions and /health read
// FaultState; Faults also has methods with an immediate effect.

import { INTERNAL_ERROR } from '../../schema/ogmios/codes.ts'
import type { Chain } from '../chain/chain.ts'
import type { ChainBlock } from '../chain/chain-block.ts'
import type { Lie } from './lies.ts'
import { FORWARD_START, type RpcError } from './replies.ts'

/** Responses of /health, in order: 200; 202; 500; 200 with `lastTipUpdate` null, as before a node's first tip; 200 with another network. */
export type HealthFault = 'synchronized' | 'synchronizing' | 'disconnected' | 'no-tip' | 'other-network'

export interface FaultState {
  /** Sends no replies. `pinging` still sends pings. `silent` sends neither pings nor pongs, like a half-open connection. */
  readonly stalled: false | 'pinging' | 'silent'
  /** Interval in ms between replies to nextBlock. */
  readonly replyDelay: number
  readonly health: HealthFault
  takeFailure(): RpcError | undefined
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
  /** Changes every reply that has a block. */
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
   * A server closes connections so when it lost its node: close code 1000, and a JSON-RPC error as the reason.
   * @param code -32000 if the node is gone, -32001 if its protocol is too old
   */
  closeConnections(code: -32_000 | -32_001 = -32_000): void {
    const message = code === -32_000 ? 'Connection with the node lost.' : 'The node is too old.'
    const reason = JSON.stringify({ jsonrpc: '2.0', error: { code, message }, id: null })
    for (const session of this.#target.sessions) session.close(1000, reason)
  }

  /** Requests wait until {@link resume}. */
  stall(how: 'pinging' | 'silent' = 'pinging'): void {
    this.stalled = how
  }

  resume(): void {
    this.stalled = false
    this.#wake()
  }

  /** Also over HTTP. Open connections stay. */
  refuseConnections(): void {
    this.#target.stopListening()
  }

  /** The port stays the same. */
  acceptConnections(): Promise<void> {
    return this.#target.listenAgain()
  }

  /** The client's position does not change. */
  failNextBlock(times = 1, error: RpcError = { code: INTERNAL_ERROR, message: 'Internal error.' }): void {
    for (let n = 0; n < times; n += 1) this.#failures.push(error)
    this.#wake()
  }

  /** Sends half of a reply, or `text`, instead of the next block. The block is skipped. */
  garbleNextBlock(text?: string): void {
    this.#garbled.push(text === undefined ? 'cut' : Buffer.from(text))
  }

  /** Minimum interval in ms between replies to nextBlock. */
  delayReplies(milliseconds: number): void {
    this.replyDelay = milliseconds
    this.#wake()
  }

  /** One change: drops the last `depth` blocks and appends `blocks`. */
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
    // A cut inside a character would be another fault: a frame that is not UTF-8.
    let length = reply.length >> 1
    while (((reply[length] ?? 0) & 0xc0) === 0x80) length -= 1
    return [reply.subarray(0, length)]
  }

  #wake(): void {
    for (const session of this.#target.sessions) session.wake()
  }
}
