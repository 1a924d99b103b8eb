// Connections over real sockets: how they open, the error if they do not, and that no socket stays open.
import assert from 'node:assert/strict'
import type { IncomingMessage, RequestListener } from 'node:http'
import { createServer } from 'node:net'
import type { Duplex } from 'node:stream'
import { type TestContext, test } from 'node:test'
import { WebSocketServer } from 'ws'
import { buildChain } from '../../devnet/chain/build-block.ts'
import { serveChain } from '../../devnet/testing/test-server.ts'
import { printUrl } from '../../schema/platform/print-url.ts'
import { listen } from '../../tests/kit/listen.ts'
import { TEST_TIMEOUT_MS } from '../../tests/kit/test-timeout.ts'
import { answering, HEALTH, startCountedServer } from '../testing/counted-server.ts'
import { addressOf, ConnectionLost, healthOf, openConnection } from './connection.ts'

/** Time in ms after which the wait for a missing response ends. */
const TIMEOUT_MS = 300

const optionsFor = (url: string, timeout = TEST_TIMEOUT_MS) => {
  const abort = new AbortController()
  return { abort, options: { url, timeout, signal: abort.signal } }
}

const serve = (t: TestContext, port = 0) => serveChain(t, buildChain(3), { network: 'preprod', port })

const refusal = async (url: string, timeout = TEST_TIMEOUT_MS): Promise<string> => {
  const { options } = optionsFor(url, timeout)
  try {
    const link = await openConnection(options)
    link.drop()
    return 'it opened'
  } catch (error) {
    assert.ok(error instanceof ConnectionLost, String(error))
    assert.ok(!error.message.includes('\n'))
    return error.message
  }
}

test('a link opens, with what the server says of itself, and ends when it is dropped', async (t) => {
  const { url } = await serve(t)
  const { options } = optionsFor(url)
  const link = await openConnection(options)
  const { network, lastKnownTip } = link.health
  assert.deepEqual([network, lastKnownTip], ['preprod', (await healthOf(options)).lastKnownTip])
  link.drop()
  assert.equal(await link.closed, 'the connection to Ogmios closed (code 1006)')
})

test('the path, the query and the user of an address are asked for the health, and over HTTP', () => {
  for (const [url, http, health] of [
    ['ws://a:1337', 'http://a:1337/', 'http://a:1337/health'],
    ['wss://a/', 'https://a/', 'https://a/health'],
    ['wss://u:p@a/v1/key/', 'https://u:p@a/v1/key', 'https://u:p@a/v1/key/health'],
    ['WS://a/v1?token=b/c', 'http://a/v1?token=b/c', 'http://a/v1/health?token=b/c'],
    ['ws://[::1]:80?token=b', 'http://[::1]/?token=b', 'http://[::1]/health?token=b'],
  ] as const)
    assert.deepEqual(addressOf(url), { webSocket: url, http, health })
})

test('a link says how any server ended it', async (t) => {
  const server = await startCountedServer(t, answering(HEALTH))
  const sockets = new WebSocketServer({ server: server.http })
  const reasons: string[] = []
  for (const [code, reason] of [
    [1000, '{"jsonrpc":"2.0","error":{"code":-32099,"message":"Too many."},"id":null}'],
    [1000, 'null'],
    [4000, 'go away'],
    [1001, ''],
  ] as const) {
    sockets.once('connection', (socket) => socket.close(code, reason))
    const link = await openConnection(optionsFor(server.url).options)
    reasons.push(await link.closed)
  }
  assert.deepEqual(reasons, [
    'Ogmios closed the connection: Too many.',
    'the connection to Ogmios closed (code 1000, null)',
    'the connection to Ogmios closed (code 4000, go away)',
    'the connection to Ogmios closed (code 1001)',
  ])
  await server.emptied()
})

test('a missing server and a server without its node are reported differently', async (t) => {
  const { url, faults } = await serve(t)
  faults.health = 'no-tip'
  assert.equal(await refusal(url), `Ogmios at ${printUrl(url)} has not heard from its node yet`)
  faults.health = 'disconnected'
  assert.equal(await refusal(url), `Ogmios at ${printUrl(url)} has lost its connection to the node`)
  faults.health = 'synchronizing'
  assert.equal(await refusal(url), 'it opened')
  faults.refuseConnections()
  assert.match(await refusal(url), /^Ogmios at \S+ cannot be reached \(.*ECONNREFUSED.*\)$/)
})

test('a server that is not Ogmios is reported as that', async (t) => {
  for (const [body, status, reason] of [
    ['<html>', 200, 'did not answer like Ogmios: is OGMIOS_URL right?'],
    [{ status: 'UP' }, 200, 'did not answer like Ogmios: is OGMIOS_URL right?'],
    [null, 200, 'did not answer like Ogmios: is OGMIOS_URL right?'],
    ['an error', 299, 'did not answer like Ogmios: is OGMIOS_URL right?'],
    ['elsewhere', 300, 'answered its health check with HTTP 300: is OGMIOS_URL right?'],
    ['gone', 404, 'answered its health check with HTTP 404: is OGMIOS_URL right?'],
  ] as const) {
    const server = await startCountedServer(t, answering(body, status))
    assert.equal(await refusal(server.url), `Ogmios at ${printUrl(server.url)} ${reason}`)
    await server.emptied()
  }
})

const noAnswer = `did not answer within ${TIMEOUT_MS} ms`

for (const [what, respond, upgrade, timeout, reason] of [
  ['says nothing', () => {}, undefined, TIMEOUT_MS, noAnswer],
  [
    'begins an answer that never ends',
    (_, response) => void response.writeHead(200).write('{'),
    undefined,
    TIMEOUT_MS,
    noAnswer,
  ],
  [
    'refuses the WebSocket',
    answering(HEALTH),
    (_, socket) => socket.end('HTTP/1.1 403 Forbidden\r\nConnection: close\r\n\r\n'),
    TEST_TIMEOUT_MS,
    'opens no WebSocket (Unexpected server response: 403)',
  ],
  [
    'never completes the handshake',
    answering(HEALTH),
    (_, socket) => socket.resume(),
    // A health check has the same limit, and may take long on a busy machine.
    2_000,
    'opens no WebSocket (Opening handshake has timed out)',
  ],
] as const satisfies readonly (readonly [
  string,
  RequestListener,
  ((request: IncomingMessage, socket: Duplex) => unknown) | undefined,
  number,
  string,
])[])
  test(`a server that ${what} is given up, and its sockets with it`, async (t) => {
    const server = await startCountedServer(t, respond)
    if (upgrade !== undefined) server.http.on('upgrade', upgrade)
    assert.equal(await refusal(server.url, timeout), `Ogmios at ${printUrl(server.url)} ${reason}`)
    await server.emptied()
  })

test('an answer too long for a health check is not read to its end', async (t) => {
  let sent = 0
  const server = await startCountedServer(t, (_, response) => {
    const piece = Buffer.alloc(65_536, 0x20)
    const more = (): void => {
      while (sent < 1e9 && !response.destroyed) {
        sent += piece.length
        if (!response.write(piece)) {
          response.once('drain', more)
          return
        }
      }
    }
    more()
  })
  assert.equal(
    await refusal(server.url),
    `Ogmios at ${printUrl(server.url)} did not answer like Ogmios: is OGMIOS_URL right?`,
  )
  await server.emptied()
  assert.ok(sent < 1e8, `${sent} bytes were sent`)
})

test('a port that browsers refuse is a port like any other', async (t) => {
  // `fetch` blocks the ports 6566 and 10080. At least one of the two is free.
  const { url } = await serve(t, 10_080).catch(() => serve(t, 6_566))
  assert.equal(await refusal(url), 'it opened')
})

test('a connection that was called off is not opened', async (t) => {
  const { abort, options } = optionsFor((await serve(t)).url)
  abort.abort()
  await assert.rejects(openConnection(options), ConnectionLost)
})

test('a frame that is longer than its use has need of ends the connection before it is read', async (t) => {
  const server = await startCountedServer(t, answering(HEALTH))
  const sockets = new WebSocketServer({ server: server.http })
  t.after(() => sockets.close())
  let bytes = 0
  sockets.on('connection', (socket) => socket.send(Buffer.alloc(bytes, 0x20), { binary: false }))
  const MIB = 2 ** 20
  for (const [use, most] of [
    ['mempool', MIB],
    ['requests', 8 * MIB],
    ['blocks', 128 * MIB],
  ] as const)
    for (const isLonger of [false, true]) {
      // The largest frame of blocks would take half a gigabyte in this process.
      if (use === 'blocks' && isLonger) continue
      bytes = use === 'blocks' ? 8 * MIB + 1 : most + (isLonger ? 1 : 0)
      const link = await openConnection({ ...optionsFor(server.url).options, use })
      const came = new Promise<string>((resolve) =>
        link.context.socket.once('message', () => resolve('it came')),
      )
      const end = await Promise.race([came, link.closed])
      assert.equal(end === 'it came', !isLonger, `${use}: ${end}`)
      link.drop()
    }
})

test('an open port that speaks no HTTP is reported as that', async (t) => {
  const server = createServer((socket) => socket.end('SSH-2.0-OpenSSH_9.6\r\n'))
  const url = `ws://127.0.0.1:${await listen(t, server)}`
  assert.match(await refusal(url), /^Ogmios at \S+ cannot be reached \(.*\)$/)
})
