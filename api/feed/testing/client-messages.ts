// Random messages of clients, valid and invalid, with the expected kind of reply. That kind follows from how a message is made, not from
// the tested code.

import fc from 'fast-check'
import { type FeedCause, TOPICS, type Topic } from '../../../schema/responses/feed.ts'
import { isJson } from '../../../tests/kit/is-json.ts'

const TOKEN = `${'ab'.repeat(28)}.00`

export type ClientMessage = { readonly text: string } & (
  | { readonly kind: 'subscribe'; readonly id: string; readonly topic: Topic }
  | { readonly kind: 'unsubscribe' | 'connect' | 'ping' | 'pong'; readonly id: string }
  /** `id` is the id in the reply. */
  | { readonly kind: 'refused'; readonly id: string | null; readonly cause: FeedCause }
  | { readonly kind: 'long' }
)

export const MESSAGE_BYTES = 1_000

const id = fc.constantFrom('1', '2', '3', 'é"\\', 'x'.repeat(128))
const plain = { clientId: 'c' }
const textOf = (message: unknown): string => JSON.stringify(message) ?? 'undefined'

const DATA: Readonly<Partial<Record<Topic, unknown>>> = {
  PoolFeed: { asset: TOKEN, pkhFilter: null },
  LiveOrdersFeed: { asset: TOKEN, pkhFilter: ['ab'.repeat(28)] },
  UserHistoryByAddress: { address: 'addr_test1vr20qk7389juurzjh8z6kfjt45xvkp2w042jlrw3wc6530s0hxxur' },
  UserHistoryByAddressAndAsset: {
    address: 'addr_test1vr20qk7389juurzjh8z6kfjt45xvkp2w042jlrw3wc6530s0hxxur',
    asset: TOKEN,
  },
  LastBar: { pair: { base: TOKEN, quote: '.' }, interval: 'min5' },
  MCapBar: { pair: { base: '.', quote: TOKEN }, interval: 'month1' },
}

const subscribing = fc
  .record({ id, topic: fc.constantFrom(...TOPICS), more: fc.constantFrom({}, { more: [1, null] }) })
  .map(({ id: requestId, topic, more }): ClientMessage => {
    const message = { ...plain, ...more, messageType: 'subscribe', requestId, topic, data: DATA[topic] }
    return { kind: 'subscribe', id: requestId, topic, text: textOf(message) }
  })

const plainly = fc
  .record({ id, kind: fc.constantFrom('unsubscribe', 'unsubscribe', 'connect', 'ping', 'pong') })
  .map(({ id: requestId, kind }): ClientMessage => {
    return { kind, id: requestId, text: textOf({ ...plain, messageType: kind, requestId }) }
  })

const notJson = fc
  .oneof(
    fc.string().filter((text) => !isJson(text)),
    fc.constantFrom('', '{', '['.repeat(8), '{"messageType":"ping"', '\u0000'),
  )
  .map((text): ClientMessage => ({ kind: 'refused', id: null, cause: 'INVALID_JSON', text }))

const deep = fc.constant<ClientMessage>({
  kind: 'refused',
  id: null,
  cause: 'INVALID_PARAMS',
  text: '['.repeat(900),
})

const notAMessage = fc
  .jsonValue({ maxDepth: 3 })
  .filter((value) => Buffer.byteLength(textOf(value)) <= MESSAGE_BYTES)
  .map(
    (value): ClientMessage => ({ kind: 'refused', id: null, cause: 'INVALID_PARAMS', text: textOf([value]) }),
  )

const badData = fc.constantFrom<readonly [topic: unknown, data: unknown, cause?: FeedCause]>(
  [undefined, undefined],
  [7, undefined],
  ['Trending', undefined, 'UNKNOWN_TOPIC'],
  ['__proto__', undefined, 'UNKNOWN_TOPIC'],
  ['', undefined, 'UNKNOWN_TOPIC'],
  ['New', []],
  ['PoolFeed', undefined],
  ['PoolFeed', { asset: '.' }],
  ['PoolFeed', { asset: TOKEN, pkhFilter: ['x'] }],
  ['LiveOrdersFeed', { asset: TOKEN, pkhs: 'x' }],
  ['UserHistoryByAddress', { address: 'addr1x' }],
  ['UserHistoryByAddressAndAsset', { address: TOKEN, asset: TOKEN }],
  ['LastBar', { pair: { base: '.', quote: '.' }, interval: 'min1' }],
  ['MCapBar', { pair: { base: TOKEN, quote: '.' }, interval: 'year1' }],
)
const badlySubscribing = fc
  .record({ id, of: badData })
  .map(({ id: requestId, of: [topic, data, cause] }): ClientMessage => {
    const text = textOf({ ...plain, messageType: 'subscribe', requestId, topic, data })
    return { kind: 'refused', id: requestId, cause: cause ?? 'INVALID_PARAMS', text }
  })

const badId = fc.constantFrom<unknown>(undefined, null, '', 7, {}, 'x'.repeat(129))
const badlyNamed = fc.oneof(
  fc.record({ id, clientId: badId }).map(({ id: requestId, clientId }): ClientMessage => {
    const text = textOf({ messageType: 'ping', clientId, requestId })
    return { kind: 'refused', id: requestId, cause: 'INVALID_PARAMS', text }
  }),
  badId.map((requestId): ClientMessage => {
    const text = textOf({ ...plain, messageType: 'subscribe', requestId, topic: 'New' })
    return { kind: 'refused', id: null, cause: 'INVALID_PARAMS', text }
  }),
  fc
    .record({ id, messageType: fc.constantFrom<unknown>('other', '', undefined, 1) })
    .map((of): ClientMessage => {
      const text = textOf({ ...plain, messageType: of.messageType, requestId: of.id })
      const cause = typeof of.messageType === 'string' ? 'UNKNOWN_MESSAGE_TYPE' : 'INVALID_PARAMS'
      return { kind: 'refused', id: of.id, cause, text }
    }),
)

const long = fc
  .integer({ min: 0, max: MESSAGE_BYTES / 2 })
  .map((more): ClientMessage => ({ kind: 'long', text: 'x'.repeat(MESSAGE_BYTES + 1 + more) }))

export const clientMessage = fc.oneof(
  { weight: 12, arbitrary: subscribing },
  { weight: 12, arbitrary: plainly },
  { weight: 2, arbitrary: notJson },
  { weight: 1, arbitrary: notAMessage },
  { weight: 1, arbitrary: deep },
  { weight: 3, arbitrary: badlySubscribing },
  { weight: 2, arbitrary: badlyNamed },
  { weight: 1, arbitrary: long },
)
