// A node whose chain is a recorded one several times over, and which has a further block of it whenever it is asked, in a process of its own.
import { Chain } from '../../../fixtures/devnet/chain/chain.ts'
import type { ChainBlock } from '../../../fixtures/devnet/chain/chain-block.ts'
import { startOgmiosServer } from '../../../fixtures/devnet/ogmios/ogmios-server.ts'
import { readChainFile } from '../../../fixtures/devnet/recording/chain-file.ts'
import { answer } from '../kit/child.ts'
import { repeatChain } from '../kit/repeat-chain.ts'

export type ChainRequest =
  /** Serves the copies of a chain file; answered with the URL. */
  | { readonly kind: 'serve'; readonly file: string; readonly copies: number }
  /** Appends a block; answered with its height. */
  | { readonly kind: 'block' }

/** Blocks that can be appended at least. */
const FURTHER = 2_000

let served = new Chain()
let further: readonly ChainBlock[] = []
let appended = 0

const serve = async (file: string, copies: number): Promise<string> => {
  const blocks = await readChainFile(file)
  const all = repeatChain(blocks, copies + Math.ceil(FURTHER / blocks.length))
  served = new Chain(all.slice(0, copies * blocks.length))
  further = all.slice(copies * blocks.length)
  return (await startOgmiosServer({ chain: served, network: 'mainnet' })).url
}

const appendBlock = (): number => {
  const block = further[appended++]
  if (block === undefined) throw new Error('the chain has no further block: use fewer rounds')
  served.append(block)
  return block.height
}

answer<ChainRequest>((request) =>
  request.kind === 'serve' ? serve(request.file, request.copies) : appendBlock(),
)
