// The handlers that a subscriber passes to the client, and the values that they receive.
import type { FeedCause, Topic } from '../schema/responses/feed.ts'
import type { FeedData, RemovedData } from './feed-data.ts'
import type { FeedSocketConstructor } from './feed-socket.ts'
import type { MessageRate } from './outbox.ts'

/** The subscriber is told each change. */
export type FeedState =
  /** The initial state was applied, and frames report each change. */
  | { readonly state: 'subscribed' }
  /**
   * The state is out of date: the connection is lost, the state could not be fetched, or a function of the subscriber failed. The client
   * tries again.
   */
  | { readonly state: 'lost'; readonly reason: string }
  /** The service refused the subscription. The client does not try again. */
  | { readonly state: 'refused'; readonly cause: FeedCause; readonly message: string }

export interface FeedHandlers<T extends Topic, Initial> {
  /** Applies the data of a frame, in order. */
  onData(data: FeedData<T>): void
  /** Called with a removed item, for example after a fork; null if there is no king of the hill. */
  onRemoved?(data: RemovedData<T>): void
  onState?(state: FeedState): void
  /** Fetches the state that the frames change. */
  readonly initial?: {
    /**
     * Called after every acknowledgement. If the fetch fails or takes longer than `fetchTimeout` (by default 30 seconds), the client
     * subscribes again later.
     * @param signal aborted after `fetchTimeout`, and when the connection is lost
     */
    fetch(signal: AbortSignal): Promise<Initial>
    /** The fetched state replaces all earlier data. Then the frames that have arrived follow. */
    apply(state: Initial): void
  }
}

export interface FeedOptions {
  /** WebSocket implementation; by default the global `WebSocket`. */
  readonly WebSocket?: FeedSocketConstructor
  /** Path of the feed on the service. */
  readonly path?: string
  /** Longest wait in ms before the second attempt. It doubles with each attempt. The actual wait is random, from half of it on. */
  readonly firstWait?: number
  readonly longestWait?: number
  /**
   * Time in ms without a message after which the client closes the connection. After half of this time it sends a ping, to which the
   * service replies.
   */
  readonly silence?: number
  readonly messages?: MessageRate
  /** Time limit in ms for fetching a state. */
  readonly fetchTimeout?: number
}
