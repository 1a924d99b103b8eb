// The types of the feed's payloads, made of those of the OpenAPI document: an outside program needs no schemas to name them.
// `feed-data.test.ts` compares them with the schemas of the frames.
import type { RemovalOf, SubscriptionData, Topic } from '../../schema/answers/feed.ts'
import type { components, operations } from './paths.ts'

type Schemas = components['schemas']
export type LiquidityPoolInfo = Schemas['LiquidityPoolInfo']
export type ApiOrder = Schemas['Order']
export type Bar = Schemas['Bar']
type Status = operations['getStatus']['responses'][200]['content']['application/json; charset=utf-8']

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
  /** A pool whose launch was rolled back; to the subscribers of a list also one that trades nowhere any more. */
  readonly PoolRemoved: { readonly id: string; readonly asset: string }
  /** An order that is in no block and no mempool any more. */
  readonly OrderRemoved: Pick<ApiOrder, 'entityId' | 'asset' | 'pkh'>
  /** Bars of a pair from a time on, which were rolled back; frames with the bars that are there follow. */
  readonly BarRemoved: SubscriptionData<'LastBar'> & { readonly from: number }
}

/** Data of a topic's frames. Every topic that is not named above sends pools. */
export type FeedData<T extends Topic> = T extends keyof DataOf ? DataOf[T] : LiquidityPoolInfo

/** Data that name what a client removes from a topic's state; null where the topic alone names it. */
export type RemovedData<T extends Topic> = T extends keyof RemovalOf ? RemovedOf[RemovalOf[T]] : null
