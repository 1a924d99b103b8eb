// Frames of the feed, by topic. Their payloads equal the responses of the corresponding HTTP endpoints. If an item no longer exists, a
// frame with another event names this item.

import { type Static, type TSchema, Type } from '@sinclair/typebox'
import { OneOf } from '../one-of.ts'
import { BarSchema, MarketCapBarSchema } from './chart-responses.ts'
import { HISTORY_RESOLUTIONS } from './charts.ts'
import { EVENT_OF, FEED_CAUSES, type RemovalOf, TOPICS, type Topic } from './feed.ts'
import { count } from './field-schemas.ts'
import { StatusSchema } from './operations.ts'
import { OrderSchema } from './orders.ts'
import { LiquidityPoolInfoSchema } from './pools.ts'

const { id } = LiquidityPoolInfoSchema.properties.pool.properties
const { asset } = LiquidityPoolInfoSchema.properties.pool.properties.y.properties

/** The fields identify the removed item. */
const REMOVED = {
  /** A pool whose launch was rolled back. Subscribers of a list also get this frame for a pool that no longer trades. */
  PoolRemoved: Type.Object({ id, asset }),
  /** An order that is no longer in a block or in the mempool. */
  OrderRemoved: Type.Pick(OrderSchema, ['entityId', 'asset', 'pkh']),
  /** All bars of a pair from a time on were rolled back. Frames with the existing bars follow. */
  BarRemoved: Type.Object({
    pair: BarSchema.properties.pair,
    interval: OneOf(HISTORY_RESOLUTIONS),
    from: BarSchema.properties.time,
  }),
} as const satisfies Record<RemovalOf[keyof RemovalOf], TSchema>

const DATA_OF = {
  Latest: LiquidityPoolInfoSchema,
  New: LiquidityPoolInfoSchema,
  MCapDesc: LiquidityPoolInfoSchema,
  CompletedCreateOn: LiquidityPoolInfoSchema,
  CompletedMCap: LiquidityPoolInfoSchema,
  KOTH: LiquidityPoolInfoSchema,
  PoolFeed: LiquidityPoolInfoSchema,
  LiveOrdersFeed: OrderSchema,
  UserHistoryByAddress: OrderSchema,
  UserHistoryByAddressAndAsset: OrderSchema,
  Progress: LiquidityPoolInfoSchema,
  LastBar: Type.Object({ ...BarSchema.properties, isRelevant: MarketCapBarSchema.properties.isRelevant }),
  MCapBar: MarketCapBarSchema,
  LatestOrders: OrderSchema,
  Status: Type.Object({
    ...Type.Pick(StatusSchema, ['state', 'problem', 'node', 'log', 'models', 'lag', 'refolding']).properties,
    rolledBack: Type.Optional(
      count(
        'Number of blocks that forks have rolled back while this process had subscribers of the topic. An increase means a fork. Only in frames.',
        0,
      ),
    ),
  }),
} as const satisfies Record<Topic, TSchema>
export type FeedData<T extends Topic> = Static<(typeof DATA_OF)[T]>

/** Identifies the item that a client removes from a topic's state; null if the topic alone identifies it. */
export type RemovedData<T extends Topic> = T extends keyof RemovalOf
  ? Static<(typeof REMOVED)[RemovalOf[T]]>
  : null

const requestId = Type.String({ minLength: 1, maxLength: 128, examples: ['1'] })
const timestamp = Type.Integer({
  minimum: 0,
  description: 'Unix milliseconds.',
  examples: [1_795_294_800_000],
})
const topic = OneOf(TOPICS)

const Refusal = Type.Object({
  cause: OneOf(FEED_CAUSES),
  message: Type.String({ examples: ['asset must be the asset id of a token'] }),
})

const frame = (event: string, data: TSchema, of: TSchema = requestId, messageType = 'Response') =>
  Type.Object(
    { requestId: of, event: Type.Literal(event), messageType: Type.Literal(messageType), data },
    { additionalProperties: false },
  )

export const FRAMES: ReadonlyMap<string, TSchema> = new Map([
  ...TOPICS.map((of) => [EVENT_OF[of], frame(EVENT_OF[of], DATA_OF[of])] as const),
  ...Object.entries(REMOVED).map(([event, data]) => [event, frame(event, data)] as const),
  // A frame without data means that there is no king.
  ['KOTH', frame('KOTH', Type.Optional(DATA_OF.KOTH))],
  ['ConnectionSucceeded', frame('ConnectionSucceeded', Type.Object({ timestamp }))],
  ['Pong', frame('Pong', Type.Object({ timestamp }))],
  ['SubscriptionSucceeded', frame('SubscriptionSucceeded', Type.Object({ topic, timestamp }))],
  ['UnsubscriptionSucceeded', frame('UnsubscriptionSucceeded', Type.Object({ topic, timestamp }))],
  ['Ping', frame('Ping', Type.Object({ timestamp }), Type.Null(), 'Request')],
  ['Error', frame('Error', Refusal, Type.Union([requestId, Type.Null()]), 'Error')],
])
