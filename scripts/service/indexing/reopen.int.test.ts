// A data directory that is opened with other settings than before.
import assert from 'node:assert/strict'
import { rmSync } from 'node:fs'
import { test } from 'node:test'
import { blocksAfter } from '../../../indexer/testing/plain-blocks.ts'
import { mainnetOperations as operations } from '../../../projections/testing/mainnet-operations.ts'
import type { OperationsConfig } from '../../../schema/config/config.ts'
import type { Network } from '../../../schema/primitives.ts'
import { temporaryDirectory } from '../../../tests/kit/temporary-directory.ts'
import { logPath, modelsPath } from '../settings/data-directory.ts'
import { forward, openDirectory, START } from '../testing/open-directory.ts'
import { startIndexing } from './start-indexing.ts'

const BLOCKS = blocksAfter(START, 3).map(forward)

const openFor = async (dataDir: string, network: Network): Promise<void> => {
  const start = { given: START, otherwise: START }
  const task = { dataDir, network, start, operations, logLevel: 'silent', isRecorded: false }
  const indexing = await startIndexing({ ...task, url: 'ws://127.0.0.1:9' }, { threads: false })
  await indexing.stop()
}

const { curve, orders, amm, vesting, slots } = operations
const reference = { txHash: 'cd'.repeat(32), index: 7 }
const cost = { mem: 1, steps: 2 }

const changes: readonly [what: string, isKept: boolean, changed: OperationsConfig][] = [
  ['nothing', true, operations],
  ["the curve's budget", true, { ...operations, curve: { ...curve, cost } }],
  ["the curve's reference output", true, { ...operations, curve: { ...curve, reference } }],
  ["an order's budget", true, { ...operations, orders: orders.map((order) => ({ ...order, cost })) }],
  [
    "an AMM pool's reference output",
    true,
    { ...operations, amm: { ...amm, pools: amm.pools.map((pool) => ({ ...pool, reference })) } },
  ],
  ["the lock's reference output", true, { ...operations, vesting: { ...vesting, reference } }],
  ["the launchpad's name", true, { ...operations, platform: 'Else' }],
  ['the start point', true, { ...operations, startPoint: 'origin' }],
  ['an executor', false, { ...operations, curve: { ...curve, executors: ['cd'.repeat(28)] } }],
  ['an executor of the AMM', false, { ...operations, amm: { ...amm, executors: ['cd'.repeat(28)] } }],
  ['the slot of deployment', false, { ...operations, deployedSlot: 1 }],
  ['the admission of tiers', false, { ...operations, curve: { ...curve, listUnknownTiers: true } }],
  ['a tier', false, { ...operations, curve: { ...curve, tiers: curve.tiers.slice(1) } }],
  ['an admin witness', false, { ...operations, curve: { ...curve, adminWitnesses: ['cd'.repeat(28)] } }],
  ["the slots' time", false, { ...operations, slots: { ...slots, zeroTime: slots.zeroTime + 1 } }],
  ['an order contract', false, { ...operations, orders: orders.slice(1) }],
  ['the royalty key', false, { ...operations, amm: { ...amm, royaltyKey: 'cd'.repeat(32) } }],
  ['the lock', false, { ...operations, vesting: { scriptHash: 'cd'.repeat(28) } }],
]

for (const [what, isKept, changed] of changes)
  test(`models are ${isKept ? 'kept' : 'folded again'} when ${what} changes in operations.json`, async (t) => {
    const dataDir = temporaryDirectory(t)
    const first = openDirectory(dataDir)
    const checkpoint = first.fold(BLOCKS) ?? assert.fail()
    first.close()
    const second = openDirectory(dataDir, changed)
    assert.deepEqual(second.folding.checkpoint, isKept ? checkpoint : undefined)
    assert.equal(second.fold()?.id, checkpoint.id)
    second.close()
  })

test('a directory that was opened for another network and holds nothing is opened for this', async (t) => {
  const dataDir = temporaryDirectory(t)
  await openFor(dataDir, 'preprod')
  await openFor(dataDir, 'mainnet')
  const opened = openDirectory(dataDir)
  assert.equal(opened.fold(BLOCKS)?.seq, 3)
  opened.close()
  await assert.rejects(openFor(dataDir, 'preprod'), {
    name: 'StartupError',
    message: `${logPath(dataDir)} has blocks of mainnet, but this process is for preprod: choose another DATA_DIR or NETWORK`,
  })
})

test('models of another network that hold blocks are left alone, though their log is gone', async (t) => {
  const dataDir = temporaryDirectory(t)
  const first = openDirectory(dataDir)
  first.fold(BLOCKS)
  first.close()
  for (const suffix of ['', '-wal', '-shm']) rmSync(`${logPath(dataDir)}${suffix}`, { force: true })
  await assert.rejects(openFor(dataDir, 'preprod'), {
    name: 'StartupError',
    message: `${modelsPath(dataDir)} has models of mainnet, but this process is for preprod: choose another DATA_DIR or NETWORK`,
  })
})
