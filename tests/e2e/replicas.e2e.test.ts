// Replicas of PostgreSQL and the service whose models they copy: every route gives equal answers, and other rules are a reason at /readyz.
import assert from 'node:assert/strict'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { checkResponse } from '../../api/http/testing/check-response.ts'
import { CHAIN_FILE } from '../../fixtures/chains/recording.ts'
import { abandon, connect } from '../../projections/copies/postgres/session.ts'
import { serverForTests } from '../../projections/copies/postgres/testing/server-for-tests.ts'
import { Writer } from '../../projections/copies/postgres/testing/writer.ts'
import { World } from '../../projections/copies/testing/indexer.ts'
import { mainnetOperations } from '../../projections/testing/mainnet-operations.ts'
import { imagesDir } from '../../scripts/service/settings/data-directory.ts'
import { IMAGE, pkh, routeCalls } from '../contract/route-cases.ts'
import { foldedRecording } from '../harness/folded-recording.ts'
import { startWatchedWith, type WatchedService } from '../harness/watched-service.ts'
import { randomFrom } from '../kit/random-from.ts'
import { seedOf } from '../kit/random-runs.ts'
import { temporaryDirectory } from '../kit/temporary-directory.ts'
import { untilReady } from '../kit/until.ts'
import { compareQuestions } from '../questions/answers-to-questions.ts'

const postgres = serverForTests()
const { skip } = postgres

/** Problem of a replica whose OPERATIONS_CONFIG differs from the indexer's. */
const OTHER_RULES =
  /^the models in PostgreSQL were folded by other rules: run the indexer's version, with its OPERATIONS_CONFIG /

/** Routes whose responses are about their own process. */
const OF_THE_PROCESS = ['getStatus', 'getServerTime', 'getUdfTime']

const withImage = (dataDir: string): string => {
  mkdirSync(imagesDir(dataDir), { recursive: true })
  writeFileSync(join(imagesDir(dataDir), IMAGE.cid), IMAGE.bytes)
  return dataDir
}

test('every route answers alike from replicas of two copies side by side and from the service whose models they copy', {
  skip,
}, async (t) => {
  const { dataDir } = await foldedRecording(t)
  const env = { NETWORK: 'devnet', CHAIN_FILE: fileURLToPath(CHAIN_FILE) }
  // An upgrade: a second indexer with another schema, and new replicas of it.
  const copies = [dataDir, (await foldedRecording(t)).dataDir].map((own, at) => ({
    own,
    env: { ...env, POSTGRES_URL: postgres.server.url, POSTGRES_SCHEMA: `routes_${at}` },
  }))
  for (const { own, env } of copies) await startWatchedWith(t, { ...env, ROLE: 'indexer', DATA_DIR: own })
  const original = await startWatchedWith(t, { ...env, ROLE: 'api', DATA_DIR: withImage(dataDir) })
  const replicas = await Promise.all(
    copies.map(({ env }) =>
      startWatchedWith(t, { ...env, ROLE: 'api', DATA_DIR: withImage(temporaryDirectory(t)) }),
    ),
  )
  const all = [original, ...replicas]
  for (const { url } of all) await untilReady(url)
  for (const { url } of replicas) {
    const { status } = await fetch(`${url}/kupo/matches/${pkh}/*?unspent`)
    assert.equal(status, 503, 'outputs with datums, which a replica without a node cannot tell')
  }
  const callsOf = await routeCalls()
  for (const route of original.routes)
    for (const call of OF_THE_PROCESS.includes(route.operationId) ? [] : callsOf(route)) {
      const [expected, ...others] = await Promise.all(
        all.map(async ({ url }) => {
          const { status, headers, body } = await checkResponse(url, route, call)
          // A token's page names its own address.
          return {
            status,
            body: typeof body === 'string' ? body.replaceAll(url, '') : body,
            slot: headers.get('X-Indexed-Slot'),
            block: headers.get('X-Indexed-Block'),
          }
        }),
      )
      const what = `${route.operationId} ${JSON.stringify(call)}`
      // A process without a node cannot do what these routes require.
      assert.ok(expected?.status === call.status || expected?.status === 503, what)
      for (const other of others) assert.deepEqual(other, expected, what)
    }
  await t.test('the questions of the document find in PostgreSQL what the API answers', async (t) => {
    const session = await connect(postgres.server.url, false)
    t.after(() => abandon(session))
    await compareQuestions(session, 'routes_0', original.url)
  })
})

test('a replica with other rules than the copy says so at /readyz, and serves the models that it copied before', {
  skip,
}, async (t) => {
  const other = { ...mainnetOperations, curve: { ...mainnetOperations.curve, listUnknownTiers: true } }
  const file = join(temporaryDirectory(t), 'operations.json')
  writeFileSync(file, JSON.stringify(other))
  const schema = 'rules'
  const world = new World(randomFrom(seedOf(t)))
  world.grow(20)
  const writers = [
    new Writer(postgres.server.url, schema),
    new Writer(postgres.server.url, schema, [], other),
  ] as const
  t.after(() => {
    for (const writer of writers) writer.close()
  })
  for (const writer of writers) writer.follow(world.blocks)
  await writers[0].sync()
  const env = {
    ROLE: 'api',
    NETWORK: 'mainnet',
    POSTGRES_URL: postgres.server.url,
    POSTGRES_SCHEMA: schema,
  }
  const startReplica = (more = {}) =>
    startWatchedWith(t, { ...env, ...more, DATA_DIR: temporaryDirectory(t) })
  const [replica, otherReplica] = [await startReplica(), await startReplica({ OPERATIONS_CONFIG: file })]
  const height = world.blocks.at(-1)?.height
  const untilCopied = (service: WatchedService) =>
    service.until('the copy', ({ models }) => models?.height === height)
  const assertUnready = async (service: WatchedService) => {
    const { problem } = await service.untilProblem(OTHER_RULES)
    assert.deepEqual(await service.readiness(), { status: 503, node: problem })
  }

  await untilCopied(replica)
  await assertUnready(otherReplica)

  // The indexer is restarted with other rules, and loads everything again.
  await writers[1].sync()
  await untilCopied(otherReplica)
  await assertUnready(replica)
  world.grow(1)
  writers[1].follow(world.blocks)
  await writers[1].sync()
  await otherReplica.until('the next block', ({ models }) => models?.height === world.blocks.at(-1)?.height)
  assert.equal((await replica.status()).models?.height, height)
  const response = await fetch(`${replica.url}/v1/pools-main-page/koth`)
  assert.deepEqual(
    [response.status, response.headers.get('X-Indexed-Slot')],
    [200, `${world.blocks.at(-2)?.point.slot}`],
  )
})
