// Every route of the service, on the recorded devnet chain. Each response is compared with its route's description, and a route without a
// case fails. Kupo's and Ogmios' forms, which routes do not describe, are tested with hostile requests.
import assert from 'node:assert/strict'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { checkResponse } from '../../api/http/testing/check-response.ts'
import { CHAIN_FILE } from '../../fixtures/chains/recording.ts'
import { fingerprintOf } from '../../schema/codecs/asset-text.ts'
import { isRecord } from '../../schema/ogmios/read-json.ts'
import { imagesDir } from '../../scripts/service/settings/data-directory.ts'
import { describedHeaders } from '../contract/described-headers.ts'
import { noteExample } from '../contract/note-example.ts'
import { IMAGE, pkh, routeCalls, TOKENS } from '../contract/route-cases.ts'
import { foldedRecording } from '../harness/folded-recording.ts'
import { assertUnavailableWithout } from '../harness/missing-models.ts'
import { recordedBeginning } from '../harness/recorded-beginning.ts'
import { startWatchedWith } from '../harness/watched-service.ts'
import { temporaryDirectory } from '../kit/temporary-directory.ts'
import { untilReady } from '../kit/until.ts'

const BLOCKS = 1_000

const start = async (t: TestContext, dataDir: string, chainFile = fileURLToPath(CHAIN_FILE)) => {
  mkdirSync(imagesDir(dataDir))
  writeFileSync(join(imagesDir(dataDir), IMAGE.cid), IMAGE.bytes)
  return startWatchedWith(t, { NETWORK: 'devnet', CHAIN_FILE: chainFile, DATA_DIR: dataDir, MAX_LAG: '0' })
}

test('every route answers as it describes itself, and none gives half of the chain while it is read', async (t) => {
  const { dataDir } = await foldedRecording(t)
  const { url, routes: all } = await start(t, dataDir)
  const routes = all.filter(({ isForeign }) => isForeign !== true)
  await untilReady(url)
  const callsOf = await routeCalls()
  assert.deepEqual(
    routes.filter((route) => callsOf(route).length === 0).map(({ operationId }) => operationId),
    [],
    'add calls of these routes to tests/contract/route-cases.ts',
  )
  const headers = describedHeaders(await (await fetch(`${url}/openapi.json`)).json())
  const preflight = await fetch(`${url}/order`, {
    method: 'OPTIONS',
    headers: { Origin: 'https://page.example', 'Access-Control-Request-Method': 'POST' },
  })
  const exposed = (preflight.headers.get('access-control-expose-headers') ?? '').toLowerCase().split(',')
  // Kupo documents its own interface, so our document lacks Kupo's header.
  assert.deepEqual(exposed.sort(), [...headers.names(), 'x-most-recent-checkpoint'].sort())
  for (const route of routes)
    for (const { status, isRight, ...call } of callsOf(route)) {
      const response = await checkResponse(url, route, call)
      assert.equal(response.status, status, `${route.operationId} ${JSON.stringify(call)}`)
      headers.check(route.method, route.path, response)
      const isJson = route.responses[200]?.contentType === undefined
      if (status === 200 && (isJson || call.params?.asset !== undefined))
        noteExample(`${route.method} ${route.path}`, isJson ? { ...call, response: response.body } : call)
      if (isRight !== undefined) assert.ok(isRight(response.body), `${route.operationId}: ${response.body}`)
    }

  // A token id in another form gets the same response. Transactions are not compared, because each spends other coins.
  for (const route of routes)
    for (const call of callsOf(route)) {
      const text = JSON.stringify(call)
      const token = TOKENS.find((each) => text.includes(`"${each}"`))
      if (token === undefined || call.status !== 200 || call.body instanceof FormData) continue
      const responseTo = async (form: string) =>
        (await checkResponse(url, route, JSON.parse(text.replaceAll(`"${token}"`, `"${form}"`)))).body
      const response = await responseTo(token)
      for (const form of [token.replace('.', ''), fingerprintOf(token)]) {
        const same = await responseTo(form)
        if (!isRecord(response) || !('cbor' in response))
          assert.deepEqual(same, response, `${route.path} ${form}`)
      }
    }

  const successes = routes.flatMap((route) => {
    const call = callsOf(route).find(({ status }) => status === 200)
    return call === undefined ? [] : [[route.operationId, call] as const]
  })
  await assertUnavailableWithout(t, dataDir, new Map(successes))

  const beginning = await recordedBeginning(t, BLOCKS)
  let waits = 0
  // A busy machine may read the whole chain before the first request.
  for (let starts = 0; waits === 0; starts += 1) {
    assert.ok(starts < 10, 'the chain was read before the first request')
    const fresh = await start(t, temporaryDirectory(t), beginning)
    const ask = () => fetch(`${fresh.url}/getUtxos`, post({ pkh, limit: 1000 }))
    let response = await ask()
    for (; response.status !== 200; response = await ask()) {
      assert.deepEqual([response.status, response.headers.get('Retry-After')], [503, '10'])
      waits += 1
      await sleep(20)
    }
    const first = (await response.json()) as unknown[]
    assert.ok(first.length > 0)
    await untilReady(fresh.url)
    assert.deepEqual(await (await ask()).json(), first, 'the first answer is of the whole chain')
  }
})

const post = (body: unknown): RequestInit => ({ method: 'POST', body: JSON.stringify(body) })

const HASH = 'f'.repeat(64)
const rpc = (method: string, more: object = {}): string =>
  JSON.stringify({ jsonrpc: '2.0', method, id: 1, ...more })

const PATTERNS = [
  '*',
  '*/*',
  '%00',
  '..%2F..',
  '%7B1%7D',
  '-1@',
  `*@${HASH}f`,
  `123456@${HASH}`,
  'a'.repeat(299),
]
const QUERIES = [
  'created_after=-1',
  `created_after=${'9'.repeat(16)}`,
  'created_before=1.x',
  `created_after=1.${HASH}`,
  'spent_after=1e9',
  'unspent&unspent',
  'order=__proto__',
  `policy_id=${HASH}`,
  'output_index=1',
]
const KUPO = [
  ...PATTERNS.map((pattern) => `/matches/${pattern}`),
  ...QUERIES.map((query) => `/matches/*@${HASH}?${query}`),
  ...[`/datums/${HASH}0`, '/scripts/%00', `/checkpoints/${'9'.repeat(16)}`, '/patterns/constructor'],
]
const OGMIOS = [
  `[${rpc('queryNetwork/tip')},${rpc('queryNetwork/tip')}]`,
  ...['nextBlock', 'acquireLedgerState', 'nextTransaction', 'queryLedgerState/stakePools', '__proto__'].map(
    (method) => rpc(method),
  ),
  rpc('x'.repeat(100_000)),
  rpc('queryNetwork/tip', { id: 'x'.repeat(100_000) }),
  rpc('queryNetwork/tip').replace('"id":1', `"id":${'9'.repeat(10_000)}`),
  rpc('queryNetwork/tip', { params: [1] }),
  rpc('queryLedgerState/utxo', { params: { addresses: ['addr1'] } }),
  rpc('queryLedgerState/utxo', { params: { outputReferences: Array(5_000).fill({}) } }),
  '['.repeat(100_000),
  '['.repeat(1_000_000),
  `{"jsonrpc":${'{"a":'.repeat(20_000)}`,
]

test('hostile requests to Kupo and Ogmios get a short refusal each, and others are answered meanwhile', async (t) => {
  const { url } = await start(t, (await foldedRecording(t)).dataDir)
  await untilReady(url)
  const refused = async (path: string, init?: RequestInit): Promise<void> => {
    const response = await fetch(`${url}${path}`, init)
    const text = await response.text()
    const what = `${path.slice(0, 100)} ${`${init?.body ?? ''}`.slice(0, 60)}: ${response.status} ${text}`
    assert.ok([400, 413].includes(response.status), what)
    const { hint, error, jsonrpc } = JSON.parse(text)
    assert.ok(init === undefined ? hint.length > 10 : jsonrpc === '2.0' && error.message.length > 10, what)
    assert.ok(text.length < 1_500, what)
  }
  const honest = async (): Promise<void> => {
    assert.equal((await fetch(`${url}/v1/blocks/latest`)).status, 200)
  }
  await Promise.all([
    ...['/kupo', '/kupo/v1'].flatMap((base) => KUPO.flatMap((path) => [refused(base + path), honest()])),
    ...OGMIOS.flatMap((body) => [refused('/ogmios', { method: 'POST', body }), honest()]),
  ])
})
