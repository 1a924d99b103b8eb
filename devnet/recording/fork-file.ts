// Reads a file of branches, such as the forks that a chain once had. It has one block per line, like a chain file. A block whose ancestor
// is not the previous line's block begins a new branch. The parent of a branch's first block is the last block that branch and chain share.
import { StartupError } from '../../schema/errors.ts'
import type { ChainBlock } from '../chain/chain-block.ts'
import { blockOf, type FileKind, readLines } from './line-file.ts'

const FORK_FILE: FileKind = { name: 'Fork file', advice: 'give a file with one block in each line' }

/**
 * No branch is empty.
 * @throws {StartupError} at the first problem, in one line with file, line and what to do
 */
export const readForkFile = async (path: string): Promise<readonly (readonly ChainBlock[])[]> => {
  const branches: ChainBlock[][] = []
  const blocks = readLines(path, FORK_FILE, (line) => {
    const branch = branches.at(-1)
    const last = branch?.at(-1)
    const block = blockOf(line, last?.point)
    if (block.parent === last?.point.id) branch?.push(block)
    // The slot of an epoch boundary block depends on its parent.
    else branches.push([blockOf(line, undefined)])
  })
  for await (const _ of blocks);
  if (branches.length === 0)
    throw new StartupError(`${FORK_FILE.name} ${path}: it contains no block; ${FORK_FILE.advice}`)
  return branches
}
