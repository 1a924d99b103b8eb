// A second service, on recorded blocks of mainnet with one launch: for the documents of mainnet, and for the rollback that takes
// the only curve away.
import type { TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { mainnetLaunch } from '../../../fixtures/chains/recorded-chains.ts'
import { Chain } from '../../../fixtures/devnet/chain/chain.ts'
import { startOgmiosServer } from '../../../fixtures/devnet/ogmios/ogmios-server.ts'
import { readChainFile } from '../../../fixtures/devnet/recording/chain-file.ts'
import { temporaryDirectory } from '../../../fixtures/testing/temporary-directory.ts'
import { untilAt } from '../recorded-devnet.ts'
import { startWatchedWith } from '../watched-service.ts'
import { type Frame, openFeed } from './feed-socket.ts'
import { requestsTo, until } from './world.ts'

const TOKEN = 'ba17dfde8c19c239c19ef55982cf018f4c8d2f1d9c7dbfbca394f40a.4861696c204879647261'
/** Blocks before the launch and with it. */
const BEFORE = 60
const WITH = 70
const CONFLATE = 20

export const startMainnet = async (t: Pick<TestContext, 'after'>) => {
  const blocks = await readChainFile(mainnetLaunch.path)
  const chain = new Chain(blocks.slice(0, WITH))
  const server = await startOgmiosServer({ chain, network: 'mainnet' })
  t.after(() => server.close())
  const service = await startWatchedWith(t, {
    NETWORK: 'mainnet',
    OGMIOS_URL: server.url,
    START_POINT: 'origin',
    DATA_DIR: temporaryDirectory(t),
    MAX_TIP_AGE: '999999999999',
    FEED_CONFLATE: `${CONFLATE}`,
  })
  await untilAt(service, chain)
  const requests = requestsTo(service.url)
  return {
    ...requests,
    /** Frames of the only token's topics, while a rollback takes its launch away and blocks bring it back. */
    async framesOfRollback(): Promise<readonly Frame[]> {
      const feed = await openFeed(service.url)
      for (const topic of ['Latest', 'New', 'MCapDesc', 'KOTH']) await feed.subscribe(topic, topic)
      await feed.subscribe('PoolFeed', 'PoolFeed', { asset: TOKEN })
      const status = async () =>
        (await requests.call('/v1/pools-feed/initial/state', {}, { asset: TOKEN })).status
      chain.rollBack(WITH - BEFORE)
      await until('the rollback', async () => ((await status()) === 404 ? true : undefined))
      // Frames of a pool are apart by this at least.
      await sleep(5 * CONFLATE)
      for (const block of blocks.slice(BEFORE, WITH)) chain.append(block)
      for (const topic of ['MCapDesc', 'KOTH', 'PoolFeed'])
        await feed.next(
          `the launch by ${topic}`,
          ({ requestId, data }) => requestId === topic && data?.metrics !== undefined,
        )
      feed.close()
      return feed.frames
    },
  }
}
