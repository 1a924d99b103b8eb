// Rate limits: each class of routes has a bucket for every client.

import { Buckets, type RateLimit } from '../route/buckets.ts'
import { limitKey } from '../route/client-address.ts'

/** Classes of routes: reads, transaction building, launches. Health checks have no limit. */
const RATE_CLASSES = ['read', 'build', 'launch'] as const
export type RateClass = (typeof RATE_CLASSES)[number]

export type RateLimitSettings = Readonly<Record<RateClass, RateLimit | undefined>>

export class RateLimits {
  readonly #buckets: Readonly<Record<RateClass, Buckets | undefined>>

  /** @param clock milliseconds of a monotonic clock */
  constructor(
    settings: RateLimitSettings,
    private readonly clock: () => number,
  ) {
    const bucketsOf = (limit: RateLimit | undefined): Buckets | undefined => limit && new Buckets(limit)
    this.#buckets = {
      read: bucketsOf(settings.read),
      build: bucketsOf(settings.build),
      launch: bucketsOf(settings.launch),
    }
  }

  /** Counts a request. @throws {ApiError} RATE_LIMITED with `Retry-After` when the client's bucket is empty. */
  consume(kind: RateClass, address: string): void {
    this.#buckets[kind]?.consume(limitKey(address), this.clock())
  }
}
