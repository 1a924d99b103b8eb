// Rate limits. Each class of routes has a bucket per client, and a larger bucket per /48 network.

import type { Uptime } from '../../../schema/platform/clocks.ts'
import { Buckets, type RateLimit } from '../route/buckets.ts'
import { limitKey, siteKey } from '../route/client-address.ts'

/** Health checks have no limit. */
const RATE_CLASSES = ['read', 'build', 'launch', 'picture'] as const
export type RateClass = (typeof RATE_CLASSES)[number]

export type RateLimitSettings = Readonly<Record<RateClass, RateLimit | undefined>>

/** Limit of a /48 network, as a multiple of a client's limit. */
const SITE_LIMITS = 10

type BucketsByClass = Readonly<Record<RateClass | 'connection', Buckets | undefined>>

const bucketsOf = (settings: RateLimitSettings, times: number): BucketsByClass => {
  const of = (limit: RateLimit | undefined): Buckets | undefined =>
    limit && new Buckets({ perMinute: times * limit.perMinute, burst: times * limit.burst })
  const { read, build, launch, picture } = settings
  return { read: of(read), build: of(build), launch: of(launch), picture: of(picture), connection: of(read) }
}

export class RateLimits {
  readonly #ofClients: BucketsByClass
  readonly #ofSites: BucketsByClass

  readonly #clock: () => Uptime

  constructor(settings: RateLimitSettings, clock: () => Uptime) {
    this.#clock = clock
    this.#ofClients = bucketsOf(settings, 1)
    this.#ofSites = bucketsOf(settings, SITE_LIMITS)
  }

  /**
   * A new connection counts against the limit of reads.
   * @throws {ApiError} RATE_LIMITED with `Retry-After` if the client's bucket is empty
   */
  consume(kind: RateClass | 'connection', address: string): void {
    this.#ofClients[kind]?.consume(limitKey(address), this.#clock())
    const site = siteKey(address)
    if (site !== undefined) this.#ofSites[kind]?.consume(site, this.#clock())
  }
}
