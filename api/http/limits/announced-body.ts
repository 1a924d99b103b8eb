// Reads the request headers that announce a body.

import { invalidInput } from '../check/validation.ts'
import type { HttpRequest } from '../native-server.ts'
import { type BodySpec, isMediaType } from '../route/body.ts'
import { tooLarge } from './receive-body.ts'

export class AnnouncedBody {
  /** Value of `Content-Type`; empty if the route accepts any. */
  readonly contentType: string
  /** Whether the request has no body. The library does not always report the end of an empty body. */
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
