// Token buckets, one per client. An unused bucket is full after a while, so old buckets can be dropped. Dropping them bounds the number of
// buckets, however many addresses send requests.
import { ApiError } from '../../../schema/errors.ts'
import type { Uptime } from '../../../schema/platform/clocks.ts'
import { RecentMap } from '../../../schema/platform/recent-map.ts'
import { type BucketRate, takenFrom } from '../../../schema/platform/token-bucket.ts'

export interface RateLimit {
  readonly perMinute: number
  readonly burst: number
}

/** Clients in each of a class's two generations. */
const MAX_CLIENTS = 20_000

const MINUTE = 60_000

export class Buckets {
  /** Time in ms at which the client's bucket is full again. */
  readonly #fullAt = new RecentMap<string, number>(MAX_CLIENTS)
  readonly #rate: BucketRate
  readonly #limit: RateLimit
  readonly #unit: string

  /** @param unit of the limit, for messages */
  constructor(limit: RateLimit, unit = 'requests') {
    this.#limit = limit
    this.#unit = unit
    this.#rate = { interval: MINUTE / limit.perMinute, burst: limit.burst }
  }

  /** @throws {ApiError} RATE_LIMITED if the bucket does not contain this amount */
  consume(key: string, now: Uptime, amount = 1): void {
    const before = this.#fullAt.get(key) ?? now
    const { fullAt, wait } = takenFrom(before, now, this.#rate, amount)
    if (wait > 0) throw this.#refusal(wait, Math.max(0, before - now))
    this.#fullAt.set(key, fullAt)
  }

  #refusal(wait: number, untilFull: number): ApiError {
    const { burst, perMinute } = this.#limit
    const seconds = (milliseconds: number): string => `${Math.max(1, Math.ceil(milliseconds / 1000))}`
    return new ApiError(
      'RATE_LIMITED',
      `Rate limit exceeded: ${perMinute} ${this.#unit} per minute, bursts of up to ${burst}`,
      {
        'Retry-After': seconds(wait),
        'X-RateLimit-Limit': `${burst}`,
        'X-RateLimit-Remaining': '0',
        'X-RateLimit-Reset': seconds(untilFull),
      },
    )
  }
}
