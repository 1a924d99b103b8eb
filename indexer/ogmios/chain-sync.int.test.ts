// Intersections and the stream of frames, on real connections.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type TestContext, test } from 'node:test'
import { type WebSocket, WebSocketServer } from 'ws'
import { buildChain } from '../../devnet/chain/build-block.ts'
import { Chain } from '../../devnet/chain/chain.ts'
import { serveChain } from '../../devnet/testing/test-server.ts'
import { TEST_TIMEOUT_MS } from '../../tests/kit/test-timeout.ts'
import { answering, HEALTH, startCountedServer } from '../testing/counted-server.ts'
import { intersect, listen } from './chain-sync.ts'
import { ConnectionLost, openConnection } from './connection.ts'

const connection = async (t: TestContext, url: string) => {
  const opened = await openConnection({ url, timeout: TEST_TIMEOUT_MS })
  t.after(() => opened.drop())
  return opened
}

const linkTo = async (t: TestContext, converse: (socket: WebSocket) => void) => {
  const server = await startCountedServer(t, answering(HEALTH))
  new WebSocketServer({ server: server.http }).on('connection', converse)
  return connection(t, server.url)
}

test('the first point that the node has is where chains meet, or there is none', async (t) => {
  const chain = new Chain(buildChain(5))
  const { server } = await serveChain(t, chain, { network: 'preprod' })
  const opened = await connection(t, server.url)
  const unknown = { slot: 1, id: 'ff'.repeat(32) }
  const { tip } = chain
  assert.deepEqual(await intersect(opened, [unknown, chain.pointAt(3), chain.pointAt(1)]), {
    point: chain.pointAt(3),
    tip,
  })
  assert.deepEqual(await intersect(opened, [unknown, 'origin']), { point: 'origin', tip })
  assert.equal(await intersect(opened, [unknown]), undefined)
})

test('any other answer, and none, are a connection that is down', async (t) => {
  const refusing = await linkTo(t, (socket) =>
    socket.on('message', (data) => {
      const { method, id } = JSON.parse(String(data))
      socket.send(JSON.stringify({ jsonrpc: '2.0', method, error: { code: 1001, message: 'Not now.' }, id }))
    }),
  )
  await assert.rejects(
    intersect(refusing, ['origin']),
    new ConnectionLost('Ogmios refused to find an intersection (Not now.)'),
  )
  const closing = await linkTo(t, (socket) => socket.on('message', () => socket.terminate()))
  await assert.rejects(
    intersect(closing, ['origin']),
    new ConnectionLost('Ogmios refused to find an intersection (Connection closed)'),
  )
  await assert.rejects(intersect(closing, ['origin']), ConnectionLost)
})

test('requests carry no id, and frames come as their text', async (t) => {
  const requests: string[] = []
  const texts = ['{"é":1}', 'no JSON', '']
  const opened = await linkTo(t, (socket) =>
    socket.on('message', (data) => {
      requests.push(String(data))
      if (requests.length === 3) for (const text of texts) socket.send(text)
    }),
  )
  const frames: string[] = []
  const all = new Promise<void>((resolve) => {
    const sync = listen(opened, (frame) => {
      if (frames.push(frame) === texts.length) resolve()
    })
    sync.request(3)
  })
  await all
  assert.deepEqual(frames, texts)
  assert.deepEqual(requests, Array(3).fill('{"jsonrpc":"2.0","method":"nextBlock"}'))
})

test('a message and a ping are signs of life, each taken once', async (t) => {
  let theirs: WebSocket | undefined
  const opened = await linkTo(t, (socket) => {
    theirs = socket
  })
  const { socket } = opened.context
  const sync = listen(opened, () => {})
  assert.deepEqual([sync.hadSignOfLife(), sync.hadSignOfLife()], [true, false])
  theirs?.ping()
  await once(socket, 'ping')
  assert.deepEqual([sync.hadSignOfLife(), sync.hadSignOfLife()], [true, false])
  theirs?.send('x')
  await once(socket, 'message')
  assert.deepEqual([sync.hadSignOfLife(), sync.hadSignOfLife()], [true, false])
})

test('an answer that is no JSON ends the connection, not the process', async (t) => {
  const opened = await linkTo(t, (socket) => socket.on('message', () => socket.send('{"jsonrpc":')))
  await assert.rejects(intersect(opened, ['origin']), ConnectionLost)
  assert.match(await opened.closed, /^Ogmios sent a message that cannot be read \(/)
})
