// What the frames of the feed look like, topic by topic. Their payloads are those of the HTTP endpoints of the same
// things; what is not on the chain any more has its name and `removed`.
import { type Static, type TSchema, Type } from '@sinclair/typebox'
import { BarSchema, MarketCapBarSchema } from './chart-answers.ts'
import { EVENT_OF, FEED_CAUSES, TOPICS, type Topic } from './feed.ts'
import { StatusSchema } from './operations.ts'
import { OrderSchema } from './orders.ts'
import { LiquidityPoolInfoSchema } from './pools.ts'

const removed = Type.Literal(true, { description: 'It is not on the chain any more.' })

/** A pool whose launch was rolled back; to the subscribers of a list also one that trades nowhere any more. */
export const RemovedPoolSchema = Type.Object(
  {
    pool: Type.Object({
      id: LiquidityPoolInfoSchema.properties.pool.properties.id,
      y: Type.Object({ asset: LiquidityPoolInfoSchema.properties.pool.properties.y.properties.asset }),
    }),
    removed,
  },
  { $id: 'RemovedPool' },
)

/** An order that is in no block and no mempool any more. */
export const RemovedOrderSchema = Type.Object(
  { ...Type.Pick(OrderSchema, ['entityId', 'asset', 'pkh']).properties, removed },
  { $id: 'RemovedOrder' },
)

/** A pair without bars at the subscription's interval, as the only one was rolled back. */
export const RemovedBarSchema = Type.Object(
  { pair: BarSchema.properties.pair, removed },
  { $id: 'RemovedBar' },
)

const pool = Type.Union([LiquidityPoolInfoSchema, RemovedPoolSchema])
const order = Type.Union([OrderSchema, RemovedOrderSchema])

/** `data` of the frames of each topic. */
export const DATA_OF = {
  Latest: pool,
  New: pool,
  MCapDesc: pool,
  CompletedCreateOn: pool,
  CompletedMCap: pool,
  KOTH: Type.Union([LiquidityPoolInfoSchema, Type.Null()]),
  PoolFeed: pool,
  LiveOrdersFeed: order,
  UserHistoryByAddress: order,
  UserHistoryByAddressAndAsset: order,
  Progress: pool,
  LastBar: Type.Union([
    Type.Object({ ...BarSchema.properties, isRelevant: MarketCapBarSchema.properties.isRelevant }),
    RemovedBarSchema,
  ]),
  MCapBar: Type.Union([MarketCapBarSchema, RemovedBarSchema]),
  Status: Type.Pick(StatusSchema, ['state', 'problem', 'node', 'log', 'models', 'lag', 'refolding']),
} as const satisfies Record<Topic, TSchema>
export type FeedData<T extends Topic> = Static<(typeof DATA_OF)[T]>

const requestId = Type.String({ minLength: 1, maxLength: 128 })
const timestamp = Type.Integer({ minimum: 0, description: 'Unix milliseconds.' })
const topic = Type.Union(TOPICS.map((name) => Type.Literal(name)))

const Refusal = Type.Object({
  cause: Type.Union(FEED_CAUSES.map((cause) => Type.Literal(cause))),
  message: Type.String(),
})

const frame = (event: string, data: TSchema, of: TSchema = requestId, messageType = 'Response') =>
  Type.Object(
    { requestId: of, event: Type.Literal(event), messageType: Type.Literal(messageType), data },
    { additionalProperties: false },
  )

/** The server's frames by their event. */
export const FRAMES: ReadonlyMap<string, TSchema> = new Map([
  ...TOPICS.map((of) => [EVENT_OF[of], frame(EVENT_OF[of], DATA_OF[of])] as const),
  ['ConnectionSucceeded', frame('ConnectionSucceeded', Type.Object({ timestamp }))],
  ['Pong', frame('Pong', Type.Object({ timestamp }))],
  ['SubscriptionSucceeded', frame('SubscriptionSucceeded', Type.Object({ topic, timestamp }))],
  ['UnsubscriptionSucceeded', frame('UnsubscriptionSucceeded', Type.Object({ topic, timestamp }))],
  ['Ping', frame('Ping', Type.Object({ timestamp }), Type.Null(), 'Request')],
  ['Error', frame('Error', Refusal, Type.Union([requestId, Type.Null()]), 'Error')],
])
