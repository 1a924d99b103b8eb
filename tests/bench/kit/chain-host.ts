// The node of the benchmark for following, in its own process. It serves a chain file, repeated several times, at two ports with different
// tips.

import { startOgmiosServer } from '../../../devnet/ogmios/ogmios-server.ts'
import { readChainFile } from '../../../devnet/recording/chain-file.ts'
import { respond } from './child.ts'
import { repeatChain } from './repeat-chain.ts'
import { TipAhead } from './tip-ahead.ts'

export interface HostRequest {
  readonly file: string
  readonly copies: number
}

export interface HostAnswer {
  /** `near`: the tip is within the depth of a fork. `far`: the tip is far away. */
  readonly near: string
  readonly far: string
  readonly blocks: number
  readonly bytesPerBlock: number
}

/** Distance to the tip in blocks. With a follower's window added, it stays below 2,160. */
const NEAR = 1_000
const FAR = 1_000_000

respond<HostRequest>(async ({ file, copies }): Promise<HostAnswer> => {
  const blocks = await readChainFile(file)
  const chain = repeatChain(blocks, copies)
  const [near, far] = await Promise.all(
    [new TipAhead(chain, NEAR), new TipAhead(chain, FAR)].map((served) =>
      startOgmiosServer({ chain: served, network: 'mainnet' }),
    ),
  )
  return {
    near: near?.url ?? '',
    far: far?.url ?? '',
    blocks: blocks.length,
    bytesPerBlock: blocks.reduce((sum, { json }) => sum + json.length, 0) / blocks.length,
  }
})
