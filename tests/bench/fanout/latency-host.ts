// The node of the latency benchmark, in its own process: the recorded chain, whose last blocks are appended one by one on request. A devnet
// is not used, because its garbage collection after each block would compete with the service.
import { fileURLToPath } from 'node:url'
import { Chain } from '../../../devnet/chain/chain.ts'
import { RECORDING_START } from '../../../devnet/launchpad.ts'
import { startOgmiosServer } from '../../../devnet/ogmios/ogmios-server.ts'
import { readChainFile } from '../../../devnet/recording/chain-file.ts'
import { CHAIN_FILE } from '../../../fixtures/chains/recording.ts'
import { respond } from '../kit/child.ts'

export type LatencyHostRequest =
  /** The served chain lacks its last `withheld` blocks. The response is the URL of Ogmios. */
  | { readonly kind: 'start'; readonly withheld: number }
  /** The response is the time of the append, in nanoseconds as digits. */
  | { readonly kind: 'block' }

const chain = new Chain()
let append = (): void => {}

respond<LatencyHostRequest>(async (request) => {
  if (request.kind === 'block') {
    append()
    return process.hrtime.bigint().toString()
  }
  const blocks = await readChainFile(fileURLToPath(CHAIN_FILE))
  const withheld = blocks.splice(blocks.length - request.withheld)
  for (const block of blocks) chain.append(block)
  append = () => {
    const next = withheld.shift()
    if (next === undefined) throw new Error('all blocks have been appended')
    chain.append(next)
  }
  return (await startOgmiosServer({ chain, networkStart: RECORDING_START })).url
})
