import assert from 'node:assert/strict'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { EventEmitter } from 'node:events'
import { test } from 'node:test'
import { buildBlock, buildChain } from '../chain/build-block.ts'
import { RawClient } from '../testing/raw-client.ts'
import { serveForTest } from '../testing/test-server.ts'
import { MethodError, type Methods } from './methods.ts'
import { placeJson } from './replies.ts'

test('what no handler takes is refused with -32600, without a method, with its id', async (t) => {
  const { client } = await serveForTest(t, buildChain(1))
  const refusals: readonly (readonly [string, string, string])[] = [
    ['{"jsonrpc":"2.0","method":"nextBlock"', 'must be a well-formed JSON object.', 'null'],
    ['[]', 'must be a well-formed JSON object.', 'null'],
    ['{"method":"nextBlock","id":{"a":[1]}}', '"jsonrpc" must be "2.0".', '{"a":[1]}'],
    [
      '{"jsonrpc":"2.0","method":"nextblock","id":18446744073709551617}',
      "unknown method in 'method' (beware names are case-sensitive).",
      '18446744073709551617',
    ],
    [
      '{"jsonrpc":"2.0","method":"constructor","id":null}',
      "unknown method in 'method' (beware names are case-sensitive).",
      'null',
    ],
    [
      '{"jsonrpc":"2.0","method":"findIntersection","params":{"points":["tip"]},"id":"é"}',
      '"points" must be a list of "origin" or {"slot","id"}.',
      '"é"',
    ],
  ]
  for (const [message, reason, id] of refusals) {
    client.send(message)
    assert.equal(
      await client.next(),
      `{"jsonrpc":"2.0","error":{"code":-32600,"message":${JSON.stringify(`Invalid request: ${reason}`)}},"id":${id}}`,
    )
  }
})

test('a POST is answered as a message on a connection of its own: 200 with a result, 400 with an error', async (t) => {
  const { chain, server } = await serveForTest(t, buildChain(4))
  const post = async (body: string, path = '/') => {
    const response = await fetch(`${server.url.replace('ws', 'http')}${path}`, { method: 'POST', body })
    return [response.status, await response.text()]
  }
  assert.deepEqual(await post('{"jsonrpc":"2.0","method":"queryNetwork/tip","id":18446744073709551617}'), [
    200,
    `{"jsonrpc":"2.0","method":"queryNetwork/tip","result":${placeJson(chain.pointAt(3))},"id":18446744073709551617}`,
  ])
  for (const body of ['', '[]', '['.repeat(900_000), '{"jsonrpc":"2.0","method":"getAll"}']) {
    const [status, text] = await post(body)
    assert.equal(status, 400)
    assert.match(String(text), /^{"jsonrpc":"2.0","error":{"code":-32600,/)
  }
  assert.deepEqual(await post('[', '/elsewhere'), [404, ''])
  assert.deepEqual(await post(' '.repeat(1024 * 1024 + 1)), [413, ''])
  server.faults.dropConnections()
})

test('the chain answers for its network: tip, height and start', async (t) => {
  const { chain, client } = await serveForTest(t, buildChain(4), { network: 'preview' })
  const point = placeJson(chain.pointAt(3))
  const answers = [
    ['queryNetwork/tip', point],
    ['queryLedgerState/tip', point],
    ['queryNetwork/blockHeight', '3'],
    ['queryNetwork/startTime', '"2022-10-25T00:00:00Z"'],
  ] as const
  for (const [method, result] of answers)
    assert.equal(
      await client.ask(method, undefined, 0),
      `{"jsonrpc":"2.0","method":"${method}","result":${result},"id":0}`,
    )
})

test('methods may be added; they answer in order, with their errors and with those nobody meant', async (t) => {
  const added: Methods = {
    slow: async (params) => {
      await new Promise((resolve) => setTimeout(resolve, 20))
      return JSON.stringify(params)
    },
    refuse: () => {
      throw new MethodError(3117, 'Unknown inputs.', { unknownOutputReferences: [] })
    },
    break: () => {
      throw new Error('out of cheese')
    },
  }
  const { client } = await serveForTest(t, [], { methods: () => [added] })
  client.request('slow', { a: 1 }, 1)
  client.request('refuse', undefined, 2)
  client.request('break', undefined, 3)
  assert.deepEqual(
    [await client.next(), await client.next(), await client.next()],
    [
      '{"jsonrpc":"2.0","method":"slow","result":{"a":1},"id":1}',
      '{"jsonrpc":"2.0","method":"refuse","error":{"code":3117,"message":"Unknown inputs.","data":{"unknownOutputReferences":[]}},"id":2}',
      '{"jsonrpc":"2.0","method":"break","error":{"code":-32603,"message":"out of cheese"},"id":3}',
    ],
  )
})

test('groups of methods do not wait for each other, and each connection has its own, told when it ends', async (t) => {
  let ended = (): void => {}
  let connections = 0
  const { client, server } = await serveForTest(t, [], {
    methods: (closed) => {
      connections += 1
      const first = connections === 1
      const wait = (): Promise<string> =>
        new Promise((resolve) => {
          closed.addEventListener('abort', () => {
            resolve('"too late"')
            ended()
          })
        })
      return [
        { wait, after: () => '1' },
        { other: () => String(first), after: () => '2' },
      ]
    },
  })
  client.request('wait', undefined, 1)
  client.request('after', undefined, 2)
  assert.equal(
    await client.ask('other', undefined, 3),
    '{"jsonrpc":"2.0","method":"other","result":true,"id":3}',
  )
  const second = await RawClient.connect(server.url)
  t.after(() => second.close())
  const answers = [await second.ask('after', undefined, 4), await second.ask('other', undefined, 5)]
  assert.deepEqual(answers, [
    '{"jsonrpc":"2.0","method":"after","result":1,"id":4}',
    '{"jsonrpc":"2.0","method":"other","result":false,"id":5}',
  ])
  const told = new Promise<void>((resolve) => {
    ended = resolve
  })
  await client.close()
  await told
})

test('clients are pinged, and their pings answered', async (t) => {
  const { client } = await serveForTest(t, [], { pingInterval: 5 })
  while (client.pings < 2) await new Promise((resolve) => client.socket.once('ping', resolve))
  const pong = new Promise((resolve) => client.socket.once('pong', resolve))
  client.socket.ping('marco')
  assert.equal(String(await pong), 'marco')
})

test('any path upgrades, and no compression is agreed on', async (t) => {
  const { server } = await serveForTest(t, [])
  const client = await RawClient.connect(`${server.url}/any/path?x=1`)
  t.after(() => client.close())
  assert.equal(client.socket.extensions, '')
})

test('/health tells the tip, when it last moved and the network', async (t) => {
  let now = Date.UTC(2024, 0, 1)
  const { chain, server } = await serveForTest(t, buildChain(3), { network: 'preview', clock: () => now })
  const address = server.url.replace('ws:', 'http:')
  now += 5_000
  chain.append(buildBlock(chain.at(2) ?? 'genesis'))
  const response = await fetch(`${address}/health`)
  const { metrics, ...body } = Object(await response.json())
  assert.equal(response.status, 200)
  assert.deepEqual(body, {
    startTime: '2024-01-01T00:00:00.000Z',
    lastKnownTip: chain.tip,
    lastTipUpdate: '2024-01-01T00:00:05.000Z',
    networkSynchronization: 1,
    currentEra: 'conway',
    connectionStatus: 'connected',
    currentEpoch: 0,
    slotInEpoch: 60,
    version: 'v7.0.0',
    network: 'preview',
  })
  assert.deepEqual(Object.keys(metrics), [
    'runtimeStats',
    'activeConnections',
    'totalConnections',
    'sessionDurations',
    'totalMessages',
    'totalUnrouted',
  ])
  assert.deepEqual([metrics.activeConnections, metrics.totalConnections], [1, 1])
})

test('other paths are not found, other verbs not acceptable, and web pages may read each answer', async (t) => {
  const { server } = await serveForTest(t, [])
  for (const [method, path, status] of [
    ['GET', '/', 404],
    ['GET', '//', 404],
    ['OPTIONS', '/', 200],
    ['PUT', '/', 406],
    ['POST', '/health', 406],
    ['DELETE', '/health', 406],
  ] as const) {
    const response = await fetch(`${server.url.replace('ws:', 'http:')}${path}`, { method })
    const allowed = response.headers.get('access-control-allow-origin')
    assert.deepEqual([response.status, allowed], [status, '*'], `${method} ${path}`)
  }
})

test('a connection that cannot be taken ends nothing', async (t) => {
  const { server } = await serveForTest(t, buildChain(1))
  const health = `http://127.0.0.1:${server.port}/health`
  const listening = new Promise<EventEmitter>((resolve) => {
    const seen = (message: unknown): void => {
      unsubscribe('http.server.request.start', seen)
      resolve(Object(message).server)
    }
    subscribe('http.server.request.start', seen)
  })
  await (await fetch(health)).text()
  // The process has too many open files.
  ;(await listening).emit('error', Object.assign(new Error('accept EMFILE'), { code: 'EMFILE' }))
  assert.equal((await fetch(health)).status, 200)
})
