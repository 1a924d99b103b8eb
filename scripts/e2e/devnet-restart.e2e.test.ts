// A devnet that is started again, with the same recording, while a service follows it: its slots are at other
// times than the service assumes, though every block is known to it.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { CHAIN_FILE } from '../../fixtures/chains/recording.ts'
import { Chain } from '../../fixtures/devnet/chain/chain.ts'
import { startOgmiosServer } from '../../fixtures/devnet/ogmios/ogmios-server.ts'
import { readChainFile } from '../../fixtures/devnet/recording/chain-file.ts'
import { temporaryDirectory } from '../../fixtures/testing/temporary-directory.ts'
import { startWatchedWith, type WatchedService } from '../testing/watched-service.ts'

const BEGAN = Date.UTC(2026, 0, 2, 3, 4, 5)

test('a restarted devnet stops following, and a restart of the service takes its new clock', async (t) => {
  const chain = new Chain((await readChainFile(fileURLToPath(CHAIN_FILE))).slice(0, 40))
  const first = await startOgmiosServer({ chain, networkStart: BEGAN })
  t.after(() => first.close())
  const { port, url } = first
  const dataDir = temporaryDirectory(t)
  const start = () => startWatchedWith(t, { NETWORK: 'devnet', OGMIOS_URL: url, DATA_DIR: dataDir })
  const isAtTip = ({ state, models }: Awaited<ReturnType<WatchedService['status']>>): boolean =>
    state === 'following' && models?.height === 39

  const service = await start()
  await service.until('the tip', isAtTip)
  await first.close()
  const second = await startOgmiosServer({ chain, port, networkStart: BEGAN + 60_000 })
  t.after(() => second.close())
  const { problem } = await service.until('a stop', ({ state }) => state === 'stopped')
  assert.equal(problem, 'the devnet was restarted at 2026-01-02T03:05:05.000Z: restart the service')
  await service.close()

  const restarted = await start()
  await restarted.until('the tip', isAtTip)
})
