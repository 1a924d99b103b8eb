// The follower on real sockets with faults. It recovers without help, or reports why it cannot recover.
import assert from 'node:assert/strict'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { ClientRequest } from 'node:http'
import { test } from 'node:test'
import { pino } from 'pino'
import { buildBlock, buildChain } from '../devnet/chain/build-block.ts'
import { payment } from '../devnet/chain/odd-blocks.ts'
import { LIES } from '../devnet/ogmios/lies.ts'
import { Sqlite } from '../schema/platform/sqlite.ts'
import { StorageError } from '../schema/platform/storage-error.ts'
import { Log } from './log/log.ts'
import { answering, HEALTH, startCountedServer } from './testing/counted-server.ts'
import { followed, idsOf, serve, serveAndFollow, startFollowing, untilProblem } from './testing/following.ts'

test('it recovers when connections are cut, closed for want of a node, or refused for a while', async (t) => {
  const following = await serveAndFollow(t, buildChain(5))
  const { chain, faults } = following
  const cuts: [() => void, string | RegExp][] = [
    [() => faults.dropConnections(), 'the connection to Ogmios closed (code 1006)'],
    [() => faults.closeConnections(-32_000), 'Ogmios lost its connection to the node'],
    [() => faults.closeConnections(-32_001), 'Ogmios does not support this version of the node'],
    [
      () => {
        faults.refuseConnections()
        faults.dropConnections()
      },
      /^Ogmios cannot be reached$/,
    ],
  ]
  for (const [cut, problem] of cuts) {
    following.statuses.length = 0
    cut()
    await untilProblem(following, problem)
    chain.append(buildBlock(chain.last ?? 'genesis'))
    if (problem instanceof RegExp) await faults.acceptConnections()
    await followed(following, chain)
    assert.deepEqual(
      following.statuses.slice(-3).map(({ state }) => state),
      ['waiting', 'connecting', 'following'],
    )
  }
  assert.equal(following.log.lastSeq, chain.length)
})

test('it recovers when it is cut off in the middle of syncing, again and again', async (t) => {
  const { chain, faults, url } = await serve(t, buildChain(2000))
  let cuts = 0
  const following = startFollowing(t, {
    url,
    onAppended: () => {
      if (++cuts % 3 === 0) faults.dropConnections()
    },
  })
  await followed(following, chain)
  assert.ok(cuts > 5)
  assert.equal(following.log.lastSeq, chain.length)
})

test('a server that stops answering but pings is left when its node moves on', async (t) => {
  const following = await serveAndFollow(t, buildChain(5), {
    server: { pingInterval: 10 },
    timing: { stall: 100, timeout: 100 },
  })
  const { chain, faults } = following
  faults.stall()
  chain.append(buildBlock(chain.at(4) ?? 'genesis'))
  await untilProblem(following, 'the node has new blocks, but Ogmios does not send them')
  await untilProblem(following, 'Ogmios did not find an intersection within 100 ms')
  faults.resume()
  await followed(following, chain)
})

test('a server that stops answering in the middle of syncing is left, though its node stands still', async (t) => {
  const { chain, faults, url } = await serve(t, buildChain(1000), { pingInterval: 10 })
  let wasStalled = false
  const following = startFollowing(t, {
    url,
    timing: { stall: 100, timeout: 100 },
    onAppended: () => {
      if (!wasStalled) faults.stall()
      wasStalled = true
    },
  })
  await untilProblem(following, 'the node has new blocks, but Ogmios does not send them')
  assert.ok(following.log.lastSeq < 1000)
  faults.resume()
  await followed(following, chain)
})

test('a quiet chain is no stall', async (t) => {
  const following = await serveAndFollow(t, buildChain(5), {
    server: { pingInterval: 10 },
    timing: { stall: 20 },
  })
  let asked = 0
  const enough = new Promise<void>((resolve) => {
    const count = (message: unknown): void => {
      if ((message as { request: ClientRequest }).request.path === '/health' && ++asked === 5) resolve()
    }
    subscribe('http.client.request.start', count)
    t.after(() => unsubscribe('http.client.request.start', count))
  })
  await enough
  assert.deepEqual(
    following.statuses.map(({ state }) => state),
    ['connecting', 'following'],
  )
})

test('a server that sends nothing is left', async (t) => {
  const following = await serveAndFollow(t, buildChain(5), {
    server: { pingInterval: 10 },
    timing: { silence: 1_000, timeout: 100 },
  })
  const { chain, faults } = following
  faults.stall('silent')
  await untilProblem(following, 'no message from Ogmios for 1 s')
  faults.resume()
  chain.append(buildBlock(chain.at(4) ?? 'genesis'))
  await followed(following, chain)
})

test('it waits for a server that hangs, and follows when it does no more', async (t) => {
  const server = await startCountedServer(t, answering(HEALTH))
  server.http.on('upgrade', (_, socket) => socket.resume())
  const following = startFollowing(t, { url: server.url, timing: { timeout: 100 } })
  await untilProblem(following, 'Ogmios opens no WebSocket')
  const port = Number(new URL(server.url).port)
  for (const socket of server.sockets) socket.destroy()
  await new Promise((resolve) => server.http.close(resolve))
  const { chain } = await serve(t, buildChain(3), { port })
  await followed(following, chain)
})

const repeated =
  'It was so on 4 connections in a row: check Ogmios and its node, which is asked again twice a minute'

const SAID: Readonly<Record<string, RegExp>> = {
  'later slot': /^block 10000100\.\w+ is in the future: check the clocks of this machine and of the node$/,
  'slot after the tip': /^block 10000100\.\w+ is after slot 120, the slot of the node's tip$/,
  'slot of no chain': /^block 99999999999999\.\w+ is after slot 120, the slot of the node's tip$/,
  'other parent': /^block 100\.\w+ follows (ab){32}, not \w+$/,
  'other id': /^block 120\.0000\w+ follows \w+, not 0000\w+$/,
  'other height': /^block 100\.\w+ has height 7, but the block before it has 4$/,
  'negative tip': /^block \w+ \(height 5, slot 100\) cannot be read: height is out of range/,
  'tip at the origin': /^block \w+ \(height 5, slot 100\) cannot be read: neither a forward nor/,
  'rollback to an unknown point': /^the node went back to 5\.(ef){32}, which is not on the log's chain/,
  'block without transactions': /^block \w+ \(height 5, slot 100\) cannot be read: the block lacks its trans/,
  'swapped blocks': /^block 120\.\w+ follows \w+, not \w+$/,
}

for (const [name, lie] of Object.entries(LIES))
  test(`${name}: the server is asked again until it is honest, and the log is then its chain`, async (t) => {
    const following = await serveAndFollow(t, buildChain(5), { latestSlot: () => 1_000 })
    const { chain, faults, follower } = following
    const grow = (): void => chain.append(buildBlock(chain.last ?? 'genesis', { transactions: [payment()] }))
    faults.lie = lie
    grow()
    grow()
    // A rollback takes effect only when a block follows.
    if (name !== 'rollback to the origin') {
      await following.until(() => follower.status.state === 'stopped')
      const { problem } = follower.status
      assert.match(problem?.replace(`. ${repeated}`, '') ?? '', SAID[name] ?? assert.fail(name))
    }
    faults.lie = undefined
    faults.dropConnections()
    grow()
    await followed(following, chain)
  })

test('a block that cannot be kept is named, and the blocks before it are kept', async (t) => {
  const blocks = buildChain(20)
  const last = blocks.at(-1) ?? assert.fail()
  const block = buildBlock(last, { transactions: [payment()] })
  const [id = ''] = /(?<="transactions":\[\{"id":")\w+/.exec(block.json.toString()) ?? []
  const { chain, url, faults } = await serve(t, [...blocks, block, ...buildChain(300, { parent: block })])
  faults.lie = (reply) => reply.replace(id, `zz${id.slice(2)}`)
  // With these limits, the follower appends nothing before the wrong block.
  const following = startFollowing(t, { url, timing: { gather: 60_000 } })
  await following.until(() => following.follower.status.state === 'stopped')
  assert.equal(
    following.follower.status.problem,
    `block ${block.point.slot}.${block.point.id} cannot be stored: expected 32 bytes of hex, got "zz${id.slice(2)}". ${repeated}`,
  )
  assert.deepEqual(following.ids(), idsOf(chain).slice(0, 20))
  faults.lie = undefined
  await following.reached(chain.tipPoint)
})

test('a frame that is cut on each connection is named by its block, until one brings it whole', async (t) => {
  const following = await serveAndFollow(t, buildChain(5))
  const { chain, faults, follower } = following
  for (let n = 1; n <= 5; n++) faults.garbleNextBlock()
  const block = buildBlock(chain.at(4) ?? 'genesis', { transactions: [payment()] })
  chain.append(block)
  await following.until(() => follower.status.state === 'stopped')
  const { height, point } = block
  assert.match(
    follower.status.problem ?? '',
    new RegExp(
      `^block ${point.id} \\(height ${height}, slot ${point.slot}\\) cannot be read: .*\\. The log ends before it; upgrade, or report it with the block's id$`,
    ),
  )
  await followed(following, chain)
})

test('a passing failure of the log is waited out, and logged once', async (t) => {
  const { chain, url } = await serve(t, buildChain(5))
  const log = Log.open(':memory:', { network: 'preprod', start: 'origin' })
  const append = log.append.bind(log)
  let failures = 3
  t.mock.method(log, 'append', (events: Parameters<Log['append']>[0]) => {
    if (failures-- > 0) throw new StorageError('/data/log.db', 'cannot grow: make room', true)
    return append(events)
  })
  const lines: unknown[] = []
  const logger = pino({ base: null, timestamp: false }, { write: (line) => lines.push(JSON.parse(line)) })
  const following = startFollowing(t, { url, log, logger, timing: { gather: 60_000 } })
  await untilProblem(following, 'log.db cannot grow: make room')
  await followed(following, chain)
  assert.equal(following.follower.report.counts?.connections, 4)
  await following.stop()
  const problem = '/data/log.db cannot grow: make room'
  assert.deepEqual(lines, [
    { level: 30, state: 'connecting', msg: 'the indexer is connecting' },
    { level: 40, state: 'waiting', problem, msg: 'the indexer is waiting' },
    { level: 30, state: 'following', msg: 'the indexer is following' },
    { level: 30, state: 'stopped', msg: 'the indexer is stopped' },
  ])
})

test('a log that cannot be read for a while is a passing failure, which is reported', async (t) => {
  const { chain, url } = await serve(t, buildChain(5))
  const base = { slot: 60, id: chain.at(2)?.point.id ?? '' }
  const log = Log.open(':memory:', { network: 'preprod', start: 'origin', base })
  const statements = Object.getPrototypeOf(new Sqlite(':memory:').prepare('SELECT 1'))
  const failing = ['run', 'get', 'all'].map((name) =>
    t.mock.method(statements, name, () => {
      throw new Sqlite.SqliteError('disk I/O error', 'SQLITE_IOERR_READ')
    }),
  )
  const following = startFollowing(t, { url, log, timing: { gather: 60_000 } })
  const { follower } = following
  follower.on('report', () => assert.equal(follower.report.base, null))
  await Promise.race([
    following.ended,
    untilProblem(following, /^:memory: cannot be read or written \(SQLITE_IOERR_READ/),
  ])
  assert.equal(follower.status.state, 'waiting')
  for (const { mock } of failing) mock.restore()
  await followed(following, chain)
})

for (const [what, error, problem] of [
  [
    'a failure of the log that does not pass',
    new StorageError('/data/log.db', 'is damaged', false),
    'log.db is damaged',
  ],
  ['a bug, which is not swallowed,', new Error('a bug'), 'a bug'],
] as const)
  test(`${what} ends it`, async (t) => {
    const { url } = await serve(t, buildChain(5))
    const log = Log.open(':memory:', { network: 'preprod', start: 'origin' })
    t.mock.method(log, 'append', () => {
      throw error
    })
    const following = startFollowing(t, { url, log })
    if (error instanceof StorageError) await following.ended
    else await assert.rejects(following.ended, error)
    const { state, problem: said } = following.follower.status
    assert.deepEqual([state, said], ['stopped', problem])
  })

test('a server of another network is asked again, and followed when it is the right one', async (t) => {
  const { url, faults, chain } = await serve(t, buildChain(5))
  faults.health = 'other-network'
  const following = startFollowing(t, { url })
  await following.until(() => following.follower.status.state === 'stopped')
  assert.deepEqual(following.follower.status, {
    state: 'stopped',
    problem: `Ogmios serves sanchonet, but this process is for preprod: change one of them. ${repeated}`,
    nodeTip: null,
  })
  assert.equal(following.log.lastSeq, 0)
  faults.health = 'synchronized'
  await followed(following, chain)
})
