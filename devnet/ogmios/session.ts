// One client on one socket: its waiting requests, their replies, and how much may be written. While a client does not read its replies, the
// server reads no more of its requests. So slow clients need bounded memory. Replies to nextBlock keep their order, and so do the replies
// of each group of methods. findIntersection and invalid requests get their replies immediately.
import type { Duplex } from 'node:stream'
import type { RawData, WebSocket } from 'ws'
import { INTERSECTION_INTERLEAVED, INTERSECTION_NOT_FOUND } from '../../schema/ogmios/codes.ts'
import type { Chain } from '../chain/chain.ts'
import type { ChainBlock } from '../chain/chain-block.ts'
import { Calls } from './calls.ts'
import { Cursor } from './cursor.ts'
import type { FaultState } from './faults.ts'
import type { ConnectionMethods } from './methods.ts'
import { backwardReply, errorReply, FORWARD_START, forwardEnd, placeJson, resultReply } from './replies.ts'
import { type InvalidRequest, invalid, type Request, readPoints, readRequest } from './requests.ts'

/** Maximum bytes that wait in the process for a client to read them. Each queue may add one more reply. */
const MAX_BUFFERED = 1024 * 1024

/** Bytes are sent as text frames. */
const TEXT = { binary: false } as const

/** With so many waiting requests, the server reads no further ones. */
const MAX_IN_FLIGHT = 1000

export interface SessionContext {
  readonly chain: Chain
  readonly methods: ConnectionMethods
  readonly faults: FaultState
  /** Every reply contains the tip, so the server keeps its JSON. */
  readonly tip: () => string
}

const unknownMethod = (method: string): string =>
  /^query(?:LedgerState|Network)/.test(method)
    ? 'Error in $.params: unknown query name.'
    : "unknown method in 'method' (beware names are case-sensitive)."

const bytesOf = (data: RawData): Buffer => {
  if (Buffer.isBuffer(data)) return data
  return Array.isArray(data) ? Buffer.concat(data) : Buffer.from(data)
}

/**
 * Header of a text frame (RFC 6455, section 5.2). A block follows in parts: one buffer for `ws` would take half of the server's processor
 * time, because V8 collects all garbage after every 64 MB of buffers.
 */
const textHeader = (length: number): Buffer => {
  const header = Buffer.alloc(10)
  header[0] = 0x81
  header[1] = 127
  header.writeBigUInt64BE(BigInt(length), 2)
  if (length >= 0x1_0000) return header
  header[1] = 126
  header.writeUInt16BE(length, 2)
  if (length >= 126) return header.subarray(0, 4)
  header[1] = length
  return header.subarray(0, 2)
}

export class Session {
  readonly #socket: WebSocket
  /** Corked while many replies are written. Emits an event when it has drained. */
  readonly #connection: Duplex
  readonly #context: SessionContext
  readonly #cursor: Cursor
  /** The requests have no reply yet; oldest first. */
  readonly #waiting: string[] = []
  /** Arrived while the server was stalled. */
  readonly #held: Buffer[] = []
  readonly #calls: Calls
  #scheduled = false
  #timer: NodeJS.Timeout | undefined

  constructor(socket: WebSocket, connection: Duplex, context: SessionContext) {
    this.#socket = socket
    this.#connection = connection
    this.#context = context
    this.#cursor = new Cursor(context.chain)
    const closing = new AbortController()
    this.#calls = new Calls(context.methods(closing.signal), {
      ready: () => this.#untilRoom(),
      send: (reply) => {
        this.#send(reply)
        this.wake()
      },
    })
    socket.on('message', (data) => this.#receive(bytesOf(data)))
    socket.on('ping', (data) => {
      if (context.faults.stalled !== 'silent') socket.pong(data)
    })
    // `close` follows each error and ends the session.
    socket.on('error', () => {})
    socket.on('close', () => {
      clearTimeout(this.#timer)
      closing.abort()
    })
    connection.on('drain', () => this.wake())
  }

  rolledBack(index: number): void {
    this.#cursor.rolledBack(index)
  }

  /** Waiting replies may be ready. They are written after the running code. */
  wake(): void {
    if (this.#scheduled) return
    this.#scheduled = true
    process.nextTick(() => {
      this.#scheduled = false
      this.#advance()
    })
  }

  ping(): void {
    if (this.#isOpen && this.#context.faults.stalled !== 'silent') this.#socket.ping()
  }

  /** The client sees close code 1006. */
  drop(): void {
    this.#socket.terminate()
  }

  close(code: number, reason: string): void {
    this.#socket.close(code, reason)
  }

  get #isOpen(): boolean {
    return this.#socket.readyState === this.#socket.OPEN
  }

  get #isFull(): boolean {
    return this.#socket.bufferedAmount >= MAX_BUFFERED
  }

  get #isBusy(): boolean {
    return this.#isFull || this.#waiting.length + this.#calls.waiting >= MAX_IN_FLIGHT
  }

  #receive(message: Buffer): void {
    if (this.#context.faults.stalled) {
      this.#held.push(message)
      return
    }
    this.#handle(readRequest(message))
    if (this.#isBusy) this.#socket.pause()
  }

  #handle(request: Request | InvalidRequest): void {
    if ('invalid' in request) {
      this.#refuse(request.invalid, request.id)
    } else if (request.method === 'nextBlock') {
      this.#waiting.push(request.id)
      this.wake()
    } else if (request.method === 'findIntersection') {
      this.#findIntersection(request)
    } else if (!this.#calls.call(request)) {
      this.#refuse(unknownMethod(request.method), request.id)
    }
  }

  #findIntersection({ method, params, id }: Request): void {
    const points = readPoints(params)
    if (points === undefined) {
      this.#refuse('"points" must be a list of "origin" or {"slot","id"}.', id)
      return
    }
    if (this.#waiting.length > 0) {
      const message = 'findIntersection is not allowed while nextBlock requests wait for a reply.'
      this.#send(errorReply(method, { code: INTERSECTION_INTERLEAVED, message }, id))
      return
    }
    const { chain, tip } = this.#context
    const index = chain.intersect(points)
    if (index === undefined) {
      const error = {
        code: INTERSECTION_NOT_FOUND,
        message: 'No intersection found.',
        data: { tip: chain.tip },
      }
      this.#send(errorReply(method, error, id))
      return
    }
    this.#cursor.moveTo(index)
    const result = `{"intersection":${placeJson(chain.pointAt(index))},"tip":${tip()}}`
    this.#send(resultReply(method, result, id))
  }

  async #untilRoom(): Promise<void> {
    if (this.#isFull) await new Promise((resolve) => this.#connection.once('drain', resolve))
  }

  #refuse(reason: string, id: string): void {
    this.#send(errorReply(undefined, invalid(reason), id))
  }

  #send(reply: Buffer): void {
    if (this.#isOpen) this.#socket.send(reply, TEXT)
  }

  #advance(): void {
    const { faults } = this.#context
    if (!this.#isOpen || faults.stalled) return
    if (this.#timer !== undefined && faults.replyDelay > 0) return
    clearTimeout(this.#timer)
    this.#timer = undefined
    for (const message of this.#held.splice(0)) this.#handle(readRequest(message))
    this.#connection.cork()
    while (this.#waiting.length > 0 && !this.#isFull && this.#timer === undefined) {
      if (!this.#answerNextBlock()) break
      if (faults.replyDelay > 0)
        this.#timer = setTimeout(() => {
          this.#timer = undefined
          this.#advance()
        }, faults.replyDelay)
    }
    this.#connection.uncork()
    if (this.#socket.isPaused && !this.#isBusy) this.#socket.resume()
  }

  /** @returns false if no reply is possible yet */
  #answerNextBlock(): boolean {
    const { faults, tip } = this.#context
    const id = this.#waiting[0]
    if (id === undefined) return false
    const failure = faults.takeFailure()
    if (failure !== undefined) {
      this.#send(errorReply('nextBlock', failure, id))
    } else {
      const step = this.#cursor.next()
      if (step === undefined) return false
      if (step.direction === 'backward') this.#send(backwardReply(step.point, tip(), id))
      else this.#sendForward(step.block, forwardEnd(tip(), id))
    }
    this.#waiting.shift()
    return true
  }

  #sendForward(block: ChainBlock, end: Buffer): void {
    const garbled = this.#context.faults.takeGarbled(block, end)
    if (garbled !== undefined) {
      for (const frame of garbled) this.#send(frame)
      return
    }
    const parts = [FORWARD_START, block.json, end]
    this.#connection.write(textHeader(parts.reduce((sum, { length }) => sum + length, 0)))
    for (const part of parts) this.#connection.write(part)
  }
}
