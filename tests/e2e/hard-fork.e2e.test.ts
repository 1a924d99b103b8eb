// Hard forks of a devnet that the whole service follows: into Dijkstra and back across its first block, and into an unknown era, which
// needs an upgraded service. Models are compared with those of a service that folds the final chain from its origin.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { LIVE_RATES } from '../../devnet/actors/rates.ts'
import { Chain } from '../../devnet/chain/chain.ts'
import type { Devnet } from '../../devnet/devnet.ts'
import { serveChain } from '../../devnet/testing/test-server.ts'
import { startOnDevnet, untilAt } from '../harness/recorded-devnet.ts'
import { startStillMarket } from '../harness/still-devnet.ts'
import { temporaryDirectory } from '../kit/temporary-directory.ts'

const BUSY = { ...LIVE_RATES, orders: 3, cancellations: 0.02, transfers: 1, locks: 0.2, missteps: 0.1 }

const slotOf = ({ chain }: Devnet): number => chain.last?.point.slot ?? -1

const makeUntil = (devnet: Devnet, slot: number): void => {
  while (slotOf(devnet) < slot) devnet.makeBlock()
}

const startForking = async (eras: readonly string[], length: number) => {
  const first = 40
  const hardForks = eras.map((era, index) => ({ era, slot: first + index * length }))
  const devnet = await startStillMarket({ seed: 'hard fork', rates: BUSY, hardForks })
  assert.ok(slotOf(devnet) < first)
  return { devnet, slots: hardForks.map(({ slot }) => slot) }
}

const hasNesting = ({ chain }: Devnet): boolean => chain.last?.json.includes('"subTransactions"') === true

const assertSameFromOrigin = async (
  t: Parameters<typeof startOnDevnet>[0],
  url: string,
  chain: Chain,
  digest: string | null,
): Promise<void> => {
  const fresh = await startOnDevnet(t, { OGMIOS_URL: url })
  assert.equal((await untilAt(fresh, chain)).digest, digest)
}

test('Dijkstra is followed from its first block on, and left again across it', async (t) => {
  const { devnet, slots } = await startForking(['dijkstra'], 0)
  t.after(() => devnet.close())
  const [fork = 0] = slots
  const service = await startOnDevnet(t, { OGMIOS_URL: devnet.url })
  let nested = 0
  while (slotOf(devnet) < fork + 12) {
    devnet.makeBlock()
    if (hasNesting(devnet)) nested += 1
  }
  assert.ok(nested > 3, `${nested} blocks with nested transactions`)
  const before = await untilAt(service, devnet.chain)
  assert.deepEqual(before.lacks, [])
  await assertSameFromOrigin(t, devnet.url, devnet.chain, before.digest)

  devnet.ledger.rollBack(slotOf(devnet) - fork + 4)
  makeUntil(devnet, fork + 20)
  const after = await untilAt(service, devnet.chain)
  assert.notEqual(after.digest, before.digest)
  await assertSameFromOrigin(t, devnet.url, devnet.chain, after.digest)
})

test('an unknown era is announced, stops the service before its first block, and is upgraded over without a loss', async (t) => {
  const { devnet, slots } = await startForking(['dijkstra', 'euler'], 30)
  t.after(() => devnet.close())
  const [, unknown = 0] = slots
  const dataDir = temporaryDirectory(t)
  const settings = { OGMIOS_URL: devnet.url, DATA_DIR: dataDir, MAX_LAG: '5' }
  const service = await startOnDevnet(t, settings)
  const announced = await service.until('the announced era', ({ lacks }) => lacks.length > 0)
  assert.deepEqual(announced.lacks, [
    `the node announces an era after dijkstra, which this version does not know, from epoch 0 (slot ${unknown}) on: upgrade this service before then`,
  ])
  const readiness: unknown = await (await fetch(`${service.url}/readyz`)).json()
  assert.equal(Object(Object(readiness).checks).config, announced.lacks[0])
  makeUntil(devnet, unknown - 1)
  const last = devnet.chain.tip
  const { digest } = await untilAt(service, devnet.chain)
  makeUntil(devnet, unknown + 20)

  const says =
    /^this version does not know the era "euler", which block [0-9a-f]{64} \(height \d+, slot \d+\) has: upgrade this service\./
  const stopped = await service.untilUnready('stopped', says)
  assert.deepEqual([stopped.models, stopped.log, stopped.digest], [last, last, digest])
  const ask = async ({ url }: { readonly url: string }) => {
    const response = await fetch(`${url}/v1/pools-main-page/initial/state?filter=Latest`)
    return [response.status, await response.text()]
  }
  const served = await ask(service)
  assert.equal(served[0], 200)
  await service.close()

  // A restarted service stops again. It serves its data, although it is more than MAX_LAG behind the node.
  const again = await startOnDevnet(t, settings)
  await again.untilUnready('stopped', says)
  assert.deepEqual(await ask(again), served)
  await again.close()

  // Stands for an upgraded service: the same chain with a known era.
  const chain = new Chain()
  for (const block of devnet.chain)
    chain.append({
      ...block,
      json: Buffer.from(block.json.toString().replace('"era":"euler"', '"era":"dijkstra"')),
    })
  const { server } = await serveChain(t, chain, { networkStart: devnet.start, network: 'devnet' })
  const upgraded = await startOnDevnet(t, { OGMIOS_URL: server.url, DATA_DIR: dataDir })
  const followed = await untilAt(upgraded, chain)
  assert.deepEqual(followed.log, chain.tip)
  await assertSameFromOrigin(t, server.url, chain, followed.digest)
})
