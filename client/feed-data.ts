// The types of the feed's payloads, derived from the types of the OpenAPI document, so other programs need no schemas. `feed-data.test.ts`
// compares them with the frames' schemas.
import type { RemovalOf, SubscriptionData, Topic } from '../schema/responses/feed.ts'
import type { components, paths } from './paths.ts'

type Schemas = components['schemas']
export type LiquidityPoolInfo = Schemas['LiquidityPoolInfo']
export type ApiOrder = Schemas['Order']
export type Bar = Schemas['Bar']
type Status = paths['/status']['get']['responses'][200]['content']['application/json; charset=utf-8']

interface DataOf {
  readonly LatestOrders: ApiOrder
  readonly LiveOrdersFeed: ApiOrder
  readonly UserHistoryByAddress: ApiOrder
  readonly UserHistoryByAddressAndAsset: ApiOrder
  readonly LastBar: Bar & Pick<Schemas['MarketCapBar'], 'isRelevant'>
  readonly MCapBar: Schemas['MarketCapBar']
  readonly Status: Pick<Status, 'state' | 'problem' | 'node' | 'log' | 'models' | 'lag' | 'refolding'>
}

interface RemovedOf {
  /** A pool whose launch was rolled back; in a list, also a pool that no longer trades. */
  readonly PoolRemoved: { readonly id: string; readonly asset: string }
  /** An order that is no longer in a block or in the mempool. */
  readonly OrderRemoved: Pick<ApiOrder, 'entityId' | 'asset' | 'pkh'>
  /** Start of the first rolled-back bar of a pair, Unix seconds. Frames with the current bars follow. */
  readonly BarRemoved: SubscriptionData<'LastBar'> & { readonly from: number }
}

/** A topic that is not listed above sends pools. */
export type FeedData<T extends Topic> = T extends keyof DataOf ? DataOf[T] : LiquidityPoolInfo

/** Identifies the item to remove from a topic's state; null if the topic has only one item. */
export type RemovedData<T extends Topic> = T extends keyof RemovalOf ? RemovedOf[RemovalOf[T]] : null
