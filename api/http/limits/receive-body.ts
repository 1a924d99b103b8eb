// The headers that announce a body, and the body as it arrives. Each piece counts against the route's limit and against the limit of all
// uploads together, and then goes to the route's reader. If a body stops or is slow, the client gets 408 before the library ends the
// connection. If a connection ended without a response, a proxy would count this as a failure of the server.

import type { TokenOf } from '../../../schema/codecs/asset-text.ts'
import { ApiError } from '../../../schema/errors.ts'
import { invalidInput } from '../check/validation.ts'
import type { HttpRequest } from '../native-server.ts'
import type { RecycledMemory } from '../response/recycled-memory.ts'
import { type BodyMemory, type BodyReader, type BodySpec, isMediaType } from '../route/body.ts'
import type { MemoryBudget } from './memory-budget.ts'

/** A body must be complete within this time. */
const DEADLINE_MS = 60_000

/** More bytes must arrive within this time. The library ends a silent connection after eight seconds or more. */
const SILENCE_MS = 7_000

const LARGE = 64 * 1024

interface BodyEvents {
  onWhole(): void
  /** The error is for the client. The rest of the body is ignored. */
  onFailure(failure: unknown): void
}

/** Delivers the request's body. */
interface BodySource {
  onData(listener: (memory: ArrayBuffer, isLast: boolean) => void): unknown
}

export interface BodiesShared {
  readonly uploads: MemoryBudget
  readonly bodyMemory: RecycledMemory
}

export class IncomingBody implements BodyMemory {
  readonly #reader: BodyReader<unknown>
  readonly #lent = new Set<Buffer>()
  #size = 0
  #isOver = false
  #silence: NodeJS.Timeout | undefined
  readonly #spec: BodySpec
  readonly #shared: BodiesShared

  /** @throws {ApiError} if the reader does not support the `Content-Type` */
  constructor(spec: BodySpec, contentType: string, shared: BodiesShared) {
    this.#spec = spec
    this.#shared = shared
    this.#reader = spec.open(contentType, this)
  }

  /** Parsing the body may take a millisecond or more. */
  get isLarge(): boolean {
    return this.#size > LARGE
  }

  value(tokenOf?: TokenOf): unknown {
    return this.#reader.end(tokenOf)
  }

  /** Unparsed, one character per byte. */
  text(): string {
    return this.#reader.text?.() ?? ''
  }

  receive(response: BodySource, { onWhole, onFailure }: BodyEvents): void {
    const fail = (failure: unknown): void => {
      this.release()
      onFailure(failure)
    }
    const end = performance.now() + DEADLINE_MS
    this.#silence = setTimeout(() => fail(tooSlow()), SILENCE_MS)
    response.onData((memory, isLast) => {
      if (this.#isOver) return
      this.#silence?.refresh()
      try {
        if (memory.byteLength > 0) this.#add(Buffer.from(memory))
        if (!isLast && performance.now() > end) throw tooSlow()
      } catch (failure) {
        fail(failure)
        return
      }
      if (!isLast) return
      this.#end()
      onWhole()
    })
  }

  lend(length: number): Buffer {
    const bytes = this.#shared.bodyMemory.lend(length)
    this.#lent.add(bytes)
    return bytes
  }

  free(bytes: Buffer): void {
    if (this.#lent.delete(bytes)) this.#shared.bodyMemory.free(bytes)
  }

  release(): void {
    this.#end()
    for (const bytes of this.#lent) this.free(bytes)
    this.#shared.uploads.release(this.#size)
    this.#size = 0
  }

  #end(): void {
    this.#isOver = true
    clearTimeout(this.#silence)
  }

  #add(piece: Buffer): void {
    if (this.#size + piece.length > this.#spec.limit) throw tooLarge(this.#spec)
    if (!this.#shared.uploads.reserve(piece.length))
      throw new ApiError('SERVICE_UNAVAILABLE', 'Too many bytes are being uploaded; retry in 2 seconds', {
        'Retry-After': '2',
      })
    this.#size += piece.length
    // The library reuses its memory after this call.
    const copy = this.lend(piece.length)
    piece.copy(copy)
    this.#reader.write(copy)
  }
}

const tooSlow = (): ApiError =>
  new ApiError(
    'REQUEST_TIMEOUT',
    `The body must be complete within ${DEADLINE_MS / 1000} s, without a pause of ${SILENCE_MS / 1000} s`,
  )

const tooLarge = ({ limit, tooLarge }: BodySpec): ApiError =>
  new ApiError(tooLarge, `The body must be at most ${limit} bytes`)

export class AnnouncedBody {
  /** Empty if the route accepts any type. */
  readonly contentType: string
  /** The library does not always report the end of an empty body. */
  readonly isEmpty: boolean
  readonly #length: number
  readonly #spec: BodySpec

  constructor(spec: BodySpec, request: HttpRequest) {
    this.#spec = spec
    const length = request.getHeader('content-length')
    this.contentType = spec.requiresType ? request.getHeader('content-type') : ''
    this.isEmpty = length === '' ? request.getHeader('transfer-encoding') === '' : /^0+$/.test(length)
    this.#length = Number(length)
  }

  /** @throws {ApiError} if the route does not accept the body */
  check(): void {
    const { requiresType, mediaType, limit } = this.#spec
    if (requiresType && !isMediaType(this.contentType, mediaType))
      throw invalidInput(`Content-Type must be ${mediaType}`)
    if (this.#length > limit) throw tooLarge(this.#spec)
  }
}
