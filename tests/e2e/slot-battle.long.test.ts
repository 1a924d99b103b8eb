// Forks that reuse positions on the chain. One commit undoes launches, orders, locks and outputs, and adds others at the same slots and
// ordinals. Positions number the rows, so data cached under a number must not outlive the row. Responses are compared with those of a new
// service, and with the state of a feed client.
import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { COMPONENT_NAMES } from '../../api/components.ts'
import { FEED_LIMITS } from '../../api/feed/socket/feed-socket.ts'
import { kupoReads } from '../../api/kupo/reads/kupo-reads.ts'
import { type Asked, GENERAL_REQUESTS, requestsAbout, send } from '../../api/testing/model-requests.ts'
import { serveModels } from '../../api/testing/start-components.ts'
import {
  curvePool,
  hash,
  made,
  operations,
  output,
  scriptAddress,
  transaction,
  walletAddress,
} from '../../projections/interpret/testing/interpreted.ts'
import { execute, orderOutput, reservesAfter, type Wish } from '../../projections/interpret/testing/orders.ts'
import { ModelsReader } from '../../projections/read/reader/models-reader.ts'
import { FIRST_SLOT, launch } from '../../projections/testing/folded-chain.ts'
import { testModels } from '../../projections/testing/test-models.ts'
import type { BlockEvent, TransactionEvent } from '../../schema/events.ts'
import { lovelaceToBuy } from '../../schema/launchpad/curve.ts'
import { encodeVestingLock } from '../../schema/launchpad/datums/vesting-lock.ts'
import { ADA } from '../../schema/primitives.ts'
import { entityIdOf } from '../../schema/responses/entity-id.ts'
import { REMOVAL_OF } from '../../schema/responses/feed.ts'
import { FeedFollower } from '../harness/feed-follower.ts'
import { randomFrom } from '../kit/random-from.ts'
import { runs, seedOf } from '../kit/random-runs.ts'

const FORKS = runs(5)

/** Launched tokens, in order. Each token has a wallet of the same name. */
const BATTLES = [['Cat', 'Dog'], ['Dog', 'Cat'], ['Cat'], ['Dog'], []] as const
type Battle = (typeof BATTLES)[number]
type Name = 'Cat' | 'Dog'
const NAMES: readonly Name[] = ['Cat', 'Dog']

const BOUGHT = 1_000_000n

const lifeOf = (name: Name): readonly TransactionEvent[] => {
  const pool = curvePool(name)
  const wish: Wish = { kind: 'limit', owner: name, from: ADA, amount: 10_000_000n, to: pool.token }
  const launched = launch(pool, BOUGHT)
  const lock = encodeVestingLock({ lockedUntil: 1_900_000_000_000n, redeemerVkh: hash(name, 28) }, 'definite')
  const placed = transaction({
    outputs: [
      orderOutput(wish),
      output(scriptAddress(operations.vesting.scriptHash), 2_000_000n, { [pool.token]: 9n }, lock),
      output(walletAddress(name), 5_000_000n, { [pool.token]: 7n }),
    ],
  })
  const before = reservesAfter(BOUGHT, lovelaceToBuy(pool, 0n, BOUGHT))
  const { draft } = execute(pool, made(launched, 0), before, [{ wish, at: made(placed, 0) }])
  return [launched, placed, transaction(draft)]
}
const LIVES = { Cat: lifeOf('Cat'), Dog: lifeOf('Dog') }

const blocksOf = (battle: Battle, length: number): BlockEvent[] => {
  let parent = hash('first')
  return Array.from({ length }, (_, at) => {
    const transactions = battle.flatMap((name) => LIVES[name][at] ?? [])
    const id = hash([parent, ...transactions.map((one) => one.id)].join())
    const block = {
      point: { slot: FIRST_SLOT + 60 * (at + 1), id },
      height: 1_001 + at,
      parent,
      transactions,
    }
    parent = id
    return block
  })
}

const KUPO_REQUESTS = ['/kupo', '/kupo/v1'].flatMap((base) =>
  [
    '/matches',
    '/matches?unspent&order=oldest_first',
    ...NAMES.map((name) => `/matches/${hash(name, 28)}/*?unspent`),
    '/patterns',
    '/patterns/*',
    '/patterns/*/*',
    `/datums/${hash('datum')}`,
    `/scripts/${hash('script', 28)}`,
    '/checkpoints',
    `/checkpoints/${FIRST_SLOT + 60}`,
  ].map((path): Asked => ({ path: base + path })),
)

const REQUESTS: readonly Asked[] = [
  ...GENERAL_REQUESTS,
  ...KUPO_REQUESTS,
  ...NAMES.map((name) => ({ path: `/dex/pair?id=${curvePool(name).nft}` })),
  ...[1_001, 1_002].map((height) => ({ path: `/dex/events?fromBlock=${height}&toBlock=${height}` })),
  { path: '/v1/following', body: NAMES.map((name) => curvePool(name).token) },
  ...NAMES.flatMap((name) => {
    const owner = hash(name, 28)
    return requestsAbout({
      token: curvePool(name).token,
      name,
      owner,
      holder: owner,
      beacon: hash(`beacon of ${name}`, 28),
      order: entityIdOf(made(LIVES[name][1] ?? assert.fail(), 0)),
    })
  }),
]

const ask = async (url: string, asked: Asked): Promise<string> => {
  const response = await send(url, asked)
  return `${response.status} ${response.headers.get('x-indexed-block')} ${await response.text()}`
}

const SERVED = COMPONENT_NAMES.filter((name) => name !== 'explorer' && name !== 'builder')

const start = async (t: Pick<TestContext, 'after'>, directory: string) => {
  const reader = new ModelsReader(directory)
  const read = kupoReads(reader, 1)
  const service = await serveModels(t, SERVED, reader, {
    directory,
    // With 0, forks also undo data that aggregators have read.
    confirmations: 0,
    outputs: { reads: { run: async (task) => Buffer.from(read(task)) } },
    feedLimits: {
      ...FEED_LIMITS,
      conflate: 20,
      subscriptions: 1_000,
      messageRate: 1_000,
      messageBurst: 1_000,
    },
  })
  t.after(() => reader.close())
  return { ...service, reader }
}

const responsesOfNew = async (directory: string): Promise<Map<string, string>> => {
  const ends: (() => unknown)[] = []
  const responses = new Map<string, string>()
  const { url } = await start({ after: (end) => ends.push(end as () => unknown) }, directory)
  for (const asked of REQUESTS) responses.set(JSON.stringify(asked), await ask(url, asked))
  for (const end of ends) await end()
  return responses
}

test('what is held of a launch, an order, a lock or an output ends when a fork puts another in its place', async (t) => {
  const random = randomFrom(seedOf(t))
  const models = testModels(t)
  const { directory, log } = models
  const first = transaction({ outputs: [output(walletAddress('first'), 5_000_000n)] })
  log.append({
    point: { slot: FIRST_SLOT, id: hash('first') },
    height: 1_000,
    parent: hash('parent'),
    transactions: [first],
  })
  log.append(...blocksOf(['Cat', 'Dog'], 2))
  models.fold()
  const service = await start(t, directory)
  const unasked = service.routes.filter(
    ({ path, models, state }) =>
      models !== undefined &&
      state !== undefined &&
      !REQUESTS.some((asked) => asked.path.startsWith(path.replace(/\{.*/, ''))),
  )
  assert.deepEqual(
    unasked.map(({ path }) => path),
    [],
    'each route whose answers are cached needs a request in REQUESTS',
  )
  const follower = new FeedFollower(t, service.url)
  await follower.subscribe()

  const compare = async (what: string): Promise<void> => {
    const made = await responsesOfNew(directory)
    for (let time = 0; time < 2; time++)
      for (const asked of REQUESTS)
        assert.equal(await ask(service.url, asked), made.get(JSON.stringify(asked)), `${what}: ${asked.path}`)
    await follower.assertSameAsHttp()
  }
  await compare('at first')
  let battle: Battle = ['Cat', 'Dog']
  let length = 2
  for (let fork = 0; fork < FORKS; fork++) {
    if (fork > 1 && length < 3 && random() < 0.4) {
      const held = length
      length = 3
      models.apply(...blocksOf(battle, length).slice(held))
    } else {
      // The two launches first change places, then both are undone.
      battle = [BATTLES[1], BATTLES[4]][fork] ?? BATTLES[Math.floor(random() * BATTLES.length)] ?? []
      length = 1 + Math.floor(random() * 3)
      log.rollBackTo(1)
      log.append(...blocksOf(battle, length))
      models.folding.step()
      assert.equal(models.folding.step(), undefined, 'undone and replaced in one commit')
    }
    service.reader.refresh()
    await compare(`${battle.join(' and ') || 'nobody'}, ${length} blocks`)
  }
  assert.deepEqual(follower.losses, [])
  const removals = Object.values(REMOVAL_OF).filter((event) => !follower.events.has(event))
  assert.deepEqual(removals, [])
})
