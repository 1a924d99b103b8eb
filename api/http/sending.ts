// The response to a request, until it is sent or its client is gone. uWebSockets.js takes a response back at either moment, so it
// is touched here and in streamed.ts alone. An answer that is made and sent within the request's callback costs no promise, no
// abort handler and no copy of its body.
import { randomUUID } from 'node:crypto'
import type { Point } from '../../schema/primitives.ts'
import { type Holder, sendPart } from './answer/held-answers.ts'
import type { Answer } from './answer/representation.ts'
import { isRequestId } from './answer/request-id.ts'
import { lastHead, writeHead } from './answer/response-head.ts'
import type { RouteCounts } from './http-counts.ts'
import { closesByChance } from './limits/random-close.ts'
import type { HttpRequest, HttpResponse } from './native-server.ts'
import type { Service } from './route/service.ts'
import { Streamed } from './route/streamed.ts'

export class Sending implements Holder {
  /**
   * `begun`: within the request's callback, which gathers what is written. `detached`: the answer comes after the callback.
   * `answered`: the answer is written, though the socket may not have taken all of it. `gone`: the connection is closed.
   */
  private phase: 'begun' | 'detached' | 'answered' | 'gone' = 'begun'
  /** Whether the answer ends the connection, so that the rest of the request's body need not be read. */
  isLast = false
  /** Point that the answer carries. */
  point: Point | undefined
  /** Called once the request's handler has ended and its answer has left, or will not leave. */
  onSettled: (() => void) | undefined
  private requestId: string | undefined
  private aborting: AbortController | undefined
  /** Promises of the handler and of compressing that are awaited. */
  private working = 0

  constructor(
    private readonly service: Service,
    readonly response: HttpResponse,
    request: HttpRequest,
    private readonly headOnly: boolean,
    private readonly counts: RouteCounts,
    private readonly since: number,
  ) {
    const given = request.getHeader('x-request-id')
    if (given !== '' && isRequestId(given)) this.requestId = given
  }

  /** Id of the request. */
  get id(): string {
    this.requestId ??= randomUUID()
    return this.requestId
  }

  /** Aborted when the connection is closed. */
  get signal(): AbortSignal {
    this.aborting ??= new AbortController()
    if (this.isGone) this.aborting.abort()
    return this.aborting.signal
  }

  /** Whether the connection is closed, and the response out of reach. */
  get isGone(): boolean {
    return this.phase === 'gone'
  }

  /** Whether the request's callback still runs, and nothing is answered. */
  get isBegun(): boolean {
    return this.phase === 'begun'
  }

  /** Whether an answer can still be sent. */
  get isOpen(): boolean {
    return this.phase === 'begun' || this.phase === 'detached'
  }

  /** Whether the failure says no more than that the client has left. */
  isAbort(failure: unknown): boolean {
    return this.isGone && failure === this.aborting?.signal.reason
  }

  /** Lets the answer come, or leave, after the request's callback, when the client may be gone. */
  detach(): void {
    if (this.phase === 'begun') this.phase = 'detached'
    const { inFlight, counts, held } = this.service
    if (inFlight.has(this)) return
    inFlight.add(this)
    this.response.onAborted(() => {
      if (this.isOpen) counts.left++
      this.phase = 'gone'
      this.aborting?.abort()
      held.remove(this)
      if (this.working === 0) this.settle()
    })
  }

  /** Keeps the request in flight until the work for it has ended, though its client leaves. */
  during(work: Promise<void>): void {
    this.working += 1
    this.detach()
    work.finally(() => {
      this.working -= 1
      if (this.isGone && this.working === 0) this.settle()
    })
  }

  /** Ends the connection: its answer waits for a client that does not read, and others need the room. */
  cut(): void {
    if (this.isGone) return
    this.service.counts.unread++
    this.response.close()
  }

  /** Sends the answer, unless one is sent already or the client is gone. */
  send(answer: Answer): void {
    if (!this.isOpen) return
    const isGathered = this.phase === 'begun'
    this.phase = 'answered'
    this.counts.answered(answer.status, this.since)
    const { log, logsAnswers } = this.service
    if (logsAnswers) log.debug({ requestId: this.id, status: answer.status }, 'answered')
    if (isGathered) this.write(answer)
    else this.response.cork(() => this.write(answer))
  }

  private write({ status, contentType, cache, headers, body, isBorrowed }: Answer): void {
    const { response, service } = this
    const head = service.heads.get(status, contentType, cache, this.point)
    if (body === undefined || this.headOnly) {
      if (!service.closing && (this.isLast || closesByChance(service.random))) {
        this.writeLast(lastHead(head, this.id, headers, body?.length))
        return
      }
      writeHead(response, head, this.requestId, headers)
      // In this version `endWithoutBody(length)` leaves the request open.
      if (body !== undefined) response.writeHeader('Content-Length', `${body.length}`)
      if (service.closing) response.writeHeader('Connection', 'close')
      response.endWithoutBody()
      this.settle()
      return
    }
    writeHead(response, head, this.requestId, headers)
    if (body instanceof Streamed) {
      this.detach()
      service.streams.send(this, body).then(() => this.settle())
    } else if (service.closing || this.isLast) {
      response.end(body, true)
      this.settle()
    } else this.writeWhole(body, isBorrowed)
  }

  /** Writes the body as far as the socket takes it, and has the rest held until its client has read it. */
  private writeWhole(body: Buffer, isBorrowed: boolean | undefined): void {
    const { response } = this
    const { length: size } = body
    const offset = sendPart(response, body, 0, size)
    if (offset === size) {
      this.settle()
      return
    }
    this.detach()
    const rest = { rest: body.subarray(offset), offset, size, isBorrowed, onLeft: () => this.settle() }
    this.service.held.send(this, response, rest)
  }

  /** Sends a whole head, then ends the connection: outside of the callback, whose end would be what sends it. */
  private writeLast(head: Buffer): void {
    this.detach()
    setImmediate(() => {
      if (this.isGone) return
      this.response.cork(() => this.response.writeStatus(head))
      this.service.counts.bodiless++
      this.response.close()
    })
  }

  private settle(): void {
    this.onSettled?.()
    this.service.inFlight.delete(this)
  }
}
