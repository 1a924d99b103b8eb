// The steps of a request: reading, admission, handling and response. The request object of uWebSockets.js is valid only during its
// callback, so the constructor and `serve` read everything that is needed later. sending.ts writes the response.
import type { TokenOf } from '../../schema/codecs/asset-text.ts'
import type { ApiError } from '../../schema/errors.ts'
import { invalidInput } from './check/validation.ts'
import type { RouteCounts } from './http-counts.ts'
import type { RateClass } from './limits/rate-limits.ts'
import { AnnouncedBody, IncomingBody } from './limits/receive-body.ts'
import type { HttpRequest, HttpResponse } from './native-server.ts'
import { PREFLIGHT_HEADERS } from './response/cors.ts'
import { newResponse } from './response/new-response.ts'
import { preferredRoute } from './response/preferred-route.ts'
import type { OutgoingResponse, Preferences } from './response/representation.ts'
import type { BodySpec } from './route/body.ts'
import { type Client, peerOf } from './route/client-address.ts'
import { apiErrorOf, errorHeaders, errorJson } from './route/errors.ts'
import { MAX_URL_BYTES } from './route/path.ts'
import { JSON_TYPE, type RawRequest, type Route } from './route/route.ts'
import { checkModels, type Service } from './route/service.ts'
import { Sending } from './sending.ts'

const NO_HEADERS: Readonly<Record<string, string>> = {}
const NO_TEXTS: readonly string[] = []

export class Exchange implements RawRequest, Preferences {
  readonly queryText: string
  pathTexts = NO_TEXTS
  headers = NO_HEADERS
  body: unknown
  acceptEncoding = ''
  /** Read only if the route's responses have ETags. */
  ifNoneMatch = ''
  /** Unparsed, with the headers that the route reads. Set only if the route's responses may be cached. */
  text = ''
  readonly #forwardedFor: string
  #knownClient: Client | undefined
  readonly #since = performance.now()
  readonly #sending: Sending
  readonly #unreadable: unknown
  /** Undefined for a preflight, and for a request without a route. */
  #route: Route | undefined
  readonly #service: Service
  readonly #response: HttpResponse
  readonly #headOnly: boolean
  readonly #counts: RouteCounts

  constructor(
    service: Service,
    response: HttpResponse,
    request: HttpRequest,
    headOnly: boolean,
    counts: RouteCounts,
  ) {
    this.#service = service
    this.#response = response
    this.#headOnly = headOnly
    this.#counts = counts
    this.#sending = new Sending(service, response, request, headOnly, counts, this.#since)
    // The library's type is a string, but a URL without `?` gives undefined.
    this.queryText = request.getQuery() ?? ''
    this.#forwardedFor = service.clients.forwardedFor(request, response)
    try {
      // Refreshed before the handler runs, so a response is never older than the block that it names.
      this.#sending.point = service.models?.refresh()
    } catch (error) {
      this.#unreadable = error
    }
  }

  get id(): string {
    return this.#sending.id
  }

  get client(): Client {
    const peer = (): string => (this.#sending.isGone ? '' : peerOf(this.#response))
    this.#knownClient ??= this.#service.clients.of(peer(), this.#forwardedFor)
    return this.#knownClient
  }

  get tokenOf(): TokenOf | undefined {
    return this.#service.models?.tokenOf
  }

  get signal(): AbortSignal {
    return this.#sending.signal
  }

  /** Every error becomes an error response; nothing is thrown. */
  serve(matched: Route, request: HttpRequest): void {
    const route = matched.other === undefined ? matched : preferredRoute(matched, request.getHeader('accept'))
    this.#route = route
    this.#readPoint(route)
    if (!this.#headOnly) this.acceptEncoding = request.getHeader('accept-encoding')
    if (route.state !== undefined) {
      const path = route.params === undefined ? route.path : request.getUrl()
      this.text = `${path}?${this.queryText}`
      if (route.method === 'GET') this.ifNoneMatch = request.getHeader('if-none-match')
    }
    if (route.params !== undefined)
      this.pathTexts = Object.keys(route.params.properties).map((_, at) => request.getParameter(at) ?? '')
    if (route.headers.length > 0) {
      this.headers = Object.fromEntries(route.headers.map((name) => [name, request.getHeader(name)]))
      this.text += `\n${Object.values(this.headers).join('\n')}`
    }
    if (route.body !== undefined) this.#receive(route, route.body, request)
    else if (this.#mustWait(this.#since))
      this.#defer(() => {
        this.#readPoint(route)
        this.#begin(route)
      })
    else this.#begin(route)
  }

  preflight(): void {
    if (this.#mustWait()) {
      this.#defer(() => this.preflight())
      return
    }
    const headers = this.#service.isForPages ? PREFLIGHT_HEADERS : NO_HEADERS
    this.#sending.send({ status: 204, contentType: '', cache: 'no-store', headers, body: undefined })
  }

  /**
   * For a request whose end is ambiguous: the connection ends after the response, or without one if more bytes follow in the same packet.
   */
  rejectLast(error: ApiError): void {
    this.#sending.isLast = true
    this.#defer(() => this.reject(error))
  }

  /**
   * For a request without a route.
   * @param neighbour a route of the same path, whose form of errors is used
   */
  reject(error: ApiError, neighbour?: Route): void {
    try {
      this.#count('read')
      this.#fail(error, neighbour)
    } catch (failure) {
      this.#fail(failure, neighbour)
    }
  }

  /** Any error except an ApiError is a bug: it is logged, and the client gets the request's id. */
  #fail(thrown: unknown, route?: Route): void {
    if (this.#sending.isAbort(thrown)) return
    if (this.#mustWait()) {
      this.#defer(() => this.#fail(thrown, route))
      return
    }
    const failure = route?.failure === undefined ? thrown : route.failure(thrown)
    const error = apiErrorOf(failure, route?.unexpected)
    if (error !== failure) {
      this.#service.counts.unexpected++
      const { method, path } = route ?? {}
      this.#service.log.error({ err: failure, requestId: this.id, method, path }, 'a request failed')
    }
    const { status } = error
    // Otherwise a refused client could keep any number of connections open.
    if (status === 429 && !this.client.isProxied) this.#sending.isLast = true
    if (this.#sending.isOpen) this.#service.counts.failed(error.cause)
    const body = Buffer.from((route?.errorForm?.json ?? errorJson)(error))
    this.#sending.send({
      status,
      contentType: JSON_TYPE,
      cache: 'no-store',
      headers: errorHeaders(error),
      body,
    })
  }

  /** Called again after a wait, because the models may have advanced. */
  #readPoint({ models }: Route): void {
    if (models !== undefined && this.#sending.point !== undefined)
      this.#sending.point = this.#service.models?.pointOf(models)
  }

  /**
   * This turn of the event loop has no time left. A detached request never waits, because it has waited before, or its handler has ended.
   */
  #mustWait(now = performance.now()): boolean {
    return this.#sending.isBegun && this.#service.loopTurn.isSpent(now)
  }

  #defer(work: () => void): void {
    this.#sending.detach()
    this.#service.loopTurn.defer(work, this.#route)
  }

  #begin(route: Route): void {
    try {
      this.#admit(route)
      if (this.#sending.isGone) return
      if (route.state !== undefined && this.#sendCached(route)) return
      this.#sendNew(route)
    } catch (failure) {
      this.#fail(failure, route)
    }
  }

  /** @throws {ApiError} if the request is not admitted */
  #admit(route: Route): void {
    if (route.path.length + 1 + this.queryText.length > MAX_URL_BYTES)
      throw invalidInput(`the URL must be at most ${MAX_URL_BYTES} bytes`)
    this.#count(route.rate)
    if (route.models !== undefined) checkModels(this.#service, this.#unreadable, this)
  }

  #count(rate: RateClass | undefined): void {
    const { limits } = this.#service
    if (limits === undefined || rate === undefined || this.client.isLocal) return
    limits.consume(rate, this.client.address)
  }

  #receive(route: Route, spec: BodySpec, request: HttpRequest): void {
    const announced = new AnnouncedBody(spec, request)
    const refuse = (failure: unknown): void => {
      if (!announced.isEmpty) this.#sending.isEarly = true
      this.#fail(failure, route)
    }
    let incoming: IncomingBody
    try {
      this.#admit(route)
      announced.check()
      incoming = new IncomingBody(spec, announced.contentType, this.#service)
    } catch (failure) {
      refuse(failure)
      return
    }
    this.#sending.onSettled = () => incoming.release()
    if (announced.isEmpty) {
      this.#finish(route, incoming)
      return
    }
    this.#sending.detach()
    incoming.receive(this.#response, { onWhole: () => this.#finish(route, incoming), onFailure: refuse })
  }

  #finish(route: Route, incoming: IncomingBody): void {
    const work = (): void => {
      if (this.#sending.isGone) return
      this.#readPoint(route)
      try {
        if (route.state !== undefined) {
          this.text += ` ${incoming.text()}`
          if (this.#sendCached(route)) return
        }
        const body = incoming.value(this.tokenOf)
        const responseWith = (value: unknown): void => {
          this.body = value
          this.#sendNew(route)
        }
        if (body instanceof Promise) this.#await(route, body, responseWith)
        else responseWith(body)
      } catch (failure) {
        this.#fail(failure, route)
      }
    }
    if (incoming.isLarge) this.#service.loopTurn.deferLarge(work)
    else if (this.#service.loopTurn.isSpent(performance.now())) this.#defer(work)
    else work()
  }

  /** @returns whether a cached response was sent */
  #sendCached(route: Route): boolean {
    const cached = this.#service.responses.find(this.text)
    if (cached === undefined) {
      this.#counts.misses++
      return false
    }
    this.#counts.hits++
    this.#send(route, cached.for(this, this.#service.compressor))
    return true
  }

  /** Everything that the handler reads before it returns belongs to the block that the response names. */
  #sendNew(route: Route): void {
    const { models } = this.#service
    const call = (): void => this.#send(route, newResponse(route, this, this.#service))
    if (route.models === undefined || models === undefined) call()
    else
      models.inOneState(() => {
        this.#readPoint(route)
        call()
      })
  }

  #send(route: Route, outgoing: OutgoingResponse | Promise<OutgoingResponse>): void {
    if (outgoing instanceof Promise) this.#await(route, outgoing, (made) => this.#sending.send(made))
    else this.#sending.send(outgoing)
  }

  #await<T>(route: Route, promised: Promise<T>, then: (value: T) => void): void {
    this.#sending.during(promised.then(then).catch((failure) => this.#fail(failure, route)))
  }
}
