// Forks of the devnet, those in its recording and those of a ledger that continues it: a service that followed them
// has the same state as one that only saw the final chain.
import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { CHAIN_FILE, FORKS_FILE } from '../fixtures/chains/recording.ts'
import { type Actors, createActors } from '../fixtures/devnet/actors/actors.ts'
import { Random } from '../fixtures/devnet/actors/random.ts'
import { LIVE_RATES } from '../fixtures/devnet/actors/rates.ts'
import { Chain } from '../fixtures/devnet/chain/chain.ts'
import { startDevnet } from '../fixtures/devnet/devnet.ts'
import { genesis } from '../fixtures/devnet/genesis.ts'
import { RECORDING_START } from '../fixtures/devnet/launchpad.ts'
import { startOgmiosServer } from '../fixtures/devnet/ogmios/ogmios-server.ts'
import { readChainFile } from '../fixtures/devnet/recording/chain-file.ts'
import { readForkFile } from '../fixtures/devnet/recording/fork-file.ts'
import { temporaryDirectory } from '../fixtures/testing/temporary-directory.ts'
import { seedOf } from './testing/begin.ts'
import { startWatchedWith, type WatchedService } from './testing/watched-service.ts'

const chainFile = fileURLToPath(CHAIN_FILE)

/** A service on the devnet, in this process. */
const start = (t: TestContext, node: Readonly<Record<string, string>>): Promise<WatchedService> =>
  startWatchedWith(t, { NETWORK: 'devnet', DATA_DIR: temporaryDirectory(t), ...node })

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

/** People act in every tenth block alone: what a fork undoes is judged again, which takes the time here. */
const atTimes = (who: Actors): Actors => {
  let blocks = 0
  return {
    act() {
      blocks += 1
      if (blocks % 10 === 0) who.act()
    },
  }
}

const MOST = 50

test('forks of the live ledger of every depth are undone, while the service runs', async (t) => {
  const seed = seedOf(t)
  const random = new Random(`forks ${seed}`)
  const { point } = (await readChainFile(chainFile)).at(-1) ?? assert.fail()
  const devnet = await startDevnet({
    recording: chainFile,
    blockInterval: 0,
    clock: () => RECORDING_START + point.slot * 1000,
    genesis,
    actors: (ledger) => atTimes(createActors(ledger, String(seed), { ...LIVE_RATES, orders: 0.5 })),
    onError: (error) => assert.fail(String(error)),
  })
  t.after(() => devnet.close())
  const service = await start(t, { OGMIOS_URL: devnet.url })
  const grow = (count: number): void => {
    for (let made = 0; made < count; made++) devnet.makeBlock()
  }
  const depths = Array.from({ length: MOST }, (_, index) => index + 1)
  grow(MOST)
  while (depths.length > 0) {
    const [depth = 0] = depths.splice(random.integer(0, depths.length - 1), 1)
    await untilAt(service, devnet.chain)
    devnet.ledger.rollBack(depth)
    grow(depth + 1)
  }
  const { models, digest } = await untilAt(service, devnet.chain)
  const fresh = await start(t, { OGMIOS_URL: devnet.url })
  const other = await untilAt(fresh, devnet.chain)
  assert.deepEqual({ models, digest }, { models: other.models, digest: other.digest })
})
