// Reads a recorded chain: newline-delimited JSON, one block per line, gzipped or not. Each block is parsed once, to check it and to read
// its slot, id and height. Its text is kept unchanged. An invalid file is refused with an error that names file, line and reason.
import { StartupError } from '../../schema/errors.ts'
import type { Hex } from '../../schema/primitives.ts'
import type { ChainBlock } from '../chain/chain-block.ts'
import { blockOf, type FileKind, type Line, readLines } from './line-file.ts'

const CHAIN_FILE: FileKind = {
  name: 'Chain file',
  advice: 'record the chain again or give another file',
}

/** Slots grow, but an epoch boundary block (only in Byron) has the next block's slot. */
const follows = ({ point }: ChainBlock, before: ChainBlock): boolean =>
  point.slot > before.point.slot || (point.slot === before.point.slot && before.era === 'byron')

/**
 * @param path gzipped if the name ends in `.gz`; a line is a block of Ogmios 6 or 7, or a whole `nextBlock` response with one
 * @throws {StartupError} at the first problem, in one line with file, line and what to do
 */
export async function* streamChainFile(path: string): AsyncGenerator<ChainBlock> {
  let previous: ChainBlock | undefined
  const ids = new Set<Hex>()
  const read = (line: Line): ChainBlock => {
    const block = blockOf(line, previous?.point)
    if (previous !== undefined && block.parent !== previous.point.id)
      throw new Error(`its ancestor ${block.parent} is not the block before it, ${previous.point.id}`)
    if (previous !== undefined && !follows(block, previous))
      throw new Error(
        `its slot ${block.point.slot} is not after ${previous.point.slot}, the slot of the block before it`,
      )
    if (ids.has(block.point.id)) throw new Error(`block ${block.point.id} is in the file before`)
    ids.add(block.point.id)
    previous = block
    return block
  }
  yield* readLines(path, CHAIN_FILE, read)
  if (previous === undefined)
    throw new StartupError(`${CHAIN_FILE.name} ${path}: it contains no block; ${CHAIN_FILE.advice}`)
}

/** @throws {StartupError} as {@link streamChainFile} */
export const readChainFile = async (path: string): Promise<ChainBlock[]> => {
  const blocks: ChainBlock[] = []
  for await (const block of streamChainFile(path)) blocks.push(block)
  return blocks
}
