// The analytics WebSocket: every kind of message, every topic with its frames' event and data, and refused messages.
import assert from 'node:assert/strict'
import { TRADERS } from '../../devnet/actors/people.ts'
import { formatAddress } from '../../schema/codecs/address.ts'
import { witnessOf } from '../harness/wallet-requests.ts'
import { type Frame, openFeed, statusesOf } from './feed-socket.ts'
import { assertIs, isOf } from './kinds.ts'
import { assertPool, BAR, MARKET_CAP_BAR } from './resources.ts'
import type { Row, Section } from './rows.ts'
import type { World } from './world.ts'

const LISTS = ['Latest', 'New', 'MCapDesc', 'CompletedCreateOn', 'CompletedMCap'] as const

const REFUSED: readonly (readonly [string, object, string])[] = [
  ['PoolFeed without data', { topic: 'PoolFeed' }, 'INVALID_PARAMS'],
  ['LiveOrdersFeed without data', { topic: 'LiveOrdersFeed' }, 'INVALID_PARAMS'],
  ['UserHistoryByAddress without address', { topic: 'UserHistoryByAddress', data: {} }, 'INVALID_PARAMS'],
  [
    'UserHistoryByAddressAndAsset without either',
    { topic: 'UserHistoryByAddressAndAsset', data: {} },
    'INVALID_PARAMS',
  ],
  ['pkhFilter that is no array', { topic: 'LiveOrdersFeed', data: { pkhFilter: 'x' } }, 'INVALID_PARAMS'],
  ['a topic that is none', { topic: 'Trending' }, 'UNKNOWN_TOPIC'],
  ['without clientId', { clientId: undefined, topic: 'New' }, 'INVALID_PARAMS'],
  ['without requestId', { requestId: undefined, topic: 'New' }, 'INVALID_PARAMS'],
  ['without messageType', { messageType: undefined, topic: 'New' }, 'INVALID_PARAMS'],
  ['without topic', {}, 'INVALID_PARAMS'],
  ['a messageType that is none', { messageType: 'publish' }, 'UNKNOWN_MESSAGE_TYPE'],
  ['a requestId that is a number', { requestId: 1, topic: 'New' }, 'INVALID_PARAMS'],
  ['unsubscribe of nothing', { messageType: 'unsubscribe' }, 'NOT_SUBSCRIBED'],
]

/** The specification does not define an order's fields. */
const assertOrder = (data: unknown): void => {
  assert.ok(isOf('object', data))
  const { pkh, status, pendingTransactionId } = data as Readonly<Record<string, unknown>>
  assert.ok(isOf('keyHash', pkh) && isOf('string', status) && isOf('hash', pendingTransactionId), `${pkh}`)
}

const orderOfStranger = async ({ post, order }: World): Promise<string> => {
  const [trader = assert.fail()] = TRADERS
  const changeAddress = formatAddress(trader.address)
  const { cbor } = await post('/order', order({ changeAddress }))
  return (await post('/sign-and-submit', { cbor, witness: witnessOf(trader, cbor), changeAddress })).txHash
}

const DATA: Readonly<Record<string, (data: unknown) => void>> = {
  MainPage: assertPool,
  PoolsFeed: assertPool,
  KOTH: assertPool,
  LiveOrdersFeed: assertOrder,
  UserHistoryByAddress: assertOrder,
  UserHistoryByAddressAndAsset: assertOrder,
}

/** Frames after a rollback that removes the only curve: there is no King of the Hill. */
const judgeRollback = async (row: Row, frames: readonly Frame[]): Promise<void> => {
  for (const event of ['MainPage', 'PoolsFeed'])
    await row(`${event}: data is a pool snapshot, also after a rollback`, () => {
      const of = frames.filter((frame) => frame.event === event)
      assert.ok(of.length > 0)
      for (const { data } of of) assertPool(data)
    })
  await row('data is an object or absent, also of KOTH without a king', () => {
    for (const frame of frames)
      assert.ok(!('data' in frame) || isOf('object', frame.data), JSON.stringify(frame))
  })
}

type Socket = Awaited<ReturnType<typeof openFeed>>

const judgeMessages = async (row: Row, url: string, socket: Socket): Promise<void> => {
  for (const path of ['/websocket/ws', '/ws'])
    await row(`path ${path}`, async () => {
      const opened = await openFeed(url, path)
      opened.tell({ messageType: 'ping', requestId: path })
      await opened.next('a pong', ({ event, requestId }) => event === 'Pong' && requestId === path)
      opened.close()
    })
  const responses = (requestId: string) => socket.next(requestId, (frame) => frame.requestId === requestId)
  for (const [messageType, event] of [
    ['connect', 'ConnectionSucceeded'],
    ['ping', 'Pong'],
  ] as const)
    await row(`${messageType} is answered`, async () => {
      socket.tell({ messageType, requestId: messageType })
      const { data, ...frame } = await responses(messageType)
      assert.deepEqual(frame, { requestId: messageType, event, messageType: 'Response' })
      assert.deepEqual(Object.keys(data), ['timestamp'])
    })
  await row('pong is taken and not answered', async () => {
    socket.tell({ messageType: 'pong', requestId: 'pong' })
    socket.tell({ messageType: 'ping', requestId: 'after' })
    await responses('after')
    assert.ok(!socket.frames.some(({ requestId }) => requestId === 'pong'))
  })
}

const subscriptionsOf = ({ wallet: { address, pkh }, curve }: World) => {
  const pair = { base: curve, quote: '.' }
  return [
    ...LISTS.map((topic) => [topic, topic, undefined, 'MainPage'] as const),
    ['KOTH', 'KOTH', undefined, 'KOTH'],
    ['empty data', 'Latest', {}, 'MainPage'],
    ['PoolFeed', 'PoolFeed', { asset: curve, pkhFilter: null }, 'PoolsFeed'],
    ['orders', 'LiveOrdersFeed', { asset: curve, pkhFilter: null }, 'LiveOrdersFeed'],
    ['own orders', 'LiveOrdersFeed', { asset: curve, pkhFilter: [pkh] }, 'LiveOrdersFeed'],
    ['history', 'UserHistoryByAddress', { address }, 'UserHistoryByAddress'],
    [
      'history of an asset',
      'UserHistoryByAddressAndAsset',
      { address, asset: curve },
      'UserHistoryByAddressAndAsset',
    ],
    ['bars', 'LastBar', { pair, interval: 'min5' }, 'LastBarUpdate'],
    ['market-cap bars', 'MCapBar', { pair, interval: 'min5' }, 'MCapBarUpdate'],
  ] as const
}

type Subscriptions = ReturnType<typeof subscriptionsOf>

const judgeSubscriptions = async (
  row: Row,
  url: string,
  socket: Socket,
  subscriptions: Subscriptions,
): Promise<void> => {
  for (const [requestId, topic, data] of subscriptions)
    await row(`subscribe to ${topic} with data ${data && Object.keys(data)} (${requestId})`, async () => {
      const frame = await socket.subscribe(requestId, topic, data)
      assert.deepEqual([frame.event, frame.messageType], ['SubscriptionSucceeded', 'Response'])
    })

  for (const [requirement, message, cause] of REFUSED)
    await row(`${requirement}: refused, the connection stays`, async () => {
      const other = await openFeed(url)
      other.tell({ messageType: 'subscribe', requestId: 'x', ...message })
      const { data } = await other.next('an error', ({ event }) => event === 'Error')
      assert.equal(data.cause, cause)
      other.tell({ messageType: 'ping', requestId: 'y' })
      await other.next('a pong', ({ event }) => event === 'Pong')
      other.close()
    })
  await row('what is not JSON is refused, the connection stays', async () => {
    socket.say('{')
    const { requestId, data } = await socket.next('an error', ({ event }) => event === 'Error')
    assert.deepEqual([requestId, data.cause], [null, 'INVALID_JSON'])
  })
}

const judgeFrames = async (
  row: Row,
  { get }: Pick<World, 'get'>,
  socket: Socket,
  subscriptions: Subscriptions,
): Promise<void> => {
  for (const [requestId, , , event] of subscriptions) {
    if (requestId === 'empty data') continue
    await row(`frames of ${requestId}: ${event}, Response, the request id, an object`, async () => {
      const wanted = await socket.next(
        `a frame of ${requestId}`,
        (frame) => frame.requestId === requestId && frame.event === event,
      )
      assert.equal(wanted.messageType, 'Response')
      assert.ok(isOf('object', wanted.data))
      DATA[event]?.(wanted.data)
      if (event === 'KOTH') assert.equal(wanted.data.info.asset, (await get('/v1/koth')).info.asset)
      if (event === 'LastBarUpdate') assertIs({ ...BAR, 'isRelevant?': 'boolean' }, wanted.data)
      if (event === 'MCapBarUpdate') assertIs(MARKET_CAP_BAR, wanted.data)
    })
  }
}

const judgeEnd = async (
  row: Row,
  { post, order, send, makeBlocks }: World,
  socket: Socket,
): Promise<void> => {
  for (const requestId of ['Latest', 'orders'])
    await row(`unsubscribe ${requestId}`, async () => {
      socket.tell({ messageType: 'unsubscribe', requestId })
      await socket.next(
        'the end',
        (frame) => frame.requestId === requestId && frame.event === 'UnsubscriptionSucceeded',
      )
    })
  await row('no frame after it', async () => {
    const before = socket.frames.length
    const last = await send((await post('/order', order())).cbor)
    await makeBlocks(2)
    await socket.reaches(last, 'Evaluated')
    const later = socket.frames.slice(before).map(({ requestId }) => requestId)
    assert.ok(later.includes('own orders') && !later.includes('Latest') && !later.includes('orders'))
  })
}

export const feed = (framesOfRollback: () => Promise<readonly Frame[]>): Section => ({
  name: 'feed',
  rows: 57,
  async judge(row, world) {
    const { url, amm, post, order, orderOf, send, makeBlocks } = world
    const { pkh } = world.wallet
    const socket = await openFeed(url)
    const subscriptions = subscriptionsOf(world)
    await judgeMessages(row, url, socket)
    await judgeSubscriptions(row, url, socket, subscriptions)
    const txHash = await send((await post('/order', order())).cbor)
    await row('sign-and-submit: {txHash}', () => assert.match(txHash, /^[0-9a-f]{64}$/))
    const ofAmm = await send((await post('/order', order({ assetId: amm }))).cbor)
    const foreign = await orderOfStranger(world)
    await socket.reaches(txHash, 'Mempool')
    await makeBlocks()
    await socket.reaches(txHash, 'Pending')
    await makeBlocks()
    await row('an order on the AMM pool is submitted as well', async () => {
      const placed = await orderOf(ofAmm)
      assert.deepEqual([placed.status, placed.to], ['Evaluated', amm])
    })
    await judgeFrames(row, world, socket, subscriptions)
    await row('an order in its history: Mempool, Pending, Evaluated', async () => {
      await socket.reaches(txHash, 'Evaluated')
      assert.deepEqual(statusesOf(socket.frames, 'history', txHash), ['Mempool', 'Pending', 'Evaluated'])
    })
    await row('pkhFilter: orders of these keys alone', async () => {
      const own = socket.frames.filter(
        ({ requestId, event }) => requestId === 'own orders' && event === 'LiveOrdersFeed',
      )
      assert.ok(own.length > 0)
      for (const { data } of own) assert.equal(data.pkh, pkh)
      await socket.reaches(foreign, 'Evaluated')
      assert.deepEqual(statusesOf(socket.frames, 'own orders', foreign), [])
    })
    await row('heartbeat: Ping, a Request without request id', async () => {
      const { data, ...ping } = await socket.next('a ping', ({ event }) => event === 'Ping')
      assert.deepEqual(ping, { requestId: null, event: 'Ping', messageType: 'Request' })
    })
    await judgeEnd(row, world, socket)
    socket.close()
    await judgeRollback(row, await framesOfRollback())
  },
})
