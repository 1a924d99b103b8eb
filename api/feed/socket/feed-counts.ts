// What the feed has done since it started, counted for the metrics by those who do it.

import { CLOSE_CODES, type Topic } from '../../../schema/answers/feed.ts'
import { BucketCounts } from '../../../schema/platform/bucket-counts.ts'

/** Seconds from the notice of a commit until its frames have left. */
const SECONDS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1]

const REASON_OF = new Map<number, string>(Object.entries(CLOSE_CODES).map(([reason, code]) => [code, reason]))

export class FeedCounts {
  /** Connections now. */
  connections = 0
  /** Connections that were answered 429: their address had as many as it may have. */
  refused = 0
  /** Messages and commits that could not be taken, by a bug. */
  unexpected = 0
  /** Subscriptions now, by topic. */
  readonly subscriptions = new Map<Topic, number>()
  /** Frames with data, each connection's its own. */
  frames = 0
  /** Updates that a newer one replaced before they were sent. */
  conflated = 0
  /** Connections that the server ended, by the names of `CLOSE_CODES`. */
  readonly ended = new Map<string, number>([...REASON_OF.values()].map((reason) => [reason, 0]))
  /** From the notice of a commit until its frames have left; only of commits with frames. */
  readonly delay = new BucketCounts(SECONDS)

  /** The server ends a connection with a code of `CLOSE_CODES`. */
  end(code: number): void {
    const reason = REASON_OF.get(code)
    if (reason !== undefined) this.ended.set(reason, (this.ended.get(reason) ?? 0) + 1)
  }

  /** @param by 1 or -1 */
  subscribed(topic: Topic, by: number): void {
    this.subscriptions.set(topic, (this.subscriptions.get(topic) ?? 0) + by)
  }
}
