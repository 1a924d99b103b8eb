// Published models through whole services: an indexer publishes, and replicas copy over HTTP, from its API and from an API process beside
// it. They give equal answers at every block, over forks, and keep serving while the indexer is down.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startGrowingDevnet } from '../harness/growing-devnet.ts'
import { untilAt } from '../harness/recorded-devnet.ts'
import { responsesOf } from '../harness/responses-of.ts'
import { startWatchedWith } from '../harness/watched-service.ts'
import { seedOf } from '../kit/random-runs.ts'
import { temporaryDirectory } from '../kit/temporary-directory.ts'

/** Number of first blocks from the recorded chain, and number of new blocks, with forks. */
const RECORDED = 150
const BLOCKS = 12

test('replicas of published models say what the indexer says, and serve on without it', async (t) => {
  const devnet = await startGrowingDevnet(t, seedOf(t), { recorded: RECORDED })
  const start = (env: Readonly<Record<string, string>>) =>
    startWatchedWith(t, {
      ...{ NETWORK: 'devnet', OGMIOS_URL: devnet.url, DATA_DIR: temporaryDirectory(t) },
      ...env,
    })
  const [PUBLISH_DIR, DATA_DIR] = [temporaryDirectory(t), temporaryDirectory(t)]
  const origin = await start({ PUBLISH_DIR, DATA_DIR })
  const beside = await start({ PUBLISH_DIR, DATA_DIR, ROLE: 'api' })
  const replicaOf = ({ url }: typeof origin) => start({ ROLE: 'api', MODELS_URL: `${url}/models` })
  const [first, second] = [await replicaOf(origin), await replicaOf(beside)]
  const all = [origin, first, second]
  const untilSame = async (): Promise<void> => {
    for (const service of all) await untilAt(service, devnet.chain)
    const [expected, ...others] = await Promise.all(all.map(responsesOf))
    for (const other of others) assert.deepEqual(other, expected)
  }
  await untilSame()
  await devnet.grow(BLOCKS, untilSame)
  devnet.fork(3)
  await untilSame()

  await origin.close()
  await first.untilUnready('waiting', /^the models cannot be copied from MODELS_URL: /)
  assert.equal(
    (await fetch(`${second.url}/v1/pools-main-page/koth`)).status,
    200,
    'what was copied is served',
  )
})
