// The node's Ogmios through the service. The listed methods get the node's responses, and no other method reaches the node.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type TestContext, test } from 'node:test'
import {
  createInteractionContext,
  createLedgerStateQueryClient,
  createMempoolMonitoringClient,
  createTransactionSubmissionClient,
} from '@cardano-ogmios/client'
import { WebSocket } from 'ws'
import { startDevnet } from '../../devnet/devnet.ts'
import { contractReference, genesis, openingTransactions } from '../../devnet/genesis.ts'
import { MempoolWatch } from '../../indexer/mempool-watch.ts'
import { referenceJson } from '../../schema/ogmios/output-json.ts'
import { deferred } from '../../tests/kit/deferred.ts'
import { until } from '../../tests/kit/until.ts'
import { startComponents } from '../testing/start-components.ts'
import { type NodePassage, nodePassage } from './node-passage.ts'

const request = (method: string, params?: object, id: unknown = 1): string =>
  JSON.stringify({ jsonrpc: '2.0', method, params, id })

const serve = async (t: TestContext, passage?: NodePassage) => {
  const passed: string[] = []
  const { url } = await startComponents(t, ['ogmios'], 1, {
    ...(passage && {
      ogmios: (text) => {
        if (text !== undefined) passed.push(text)
        return passage(text)
      },
    }),
  })
  const post = async (body: string, at = `${url}/ogmios`) => {
    const response = await fetch(at, { method: 'POST', body })
    return { status: response.status, text: await response.text() }
  }
  const openSocket = async (): Promise<WebSocket> => {
    const socket = new WebSocket(`${url.replace('http', 'ws')}/ogmios`)
    t.after(() => socket.terminate())
    await once(socket, 'open')
    return socket
  }
  return { url, passed, post, openSocket }
}

const onDevnet = async (t: TestContext) => {
  const devnet = await startDevnet({ genesis, blockInterval: 0, onError: (error) => assert.fail(`${error}`) })
  t.after(() => devnet.close())
  const [publication = '', gifts = ''] = openingTransactions
  return { devnet, publication, gifts, ...(await serve(t, nodePassage(devnet.url))) }
}

test('each method is answered as the node answers it', async (t) => {
  const { devnet, post, passed, publication, gifts } = await onDevnet(t)
  const address = devnet.url.replace('ws', 'http')
  assert.equal((await post(request('submitTransaction', { transaction: { cbor: publication } }))).status, 200)
  devnet.makeBlock()
  const references = [contractReference('instant-order')].map((reference) =>
    JSON.parse(referenceJson(reference)),
  )
  for (const body of [
    request('queryLedgerState/protocolParameters'),
    request('queryLedgerState/eraSummaries', {}, null),
    request('queryLedgerState/eraStart', undefined, 'é'),
    request('queryLedgerState/epoch'),
    request('queryLedgerState/tip'),
    request('queryLedgerState/treasuryAndReserves'),
    request('queryNetwork/tip'),
    request('queryNetwork/blockHeight'),
    request('queryNetwork/startTime'),
    request('queryNetwork/genesisConfiguration', { era: 'shelley' }),
    request('queryNetwork/genesisConfiguration', { era: 'byron' }),
    request('queryLedgerState/utxo', { outputReferences: references }),
    request('queryLedgerState/rewardAccountSummaries', { keys: ['00'.repeat(28)] }),
    request('evaluateTransaction', { transaction: { cbor: gifts }, additionalUtxo: [] }),
    request('submitTransaction', { transaction: { cbor: '84' } }),
    request('queryNetwork/tip').replace('"id":1', '"id":{"a":[18446744073709551617,"\\u0001"]}'),
  ]) {
    const answer = await post(body)
    assert.ok(answer.text.length > 40)
    assert.deepEqual(answer, await post(body, address), body)
  }
  assert.equal(passed.length, 17)
})

test('amounts of any size are passed on as they came, and members that nobody checked are not', async (t) => {
  const { passed, post } = await serve(t, async () => ({ status: 200, body: '{}' }))
  const output = '{"value":{"ada":{"lovelace":18446744073709551615}},"datum":"d87980"}'
  const checked = `{"transaction":{"cbor":"84"},"additionalUtxo":[${output}]}`
  const params = `{"additionalUtxo":[{}],"more":[1],${checked.slice(1)}`
  await post(
    `{"id":9007199254740993,"params":{},"method":"x","jsonrpc":"2.0","extra":1,"method":"evaluateTransaction","params":${params}}`,
  )
  await post(`{"jsonrpc":"2.0","method":"queryNetwork/tip","params":{"all":true}}`)
  const ids = [`-${'9'.repeat(200)}`, '"\\u00017"', '{ "a.e": [1, true, "E"] }']
  for (const id of ids) await post(`{"jsonrpc":"2.0","method":"queryNetwork/tip","id":${id}}`)
  assert.deepEqual(passed, [
    `{"jsonrpc":"2.0","method":"evaluateTransaction","params":${checked},"id":9007199254740993}`,
    ...['null', ...ids].map((id) => `{"jsonrpc":"2.0","method":"queryNetwork/tip","params":{},"id":${id}}`),
  ])
})

test('what is no request of a named method is refused, and does not reach the node', async (t) => {
  const { passed, post } = await serve(t, () => assert.fail('it was passed on'))
  const cbor = { transaction: { cbor: '84' } }
  for (const [body, status, said] of [
    ['', 400, /not JSON/],
    ['{', 400, /not JSON/],
    ['"x"', 400, /not a JSON object/],
    [`[${request('queryNetwork/tip')}]`, 400, /one at a time/],
    ['{"method":"queryNetwork/tip"}', 400, /"jsonrpc"/],
    ['{"jsonrpc":"2.0","method":["queryNetwork/tip"]}', 400, /"method"/],
    [request('queryNetwork/tip', [] as object), 400, /"params" must be an object/],
    [request('queryNetwork/tip', {}, 'x'.repeat(300)), 400, /"id" must be at most/],
    ...['1e400', '0.1', '{"a":[1E5]}'].map(
      (id) =>
        [request('queryNetwork/tip').replace('"id":1', `"id":${id}`), 400, /"id" must be integers/] as const,
    ),
    ...['findIntersection', 'nextBlock', 'queryLedgerState/stakePools', 'constructor', '__proto__'].map(
      (method) => [request(method), 400, /not served here/] as const,
    ),
    [request('acquireMempool'), 400, /over a WebSocket/],
    [request('queryLedgerState/utxo'), 400, /"outputReferences"/],
    [request('queryLedgerState/utxo', { addresses: ['addr1'] }), 400, /"outputReferences"/],
    [request('queryLedgerState/utxo', { outputReferences: Array(201).fill({}) }), 400, /at most 200/],
    [request('queryLedgerState/rewardAccountSummaries', { keys: Array(201).fill('') }), 400, /at most 200/],
    [request('queryNetwork/genesisConfiguration', { era: 1 }), 400, /"era"/],
    [request('submitTransaction', { transaction: '84' }), 400, /"transaction"/],
    [request('submitTransaction', { transaction: { cbor: '8' } }), 400, /in hex/],
    [request('evaluateTransaction', { ...cbor, additionalUtxo: {} }), 400, /"additionalUtxo"/],
    ['['.repeat(100_000), 400, /nested at most 16 levels/],
    ['['.repeat(1_000_000), 413, /at most 131072 bytes/],
    [
      request('evaluateTransaction', { ...cbor, additionalUtxo: [Array(9_000).fill(0)] }),
      400,
      /8192 members/,
    ],
  ] as const) {
    const answer = await post(body)
    assert.equal(answer.status, status, `${body.slice(0, 100)}: ${answer.text}`)
    const { jsonrpc, error } = JSON.parse(answer.text)
    assert.equal(jsonrpc, '2.0')
    assert.match(error.message, said)
  }
  assert.deepEqual(passed, [])
})

test('without a node, and while it is away, the answer is a 503', async (t) => {
  const { url, post } = await serve(t)
  const refused = await post(request('queryNetwork/tip', {}, 'mine'))
  assert.equal(refused.status, 503)
  for (const [body, code] of [
    ['{', 'INVALID_REQUEST'],
    [request('queryNetwork/tip'), 'SERVICE_UNAVAILABLE'],
  ] as const) {
    const { headers } = await fetch(`${url}/ogmios`, { method: 'POST', body })
    assert.equal(headers.get('X-Error-Code'), code)
  }
  assert.match(refused.text, /"id":"mine"}$/)
  const { devnet, post: postToDevnet } = await onDevnet(t)
  await devnet.close()
  const { status, text } = await postToDevnet(request('queryNetwork/tip'))
  assert.equal(status, 503)
  assert.doesNotMatch(text, /127\.0\.0\.1/)
})

test('so many requests wait for the node at once, and no more', async (t) => {
  const { devnet, post } = await onDevnet(t)
  devnet.faults.stall()
  const waiting = Array.from({ length: 40 }, () => post(request('queryNetwork/tip')))
  const refused = await Promise.race(waiting)
  assert.equal(refused.status, 503)
  devnet.faults.resume()
  devnet.faults.dropConnections()
  const statuses = (await Promise.all(waiting)).map(({ status }) => status)
  assert.ok(statuses.filter((status) => status === 503).length >= 24)
})

test('a WebSocket takes the same requests, with at most so many that wait', async (t) => {
  const { devnet, passed, openSocket } = await onDevnet(t)
  const socket = await openSocket()
  const ask = async (text: string): Promise<string> => {
    socket.send(text)
    const [message] = await once(socket, 'message')
    return String(message)
  }
  assert.match(await ask(request('queryNetwork/blockHeight', {}, 'a')), /"result":"origin","id":"a"/)
  assert.match(await ask(request('nextBlock', {}, 'b')), /"code":-32600.*"id":"b"/)
  assert.match(await ask('['.repeat(1_000)), /nested at most 16 levels/)
  assert.equal(passed.length, 1)
  devnet.faults.stall()
  for (let n = 0; n < 9; n++) socket.send(request('queryNetwork/tip'))
  const [code, reason] = await once(socket, 'close')
  assert.deepEqual([code, String(reason)], [1008, 'at most 8 requests may wait'])
})

test('over a WebSocket a request reaches the node after the answer to the one before, and answers come in this order', async (t) => {
  const first = deferred()
  const passage: NodePassage = async (text = '') => {
    const { id } = JSON.parse(text)
    if (id === 'a') await first.promise
    return { status: 200, body: `{"id":"${id}"}` }
  }
  const { passed, openSocket } = await serve(t, passage)
  const socket = await openSocket()
  const ids: string[] = []
  socket.on('message', (message) => ids.push(JSON.parse(String(message)).id))
  const submitted = { transaction: { cbor: '84' } }
  socket.send(request('submitTransaction', submitted, 'a'))
  socket.send(request('submitTransaction', submitted, 'b'))
  socket.send(request('submitTransaction', {}, 'refused'))
  // The mempool is another protocol: an acquisition may wait for minutes.
  socket.send(request('sizeOfMempool', {}, 'mempool'))
  await until('the mempool has been answered', () => ids.includes('mempool'))
  const early = passed.length
  first.resolve()
  await until('all have been answered', () => ids.length === 4)
  assert.deepEqual([early, ids], [1, ['mempool', 'a', 'b', 'refused']])
})

test("Ogmios' own client connects unchanged, queries, and reads the mempool of the service's watch", async (t) => {
  const { devnet, publication } = await onDevnet(t)
  devnet.makeBlock()
  const watch = new MempoolWatch(devnet.url, Math.random, { pause: 0 })
  const ended = watch.run()
  t.after(async () => {
    watch.stop()
    await ended
  })
  await until('the mempool is watched', () => watch.status.state === 'watching')
  const { url } = await startComponents(t, ['ogmios'], 1, { ogmios: nodePassage(devnet.url), mempool: watch })
  const address = { http: `${url}/ogmios`, webSocket: `${url.replace('http', 'ws')}/ogmios` }
  const fail = (error: unknown) => assert.fail(`${error}`)
  const context = await createInteractionContext(fail, () => {}, { connection: { address } })
  const ledger = await createLedgerStateQueryClient(context)
  assert.equal(await ledger.networkBlockHeight(), 0)
  const mempool = await createMempoolMonitoringClient(context)
  await assert.rejects(mempool.hasTransaction('00'.repeat(32)), ({ code }) => code === 4000)
  await mempool.acquireMempool()
  assert.equal(await mempool.nextTransaction(), null)
  const changed = mempool.acquireMempool()
  const submission = await createTransactionSubmissionClient(
    await createInteractionContext(fail, () => {}, { connection: { address } }),
  )
  const id = await submission.submitTransaction(publication)
  await changed
  assert.deepEqual(
    [
      await mempool.hasTransaction(id),
      await mempool.hasTransaction('00'.repeat(32)),
      await mempool.nextTransaction(),
      await mempool.nextTransaction(),
    ],
    [true, false, id, null],
  )
  assert.equal((await mempool.sizeOfMempool()).transactions.count, 1)
  await mempool.releaseMempool()
  await assert.rejects(mempool.nextTransaction(), ({ code }) => code === 4000)
  await submission.shutdown()
  await mempool.shutdown()
})

test('an error to a message says why, with the id of its request, so that its client does not wait for an answer', async (t) => {
  const { url, openSocket } = await serve(t)
  const socket = await openSocket()
  for (const [text, error] of [
    [request('acquireMempool', {}, { a: 1 }), /"The mempool is not watched now".*"id":{"a":1}}$/],
    [request('queryNetwork/tip', {}, 7), /no node.*"id":7}$/],
  ] as const) {
    socket.send(text)
    const [message] = await once(socket, 'message')
    assert.match(String(message), error)
  }
  assert.equal((await fetch(`${url}/ogmios/health`)).status, 503)
})

test('clients that do not read their answers are cut off before they fill the memory', async (t) => {
  const body = `{"jsonrpc":"2.0","result":"${'x'.repeat(15 * 2 ** 20)}","id":1}`
  const { passed, openSocket } = await serve(t, async () => ({ status: 200, body }))
  const clients = await Promise.all(Array.from({ length: 8 }, openSocket))
  for (const socket of clients) {
    socket.pause()
    socket.send(request('queryNetwork/tip'))
  }
  await until('all requests have been answered', () => passed.length === clients.length)
  const ends = clients.map(async (socket): Promise<string> => {
    const ended = Promise.race([
      once(socket, 'message').then(() => 'read'),
      once(socket, 'close').then(() => 'cut'),
    ])
    socket.resume()
    return ended
  })
  const results = await Promise.all(ends)
  assert.ok(results.includes('cut') && results.includes('read'), results.join())
})
