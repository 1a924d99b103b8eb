// The recorded chain as its makers saw it, every fork it went through included, against the chain that was left: a
// service that lived through the one is as a service that only ever saw the other.
import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { CHAIN_FILE, FORKS_FILE } from '../fixtures/chains/recording.ts'
import { Chain } from '../fixtures/devnet/chain.ts'
import { readChainFile } from '../fixtures/devnet/chain-file.ts'
import { readForkFile } from '../fixtures/devnet/fork-file.ts'
import { RECORDING_START } from '../fixtures/devnet/launchpad.ts'
import { startOgmiosServer } from '../fixtures/devnet/ogmios-server.ts'
import { readSettings } from '../schema/settings.ts'
import { startService } from './service/service.ts'
import { temporaryDirectory, WatchedService } from './testing/watched-service.ts'

const chainFile = fileURLToPath(CHAIN_FILE)

/** A service on the devnet, in this process. */
const start = async (t: TestContext, node: Readonly<Record<string, string>>): Promise<WatchedService> => {
  const env = { NETWORK: 'devnet', PORT: '0', LOG_LEVEL: 'silent', DATA_DIR: temporaryDirectory(t), ...node }
  const service = await startService(readSettings(env, []).settings)
  t.after(() => service.close())
  let failure: Error | undefined
  void service.failed.then((error) => {
    failure = error
  })
  return new WatchedService(service.url, () => failure?.message)
}

const untilAt = (service: WatchedService, { tip }: Chain) => {
  const id = tip === 'origin' ? assert.fail('a chain without blocks') : tip.id
  return service.until(`block ${id}`, ({ models }) => models?.id === id)
}

test('every fork of the recorded chain is undone, and nothing of it is left', async (t) => {
  const blocks = await readChainFile(chainFile)
  const branches = new Map(
    (await readForkFile(fileURLToPath(FORKS_FILE))).map((branch) => [branch[0]?.parent, branch]),
  )
  const chain = new Chain()
  const server = await startOgmiosServer({ chain, networkStart: RECORDING_START })
  t.after(() => server.close())
  for (const block of blocks.slice(0, 10)) chain.append(block)
  const service = await start(t, { OGMIOS_URL: server.url })
  for (const block of blocks.slice(10)) {
    chain.append(block)
    const branch = branches.get(block.point.id)
    if (branch === undefined) continue
    for (const other of branch) chain.append(other)
    await untilAt(service, chain)
    chain.rollBack(branch.length)
  }
  const { models, digest } = await untilAt(service, chain)
  const straight = await start(t, { CHAIN_FILE: chainFile })
  const other = await untilAt(straight, chain)
  assert.deepEqual({ models, digest }, { models: other.models, digest: other.digest })
})
