// The node's side of the abuse measurement, in a process of its own, so that its memory is not the service's: the
// recorded devnet chain, and after it blocks that pay a wallet very many outputs.
import { fileURLToPath } from 'node:url'
import { CHAIN_FILE } from '../../../fixtures/chains/recording.ts'
import { buildBlock } from '../../../fixtures/devnet/chain/build-block.ts'
import { buildTransaction } from '../../../fixtures/devnet/chain/build-transaction.ts'
import { Chain } from '../../../fixtures/devnet/chain/chain.ts'
import { startOgmiosServer } from '../../../fixtures/devnet/ogmios/ogmios-server.ts'
import { readChainFile } from '../../../fixtures/devnet/recording/chain-file.ts'
import { answer } from '../kit/child.ts'
import { WALLET_ADDRESS, WALLET_OUTPUTS } from './abuse-data.ts'

/** Outputs of a block, all of one transaction. */
const AT_ONCE = 1_000

answer<null>(async () => {
  const chain = new Chain(await readChainFile(fileURLToPath(CHAIN_FILE)))
  for (let made = 0; made < WALLET_OUTPUTS; made += AT_ONCE) {
    const parent = chain.at(chain.length - 1)
    if (parent === undefined) throw new Error('the recording is empty')
    const outputs = Array.from({ length: AT_ONCE }, (_, at) => ({
      address: WALLET_ADDRESS,
      lovelace: BigInt(1_000_000 + made + at),
    }))
    chain.append(buildBlock(parent, { transactions: [buildTransaction({ outputs })] }))
  }
  const { url } = await startOgmiosServer({ chain, network: 'devnet' })
  return url
})
