// What becomes of a data directory when it is opened with other settings than the last time.
import assert from 'node:assert/strict'
import { rmSync } from 'node:fs'
import { test } from 'node:test'
import { temporaryDirectory } from '../../fixtures/testing/temporary-directory.ts'
import { blocksAfter } from '../../indexer/testing/plain-blocks.ts'
import { mainnetOperations as operations } from '../../projections/testing/mainnet-operations.ts'
import type { OperationsConfig } from '../../schema/config/config.ts'
import type { BlockEvent, ChainEvent } from '../../schema/events.ts'
import type { Network } from '../../schema/primitives.ts'
import { Indexer } from './indexer.ts'
import { logPath, modelsPath } from './settings/data-directory.ts'
import { createLogger } from './settings/logger.ts'

const START = { slot: 133_000_000, id: 'ab'.repeat(32) }

const open = (
  dataDir: string,
  options: { readonly network?: Network; readonly operations?: OperationsConfig } = {},
): Indexer =>
  new Indexer({
    dataDir,
    network: 'mainnet',
    start: START,
    operations,
    logger: createLogger('silent'),
    ...options,
  })

const forward = (block: BlockEvent): ChainEvent => ({ kind: 'forward', block })

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
    const first = open(dataDir)
    first.log.append(blocksAfter(START, 3).map(forward))
    await first.catchUp()
    const { checkpoint } = first
    assert.ok(checkpoint)
    first.close()
    const second = open(dataDir, { operations: changed })
    assert.deepEqual(second.checkpoint, isKept ? checkpoint : undefined)
    await second.catchUp()
    assert.equal(second.checkpoint?.id, checkpoint.id)
    second.close()
  })

test('a directory that was opened for another network and holds nothing is opened for this', async (t) => {
  const dataDir = temporaryDirectory(t)
  open(dataDir, { network: 'preprod' }).close()
  const indexer = open(dataDir)
  indexer.log.append(blocksAfter(START, 3).map(forward))
  await indexer.catchUp()
  assert.equal(indexer.checkpoint?.seq, 3)
  indexer.close()
  assert.throws(() => open(dataDir, { network: 'preprod' }), {
    name: 'StartupError',
    message: `${logPath(dataDir)} holds blocks of mainnet, but NETWORK is preprod: choose another DATA_DIR or NETWORK`,
  })
})

test('models of another network that hold blocks are left alone, though their log is gone', async (t) => {
  const dataDir = temporaryDirectory(t)
  const first = open(dataDir, { network: 'preprod' })
  first.log.append(blocksAfter(START, 3).map(forward))
  await first.catchUp()
  first.close()
  for (const suffix of ['', '-wal', '-shm']) rmSync(`${logPath(dataDir)}${suffix}`, { force: true })
  assert.throws(() => open(dataDir), {
    name: 'StartupError',
    message: `${modelsPath(dataDir)} holds models of preprod, but NETWORK is mainnet: choose another DATA_DIR or NETWORK`,
  })
})
