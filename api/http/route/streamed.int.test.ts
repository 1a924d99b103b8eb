// Bodies that are read in pieces, over real sockets. Clients read them, read slowly, or leave. Some bodies end too early.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type TestContext, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { until } from '../../../tests/kit/until.ts'
import { plainRoute } from '../testing/plain-route.ts'
import { openSocket, readUntil, requestText } from '../testing/raw-http.ts'
import { startTestServer } from '../testing/test-server.ts'
import { Streamed } from './streamed.ts'

const BYTES = Buffer.from(Array.from({ length: 20 * 2 ** 20 }, (_, at) => (at * 31 + (at >> 8)) & 0xff))

const start = async (t: TestContext, failsAt = Number.POSITIVE_INFINITY) => {
  const reads: number[] = []
  const route = plainRoute('/body', (_, reply) =>
    reply(
      200,
      new Streamed(BYTES.length, async (memory, offset) => {
        reads.push(offset)
        if (offset >= failsAt) throw new Error('the disk is gone')
        await sleep(0)
        BYTES.copy(memory, 0, offset)
      }),
    ),
  )
  const server = await startTestServer(t, [route, plainRoute('/other', (_, reply) => reply(200, 1))])
  const settled = (holds: () => boolean) => until(`${holds}`, holds)
  return { ...server, reads, settled }
}

test('a body read in pieces arrives whole, and the connection continues', async (t) => {
  const { url, reads, load, settled } = await start(t)
  const bodies = await Promise.all(
    Array.from({ length: 6 }, async () => Buffer.from(await (await fetch(`${url}/body`)).arrayBuffer())),
  )
  for (const body of bodies) assert.ok(body.equals(BYTES))
  assert.equal(reads.length, 6 * 160)
  const head = await fetch(`${url}/body`, { method: 'HEAD' })
  assert.deepEqual([head.status, head.headers.get('content-length')], [200, `${BYTES.length}`])
  assert.equal(reads.length, 6 * 160)
  await settled(() => load().inFlight === 0)
})

test('a client that does not read holds one piece, and nothing once it has left', async (t) => {
  const { port, reads, load, url, settled } = await start(t)
  const slow = await openSocket(port)
  slow.pause()
  slow.write(requestText('GET /body'))
  await settled(() => load().unreadBytes > 0)
  assert.deepEqual([load().unreadBytes, load().inFlight], [2 ** 17, 1])
  assert.equal(await (await fetch(`${url}/other`)).text(), '1')
  const before = reads.length
  assert.ok(before < 160)
  // While the client reads, further pieces are read from the body.
  slow.resume()
  await settled(() => reads.length > before)
  slow.pause()
  slow.resetAndDestroy()
  await settled(() => load().inFlight === 0)
  assert.equal(load().unreadBytes, 0)
})

test('a body that cannot be read to its end ends the connection, and the log says why', async (t) => {
  const { port, logged, load, settled } = await start(t, 2 ** 18)
  const socket = await openSocket(port)
  const closed = once(socket, 'close')
  socket.write(requestText('GET /body'))
  await readUntil(socket, 'Content-Length: 20971520')
  await closed
  const errors = logged.flatMap(({ level, msg }) => (level === 50 ? [msg] : []))
  assert.deepEqual(errors, ['a response body could not be read to its end'])
  await settled(() => load().inFlight === 0)
})
