// A server with responses that a test chooses. It counts open sockets, so a test can detect those that stay open.
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { TestContext } from 'node:test'
import { listen } from '../../tests/kit/listen.ts'

export const startCountedServer = async (
  t: Pick<TestContext, 'after'>,
  respond: (request: IncomingMessage, response: ServerResponse) => void,
) => {
  const sockets = new Set<Socket>()
  const http = createServer(respond)
  http.on('connection', (socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    // Node's HTTP server leaves sockets half open. Here a socket is closed when the client ends it.
    socket.on('end', () => socket.destroy())
    socket.on('close', () => {
      sockets.delete(socket)
      http.emit('counted')
    })
    http.emit('counted')
  })
  const port = await listen(t, http)
  t.after(() => {
    for (const socket of sockets) socket.destroy()
  })
  const until = async (holds: () => boolean): Promise<void> => {
    while (!holds()) await once(http, 'counted')
  }
  return {
    url: `ws://127.0.0.1:${port}`,
    http,
    sockets,
    opened: () => until(() => sockets.size > 0),
    emptied: () => until(() => sockets.size === 0),
  }
}

export const HEALTH = {
  lastKnownTip: { slot: 1, id: 'ab'.repeat(32), height: 1 },
  lastTipUpdate: '2024-01-01T00:00:00Z',
  network: 'preprod',
}

/** A text is sent as it is, anything else as JSON. */
export const answering =
  (body: unknown, status = 200) =>
  (_: IncomingMessage, response: ServerResponse): void => {
    response
      .writeHead(status, { 'Content-Type': 'application/json', Connection: 'close' })
      .end(typeof body === 'string' ? body : JSON.stringify(body))
  }
