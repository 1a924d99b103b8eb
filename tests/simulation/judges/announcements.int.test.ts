import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { test } from 'node:test'
import { WebSocketServer } from 'ws'
import { temporaryDirectory } from '../../../tests/kit/temporary-directory.ts'
import { changeDatabase } from '../../kit/in-database.ts'
import { Announcements } from './announcements.ts'

test('a subscription that the feed refuses is a finding: its changes would never be announced', async (t) => {
  const models = join(temporaryDirectory(t), 'models-1.db')
  changeDatabase(models, "CREATE TABLE pools (token, updated); INSERT INTO pools VALUES ('aa.bb', 1)")
  const server = createServer((_, response) => void response.end('[]')).listen(0, '127.0.0.1')
  const sockets = new WebSocketServer({ server })
  t.after(() => server.close())
  const subscriptions: unknown[] = []
  sockets.on('connection', (socket) => {
    socket.on('message', (text) => {
      const { messageType, requestId, topic, data } = JSON.parse(String(text))
      if (messageType === 'subscribe') subscriptions.push([topic, data])
      const isRefused = data?.interval === 'day1'
      const event = messageType === 'ping' ? 'Pong' : isRefused ? 'Error' : 'SubscriptionSucceeded'
      socket.send(JSON.stringify({ event, requestId }))
    })
  })
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address() as AddressInfo
  const client = new Announcements(`http://127.0.0.1:${port}`, models)
  t.after(() => client.close())
  await assert.rejects(client.subscribe(), {
    message: 'the feed takes every subscription: {"event":"Error","requestId":"bar aa.bb 3"}',
  })
  const pair = { base: 'aa.bb', quote: '.' }
  assert.deepEqual(subscriptions, [
    ['PoolFeed', { asset: 'aa.bb' }],
    ['LiveOrdersFeed', { asset: 'aa.bb' }],
    ['LastBar', { pair, interval: 'min1' }],
    ['LastBar', { pair, interval: 'day1' }],
  ])
})
