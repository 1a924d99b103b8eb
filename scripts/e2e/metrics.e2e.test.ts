// A sync watched as an operator watches it, through the metrics alone: they tell how fast it goes and how long it will
// take, and afterwards what happened.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { buildBlock, buildChain } from '../../fixtures/devnet/chain/build-block.ts'
import { Chain } from '../../fixtures/devnet/chain/chain.ts'
import { startOgmiosServer } from '../../fixtures/devnet/ogmios/ogmios-server.ts'
import { PATIENCE } from '../../fixtures/testing/patience.ts'
import { temporaryDirectory } from '../../fixtures/testing/temporary-directory.ts'
import { readSettings } from '../../schema/config/settings.ts'
import { formatPoint } from '../../schema/primitives.ts'
import { startService } from '../service/service.ts'
import { rateOf, scrape, secondsLeft, watchSync } from '../testing/watch-sync.ts'

const BLOCKS = 1_500

/** Milliseconds between two blocks from the node, so that the sync lasts a few seconds. */
const DELAY = 2

/** How far the time that was foretold may be off, either way: other processes share the machine. */
const MISJUDGED = 4

test('the metrics alone tell the rate and the time left of a sync, and a fork afterwards', async (t) => {
  const [first, ...rest] = buildChain(BLOCKS + 1)
  assert.ok(first !== undefined)
  const chain = new Chain([first, ...rest])
  const node = await startOgmiosServer({ chain, network: 'mainnet' })
  t.after(() => node.close())
  node.faults.delayReplies(DELAY)
  const { settings } = readSettings(
    {
      OGMIOS_URL: node.url,
      START_POINT: formatPoint(first.point),
      DATA_DIR: temporaryDirectory(t),
      NETWORK: 'mainnet',
      PORT: '0',
      ADMIN_PORT: '0',
      LOG_LEVEL: 'silent',
    },
    [],
  )
  const service = await startService(settings)
  t.after(() => service.close())
  const url = service.adminUrl
  assert.ok(url !== undefined)
  assert.equal((await fetch(`${url}/metrics`)).headers.get('Access-Control-Allow-Origin'), null)

  const moments = await watchSync(url, 50)
  const last = moments.at(-1)
  assert.ok(last !== undefined && moments.length > 20, `${moments.length} scrapes`)
  for (const [at, { height, lag }] of moments.entries()) {
    assert.equal(height + lag, first.height + BLOCKS)
    assert.ok(height >= (moments[at - 1]?.height ?? 0))
  }
  // By the scrapes of the third quarter, how long the last one was to take.
  const from = moments.findIndex(({ lag }) => lag <= BLOCKS / 2)
  const to = moments.findIndex(({ lag }) => lag <= BLOCKS / 4)
  const quarter = moments.slice(from, to + 1)
  const left = secondsLeft(quarter)
  const took = last.at - (moments[to]?.at ?? 0)
  t.diagnostic(`${rateOf(quarter).toFixed()} blocks/s, ${left.toFixed(2)} s left, took ${took.toFixed(2)} s`)
  assert.ok(left > took / MISJUDGED && left < took * MISJUDGED, `foretold ${left} s, took ${took} s`)

  node.faults.delayReplies(0)
  chain.rollBack(3)
  chain.append(buildBlock(chain.last ?? first, { salt: 'another' }))
  const counted = async (): Promise<unknown[]> => {
    const read = await scrape(url)
    return [
      read('launchpad_rollback_depth_blocks_count'),
      read('launchpad_rollback_depth_blocks_sum'),
      read('launchpad_folded_blocks_total'),
      read('launchpad_appended_blocks_total'),
      read('launchpad_node_connections_total'),
      read('launchpad_block_height', { at: 'models' }),
    ]
  }
  const expected = [1, 3, BLOCKS + 1, BLOCKS + 1, 1, first.height + BLOCKS - 2]
  // What the threads count comes with their reports.
  let found = await counted()
  for (const end = Date.now() + PATIENCE; String(found) !== String(expected) && Date.now() < end; ) {
    await sleep(50)
    found = await counted()
  }
  assert.deepEqual(found, expected)
})
