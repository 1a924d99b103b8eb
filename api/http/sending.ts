// The response to a request, until it is sent or the client disconnects. After that uWebSockets.js' response object is invalid, so only
// this file and streamed.ts use it. A response that is sent within the request's callback needs no promise, no abort handler and no copy of
// its body.
import { randomUUID } from 'node:crypto'
import type { Point } from '../../schema/primitives.ts'
import type { RouteCounts } from './http-counts.ts'
import type { HttpRequest, HttpResponse } from './native-server.ts'
import type { OutgoingResponse } from './response/representation.ts'
import { isRequestId } from './response/request-id.ts'
import { lastHead, writeHead } from './response/response-head.ts'
import { type Holder, sendPart } from './response/unsent-responses.ts'
import { MIB } from './route/body.ts'
import type { Service } from './route/service.ts'
import { Streamed } from './route/streamed.ts'

const LINE_BREAK = Buffer.from('\r\n')

/** Limits for reading a body after its response. */
const DROPPED_MS = 5_000
const DROPPED_BYTES = 64 * MIB

/**
 * Probability of closing a connection after a response without a body (304, HEAD, preflights). uWebSockets.js does not report whether a
 * client reads such a response, so a client could leave any number of them unread in memory. A random choice needs no state, and clients
 * cannot predict it. An honest client connects again after 64 such responses on average.
 */
const CLOSED_SHARE = 1 / 64

export class Sending implements Holder {
  /**
   * `begun`: within the request's callback, where writes are corked. `detached`: the response comes later. `answered`: the response is
   * written, but the socket may not have accepted all of it. `gone`: the connection is closed.
   */
  #phase: 'begun' | 'detached' | 'answered' | 'gone' = 'begun'
  /** The response ends the connection. */
  isLast = false
  /**
   * The response comes before the request's body has ended. The remaining body is read and dropped for a while, because a client that is
   * still sending would lose the response if the connection were closed at once.
   */
  isEarly = false
  /** Named in the response's headers. */
  point: Point | undefined
  /** The handler has ended, and the response is sent or given up. */
  onSettled: (() => void) | undefined
  #requestId: string | undefined
  #aborting: AbortController | undefined
  /** Number of unsettled promises of the handler and of compression. */
  #working = 0
  readonly #service: Service
  readonly response: HttpResponse
  readonly #headOnly: boolean
  readonly #counts: RouteCounts
  readonly #since: number

  constructor(
    service: Service,
    response: HttpResponse,
    request: HttpRequest,
    headOnly: boolean,
    counts: RouteCounts,
    since: number,
  ) {
    this.#service = service
    this.response = response
    this.#headOnly = headOnly
    this.#counts = counts
    this.#since = since
    const given = request.getHeader('x-request-id')
    if (given !== '' && isRequestId(given)) this.#requestId = given
  }

  get id(): string {
    this.#requestId ??= randomUUID()
    return this.#requestId
  }

  get signal(): AbortSignal {
    this.#aborting ??= new AbortController()
    if (this.isGone) this.#aborting.abort()
    return this.#aborting.signal
  }

  /** The response object is invalid. */
  get isGone(): boolean {
    return this.#phase === 'gone'
  }

  /** The request's callback still runs, and no response is written. */
  get isBegun(): boolean {
    return this.#phase === 'begun'
  }

  get isOpen(): boolean {
    return this.#phase === 'begun' || this.#phase === 'detached'
  }

  /** The error only means that the client has disconnected. */
  isAbort(failure: unknown): boolean {
    return this.isGone && failure === this.#aborting?.signal.reason
  }

  /** The response may come after the request's callback. The client may disconnect before. */
  detach(): void {
    if (this.#phase === 'begun') this.#phase = 'detached'
    const { inFlight, counts, unsent } = this.#service
    if (inFlight.has(this)) return
    inFlight.add(this)
    this.response.onAborted(() => {
      if (this.isOpen) counts.left++
      this.#phase = 'gone'
      this.#aborting?.abort()
      unsent.remove(this)
      if (this.#working === 0) this.#settle()
    })
  }

  /** The request stays in flight until its work has ended, even if its client disconnects. */
  during(work: Promise<void>): void {
    this.#working += 1
    this.detach()
    work.finally(() => {
      this.#working -= 1
      if (this.isGone && this.#working === 0) this.#settle()
    })
  }

  /** The client does not read, and others need the memory. */
  cut(): void {
    if (this.isGone) return
    this.#service.counts.unread++
    this.response.close()
  }

  /** Does nothing if a response is already sent or the client has disconnected. */
  send(outgoing: OutgoingResponse): void {
    if (!this.isOpen) return
    const isGathered = this.#phase === 'begun'
    this.#phase = 'answered'
    this.#counts.responded(outgoing.status, this.#since)
    const { log, logsResponses } = this.#service
    if (logsResponses) log.debug({ requestId: this.id, status: outgoing.status }, 'a request was answered')
    if (isGathered) this.#write(outgoing)
    else this.response.cork(() => this.#write(outgoing))
  }

  #write({ status, contentType, cache, headers, body, isBorrowed }: OutgoingResponse): void {
    const { response } = this
    const service = this.#service
    const head = service.heads.get(status, contentType, cache, this.point)
    if (body === undefined || this.#headOnly) {
      if (!service.closing && (this.isLast || service.random() < CLOSED_SHARE)) {
        service.counts.bodiless++
        this.#writeLast(lastHead(head, this.id, headers, body?.length))
        return
      }
      writeHead(response, head, this.#requestId, headers)
      // This version's `endWithoutBody(length)` leaves the request open.
      if (body !== undefined) response.writeHeader('Content-Length', `${body.length}`)
      if (service.closing) response.writeHeader('Connection', 'close')
      response.endWithoutBody()
      this.#settle()
      return
    }
    if (this.isEarly && !(body instanceof Streamed)) {
      // The library adds a line break after the JSON, so the body is longer by it.
      const whole = lastHead(head, this.id, headers, body.length + LINE_BREAK.length)
      this.#writeLast(Buffer.concat([whole, LINE_BREAK, body]))
      return
    }
    writeHead(response, head, this.#requestId, headers)
    if (body instanceof Streamed) {
      this.detach()
      service.streams.send(this, body).then(() => this.#settle())
    } else if (service.closing || this.isLast) {
      response.end(body, true)
      this.#settle()
    } else this.#writeWhole(body, isBorrowed)
  }

  /** Bytes that the socket does not accept are kept until the client reads. */
  #writeWhole(body: Buffer, isBorrowed: boolean | undefined): void {
    const { response } = this
    const { length: size } = body
    const offset = sendPart(response, body, 0, size)
    if (offset === size) {
      this.#settle()
      return
    }
    this.detach()
    const rest = { rest: body.subarray(offset), offset, size, isBorrowed, onLeft: () => this.#settle() }
    this.#service.unsent.send(this, response, rest)
  }

  /**
   * The connection closes after the response. Both happen after the library's callback, because closing within it would prevent the
   * sending.
   */
  #writeLast(outgoing: Buffer): void {
    this.detach()
    const close = (): void => {
      if (!this.isGone) this.response.close()
    }
    setImmediate(() => {
      if (this.isGone) return
      this.response.cork(() => this.response.writeStatus(outgoing))
      if (!this.isEarly) close()
      this.#settle()
    })
    if (!this.isEarly) return
    const timer = setTimeout(close, DROPPED_MS)
    let left = DROPPED_BYTES
    this.response.onData((piece, isLast) => {
      left -= piece.byteLength
      if (!isLast && left > 0) return
      clearTimeout(timer)
      setImmediate(close)
    })
  }

  #settle(): void {
    this.onSettled?.()
    this.#service.inFlight.delete(this)
  }
}
