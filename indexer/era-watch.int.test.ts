// Eras that a node announces over HTTP. Eras that this version knows cause no message. Later eras cause the message that an upgrade is
// needed.
import assert from 'node:assert/strict'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { type TestContext, test } from 'node:test'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { startDevnet } from '../devnet/devnet.ts'
import { genesis } from '../devnet/genesis.ts'
import { EraWatch } from './era-watch.ts'
import { ERAS } from './ogmios/known-content.ts'
import { eraProblem } from './ogmios/node-eras.ts'
import { answering, HEALTH, startCountedServer } from './testing/counted-server.ts'

const TIMEOUT_MS = 60_000
const signal = new AbortController().signal

const summary = (slot: number) => ({
  start: { time: { seconds: slot }, slot, epoch: slot / 1000 },
  parameters: { epochLength: 1000, slotLength: { milliseconds: 1000 }, safeZone: 1 },
})

/** Responses of a node with `count` eras, each of a thousand slots. */
interface Node {
  currentEra: unknown
  summaries: unknown
}

const serve = async (t: TestContext, node: Node) =>
  await startCountedServer(t, (request: IncomingMessage, response: ServerResponse) =>
    answering(
      request.url === '/health'
        ? { ...HEALTH, currentEra: node.currentEra }
        : { jsonrpc: '2.0', method: 'queryLedgerState/eraSummaries', ...Object(node.summaries) },
    )(request, response),
  )

const eras = (count: number) => ({ result: Array.from({ length: count }, (_, at) => summary(1000 * at)) })

const ANNOUNCED = `the node announces an era after dijkstra, which this version does not know, from epoch ${ERAS.length} (slot ${1000 * ERAS.length}) on: upgrade this service before then`

test('known eras are no problem; an announced or present unknown one is, and its start is named', async (t) => {
  const node: Node = { currentEra: 'conway', summaries: eras(7) }
  const { url } = await serve(t, node)
  const cases: readonly (readonly [currentEra: unknown, summaries: unknown, problem: string | null])[] = [
    ['conway', eras(7), null],
    ['conway', eras(ERAS.length), null],
    ['dijkstra', eras(ERAS.length), null],
    ['dijkstra', eras(ERAS.length + 1), ANNOUNCED],
    ['dijkstra', eras(ERAS.length + 2), ANNOUNCED],
    [
      'euler',
      eras(ERAS.length + 1),
      'the node is in the era "euler", which this version does not know: upgrade this service',
    ],
    // A server before its first block, a server without the method, and a server that names no era.
    [null, eras(1), null],
    ['conway', { error: { code: -32_601, message: 'unknown' } }, null],
    [undefined, eras(ERAS.length), null],
  ]
  for (const [currentEra, summaries, problem] of cases) {
    Object.assign(node, { currentEra, summaries })
    assert.equal(await eraProblem(url, TIMEOUT_MS, signal), problem, `${currentEra}`)
  }
})

test('a node that does not answer ends the wait, though the garbage is collected meanwhile', async (t) => {
  const { url } = await startCountedServer(t, (request, response) => {
    if (request.url === '/health') answering({ ...HEALTH, currentEra: 'conway' })(request, response)
  })
  setFlagsFromString('--expose-gc')
  const collecting = setInterval(runInNewContext('gc'), 20)
  t.after(() => clearInterval(collecting))
  await assert.rejects(eraProblem(url, 500, signal), { message: 'no response within 500 ms' })
})

test('a watch reports a change once, keeps what it knows while the node is away, and ends at once', async (t) => {
  const node: Node = { currentEra: 'conway', summaries: eras(ERAS.length) }
  const { url } = await serve(t, node)
  const watch = new EraWatch(url, { interval: 2, timeout: TIMEOUT_MS })
  const problems: (string | null)[] = []
  let notify = (): void => {}
  watch.on('changed', () => {
    problems.push(watch.problem)
    notify()
  })
  const next = () => new Promise<void>((resolve) => (notify = resolve))
  const ended = watch.run()
  const announced = next()
  node.summaries = eras(ERAS.length + 1)
  await announced
  const settled = next()
  node.summaries = 'nonsense'
  node.currentEra = 'euler'
  await settled
  const over = next()
  node.currentEra = 'dijkstra'
  node.summaries = eras(ERAS.length)
  await over
  watch.stop()
  await ended
  assert.deepEqual(problems, [
    ANNOUNCED,
    'the node is in the era "euler", which this version does not know: upgrade this service',
    null,
  ])
  const away = new EraWatch('ws://127.0.0.1:9', { interval: 60_000 })
  const none = away.run()
  away.stop()
  await none
  assert.equal(away.problem, null)
})

test('a devnet announces its hard forks, and has their eras', async (t) => {
  const start = async (eras: readonly string[]) => {
    const hardForks = eras.map((era, index) => ({ era, slot: 86_400 * (index + 1) }))
    const devnet = await startDevnet({
      genesis,
      blockInterval: 0,
      hardForks,
      onError: (error) => assert.fail(`${error}`),
    })
    t.after(() => devnet.close())
    devnet.ledger.makeBlock(0)
    return devnet
  }
  const { url } = await start(['dijkstra'])
  assert.equal(await eraProblem(url, TIMEOUT_MS, signal), null)
  const devnet = await start(['dijkstra', 'euler'])
  assert.equal(
    await eraProblem(devnet.url, TIMEOUT_MS, signal),
    'the node announces an era after dijkstra, which this version does not know, from epoch 2 (slot 172800) on: upgrade this service before then',
  )
  devnet.ledger.makeBlock(172_800)
  assert.equal(
    await eraProblem(devnet.url, TIMEOUT_MS, signal),
    'the node is in the era "euler", which this version does not know: upgrade this service',
  )
})
