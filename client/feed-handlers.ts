// The handlers that a subscriber gives to its client, and the values that they receive.
import type { FeedCause, Topic } from '../schema/responses/feed.ts'
import type { FeedData, RemovedData } from './feed-data.ts'
import type { FeedSocketConstructor } from './feed-socket.ts'
import type { MessageRate } from './outbox.ts'

/** State of a subscription. The subscriber learns each change. */
export type FeedState =
  /** The client's state is current: the initial state was applied, and a frame announces each change. */
  | { readonly state: 'subscribed' }
  /**
   * The connection is lost, the state could not be fetched, or a function of the subscriber failed, so the client's state is out of date.
   * The client tries again.
   */
  | { readonly state: 'lost'; readonly reason: string }
  /** The service refused the subscription. The client does not try again. */
  | { readonly state: 'refused'; readonly cause: FeedCause; readonly message: string }

export interface FeedHandlers<T extends Topic, Initial> {
  /** Applies the data of a frame, in order. */
  onData(data: FeedData<T>): void
  /** Called with an item that was removed, for example by a fork; null if there is no king of the hill. */
  onRemoved?(data: RemovedData<T>): void
  onState?(state: FeedState): void
  /** Fetches the state to which the frames are applied. */
  readonly initial?: {
    /**
     * Called after every acknowledgement. If it fails or takes longer than 30 seconds, the client subscribes again later.
     * @param signal aborted then, and when the connection is lost
     */
    fetch(signal: AbortSignal): Promise<Initial>
    /** Called with the fetched state, which replaces all earlier data. The frames that arrived meanwhile follow. */
    apply(state: Initial): void
  }
}

export interface FeedOptions {
  /** WebSocket implementation; by default the global one. */
  readonly WebSocket?: FeedSocketConstructor
  /** Path of the feed on the service. */
  readonly path?: string
  /** Wait in ms before a second attempt. It doubles with each attempt, and about half of it is random. */
  readonly firstWait?: number
  readonly longestWait?: number
  /**
   * Time in ms without a message of the service after which the client closes the connection. After half of it the client sends a ping,
   * to which the service replies.
   */
  readonly silence?: number
  readonly messages?: MessageRate
  /** Time in ms within which a state must be fetched. */
  readonly fetchTimeout?: number
}
