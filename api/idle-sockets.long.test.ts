// WebSockets whose client sends nothing. Proxies must not treat the connections as dead. The service must notice a client that is gone.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { WebSocket } from 'ws'
import { COMPONENT_NAMES } from './components.ts'
import { FEED_LIMITS } from './feed/socket/feed-socket.ts'
import { startComponents } from './testing/start-components.ts'

/** Usual proxies close a connection without a byte after this time. */
const PROXY_IDLE_MS = 60_000

test('every WebSocket is pinged within the time of a proxy, and one that answers none is ended with half of a message', async (t) => {
  const feedLimits = { ...FEED_LIMITS, silence: FEED_LIMITS.ping }
  const { url, sockets } = await startComponents(t, COMPONENT_NAMES, 1, { feedLimits })
  await Promise.all(
    sockets.map(async ({ path }) => {
      const socket = new WebSocket(`${url.replace('http', 'ws')}${path}`, { autoPong: false })
      t.after(() => socket.terminate())
      await once(socket, 'open')
      const closed = once(socket, 'close')
      socket.send('{"half', { fin: false })
      const pinged = once(socket, 'ping').then(() => 'pinged')
      assert.equal(
        await Promise.race([pinged, sleep(PROXY_IDLE_MS, 'nothing', { ref: false })]),
        'pinged',
        path,
      )
      await closed
    }),
  )
})
