// Two further services. One is on recorded mainnet blocks with one launch, for the rollback that removes the only curve. The other serves
// mainnet's documents. The project has no scripts for mainnet (schema/config/networks/README.md), so these documents have the devnet's
// scripts.
import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { buildBlock } from '../../devnet/chain/build-block.ts'
import { Chain } from '../../devnet/chain/chain.ts'
import { readChainFile } from '../../devnet/recording/chain-file.ts'
import { serveChain } from '../../devnet/testing/test-server.ts'
import { mainnetLaunch } from '../../fixtures/chains/recorded-chains.ts'
import { formatPoint } from '../../schema/primitives.ts'
import { untilAt } from '../harness/recorded-devnet.ts'
import { startWatchedWith } from '../harness/watched-service.ts'
import { requestsTo } from '../kit/requests.ts'
import { temporaryDirectory } from '../kit/temporary-directory.ts'
import { type Frame, openFeed } from './feed-socket.ts'

const TOKEN = 'ba17dfde8c19c239c19ef55982cf018f4c8d2f1d9c7dbfbca394f40a.4861696c204879647261'
const BLOCKS_BEFORE_LAUNCH = 60
const BLOCKS_WITH_LAUNCH = 70
const LISTS = ['Latest', 'New', 'MCapDesc', 'KOTH']

/**
 * Mainnet's contracts config, completed as by an operator.
 * @returns its path
 */
const completedContracts = (directory: string): string => {
  const [mainnet, devnet] = ['mainnet', 'devnet'].map((network) =>
    JSON.parse(
      readFileSync(
        new URL(`../../schema/config/networks/${network}/contracts.json`, import.meta.url),
        'utf8',
      ),
    ),
  )
  mainnet.minting.nft.script = devnet.minting.nft.script
  mainnet.minting.other.template = devnet.minting.other.template
  for (const name of ['serviceOrder', 'serviceOrderLegacy'])
    mainnet.contracts[name].script = devnet.contracts[name].script
  const path = join(directory, 'contracts.json')
  writeFileSync(path, JSON.stringify(mainnet))
  return path
}

export const startMainnet = async (t: Pick<TestContext, 'after'>) => {
  const blocks = await readChainFile(mainnetLaunch.path)
  const [first = assert.fail('no blocks')] = blocks
  const chain = new Chain(blocks.slice(0, BLOCKS_WITH_LAUNCH))
  const { server } = await serveChain(t, chain, { network: 'mainnet' })
  const env = {
    NETWORK: 'mainnet',
    OGMIOS_URL: server.url,
    DATA_DIR: temporaryDirectory(t),
    MAX_TIP_AGE: '999999999999',
  }
  const service = await startWatchedWith(t, {
    ...env,
    START_POINT: formatPoint(first.point),
    FEED_CONFLATE: '20',
  })
  await untilAt(service, chain)
  const documents = await startWatchedWith(t, {
    ...env,
    ROLE: 'api',
    COMPONENTS: 'analytics',
    CONTRACTS_CONFIG: completedContracts(temporaryDirectory(t)),
  })
  return {
    documents: requestsTo(documents.url),
    /** A fork removes the launch of the only token, and another fork restores it. */
    async framesOfRollback(): Promise<readonly Frame[]> {
      const feed = await openFeed(service.url)
      for (const topic of LISTS) await feed.subscribe(topic, topic)
      await feed.subscribe('PoolFeed', 'PoolFeed', { asset: TOKEN })
      const topics = [...LISTS, 'PoolFeed']
      const each = async (what: string, wanted: (frame: Frame) => boolean): Promise<void> => {
        for (const topic of topics)
          await feed.next(`${what} by ${topic}`, (frame) => frame.requestId === topic && wanted(frame))
      }
      chain.rollBack(BLOCKS_WITH_LAUNCH - BLOCKS_BEFORE_LAUNCH)
      chain.append(buildBlock(blocks[BLOCKS_BEFORE_LAUNCH - 1] ?? assert.fail('too few blocks')))
      await each('the rollback', ({ event }) => event !== 'SubscriptionSucceeded')
      chain.rollBack(1)
      for (const block of blocks.slice(BLOCKS_BEFORE_LAUNCH, BLOCKS_WITH_LAUNCH)) chain.append(block)
      await each('the launch', ({ data }) => data?.metrics !== undefined)
      feed.close()
      return feed.frames
    },
  }
}
