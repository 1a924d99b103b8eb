// Arrangements of processes that serve one chain: API processes beside an indexer, and replicas of published files. All processes of an
// arrangement have the same state at every block, also after forks. Feed clients have the same state as HTTP, while one process after
// another is killed and started again.
import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { CONTRACT_NAMES } from '../../devnet/contracts/contract-names.ts'
import { contract, contractAddress } from '../../devnet/contracts/contracts.ts'
import { formatAddress } from '../../schema/codecs/address.ts'
import { EVENT_OF, TOPICS } from '../../schema/responses/feed.ts'
import { findChromium, openBrowser } from '../harness/browser.ts'
import { FeedFollower, FOLLOWED_FEED } from '../harness/feed-follower.ts'
import { startGrowingDevnet } from '../harness/growing-devnet.ts'
import { untilAt } from '../harness/recorded-devnet.ts'
import { responsesOf } from '../harness/responses-of.ts'
import { startProcess } from '../harness/run-script.ts'
import { openPage } from '../harness/watched-page.ts'
import { WatchedService } from '../harness/watched-service.ts'
import { freePort } from '../kit/free-port.ts'
import { seedOf } from '../kit/random-runs.ts'
import { requestsTo } from '../kit/requests.ts'
import { temporaryDirectory } from '../kit/temporary-directory.ts'

/** The first recorded blocks contain tokens and traders. */
const RECORDED = 500

const BLOCKS = 8

const CLIENTS = 2

/** The King of the Hill might not change on such a short chain. */
const CHANGING = TOPICS.filter((topic) => topic !== 'KOTH')

/** Maximum number of times that the chain grows until each topic has had a frame. */
const MOST_MORE = 40

/** So many requests reach both of two processes. */
const LOOKS = 200

const KING = '/v1/pools-main-page/koth'

type Member = Awaited<ReturnType<ReturnType<typeof membersOf>>>

const membersOf =
  (t: TestContext, node: string) => async (settings: () => Readonly<Record<string, string>>) => {
    const common = { NETWORK: 'devnet', OGMIOS_URL: node, PORT: `${await freePort()}`, ...FOLLOWED_FEED }
    const { PORT } = { ...common, ...settings() }
    const start = () => startProcess(t, { ...common, ...settings() })
    let running = start()
    const service = new WatchedService(`http://127.0.0.1:${PORT}`, () => undefined)
    return {
      service,
      url: service.url,
      untilServing: () => running.url(),
      /** @returns a function that starts the next process */
      async kill() {
        await running.kill()
        return () => {
          running = start()
        }
      },
      end: () => running.end(),
    }
  }

interface Fault {
  /** @returns a function that ends the fault */
  readonly begin: () => Promise<() => unknown>
  /** Clients may have to reconnect. */
  readonly isSeen?: true
}

interface Arranged {
  readonly members: readonly Member[]
  /** Clients follow the first process, which serves during every fault. */
  readonly compared: readonly [Member, ...Member[]]
  readonly faults: readonly Fault[]
  check(): Promise<void>
}

/** A process's reported version contains its name. */
const answering = async (api: string, wanted: number): Promise<Set<string>> => {
  const names = new Set<string>()
  for (let look = 0; look < LOOKS && names.size < wanted; look++) {
    const { headers } = await requestsTo(api).call(KING, { headers: { connection: 'close' } })
    names.add(/^"([^.]+)\./.exec(headers.get('etag') ?? '')?.[1] ?? assert.fail('a response without ETag'))
  }
  return names
}

const assertPageAgrees = async (t: TestContext, url: string): Promise<void> => {
  const chromium = findChromium()
  if (typeof chromium === 'string') return t.diagnostic(chromium)
  const browser = await openBrowser(chromium)
  try {
    const { page, problems } = await openPage(browser, url, '#/status')
    await page.getByText('2/2 services agree').waitFor()
    assert.deepEqual(problems, [])
  } finally {
    await browser.close()
  }
}

type Arrange = (t: TestContext, member: ReturnType<typeof membersOf>) => Promise<Arranged>

const oneDirectory: Arrange = async (t, member) => {
  const [DATA_DIR, PORT] = [temporaryDirectory(t), `${await freePort()}`]
  const of = (ROLE: string) => member(() => ({ DATA_DIR, PORT, ROLE }))
  // The API processes wait for the models.
  const [first, second] = [await of('api'), await of('api')]
  const indexer = await of('indexer')
  for (const api of [first, second]) await api.untilServing()
  const check = async () => assert.equal((await answering(first.url, 2)).size, 2)
  const restarted = async () => {
    const start = await first.kill()
    start()
    return first.untilServing
  }
  return {
    members: [first, second, indexer],
    compared: [first],
    faults: [{ begin: restarted, isSeen: true }, { begin: indexer.kill }],
    check,
  }
}

const publishedFiles: Arrange = async (t, member) => {
  const [PUBLISH_DIR, DATA_DIR] = [temporaryDirectory(t), temporaryDirectory(t)]
  const PORT = `${await freePort()}`
  const replicaOf = (url: string, more = {}) => {
    const own = temporaryDirectory(t)
    return member(() => ({ ROLE: 'api', MODELS_URL: `${url}/models`, DATA_DIR: own, ...more }))
  }
  const first = await replicaOf(`http://127.0.0.1:${PORT}`)
  await first.untilServing()
  await first.service.untilProblem(/^the models cannot be copied from MODELS_URL: /)
  const before = ['/healthz', '/readyz', '/status', KING].map((path) => requestsTo(first.url).call(path))
  const refused = (await Promise.all(before)).map(({ status }) => status)
  assert.deepEqual(refused, [200, 503, 200, 503], 'before the first copy')
  const { headers, text } = (await before[3]) ?? assert.fail()
  assert.equal(headers.get('Retry-After'), '10')
  assert.match(text, /No block has been indexed yet: the models cannot be copied from MODELS_URL/)
  const origin = await member(() => ({ PUBLISH_DIR, DATA_DIR, PORT }))
  await origin.untilServing()
  const beside = await member(() => ({ PUBLISH_DIR, DATA_DIR, ROLE: 'api' }))
  const second = await replicaOf(beside.url, { PEER_URLS: first.url })
  for (const api of [beside, second]) await api.untilServing()
  const begin = async () => {
    const start = await origin.kill()
    await first.service.untilUnready('waiting', /^the models cannot be copied from MODELS_URL: /)
    return start
  }
  return {
    members: [origin, beside, first, second],
    compared: [first, second, origin],
    faults: [{ begin }, { begin: second.kill }],
    async check() {
      const address = formatAddress(contractAddress('deployer-witness'))
      const matches: readonly { readonly script: { readonly script: string } }[] = await requestsTo(
        first.url,
      ).get(`/kupo/matches/${address}?unspent&resolve_hashes`)
      assert.deepEqual(
        matches.map(({ script }) => script.script).sort(),
        CONTRACT_NAMES.map((name) => contract(name).cbor).sort(),
        'scripts, which the replica asks of the node',
      )
      await assertPageAgrees(t, second.url)
    },
  }
}

for (const [name, arrange] of [
  ['an indexer and two API processes', oneDirectory],
  ['replicas of published files', publishedFiles],
] as const)
  test(`${name} say the same at every block, and clients hold what HTTP says, whatever is killed`, async (t) => {
    const devnet = await startGrowingDevnet(t, seedOf(t), { recorded: RECORDED })
    const { members, compared, faults, check } = await arrange(t, membersOf(t, devnet.url))
    const [followed] = compared
    const untilSame = async (): Promise<void> => {
      for (const { service } of compared) await untilAt(service, devnet.chain)
      const [expected, ...others] = await Promise.all(compared.map(({ service }) => responsesOf(service)))
      for (const other of others) assert.deepEqual(other, expected)
    }
    await untilSame()
    const clients = Array.from({ length: CLIENTS }, () => new FeedFollower(t, followed.url))
    for (const client of clients) await client.subscribe()
    await devnet.grow(BLOCKS, untilSame)
    for (const { begin, isSeen = false } of faults) {
      const losses = clients.map((client) => client.losses.length)
      const end = await begin()
      assert.equal((await requestsTo(followed.url).call(KING)).status, 200, 'what was copied is served')
      await devnet.grow(BLOCKS, async () => {})
      await end()
      await untilSame()
      await devnet.grow(BLOCKS, untilSame)
      await untilSame()
      if (!isSeen)
        assert.deepEqual(
          clients.map((client) => client.losses.length),
          losses,
        )
    }
    const unseen = () =>
      CHANGING.filter((topic) => !clients.some(({ events }) => events.has(EVENT_OF[topic])))
    for (let more = 0; more < MOST_MORE && unseen().length > 0; more++) await devnet.grow(BLOCKS, untilSame)
    await untilSame()
    assert.deepEqual(unseen(), [], 'topics without a frame')
    for (const client of clients) await client.assertSameAsHttp()
    await check()
    for (const { code, stderr } of await Promise.all(members.map((member) => member.end()))) {
      assert.equal(code, 0, stderr)
      assert.doesNotMatch(stderr, /^\{"level":[56]0,/m)
    }
  })
