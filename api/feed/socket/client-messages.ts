// Schemas of clients' messages. Subscriptions are checked by these schemas, and the AsyncAPI document shows them.
import { type TSchema, Type } from '@sinclair/typebox'
import { OneOf } from '../../../schema/one-of.ts'
import { HISTORY_RESOLUTIONS } from '../../../schema/responses/charts.ts'
import { TOPICS, type Topic } from '../../../schema/responses/feed.ts'
import { AssetIdParam, KeyHash, TokenIdParam } from '../../http/route/fields.ts'

/** For client ids and request ids. */
export const MAX_ID_LENGTH = 128

const MAX_OWNERS = 100

const owners = (description: string) =>
  Type.Optional(
    Type.Union([Type.Array(KeyHash, { maxItems: MAX_OWNERS }), Type.Null()], {
      description,
      mustBe: `null or at most ${MAX_OWNERS} key hashes of 56 hex digits`,
    }),
  )

const asset = { ...TokenIdParam, description: 'Asset id of the token.' }

/** No kind of address has more characters. */
const address = Type.String({
  maxLength: 200,
  description:
    'Bech32 address on the network of the service; it includes all addresses with its payment key.',
  mustBe: 'a bech32 address with a payment key',
  examples: ['addr_test1vr20qk7389juurzjh8z6kfjt45xvkp2w042jlrw3wc6530s0hxxur'],
})

export const OfAsset = Type.Object({
  asset,
  pkhFilter: owners(
    'Payment key hashes of the owners whose orders are sent; null or an empty list for all owners. `PoolFeed` ignores it.',
  ),
  pkhs: owners('Older name of `pkhFilter`.'),
})
export const OfAddress = Type.Object({ address })
export const OfAddressAndAsset = Type.Object({ address, asset })
export const OfBars = Type.Object({
  pair: Type.Object(
    { base: AssetIdParam, quote: AssetIdParam },
    { description: 'A token and `.` for ADA, in either order.' },
  ),
  interval: OneOf(HISTORY_RESOLUTIONS, { description: 'Length of a bar.' }),
})

export const OfNothing = Type.Optional(Type.Object({}, { description: 'Not used.' }))

const DATA: Readonly<Partial<Record<Topic, TSchema>>> = {
  PoolFeed: OfAsset,
  LiveOrdersFeed: OfAsset,
  UserHistoryByAddress: OfAddress,
  UserHistoryByAddressAndAsset: OfAddressAndAsset,
  LastBar: OfBars,
  MCapBar: OfBars,
}

const id = (description: string, example: string) =>
  Type.String({ minLength: 1, maxLength: MAX_ID_LENGTH, description, examples: [example] })

const message = (messageType: string, more: Record<string, TSchema> = {}) =>
  Type.Object({
    messageType: Type.Literal(messageType),
    clientId: id("Name of the client, for the client's own use.", 'page-1'),
    requestId: id('Id of the subscription on its connection; every frame of the subscription has it.', '1'),
    ...more,
  })

/** Each topic has its own message. */
export const CLIENT_MESSAGES: ReadonlyMap<string, TSchema> = new Map([
  ...TOPICS.map(
    (topic) =>
      [
        `subscribe${topic}`,
        message('subscribe', { topic: Type.Literal(topic), data: DATA[topic] ?? OfNothing }),
      ] as const,
  ),
  ...['unsubscribe', 'connect', 'ping', 'pong'].map((type) => [type, message(type)] as const),
])
