// "Upgrade without an interruption" of docs/operate/postgres.md, step by step. A new indexer with another operations config is restored
// from a snapshot. The new indexer copies and publishes to other places while the earlier indexer runs. Then the new replicas replace the
// earlier ones.
import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { readMirror } from '../../projections/copies/postgres/read-mirror.ts'
import { abandon, connect } from '../../projections/copies/postgres/session.ts'
import { serverForTests } from '../../projections/copies/postgres/testing/server-for-tests.ts'
import { startGrowingDevnet } from '../harness/growing-devnet.ts'
import { untilAt } from '../harness/recorded-devnet.ts'
import { responsesOf } from '../harness/responses-of.ts'
import { outputOf } from '../harness/run-script.ts'
import { startWatchedWith } from '../harness/watched-service.ts'
import { seedOf } from '../kit/random-runs.ts'
import { temporaryDirectory } from '../kit/temporary-directory.ts'
import { untilReady } from '../kit/until.ts'

const RECORDED = 150
const BLOCKS = 6
const [BEFORE, NEXT] = ['launchpad', 'launchpad_next']

const postgres = serverForTests()

/** The rule gives the same responses on this chain. */
const otherRules = (path: string): string => {
  const text = readFileSync(
    new URL('../../schema/config/networks/devnet/operations.json', import.meta.url),
    'utf8',
  )
  const rules = JSON.parse(text)
  writeFileSync(path, JSON.stringify({ ...rules, curve: { ...rules.curve, listUnknownTiers: true } }))
  return path
}

test('replicas of an indexer with another schema and directory take over from those of an earlier indexer, without an interruption', {
  skip: postgres.skip,
}, async (t) => {
  const devnet = await startGrowingDevnet(t, seedOf(t), { recorded: RECORDED })
  const directory = temporaryDirectory(t)
  const at = (name: string): string => join(directory, name)
  const node = { NETWORK: 'devnet', OGMIOS_URL: devnet.url }
  // Disables the limit of the tip's age, since the chain's clock stands still.
  const MAX_TIP_AGE = '1000000000'
  const common = { ...node, POSTGRES_URL: postgres.server.url, MAX_TIP_AGE }
  const on = (name: string, more: Readonly<Record<string, string>>) => ({
    ...{ ...common, DATA_DIR: at(name) },
    ...more,
  })
  const before = { POSTGRES_SCHEMA: BEFORE, PUBLISH_DIR: at('indexer published') }
  const nextRules = { OPERATIONS_CONFIG: otherRules(at('operations.json')) }
  const next = { POSTGRES_SCHEMA: NEXT, ...nextRules, PUBLISH_DIR: at('next indexer published') }
  const replicaOf = ({ url }: { readonly url: string }, name: string, more = {}) =>
    startWatchedWith(t, {
      ...{ ...node, MAX_TIP_AGE, ROLE: 'api', DATA_DIR: at(name), MODELS_URL: `${url}/models`, ...more },
    })
  const indexer = await startWatchedWith(t, on('indexer', before))
  const replica = await replicaOf(indexer, 'replica')
  for (const service of [indexer, replica]) await untilAt(service, devnet.chain)

  await outputOf('snapshot', [at('made.tar.gz')], { ...node, DATA_DIR: at('indexer') })
  await outputOf('restore', [at('made.tar.gz')], { ...node, DATA_DIR: at('next indexer') })
  devnet.make(BLOCKS)
  const nextIndexer = await startWatchedWith(t, on('next indexer', next))
  const untilSame = async (): Promise<void> => {
    for (const service of [indexer, replica, nextIndexer]) await untilAt(service, devnet.chain)
    await nextIndexer.until(
      'a copy without a lag',
      ({ mirror }) => mirror?.state === 'following' && mirror.lag === 0,
    )
  }
  await untilSame()
  const nextReplica = await replicaOf(nextIndexer, 'next replica', nextRules)
  await untilReady(nextReplica.url)
  devnet.fork(BLOCKS)
  await untilSame()
  await untilAt(nextReplica, devnet.chain)
  const session = await connect(postgres.server.url, false)
  t.after(() => abandon(session))
  const [earlier, copy] = [await readMirror(session, BEFORE), await readMirror(session, NEXT)]
  assert.notEqual(earlier?.source, copy?.source, 'the rules differ')
  assert.deepEqual((await responsesOf(nextReplica)).responses, (await responsesOf(replica)).responses)

  await replica.close()
  await indexer.close()
  await session.query(`DROP SCHEMA ${BEFORE} CASCADE`)
  devnet.make(BLOCKS)
  await untilAt(nextReplica, devnet.chain)
  assert.equal((await readMirror(session, NEXT))?.load, copy?.load)
  assert.equal((await nextReplica.readiness()).status, 200)
})
