// A chain with launchpad transactions behind an Ogmios, for tests in which the running service follows it.

import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { serveChain } from '../../devnet/testing/test-server.ts'
import { seedOf } from '../kit/random-runs.ts'
import { temporaryDirectory } from '../kit/temporary-directory.ts'
import { LaunchpadChain } from './launchpad-chain.ts'

export const startServedChain = async (
  t: Pick<TestContext, 'after' | 'diagnostic'>,
  { length = 40 }: { readonly length?: number } = {},
) => {
  const world = new LaunchpadChain(seedOf(t))
  world.grow(length)
  const { server, faults, url } = await serveChain(t, world.chain, { network: 'mainnet' })
  const dataDir = join(temporaryDirectory(t), 'data')
  return { world, server, faults, follow: { url, start: world.start, dataDir } }
}
