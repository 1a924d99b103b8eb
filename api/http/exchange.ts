// One request and its answer. The request must be read before uWebSockets.js takes it back, at the end of the
// callback, and the response must not be touched once it is sent or the client is gone; both are kept here and
// nowhere else. A handler that answers at once costs no promise, no abort handler and no copy of its body.
import type { ApiError } from '../../schema/errors.ts'
import type { Point } from '../../schema/primitives.ts'
import { PREFLIGHT_HEADERS } from './answer/cors.ts'
import { type Holder, sendPart } from './answer/held-answers.ts'
import { newAnswer } from './answer/new-answer.ts'
import type { Answer, Preferences } from './answer/representation.ts'
import { isRequestId, REQUEST_ID_LENGTH } from './answer/request-id.ts'
import { lastHead, writeHead } from './answer/response-head.ts'
import { preferredRoute } from './answer/weights.ts'
import { invalidInput } from './check/validation.ts'
import type { RouteCounts } from './http-counts.ts'
import { AnnouncedBody } from './limits/announced-body.ts'
import type { RateClass } from './limits/rate-limits.ts'
import { IncomingBody } from './limits/receive-body.ts'
import type { HttpRequest, HttpResponse } from './native-server.ts'
import type { BodySpec } from './route/body.ts'
import { type Client, peerOf } from './route/client-address.ts'
import { apiErrorOf, errorJson } from './route/errors.ts'
import { MAX_URL_BYTES } from './route/path.ts'
import { JSON_TYPE, type RawRequest, type Route } from './route/route.ts'
import { checkModels, type Service } from './route/service.ts'
import { Streamed } from './route/streamed.ts'

/**
 * The share of answers without a body that end their connection. Of these the library does not say whether the client
 * reads them, so nothing else bounds how many one connection can leave unread.
 */
const LAST_SHARE = 1 / 64

const NO_HEADERS: Readonly<Record<string, string>> = {}
const NO_TEXTS: readonly string[] = []

export class Exchange implements RawRequest, Preferences, Holder {
  readonly queryText: string
  pathTexts = NO_TEXTS
  headers = NO_HEADERS
  body: unknown
  private requestId: string | undefined
  acceptEncoding = ''
  /** Read where answers have ETags alone. */
  ifNoneMatch = ''
  /** Text of the request as it came, where answers may be held. */
  text = ''
  private readonly forwardedFor: string
  private knownClient: Client | undefined
  private aborting: AbortController | undefined
  private incoming: IncomingBody | undefined
  private readonly since = performance.now()
  /** Taken before the handler reads, so that an answer is never older than the point it carries. */
  private point: Point | undefined
  /** Why the models could not be looked at. */
  private readonly unreadable: unknown
  private isAnswered = false
  /** Whether the connection is closed, and the response out of reach. */
  isGone = false
  /** Whether the answer may come after the request's callback. */
  private detached = false
  /** Whether the library gathers what is written, as it does until its callback ends; else `cork` does. */
  private isGathered = true
  /** Whether a shutdown waits for it. */
  private isInFlight = false
  /** Whether the answer ends the connection, as the rest of the body is not worth reading. */
  private endsConnection = false
  /** Promises of the handler and of compressing that are awaited. */
  private handling = 0
  /** Undefined for what no route takes, and for a preflight. */
  private route: Route | undefined

  constructor(
    private readonly service: Service,
    readonly response: HttpResponse,
    request: HttpRequest,
    private readonly headOnly: boolean,
    private readonly counts: RouteCounts,
  ) {
    const given = request.getHeader('x-request-id')
    if (given !== '' && isRequestId(given)) this.requestId = given
    // The declarations promise a string, but a URL without `?` has no query.
    this.queryText = request.getQuery() ?? ''
    this.forwardedFor = service.clients.forwardedFor(request, response)
    try {
      this.point = service.models?.look()
    } catch (error) {
      this.unreadable = error
    }
  }

  get id(): string {
    if (this.requestId === undefined) {
      const bytes = Buffer.alloc(REQUEST_ID_LENGTH)
      this.service.writeRequestId(bytes, 0)
      this.requestId = bytes.toString('latin1')
    }
    return this.requestId
  }

  get client(): Client {
    const peer = (): string => (this.isGone ? '' : peerOf(this.response))
    this.knownClient ??= this.service.clients.of(peer(), this.forwardedFor)
    return this.knownClient
  }

  get signal(): AbortSignal {
    this.aborting ??= new AbortController()
    if (this.isGone) this.aborting.abort()
    return this.aborting.signal
  }

  /** Answers by a route. Whatever goes wrong becomes an error answer; nothing is thrown. */
  serve(asked: Route, request: HttpRequest): void {
    const route = asked.other === undefined ? asked : preferredRoute(asked, request.getHeader('accept'))
    this.route = route
    if (route.readsModels && this.point !== undefined) this.point = this.service.models?.pointOf(route.models)
    if (!this.headOnly) this.acceptEncoding = request.getHeader('accept-encoding')
    if (route.state !== undefined) {
      const path = route.params === undefined ? route.path : request.getUrl()
      this.text = `${path}?${this.queryText}`
      if (route.method === 'GET') this.ifNoneMatch = request.getHeader('if-none-match')
    }
    if (route.params !== undefined)
      this.pathTexts = Object.keys(route.params.properties).map((_, at) => request.getParameter(at) ?? '')
    if (route.headers.length > 0)
      this.headers = Object.fromEntries(route.headers.map((name) => [name, request.getHeader(name)]))
    if (route.body !== undefined) this.receive(route, route.body, request)
    else if (this.mustWait(this.since)) this.defer(() => this.begin(route))
    else this.begin(route)
  }

  /** Answers a browser that asks whether it may call. */
  preflight(): void {
    if (this.mustWait()) {
      this.defer(() => this.preflight())
      return
    }
    const headers = this.service.isForPages ? PREFLIGHT_HEADERS : NO_HEADERS
    this.send({ status: 204, contentType: '', cache: 'no-store', headers, body: undefined })
  }

  /** Answers a request whose end is not known, and ends its connection. What follows in the same packet ends it without an answer. */
  rejectLast(error: ApiError): void {
    this.endsConnection = true
    this.defer(() => this.reject(error))
  }

  /** Answers what no route takes. @param neighbour a route of the same path, in whose form the error is */
  reject(error: ApiError, neighbour?: Route): void {
    try {
      this.count('read')
      this.fail(error, neighbour)
    } catch (failure) {
      this.fail(failure, neighbour)
    }
  }

  /** Ends the connection: its answer waits for a client that does not read, and others need the room. */
  cut(): void {
    if (this.isGone) return
    this.service.counts.unread++
    this.response.close()
  }

  /** Answers with an error. What is not an ApiError is a bug: the log has it, the client an id to find it by. */
  private fail(failure: unknown, route?: Route): void {
    // What was given up because the client has left.
    if (this.isGone && failure === this.aborting?.signal.reason) return
    if (this.mustWait()) {
      this.defer(() => this.fail(failure, route))
      return
    }
    const error = apiErrorOf(failure, route?.unexpected)
    if (error !== failure) {
      this.service.counts.unexpected++
      const { method, path } = route ?? {}
      this.service.log.error({ err: failure, requestId: this.id, method, path }, 'a request failed')
    }
    const { status, headers } = error
    if (!this.isAnswered && !this.isGone) this.service.counts.failed(error.cause)
    const body = Buffer.from((route?.errorForm ?? errorJson)(error))
    this.send({ status, contentType: JSON_TYPE, cache: 'no-store', headers, body })
  }

  /** Whether the turn has no time left. What is detached has waited once, or its handler has done its work. */
  private mustWait(now = performance.now()): boolean {
    return !this.detached && this.service.turn.isSpent(now)
  }

  private defer(work: () => void): void {
    this.detach()
    this.service.turn.defer(work, this.route)
  }

  private begin(route: Route): void {
    try {
      this.admit(route)
    } catch (failure) {
      this.fail(failure, route)
      return
    }
    this.run(route)
  }

  /** @throws {ApiError} when the request is not to be worked on. */
  private admit(route: Route): void {
    if (route.path.length + 1 + this.queryText.length > MAX_URL_BYTES)
      throw invalidInput(`the URL must be at most ${MAX_URL_BYTES} bytes`)
    this.count(route.rate)
    if (route.readsModels) checkModels(this.service, this.unreadable, this)
  }

  private count(rate: RateClass | undefined): void {
    const { limits } = this.service
    if (limits === undefined || rate === undefined || this.client.isLocal) return
    limits.take(rate, this.client.address)
  }

  private receive(route: Route, spec: BodySpec, request: HttpRequest): void {
    const announced = new AnnouncedBody(spec, request)
    const refuse = (failure: unknown): void => {
      this.endsConnection = !announced.isPassedOver
      this.fail(failure, route)
    }
    try {
      this.admit(route)
      announced.check()
      this.incoming = new IncomingBody(spec, announced.contentType, this.service)
    } catch (failure) {
      refuse(failure)
      return
    }
    if (announced.isEmpty) {
      this.finish(route, this.incoming)
      return
    }
    const { incoming } = this
    this.detach()
    incoming.receive(this.response, {
      onWhole: () => {
        this.isGathered = true
        this.finish(route, incoming)
        this.isGathered = false
      },
      onFailure: refuse,
    })
  }

  /** Runs the route with its body whole. */
  private finish(route: Route, incoming: IncomingBody): void {
    const work = (): void => {
      if (this.isGone) return
      try {
        if (route.state !== undefined) {
          this.text += ` ${incoming.text()}`
          if (this.answerHeld(route)) return
        }
        const body = incoming.value()
        const take = (value: unknown): void => {
          this.body = value
          this.answer(route, newAnswer(route, this, this.service))
        }
        if (body instanceof Promise) this.await(route, body, take)
        else take(body)
      } catch (failure) {
        this.fail(failure, route)
      }
    }
    if (incoming.isLarge || this.service.turn.isSpent(performance.now())) this.defer(work)
    else work()
  }

  private run(route: Route): void {
    if (this.isGone) return
    try {
      if (route.state !== undefined && this.answerHeld(route)) return
      this.answer(route, newAnswer(route, this, this.service))
    } catch (failure) {
      this.fail(failure, route)
    }
  }

  /** Whether the answer is held, and so on its way. */
  private answerHeld(route: Route): boolean {
    const held = this.service.answers.find(this.text)
    if (held === undefined) {
      this.counts.misses++
      return false
    }
    this.counts.hits++
    this.answer(route, held.for(this, this.service.compressor))
    return true
  }

  private answer(route: Route, answer: Answer | Promise<Answer>): void {
    if (answer instanceof Promise) this.await(route, answer, (made) => this.send(made))
    else this.send(answer)
  }

  private await<T>(route: Route, promised: Promise<T>, then: (value: T) => void): void {
    this.handling += 1
    this.detach()
    promised
      .then(then)
      .catch((failure) => this.fail(failure, route))
      .finally(() => {
        this.handling -= 1
        if (this.isGone && this.handling === 0) this.settle()
      })
  }

  /** The answer will come, or leave, after the request's callback, when the client may be gone. */
  private detach(): void {
    if (this.detached) return
    this.detached = true
    this.isGathered = false
    this.isInFlight = true
    this.service.inFlight.begin()
    this.response.onAborted(() => {
      this.isGone = true
      if (!this.isAnswered) this.service.counts.left++
      this.aborting?.abort()
      this.service.held.remove(this)
      if (this.handling === 0) this.settle()
    })
  }

  /** Nothing is to be done for this request any more. */
  private settle(): void {
    this.incoming?.release()
    if (!this.isInFlight) return
    this.isInFlight = false
    this.service.inFlight.end()
  }

  private send(answer: Answer): void {
    if (this.isAnswered || this.isGone) return
    this.isAnswered = true
    this.counts.answered(answer.status, this.since)
    const { log, logsAnswers } = this.service
    if (logsAnswers) log.debug({ requestId: this.id, status: answer.status }, 'answered')
    let isOut = true
    if (this.isGathered) isOut = this.write(answer)
    else
      this.response.cork(() => {
        isOut = this.write(answer)
      })
    if (isOut) this.settle()
  }

  /** Whether the response is done with; if not, it is held until its client has read it. */
  private write({ status, contentType, cache, headers, body, isBorrowed }: Answer): boolean {
    const { response, service } = this
    const head = service.heads.get(status, contentType, cache, this.point)
    const isBodiless = body === undefined || this.headOnly
    if (isBodiless && !service.closing && (this.endsConnection || service.random() < LAST_SHARE)) {
      this.writeLast(lastHead(head, this.id, headers, body?.length))
      return false
    }
    writeHead(response, head, this.requestId, service.writeRequestId, headers)
    if (isBodiless) {
      // Of endWithoutBody the arguments leave the request open in this version.
      if (body !== undefined) response.writeHeader('Content-Length', `${body.length}`)
      if (service.closing) response.writeHeader('Connection', 'close')
      response.endWithoutBody()
      return true
    }
    const onLeft = (): void => this.settle()
    if (body instanceof Streamed) {
      this.detach()
      service.streams.send(this, body).then(onLeft)
      return false
    }
    if (service.closing || this.endsConnection) {
      response.end(body, true)
      return true
    }
    const { length: size } = body
    const offset = sendPart(response, body, 0, size)
    if (offset === size) return true
    this.detach()
    const rest = { rest: body.subarray(offset), offset, size, isBorrowed, onLeft }
    service.held.send(this, response, rest)
    return false
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
}
