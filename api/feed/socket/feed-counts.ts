// Counts of the feed since its start, for the metrics.

import { BucketCounts } from '../../../schema/platform/bucket-counts.ts'
import { CLOSE_CODES, type Topic } from '../../../schema/responses/feed.ts'

const SECONDS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1]

const REASON_OF = new Map<number, string>(Object.entries(CLOSE_CODES).map(([reason, code]) => [code, reason]))

export class FeedCounts {
  connections = 0
  /** Refused with 429, because the address already had too many connections. */
  refused = 0
  /** Errors while messages or commits were handled. Each is a bug. */
  unexpected = 0
  readonly subscriptions = new Map<Topic, number>()
  /** Counted per subscription. */
  frames = 0
  /** Updates that newer ones replaced before they were sent. */
  conflated = 0
  /** Ended by the server, by the name in `CLOSE_CODES`. */
  readonly ended = new Map<string, number>([...REASON_OF.values()].map((reason) => [reason, 0]))
  /** Seconds from the notice of a commit until its frames are sent. */
  readonly delay = new BucketCounts(SECONDS)

  end(code: number): void {
    const reason = REASON_OF.get(code)
    if (reason !== undefined) this.ended.set(reason, (this.ended.get(reason) ?? 0) + 1)
  }

  /** @param by 1 when a subscription begins, -1 when it ends */
  subscribed(topic: Topic, by: number): void {
    this.subscriptions.set(topic, (this.subscriptions.get(topic) ?? 0) + by)
  }
}
