// One request and its answer. The request must be read before uWebSockets.js takes it back, at the end of the
// callback, and the response must not be touched once it is sent or the client is gone; both are kept here and
// nowhere else. A handler that answers at once costs no promise, no abort handler and no copy of its body.
import type { Logger } from 'pino'
import { ApiError } from '../../schema/errors.ts'
import type { Point } from '../../schema/primitives.ts'
import { PREFLIGHT_HEADERS } from './cors.ts'
import { apiErrorOf, errorJson } from './errors.ts'
import { etagOf, matchesEtag } from './etag.ts'
import type { HttpRequest, HttpResponse } from './native-server.ts'
import { isRequestId, REQUEST_ID_LENGTH, type WriteRequestId } from './request-id.ts'
import type { ResponseHeads } from './response-head.ts'
import { type CacheRule, JSON_TYPE, type RawRequest, type Reply, type Route } from './route.ts'
import { invalidInput } from './validation.ts'

/** The largest JSON body taken, in bytes. */
export const MAX_BODY_BYTES = 1024 * 1024

/** The longest path and query taken, in bytes. */
export const MAX_URL_BYTES = 8 * 1024

/** What the exchanges of a server share. */
export interface Service {
  readonly log: Logger
  /** Whether every answer has a line in the log, asked once because the asking shows. */
  readonly logsAnswers: boolean
  readonly heads: ResponseHeads
  readonly writeRequestId: WriteRequestId
  readonly indexedPoint: () => Point | undefined
  /** Exchanges whose body still arrives or whose handler still works. */
  readonly inFlight: { add(exchange: Exchange): void; delete(exchange: Exchange): void }
  /** Whether connections are given up after their answer. */
  closing: boolean
}

interface Answer {
  readonly status: number
  /** Empty for none. */
  readonly contentType: string
  readonly cache: CacheRule
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer | string | undefined
}

const NO_HEADERS = {}
const NO_BYTES = Buffer.alloc(0)
const JSON_MEDIA_TYPE = /^application\/json\s*(;|$)/i

export class Exchange implements RawRequest {
  readonly queryText: string
  bodyBytes: Buffer = NO_BYTES
  private requestId: string | undefined
  private ifNoneMatch = ''
  /** Taken before the handler reads, so that an answer is never older than the point it carries. */
  private readonly point: Point | undefined
  /** Whether the response is out of reach: sent, or its client gone. */
  private over = false
  /** Whether the answer comes after the request's callback: its writes are then gathered by `cork`. */
  private detached = false
  /** Whether a handler's promise is awaited. */
  private handling = false

  constructor(
    private readonly service: Service,
    private readonly response: HttpResponse,
    request: HttpRequest,
    private readonly headOnly = false,
  ) {
    const given = request.getHeader('x-request-id')
    if (given !== '' && isRequestId(given)) this.requestId = given
    // The declarations promise a string, but a URL without `?` has no query.
    this.queryText = request.getQuery() ?? ''
    this.point = service.indexedPoint()
  }

  get id(): string {
    if (this.requestId === undefined) {
      const bytes = Buffer.alloc(REQUEST_ID_LENGTH)
      this.service.writeRequestId(bytes, 0)
      this.requestId = bytes.toString('latin1')
    }
    return this.requestId
  }

  /** Answers by a route. Whatever goes wrong becomes an error answer; nothing is thrown. */
  serve(route: Route, request: HttpRequest): void {
    if (route.etag === true) this.ifNoneMatch = request.getHeader('if-none-match')
    if (route.path.length + 1 + this.queryText.length > MAX_URL_BYTES) {
      this.fail(invalidInput(`the URL must be at most ${MAX_URL_BYTES} bytes`))
    } else if (route.body === undefined) {
      this.run(route)
    } else if (route.requireJsonType === true && !JSON_MEDIA_TYPE.test(request.getHeader('content-type'))) {
      this.fail(invalidInput('Content-Type must be application/json'))
    } else if (Number(request.getHeader('content-length')) > MAX_BODY_BYTES) {
      this.fail(tooLarge())
    } else {
      this.receive(route)
    }
  }

  /** Answers a browser that asks whether it may call. */
  preflight(): void {
    this.send({
      status: 204,
      contentType: '',
      cache: 'no-store',
      headers: PREFLIGHT_HEADERS,
      body: undefined,
    })
  }

  /** Answers with an error. What is not an ApiError is a bug: the log has it, the client an id to find it by. */
  fail(failure: unknown, route?: Route): void {
    const error = apiErrorOf(failure)
    if (error !== failure) {
      const { method, path } = route ?? {}
      this.service.log.error({ err: failure, requestId: this.id, method, path }, 'a request failed')
    }
    const { status, headers } = error
    this.send({ status, contentType: JSON_TYPE, cache: 'no-store', headers, body: errorJson(error) })
  }

  /** Collects the body, then runs the route. More than the limit is not kept. */
  private receive(route: Route): void {
    this.detach()
    const chunks: Buffer[] = []
    let size = 0
    this.response.onData((memory, isLast) => {
      // The rest of a refused body still arrives; it is passed over, so that the client gets to read why.
      if (this.over) return
      const chunk = Buffer.from(memory)
      size += chunk.length
      if (size > MAX_BODY_BYTES) {
        chunks.length = 0
        this.fail(tooLarge())
      } else if (isLast) {
        this.bodyBytes = chunks.length === 0 ? chunk : Buffer.concat([...chunks, chunk])
        this.run(route)
      } else {
        // A copy: the memory is taken back when this returns.
        chunks.push(Buffer.from(chunk))
      }
    })
  }

  private run(route: Route): void {
    try {
      const reply = route.run(this)
      this.bodyBytes = NO_BYTES
      if (reply instanceof Promise) this.await(route, reply)
      else this.reply(route, reply)
    } catch (failure) {
      this.fail(failure, route)
    }
  }

  private await(route: Route, promised: Promise<Reply>): void {
    this.handling = true
    this.detach()
    promised
      .then((reply) => this.reply(route, reply))
      .catch((failure) => this.fail(failure, route))
      .finally(() => this.service.inFlight.delete(this))
  }

  /** The answer will come after the request's callback, when the client may be gone. */
  private detach(): void {
    if (this.detached) return
    this.detached = true
    this.service.inFlight.add(this)
    this.response.onAborted(() => {
      this.over = true
      if (!this.handling) this.service.inFlight.delete(this)
    })
  }

  private reply(route: Route, reply: Reply): void {
    const { status = 200, cache = route.cache, headers = NO_HEADERS } = reply
    const body = bytesOf(reply.body)
    const contentType = route.responses[status]?.contentType ?? JSON_TYPE
    if (status !== 200 || route.etag !== true) {
      this.send({ status, contentType, cache, headers, body })
      return
    }
    const tagged = { ...headers, ETag: etagOf(body) }
    const answer = { status, contentType, cache, headers: tagged, body }
    const current = matchesEtag(this.ifNoneMatch, tagged.ETag)
    this.send(current ? { ...answer, status: 304, contentType: '', body: undefined } : answer)
  }

  private send(answer: Answer): void {
    if (this.over) return
    this.over = true
    const { log, logsAnswers, inFlight } = this.service
    if (logsAnswers) log.debug({ requestId: this.id, status: answer.status }, 'answered')
    if (this.detached) {
      this.response.cork(() => this.write(answer))
      inFlight.delete(this)
    } else {
      this.write(answer)
    }
  }

  private write({ status, contentType, cache, headers, body }: Answer): void {
    const { response, service } = this
    const head = service.heads.get(status, contentType, cache, this.point)
    if (this.requestId === undefined) {
      service.writeRequestId(head.withId, head.idOffset)
      response.writeStatus(head.withId)
    } else {
      response.writeStatus(head.withoutId).writeHeader('X-Request-ID', this.requestId)
    }
    for (const name in headers) response.writeHeader(name, oneLine(headers[name] ?? ''))
    if (body !== undefined && !this.headOnly) {
      response.end(body, service.closing)
      return
    }
    // The arguments of endWithoutBody leave the request open in this version, hence headers in their place.
    if (body !== undefined) response.writeHeader('Content-Length', `${Buffer.byteLength(body)}`)
    if (service.closing) response.writeHeader('Connection', 'close')
    response.endWithoutBody()
  }
}

const tooLarge = (): ApiError =>
  new ApiError('PAYLOAD_TOO_LARGE', `The body must be at most ${MAX_BODY_BYTES} bytes`)

const bytesOf = (body: unknown): Buffer | string =>
  typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body)

/** A header ends with its line: nothing in a value may begin another. */
const oneLine = (value: string): string => value.replace(/[\r\n]+/g, ' ')
