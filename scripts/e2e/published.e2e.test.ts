// Published models through whole services: an indexer publishes, a replica copies over HTTP and publishes again, and a second
// replica copies from the first. They give equal answers at every block, over forks, and keep serving while the indexer is down.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { freePort } from '../../fixtures/testing/free-port.ts'
import { seedOf } from '../../fixtures/testing/random-runs.ts'
import { temporaryDirectory } from '../../fixtures/testing/temporary-directory.ts'
import { startGrowingDevnet } from '../testing/growing-devnet.ts'
import { untilAt } from '../testing/recorded-devnet.ts'
import { saidBy } from '../testing/said-by.ts'
import { startWatchedWith } from '../testing/watched-service.ts'

/** Number of first blocks from the recorded chain, and number of new blocks, with forks. */
const RECORDED = 150
const BLOCKS = 12

test('a replica of published models, and a replica of that one, say what the indexer says, and serve on without it', async (t) => {
  const devnet = await startGrowingDevnet(t, seedOf(t), { recorded: RECORDED })
  const publish = async () => ({ PUBLISH_DIR: temporaryDirectory(t), PUBLISH_PORT: String(await freePort()) })
  const start = (env: Readonly<Record<string, string>>) =>
    startWatchedWith(t, {
      ...{ NETWORK: 'devnet', OGMIOS_URL: devnet.url, DATA_DIR: temporaryDirectory(t) },
      ...env,
    })
  const addressOf = ({ PUBLISH_PORT }: { PUBLISH_PORT: string }) => `http://127.0.0.1:${PUBLISH_PORT}`
  const [ofOrigin, ofRelay] = [await publish(), await publish()]
  const second = await start({ ROLE: 'api', MODELS_URL: addressOf(ofRelay) })
  await second.untilProblem(/^the models cannot be copied from MODELS_URL: /)
  const origin = await start(ofOrigin)
  const relay = await start({ ROLE: 'api', MODELS_URL: addressOf(ofOrigin), ...ofRelay })
  const all = [origin, relay, second]
  const untilSame = async (): Promise<void> => {
    for (const service of all) await untilAt(service, devnet.chain)
    const [expected, ...others] = await Promise.all(all.map(saidBy))
    for (const other of others) assert.deepEqual(other, expected)
  }
  await untilSame()
  await devnet.grow(BLOCKS, untilSame)
  devnet.fork(3)
  await untilSame()

  await origin.close()
  await relay.untilUnready('waiting', /^the models cannot be copied from MODELS_URL: /)
  assert.equal(
    (await fetch(`${second.url}/v1/pools-main-page/koth`)).status,
    200,
    'what was copied is served',
  )
})
