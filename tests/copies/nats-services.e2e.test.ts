// Two services with one stream of NATS, and a replica. One service publishes. When this service is killed, the other one publishes, and the
// replica still gets the chain's digest.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { skip, startNats } from '../../projections/copies/files/nats/testing/nats-server.ts'
import { startGrowingDevnet } from '../harness/growing-devnet.ts'
import { untilAt } from '../harness/recorded-devnet.ts'
import { startProcess } from '../harness/run-script.ts'
import { WatchedService } from '../harness/watched-service.ts'
import { seedOf } from '../kit/random-runs.ts'
import { temporaryDirectory } from '../kit/temporary-directory.ts'
import { until } from '../kit/until.ts'

test('a replica follows whichever of two services publishes', { skip }, async (t) => {
  const nats = await startNats(t)
  const devnet = await startGrowingDevnet(t, seedOf(t), { recorded: 40 })
  const stream = `${nats.address().server}/launchpad`
  const shared = { NETWORK: 'devnet', OGMIOS_URL: devnet.url, COMPONENTS: 'charts', PORT: '0' }
  const start = async (env: Readonly<Record<string, string>>) => {
    const running = startProcess(t, { ...shared, DATA_DIR: temporaryDirectory(t), ...env })
    return { running, service: new WatchedService(await running.url(), () => undefined) }
  }
  const publishing = async ({ url }: WatchedService): Promise<string | undefined> =>
    /"publishing":\{"state":"(\w+)"/.exec(await (await fetch(`${url}/status`)).text())?.[1]
  const one = await start({ PUBLISH_URL: stream })
  await until('the first one publishes', async () => (await publishing(one.service)) === 'publishing')
  const two = await start({ PUBLISH_URL: stream })
  await until('the second one stands by', async () => (await publishing(two.service)) === 'standby')
  const replica = await start({ ROLE: 'api', MODELS_URL: stream })
  const compare = async (): Promise<void> => {
    const { digest } = await untilAt(two.service, devnet.chain)
    assert.equal((await untilAt(replica.service, devnet.chain)).digest, digest)
  }
  await compare()
  devnet.make(2)
  await compare()
  await one.running.kill()
  devnet.fork(2)
  devnet.make(2)
  await compare()
  assert.equal(await publishing(two.service), 'publishing')
})
