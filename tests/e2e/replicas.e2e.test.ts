// A replica of published models, and the service whose models it copies. Every route gives equal responses.
import assert from 'node:assert/strict'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { checkResponse } from '../../api/http/testing/check-response.ts'
import { CHAIN_FILE } from '../../fixtures/chains/recording.ts'
import { published } from '../../projections/copies/files/testing/published-world.ts'
import { abandon, connect } from '../../projections/copies/postgres/session.ts'
import { serverForTests } from '../../projections/copies/postgres/testing/server-for-tests.ts'
import { imagesDir } from '../../scripts/service/settings/data-directory.ts'
import { IMAGE, pkh, routeCalls } from '../contract/route-cases.ts'
import { foldedRecording } from '../harness/folded-recording.ts'
import { startWatchedWith } from '../harness/watched-service.ts'
import { temporaryDirectory } from '../kit/temporary-directory.ts'
import { untilReady } from '../kit/until.ts'
import { compareQuestions } from '../questions/answers-to-questions.ts'

const postgres = serverForTests()

const OF_THE_PROCESS = ['getStatus', 'getServerTime', 'getUdfTime']

const withImage = (dataDir: string): string => {
  mkdirSync(imagesDir(dataDir), { recursive: true })
  writeFileSync(join(imagesDir(dataDir), IMAGE.cid), IMAGE.bytes)
  return dataDir
}

test('every route answers alike from a replica and from the service whose models it copies', async (t) => {
  const { dataDir } = await foldedRecording(t)
  const env = { NETWORK: 'devnet', CHAIN_FILE: fileURLToPath(CHAIN_FILE) }
  const { directory: PUBLISH_DIR, url: MODELS_URL } = await published(t)
  await startWatchedWith(t, {
    ...{ ...env, PUBLISH_DIR, ROLE: 'indexer', DATA_DIR: dataDir },
    ...(postgres.skip === false && { POSTGRES_URL: postgres.server.url, POSTGRES_SCHEMA: 'routes' }),
  })
  const original = await startWatchedWith(t, { ...env, ROLE: 'api', DATA_DIR: withImage(dataDir) })
  const replica = await startWatchedWith(t, {
    ...{ ...env, ROLE: 'api', MODELS_URL, DATA_DIR: withImage(temporaryDirectory(t)) },
  })
  const all = [original, replica]
  for (const { url } of all) await untilReady(url)
  const { status } = await fetch(`${replica.url}/kupo/matches/${pkh}/*?unspent`)
  assert.equal(status, 503, 'outputs with datums, which a replica without a node cannot tell')
  const callsOf = await routeCalls()
  for (const route of original.routes)
    for (const call of OF_THE_PROCESS.includes(route.operationId) ? [] : callsOf(route)) {
      const [expected, ...others] = await Promise.all(
        all.map(async ({ url }) => {
          const { status, headers, body } = await checkResponse(url, route, call)
          // A token's page contains the address of the process.
          return {
            status,
            body: typeof body === 'string' ? body.replaceAll(url, '') : body,
            slot: headers.get('X-Indexed-Slot'),
            block: headers.get('X-Indexed-Block'),
          }
        }),
      )
      const what = `${route.operationId} ${JSON.stringify(call)}`
      // Routes that need a node return 503.
      assert.ok(expected?.status === call.status || expected?.status === 503, what)
      for (const other of others) assert.deepEqual(other, expected, what)
    }
  await t.test(
    'the questions of the document find in PostgreSQL what the API answers',
    {
      skip: postgres.skip,
    },
    async (t) => {
      const session = await connect(postgres.server.url, false)
      t.after(() => abandon(session))
      await compareQuestions(session, 'routes', original.url)
    },
  )
})
