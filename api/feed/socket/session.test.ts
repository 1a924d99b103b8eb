// Tests the protocol message by message.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formatAddress } from '../../../schema/codecs/address.ts'
import { TOPICS, type Topic } from '../../../schema/responses/feed.ts'
import { dataRest, dataStart, pingFrame } from './frames.ts'
import { Session, type Subscription } from './session.ts'

const NOW = 1_700_000_000_000
const TOKEN = `${'ab'.repeat(28)}.${Buffer.from('Coin').toString('hex')}`
const KEY = 'd4f05bd13965ce0c52b9c5ab264bad0ccb054e7d552f8dd1763548be'
const ADDRESS = 'addr_test1vr20qk7389juurzjh8z6kfjt45xvkp2w042jlrw3wc6530s0hxxur'

const opened = (limits = {}) => {
  const session = new Session('devnet', {
    subscriptions: 100,
    messageRate: 20,
    messageBurst: 60,
    errorsPerMinute: 10,
    messageBytes: 65_536,
    ...limits,
  })
  const say = (message: unknown, now = NOW) => {
    const text = typeof message === 'string' ? message : JSON.stringify(message)
    const { reply, ...rest } = session.receive(text, now, now)
    return { ...rest, ...(reply === undefined ? {} : { reply: JSON.parse(reply) }) }
  }
  const subscribe = (topic: string, data?: unknown, requestId = '1') =>
    say({ messageType: 'subscribe', clientId: 'c', requestId, topic, data })
  return { session, say, subscribe }
}

const response = (event: string, data: object, requestId: string | null = '1') => ({
  requestId,
  event,
  messageType: 'Response',
  data,
})
const refused = (cause: string, message: string, requestId: string | null = '1') => ({
  reply: { requestId, event: 'Error', messageType: 'Error', data: { cause, message } },
})
const plain = { clientId: 'c', requestId: '1' }

test('connect and ping are answered, and pong is not', () => {
  const { say } = opened()
  const connected = { reply: response('ConnectionSucceeded', { timestamp: NOW }) }
  assert.deepEqual(say({ ...plain, messageType: 'connect' }), connected)
  assert.deepEqual(say({ ...plain, messageType: 'connect' }), connected)
  assert.deepEqual(say({ ...plain, messageType: 'ping' }), { reply: response('Pong', { timestamp: NOW }) })
  assert.deepEqual(say({ ...plain, messageType: 'pong' }), {})
})

test('a message may have so many bytes and no more, and an id so many characters', () => {
  const message = (requestId: string) => JSON.stringify({ ...plain, requestId, messageType: 'ping' })
  const bytes = Buffer.byteLength(message('é'))
  assert.deepEqual(opened({ messageBytes: bytes }).say(message('é')), {
    reply: response('Pong', { timestamp: NOW }, 'é'),
  })
  assert.deepEqual(opened({ messageBytes: bytes - 1 }).say(message('é')), {
    close: { code: 1009, reason: `a message may have at most ${bytes - 1} bytes` },
  })
  const longest = 'x'.repeat(128)
  assert.deepEqual(opened().say(message(longest)), { reply: response('Pong', { timestamp: NOW }, longest) })
  const says = 'requestId must be a string of 1 to 128 characters'
  for (const id of ['', `${longest}x`])
    assert.deepEqual(opened().say(message(id)), refused('INVALID_PARAMS', says, null))
})

test('a message with more levels or members than a subscription needs is refused before it is parsed', () => {
  const { say } = opened()
  const deep = `{"a":${'['.repeat(9)}`
  assert.deepEqual(
    say(deep),
    refused('INVALID_PARAMS', 'the message must be nested at most 8 levels deep', null),
  )
  assert.deepEqual(
    say(`[${'0,'.repeat(300)}0]`),
    refused('INVALID_PARAMS', 'the message must have at most 256 members in all', null),
  )
})

const SAMPLE: Readonly<Partial<Record<Topic, { readonly data: unknown; readonly key: string }>>> = {
  PoolFeed: { data: { asset: TOKEN.toUpperCase(), pkhFilter: null }, key: TOKEN },
  LiveOrdersFeed: { data: { asset: TOKEN, pkhFilter: [] }, key: TOKEN },
  UserHistoryByAddress: { data: { address: ADDRESS }, key: KEY },
  UserHistoryByAddressAndAsset: { data: { address: ADDRESS, asset: TOKEN }, key: `${KEY} ${TOKEN}` },
  LastBar: {
    data: { pair: { base: TOKEN, quote: '.' }, interval: 'min5' },
    key: `${TOKEN} . min5`,
  },
  MCapBar: {
    data: { pair: { base: '.', quote: TOKEN }, interval: 'month1' },
    key: `. ${TOKEN} month1`,
  },
}

for (const topic of TOPICS)
  test(`${topic} can be subscribed to and left`, () => {
    const { session, say, subscribe } = opened()
    const { data, key } = SAMPLE[topic] ?? { data: undefined, key: '' }
    const subscription: Subscription = { topic, key, owners: undefined, requestId: '1' }
    assert.deepEqual(subscribe(topic, data), {
      reply: response('SubscriptionSucceeded', { topic, timestamp: NOW }),
      added: subscription,
    })
    assert.deepEqual([...session.subscriptions], [subscription])
    assert.deepEqual(say({ ...plain, messageType: 'unsubscribe' }), {
      reply: response('UnsubscriptionSucceeded', { topic, timestamp: NOW }),
      removed: subscription,
    })
    assert.deepEqual([...session.subscriptions], [])
    // After unsubscribing, the same id can be used again.
    assert.equal(subscribe('New').added?.topic, 'New')
  })

test('an owner filter is accepted under both of its names, in any case and order', () => {
  const { subscribe } = opened()
  const owners = ['11'.repeat(28), 'ee'.repeat(28)]
  const added = subscribe('LiveOrdersFeed', {
    asset: TOKEN,
    pkhFilter: owners.map((hash) => hash.toUpperCase()),
  })
  assert.deepEqual(added.added?.owners, new Set(owners))
  assert.deepEqual(
    subscribe('LiveOrdersFeed', { asset: TOKEN, pkhs: owners.reverse() }).reply.event,
    'SubscriptionSucceeded',
  )
  // The filter is also checked for a pool, where it has no effect.
  assert.equal(subscribe('PoolFeed', { asset: TOKEN, pkhFilter: owners }, '2').added?.owners, undefined)
  assert.equal(subscribe('PoolFeed', { asset: TOKEN, pkhFilter: ['x'] }, '3').reply.event, 'Error')
})

test('an id in use accepts the same subscription again, and no other', () => {
  const { session, subscribe } = opened()
  subscribe('PoolFeed', { asset: TOKEN })
  assert.deepEqual(subscribe('PoolFeed', { asset: TOKEN.toUpperCase(), pkhFilter: [] }), {
    reply: response('SubscriptionSucceeded', { topic: 'PoolFeed', timestamp: NOW }),
  })
  const other = refused(
    'DUPLICATE_REQUEST_ID',
    'this requestId has another subscription: unsubscribe it first',
  )
  assert.deepEqual(subscribe('New'), other)
  assert.deepEqual(subscribe('PoolFeed', { asset: `${'cd'.repeat(28)}.` }), other)
  assert.deepEqual(subscribe('LiveOrdersFeed', { asset: TOKEN }), other)
  assert.equal([...session.subscriptions].length, 1)
  // The same topic under two ids makes two subscriptions.
  assert.ok(subscribe('PoolFeed', { asset: TOKEN }, '2').added)
})

test('an invalid message is answered with its error', () => {
  const id = (name: string) => `${name} must be a string of 1 to 128 characters`
  const types = 'messageType must be one of subscribe, unsubscribe, connect, ping, pong'
  const asset =
    "Invalid input: data.asset must be a token's asset id: {policyId}.{hexAssetName} or its fingerprint"
  const owners = 'Invalid input: data.pkhFilter must be null or at most 100 key hashes of 56 hex digits'
  const data = 'Invalid input: data must be an object'
  const noData = 'Invalid input: data is missing: it must be an object'
  const address = 'Invalid input: data.address must be a bech32 address of devnet with a payment key'
  const subscribe = (topic: unknown, data?: unknown) => ({ ...plain, messageType: 'subscribe', topic, data })
  const cases: readonly (readonly [unknown, string, string, (string | null)?])[] = [
    ['{', 'INVALID_JSON', 'the message is not JSON', null],
    ['', 'INVALID_JSON', 'the message is not JSON', null],
    ['[]', 'INVALID_PARAMS', 'the message must be an object', null],
    ['null', 'INVALID_PARAMS', 'the message must be an object', null],
    [{ requestId: '1' }, 'INVALID_PARAMS', id('clientId')],
    [{ clientId: 7, requestId: '1' }, 'INVALID_PARAMS', id('clientId')],
    [{ clientId: 'c' }, 'INVALID_PARAMS', id('requestId'), null],
    [{ clientId: 'c', requestId: 1 }, 'INVALID_PARAMS', id('requestId'), null],
    [plain, 'INVALID_PARAMS', types],
    [{ ...plain, messageType: 'hello' }, 'UNKNOWN_MESSAGE_TYPE', types],
    [{ ...plain, messageType: 'unsubscribe' }, 'NOT_SUBSCRIBED', 'this requestId has no subscription'],
    [subscribe(undefined), 'INVALID_PARAMS', 'topic must be a string'],
    [subscribe('Trending'), 'UNKNOWN_TOPIC', 'unknown topic: Trending'],
    [subscribe('toString'), 'UNKNOWN_TOPIC', 'unknown topic: toString'],
    [subscribe('New', []), 'INVALID_PARAMS', data],
    [subscribe('New', 'x'), 'INVALID_PARAMS', data],
    [subscribe('PoolFeed'), 'INVALID_PARAMS', noData],
    [subscribe('PoolFeed', null), 'INVALID_PARAMS', data],
    [subscribe('PoolFeed', { asset: 'x' }), 'INVALID_PARAMS', asset],
    [subscribe('PoolFeed', { asset: '.' }), 'INVALID_PARAMS', asset],
    [subscribe('LiveOrdersFeed', { asset: TOKEN, pkhFilter: 'x' }), 'INVALID_PARAMS', owners],
    [subscribe('LiveOrdersFeed', { asset: TOKEN, pkhFilter: [7] }), 'INVALID_PARAMS', owners],
    [
      subscribe('LiveOrdersFeed', { asset: TOKEN, pkhFilter: Array(101).fill(KEY) }),
      'INVALID_PARAMS',
      owners,
    ],
    [subscribe('UserHistoryByAddress'), 'INVALID_PARAMS', noData],
    [subscribe('UserHistoryByAddress', { address: KEY }), 'INVALID_PARAMS', address],
    // An address of mainnet, a script's address, and one with extra bytes after the key's hash, which must not be cut off.
    ...[
      'addr1v820qk7389juurzjh8z6kfjt45xvkp2w042jlrw3wc6530s5lj6nx',
      'addr_test1wr20qk7389juurzjh8z6kfjt45xvkp2w042jlrw3wc6530sxl6xtr',
      formatAddress(`60${KEY}0000`),
    ].map((of) => [subscribe('UserHistoryByAddress', { address: of }), 'INVALID_PARAMS', address] as const),
    [
      subscribe('UserHistoryByAddressAndAsset', { address: ADDRESS }),
      'INVALID_PARAMS',
      asset.replace('must', 'is missing: it must'),
    ],
    [
      subscribe('LastBar', { interval: 'min1' }),
      'INVALID_PARAMS',
      'Invalid input: data.pair is missing: it must be an object',
    ],
    [
      subscribe('LastBar', { pair: { base: TOKEN, quote: TOKEN }, interval: 'min1' }),
      'INVALID_PARAMS',
      'Invalid input: data.pair must be a token and . for ADA',
    ],
    [
      subscribe('LastBar', { pair: { base: TOKEN, quote: '.' }, interval: 'year1' }),
      'INVALID_PARAMS',
      'Invalid input: data.interval must be one of min1, min5, hour1, day1, week1, month1, min15, min30, hour4',
    ],
  ]
  for (const [message, cause, why, requestId = '1'] of cases)
    assert.deepEqual(opened().say(message), refused(cause, why, requestId), JSON.stringify(message))
})

test('a data frame has its event, the id of the subscription, and its data', () => {
  const frameOf = (data: string | undefined): unknown =>
    JSON.parse(dataStart('a "b"\ud800') + String(dataRest('KOTH', data)))
  const frame = { requestId: 'a "b"\ud800', event: 'KOTH', messageType: 'Response' }
  assert.deepEqual(frameOf('{"n":1}'), { ...frame, data: { n: 1 } })
  assert.deepEqual(frameOf(undefined), frame)
  assert.deepEqual(JSON.parse(pingFrame(NOW)), {
    requestId: null,
    event: 'Ping',
    messageType: 'Request',
    data: { timestamp: NOW },
  })
})
