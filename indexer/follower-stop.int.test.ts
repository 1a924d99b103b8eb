// A follower that is stopped in any state. It ends promptly and leaves nothing open.
import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { test } from 'node:test'
import { WebSocketServer } from 'ws'
import { buildChain } from '../devnet/chain/build-block.ts'
import { deferred } from '../tests/kit/deferred.ts'
import { silent } from '../tests/kit/silent.ts'
import { Follower } from './follower.ts'
import { answering, HEALTH, startCountedServer } from './testing/counted-server.ts'
import { type Following, followed, serve, startFollowing } from './testing/following.ts'

const NEVER = { timeout: 600_000, retry: 600_000, longestRetry: 600_000 }

const timers = (): number => process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length

const emptied = async (url: string): Promise<void> => {
  for (let held = -1; held !== 0; ) {
    const response = await fetch(`${url.replace('ws', 'http')}/health`, { headers: { Connection: 'close' } })
    held = Object(await response.json()).metrics.activeConnections
  }
}

test('it can be stopped at any stage of connecting, and leaves no socket and no timer', async (t) => {
  const silent = await startCountedServer(t, () => {})
  const halfway = await startCountedServer(t, answering(HEALTH))
  const shaking = new Promise<void>((resolve) =>
    halfway.http.on('upgrade', (_, socket) => {
      socket.resume()
      resolve()
    }),
  )
  const mute = await startCountedServer(t, answering(HEALTH))
  const asked = new Promise<void>((resolve) =>
    new WebSocketServer({ server: mute.http }).on('connection', (socket) =>
      socket.on('message', () => resolve()),
    ),
  )
  for (const [server, moment] of [
    [silent, silent.opened()],
    [halfway, shaking],
    [mute, asked],
  ] as const) {
    const before = timers()
    const following = startFollowing(t, { url: server.url, timing: NEVER })
    await moment
    await following.stop()
    assert.deepEqual(following.follower.status, { state: 'stopped', problem: null, nodeTip: null })
    await server.emptied()
    assert.equal(timers(), before)
  }
})

test('it can be stopped at any stage of following, and leaves no socket and no timer', async (t) => {
  const { chain, url } = await serve(t, buildChain(500))
  const nobody = 'ws://127.0.0.1:9'
  const stages: [string, string, (following: Following) => Promise<void>][] = [
    ['at once', url, async () => {}],
    ['while it connects', url, ({ until, statuses }) => until(() => statuses.length > 0)],
    ['in the middle of syncing', url, ({ until, log }) => until(() => log.lastSeq > 0)],
    ['at the tip', url, (following) => followed(following, chain)],
    ['while it waits', nobody, ({ until, follower }) => until(() => follower.status.state === 'waiting')],
  ]
  for (const [stage, at, reach] of stages) {
    const before = timers()
    const following = startFollowing(t, { url: at, timing: NEVER })
    await reach(following)
    await following.stop()
    const { state, problem } = following.follower.status
    assert.deepEqual([state, problem], ['stopped', null], stage)
    assert.equal(timers(), before, stage)
    const { lastSeq } = following.log
    await emptied(url)
    assert.equal(following.log.lastSeq, lastSeq, stage)
  }
})

test('it can be stopped while it asks after a stall, and leaves no socket and no timer', async (t) => {
  const { chain, server, url } = await serve(t, buildChain(5))
  // The server answers only the first health check.
  let asked = 0
  const again = deferred()
  const front = await startCountedServer(t, (request, response) => {
    if (++asked === 1) answering(HEALTH)(request, response)
    else again.resolve()
  })
  front.http.on('upgrade', (request, socket) => {
    const behind = connect(server.port, '127.0.0.1')
    behind.on('error', () => {})
    const { rawHeaders } = request
    const lines = rawHeaders.flatMap((name, at) => (at % 2 === 0 ? [`${name}: ${rawHeaders[at + 1]}`] : []))
    behind.write(`GET ${request.url} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`)
    behind.pipe(socket)
    socket.pipe(behind)
    socket.on('close', () => behind.destroy())
  })
  const before = timers()
  const following = startFollowing(t, { url: front.url, timing: { ...NEVER, stall: 10 } })
  await followed(following, chain)
  await again.promise
  await following.stop()
  await front.emptied()
  assert.equal(timers(), before)
  await emptied(url)
})

test('it can be stopped while it appends, and before it runs', async (t) => {
  const { url } = await serve(t, buildChain(500))
  const inside = startFollowing(t, { url, onAppended: () => inside.follower.stop() })
  await inside.ended
  assert.equal(inside.follower.status.state, 'stopped')
  assert.equal(inside.log.lastSeq, inside.appended.length)
  const { lastSeq } = inside.log
  const follower = new Follower({ log: inside.log, url, network: 'preprod', logger: silent })
  follower.stop()
  await follower.run()
  assert.deepEqual(follower.status, { state: 'stopped', problem: null, nodeTip: null })
  assert.equal(inside.log.lastSeq, lastSeq)
})
