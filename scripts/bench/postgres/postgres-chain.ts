// A node with several copies of a recorded chain in sequence, which appends a further block at each request, in a process of its
// own.
import { Chain } from '../../../fixtures/devnet/chain/chain.ts'
import type { ChainBlock } from '../../../fixtures/devnet/chain/chain-block.ts'
import { startOgmiosServer } from '../../../fixtures/devnet/ogmios/ogmios-server.ts'
import { readChainFile } from '../../../fixtures/devnet/recording/chain-file.ts'
import { formatPoint } from '../../../schema/primitives.ts'
import { answer } from '../kit/child.ts'
import { repeatChain } from '../kit/repeat-chain.ts'

export type ChainRequest =
  /** Serves the copies of a chain file. */
  | { readonly kind: 'serve'; readonly file: string; readonly copies: number }
  /** Appends a block; answered with its height. */
  | { readonly kind: 'block' }

export interface ServedChain {
  readonly url: string
  /** Point of the first block, where a follower can start. */
  readonly start: string
}

/** Minimum number of blocks that can be appended. */
const FURTHER = 2_000

let served = new Chain()
let further: readonly ChainBlock[] = []
let appended = 0

const serve = async (file: string, copies: number): Promise<ServedChain> => {
  const blocks = await readChainFile(file)
  const [first] = blocks
  if (first === undefined) throw new Error(`${file} has no block`)
  const all = repeatChain(blocks, copies + Math.ceil(FURTHER / blocks.length))
  served = new Chain(all.slice(0, copies * blocks.length))
  further = all.slice(copies * blocks.length)
  const { url } = await startOgmiosServer({ chain: served, network: 'mainnet' })
  return { url, start: formatPoint(first.point) }
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
