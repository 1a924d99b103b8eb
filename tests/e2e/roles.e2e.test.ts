// The indexer in one process and the API in two that share a port: a client that reconnects after a process was killed, and
// fetches again, misses no change.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { EVENT_OF, TOPICS } from '../../schema/responses/feed.ts'
import { FeedFollower, FOLLOWED_FEED } from '../harness/feed-follower.ts'
import { startGrowingDevnet } from '../harness/growing-devnet.ts'
import { untilAt } from '../harness/recorded-devnet.ts'
import { startProcess } from '../harness/run-script.ts'
import { WatchedService } from '../harness/watched-service.ts'
import { freePort } from '../kit/free-port.ts'
import { seedOf } from '../kit/random-runs.ts'
import { temporaryDirectory } from '../kit/temporary-directory.ts'

/** Number of first blocks from the recorded chain: enough for tokens and traders. */
const RECORDED = 500

/** Number of blocks in each part of the test, with forks. */
const BLOCKS = 12

/** Topics that must have had a frame; on such a short chain the king may not change. */
const CHANGING = TOPICS.filter((topic) => topic !== 'KOTH')

/** Maximum number of further parts, until each topic has had a frame. */
const MOST_MORE = 40

const CLIENTS = 2

/** Number of requests that show which process answers: more than necessary to reach both. */
const LOOKS = 200

/** Names of the processes that answer on a port, which are part of their versions. */
const answering = async (api: string, wanted: number): Promise<Set<string>> => {
  const names = new Set<string>()
  for (let look = 0; look < LOOKS && names.size < wanted; look++) {
    const response = await fetch(`${api}/v1/pools-main-page/koth`, { headers: { connection: 'close' } })
    await response.arrayBuffer()
    names.add(
      /^"([^.]+)\./.exec(response.headers.get('etag') ?? '')?.[1] ?? assert.fail('an answer without ETag'),
    )
  }
  return names
}

test('with an indexer and two API processes, of which one each is killed and started again, clients hold what HTTP says', async (t) => {
  const devnet = await startGrowingDevnet(t, seedOf(t), { recorded: RECORDED })
  const env = {
    NETWORK: 'devnet',
    OGMIOS_URL: devnet.url,
    DATA_DIR: temporaryDirectory(t),
    // 0 would give each process another port.
    PORT: `${await freePort()}`,
    ...FOLLOWED_FEED,
  }
  const startApi = () => startProcess(t, { ...env, ROLE: 'api' })
  const startIndexer = () => startProcess(t, { ...env, ROLE: 'indexer' })
  // They wait for the models.
  let first = startApi()
  const second = startApi()
  let indexer = startIndexer()
  const api = await first.url()
  await second.url()
  const service = new WatchedService(api, () => undefined)
  const untilFolded = () => untilAt(service, devnet.chain)
  await untilFolded()
  assert.equal((await answering(api, 2)).size, 2)

  const clients = Array.from({ length: CLIENTS }, () => new FeedFollower(t, api))
  for (const client of clients) await client.subscribe()

  await devnet.grow(BLOCKS, untilFolded)
  await first.kill()
  first = startApi()
  await devnet.grow(BLOCKS, untilFolded)
  await first.url()
  await devnet.grow(BLOCKS, untilFolded)
  const losses = clients.map((client) => client.losses.length)
  await indexer.kill()
  await devnet.grow(BLOCKS, async () => {})
  indexer = startIndexer()
  await untilFolded()
  await devnet.grow(BLOCKS, untilFolded)
  await untilFolded()
  const unseen = () => CHANGING.filter((topic) => !clients.some(({ events }) => events.has(EVENT_OF[topic])))
  for (let more = 0; more < MOST_MORE && unseen().length > 0; more++) await devnet.grow(BLOCKS, untilFolded)
  await untilFolded()
  assert.deepEqual(unseen(), [], 'topics without a frame')
  for (const client of clients) await client.assertSameAsHttp()
  // Without an indexer the API continues: no client had to reconnect.
  assert.deepEqual(
    clients.map((client) => client.losses.length),
    losses,
  )
  assert.equal((await answering(api, 2)).size, 2)

  for (const { code, stderr } of await Promise.all(
    [first, second, indexer].map((running) => running.end()),
  )) {
    assert.equal(code, 0, stderr)
    assert.doesNotMatch(stderr, /^\{"level":[56]0,/m)
  }
})
