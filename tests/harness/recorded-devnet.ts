// Services on the devnet's recorded chain: one that saw only this chain, and one that also followed every abandoned branch.
import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import { fileURLToPath } from 'node:url'
import { NO_RATES } from '../../devnet/actors/rates.ts'
import { Chain } from '../../devnet/chain/chain.ts'
import type { ChainBlock } from '../../devnet/chain/chain-block.ts'
import { RECORDING_START } from '../../devnet/launchpad.ts'
import { readForkFile } from '../../devnet/recording/fork-file.ts'
import { serveChain } from '../../devnet/testing/test-server.ts'
import { CHAIN_FILE, FORKS_FILE } from '../../fixtures/chains/recording.ts'
import { temporaryDirectory } from '../kit/temporary-directory.ts'
import { foldedRecording } from './folded-recording.ts'
import { type GrowingOptions, startGrowingDevnet } from './growing-devnet.ts'
import { startWatchedWith, type WatchedService } from './watched-service.ts'

type Ending = Pick<TestContext, 'after'>

export const startOnDevnet = (t: Ending, node: Readonly<Record<string, string>>) =>
  startWatchedWith(t, { NETWORK: 'devnet', DATA_DIR: temporaryDirectory(t), ...node })

export const untilAt = (service: WatchedService, { tip }: Pick<Chain, 'tip'>) => {
  const id = tip === 'origin' ? assert.fail('a chain without blocks') : tip.id
  return service.until(`block ${id}`, ({ models }) => models?.id === id)
}

/**
 * The test makes the devnet's blocks, after the recorded ones.
 * @param seed seed of the devnet
 */
export const startOnGrowingDevnet = async (t: Ending, seed: number, options: GrowingOptions) => {
  const devnet = await startGrowingDevnet(t, seed, options)
  const service = await startOnDevnet(t, {
    OGMIOS_URL: devnet.url,
    DATA_DIR: (await foldedRecording(t)).dataDir,
    MAX_TIP_AGE: '999999999999',
  })
  return { devnet, service }
}

/** No other wallet trades, so a test can predict how an order is filled. */
export const startOnQuietDevnet = async (t: Ending) => {
  const { devnet, service } = await startOnGrowingDevnet(t, 0, { rates: NO_RATES, clock: Date.now })
  // The wallet for collateral is funded, and waiting orders of the recording are filled.
  devnet.make(2)
  await untilAt(service, devnet.chain)
  return { devnet, url: service.url }
}

export const startStraight = async (t: Ending) =>
  startOnDevnet(t, {
    CHAIN_FILE: fileURLToPath(CHAIN_FILE),
    DATA_DIR: (await foldedRecording(t)).dataDir,
  })

/** Follows each fork until it is rolled back, to the end of the recorded chain. */
export const startThroughForks = async (t: Ending, blocks: readonly ChainBlock[]) => {
  const branches = new Map(
    (await readForkFile(fileURLToPath(FORKS_FILE))).map((branch) => [branch[0]?.parent, branch]),
  )
  const chain = new Chain()
  const { server } = await serveChain(t, chain, { networkStart: RECORDING_START })
  for (const block of blocks.slice(0, 10)) chain.append(block)
  const service = await startOnDevnet(t, { OGMIOS_URL: server.url })
  for (const block of blocks.slice(10)) {
    chain.append(block)
    const branch = branches.get(block.point.id)
    if (branch === undefined) continue
    for (const other of branch) chain.append(other)
    await untilAt(service, chain)
    chain.rollBack(branch.length)
  }
  await untilAt(service, chain)
  return { service, chain }
}
