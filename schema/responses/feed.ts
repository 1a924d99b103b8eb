// The vocabulary of the WebSocket feed, protocol v2: messages of clients, messages of the server, and reasons to refuse a message. Payloads
// are in feed-frames.ts, and have the shapes of the corresponding HTTP endpoints.

import type { AssetId, Hex } from '../primitives.ts'
import type { HistoryResolution } from './charts.ts'

/** The last five topics are extensions of the protocol. */
export const TOPICS = [
  'Latest',
  'New',
  'MCapDesc',
  'CompletedCreateOn',
  'CompletedMCap',
  'KOTH',
  'PoolFeed',
  'LiveOrdersFeed',
  'UserHistoryByAddress',
  'UserHistoryByAddressAndAsset',
  'Progress',
  'LastBar',
  'MCapBar',
  'Status',
  'LatestOrders',
] as const
export type Topic = (typeof TOPICS)[number]

interface OfAsset {
  readonly asset: AssetId
  /** Payment keys whose orders are sent; null or an empty list for all. A pool has no owner, so the filter does not affect pools. */
  readonly pkhFilter?: readonly Hex[] | null
}

interface OfBars {
  readonly pair: { readonly base: AssetId; readonly quote: AssetId }
  readonly interval: HistoryResolution
}

interface DataOfTopics {
  readonly PoolFeed: OfAsset
  readonly LiveOrdersFeed: OfAsset
  /** Bech32 address with a payment key. */
  readonly UserHistoryByAddress: { readonly address: string }
  readonly UserHistoryByAddressAndAsset: { readonly address: string; readonly asset: AssetId }
  readonly LastBar: OfBars
  readonly MCapBar: OfBars
}

/** Null if the topic needs no data. */
export type SubscriptionData<T extends Topic> = T extends keyof DataOfTopics ? DataOfTopics[T] : null

export const EVENT_OF = {
  Latest: 'MainPage',
  New: 'MainPage',
  MCapDesc: 'MainPage',
  CompletedCreateOn: 'MainPage',
  CompletedMCap: 'MainPage',
  KOTH: 'KOTH',
  PoolFeed: 'PoolsFeed',
  LiveOrdersFeed: 'LiveOrdersFeed',
  UserHistoryByAddress: 'UserHistoryByAddress',
  UserHistoryByAddressAndAsset: 'UserHistoryByAddressAndAsset',
  Progress: 'MainPage',
  LastBar: 'LastBarUpdate',
  MCapBar: 'MCapBarUpdate',
  Status: 'Status',
  LatestOrders: 'LatestOrders',
} as const satisfies Record<Topic, string>
type EventOf = typeof EVENT_OF

/**
 * A removed item has its own event, because the data of the topic's event is always a complete item. A client that only knows the topic's
 * event ignores removals.
 */
export const REMOVAL_OF = {
  Latest: 'PoolRemoved',
  New: 'PoolRemoved',
  MCapDesc: 'PoolRemoved',
  CompletedCreateOn: 'PoolRemoved',
  CompletedMCap: 'PoolRemoved',
  PoolFeed: 'PoolRemoved',
  LiveOrdersFeed: 'OrderRemoved',
  UserHistoryByAddress: 'OrderRemoved',
  UserHistoryByAddressAndAsset: 'OrderRemoved',
  Progress: 'PoolRemoved',
  LastBar: 'BarRemoved',
  MCapBar: 'BarRemoved',
  LatestOrders: 'OrderRemoved',
} as const satisfies Partial<Record<Topic, string>>
export type RemovalOf = typeof REMOVAL_OF

export type DataEvent = EventOf[Topic] | RemovalOf[keyof RemovalOf]

/** Reasons to refuse a client's message. */
export const FEED_CAUSES = [
  'INVALID_JSON',
  'INVALID_PARAMS',
  'UNKNOWN_MESSAGE_TYPE',
  'UNKNOWN_TOPIC',
  'DUPLICATE_REQUEST_ID',
  'NOT_SUBSCRIBED',
  'LIMIT_EXCEEDED',
  'SERVER_ERROR',
] as const
export type FeedCause = (typeof FEED_CAUSES)[number]

/** RFC 6455; 4008 is our own. */
export const CLOSE_CODES = {
  shutdown: 1001,
  binary: 1003,
  /** Too many messages, or too many refused messages. */
  policy: 1008,
  /** A message that is too long. */
  tooBig: 1009,
  /** A bug of the server: it cannot send a change. Connect again and fetch the state. */
  failed: 1011,
  /** The client's state cannot be updated: connect again and fetch the state. */
  replaced: 1012,
  /** The client reads too slowly: connect again and fetch the state. */
  slow: 1013,
  /** The client sent nothing for too long. */
  silent: 4008,
} as const
