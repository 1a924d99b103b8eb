// How often a client may ask. Each class of routes has a bucket for every client that fills at a steady rate up to a
// burst. A bucket is one number: the time at which it is full again (the generic cell rate algorithm). Buckets nobody
// uses are forgotten, which fills them; their number is bounded whatever addresses come.

import { ApiError } from '../../../schema/errors.ts'
import { RecentMap } from '../../../schema/platform/recent-map.ts'
import { limitKey } from '../route/client-address.ts'

/** Reads, transaction building, launches; health checks have no limit. */
export const RATE_CLASSES = ['read', 'build', 'launch'] as const
export type RateClass = (typeof RATE_CLASSES)[number]

export interface RateLimit {
  readonly perMinute: number
  /** Requests at once. */
  readonly burst: number
}

/** Undefined for no limit. */
export type RateLimitSettings = Readonly<Record<RateClass, RateLimit | undefined>>

/** Clients remembered of each class, a generation. */
const MAX_CLIENTS = 20_000

const MINUTE = 60_000

/** A bucket for every client. */
export class Buckets {
  /** When each client's bucket is full again, in milliseconds of the clock. */
  readonly #fullAt = new RecentMap<string, number>(MAX_CLIENTS)
  /** Milliseconds in which one more is allowed. */
  readonly #interval: number

  /** @param unit of the limit, for messages */
  constructor(
    private readonly limit: RateLimit,
    private readonly unit = 'requests',
  ) {
    this.#interval = MINUTE / limit.perMinute
  }

  /** @throws {ApiError} RATE_LIMITED when the bucket does not hold as much. */
  take(key: string, now: number, amount = 1): void {
    const { burst } = this.limit
    const taken = amount * this.#interval
    const fullAt = Math.max(now, this.#fullAt.get(key) ?? now) + taken
    const wait = fullAt - now - burst * this.#interval
    // Sums of fractions are not exact: a microsecond is not waited for.
    if (wait > 0.001) throw this.#refusal(wait, fullAt - taken - now)
    this.#fullAt.set(key, fullAt)
  }

  #refusal(wait: number, untilFull: number): ApiError {
    const { burst, perMinute } = this.limit
    const seconds = (milliseconds: number): string => `${Math.max(1, Math.ceil(milliseconds / 1000))}`
    return new ApiError('RATE_LIMITED', `At most ${perMinute} ${this.unit} a minute, ${burst} at once`, {
      'Retry-After': seconds(wait),
      'X-RateLimit-Limit': `${burst}`,
      'X-RateLimit-Remaining': '0',
      'X-RateLimit-Reset': seconds(untilFull),
    })
  }
}

export class RateLimits {
  readonly #buckets: Readonly<Record<RateClass, Buckets | undefined>>

  /** @param clock milliseconds that only grow */
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

  /**
   * Counts a request.
   * @throws {ApiError} RATE_LIMITED with `Retry-After` when the client has asked too often.
   */
  take(kind: RateClass, address: string): void {
    this.#buckets[kind]?.take(limitKey(address), this.clock())
  }
}

/** A limit as a setting has it: `<requests a minute>/<burst>`, or 0 for none. */
export const parseRateLimit = (text: string): RateLimit | undefined => {
  const [perMinute = 0, burst = 0] = text.split('/').map(Number)
  return perMinute === 0 ? undefined : { perMinute, burst }
}
