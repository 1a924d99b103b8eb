// The frames that the service sends.
import type { DataEvent, FeedCause } from '../schema/responses/feed.ts'

export interface Refusal {
  readonly cause: FeedCause
  readonly message: string
}

export interface DataFrame {
  readonly requestId: string | null
  readonly event: DataEvent
  readonly data?: unknown
}

export type ServerFrame =
  | DataFrame
  | { readonly requestId: string | null; readonly event: 'Error'; readonly data: Refusal }
  | { readonly requestId: string | null; readonly event: 'Ping' }
  | { readonly requestId: string | null; readonly event: 'SubscriptionSucceeded' }
  | { readonly requestId: string | null; readonly event: 'UnsubscriptionSucceeded' }

/** @throws {Error} if the text is not a frame */
export const frameOf = (text: string): ServerFrame => {
  const frame: unknown = JSON.parse(text)
  if (typeof frame !== 'object' || frame === null || !('event' in frame)) throw new Error('it has no event')
  return frame as ServerFrame
}
