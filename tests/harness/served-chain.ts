// A chain with launchpad transactions behind an Ogmios, for tests in which the running service follows it.

import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { type OgmiosServerOptions, startOgmiosServer } from '../../devnet/ogmios/ogmios-server.ts'
import { seedOf } from '../kit/random-runs.ts'
import { temporaryDirectory } from '../kit/temporary-directory.ts'
import { LaunchpadChain } from './launchpad-chain.ts'

export const serveChain = async (
  t: Pick<TestContext, 'after'>,
  { chain }: LaunchpadChain,
  options: Partial<OgmiosServerOptions> = {},
) => {
  const server = await startOgmiosServer({ network: 'mainnet', ...options, chain })
  t.after(() => server.close())
  return server
}

export const startServedChain = async (
  t: Pick<TestContext, 'after' | 'diagnostic'>,
  options: Partial<OgmiosServerOptions> & { readonly length?: number } = {},
) => {
  const { length = 40, ...serverOptions } = options
  const world = new LaunchpadChain(seedOf(t))
  world.grow(length)
  const server = await serveChain(t, world, serverOptions)
  const dataDir = join(temporaryDirectory(t), 'data')
  const follow = { url: server.url, start: world.start, dataDir }
  return { world, server, faults: server.faults, follow }
}
