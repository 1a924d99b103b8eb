// The first blocks of the devnet's recorded chain as a separate chain file, for tests that fold from the start and need only these blocks.
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { fileURLToPath } from 'node:url'
import { readChainFile } from '../../devnet/recording/chain-file.ts'
import { writeChainFile } from '../../devnet/recording/chain-writer.ts'
import { CHAIN_FILE } from '../../fixtures/chains/recording.ts'
import { temporaryDirectory } from '../kit/temporary-directory.ts'

export const writeBeginning = async (path: string, blocks: number): Promise<void> =>
  writeChainFile(path, (await readChainFile(fileURLToPath(CHAIN_FILE))).slice(0, blocks))

export const recordedBeginning = async (t: Pick<TestContext, 'after'>, blocks: number): Promise<string> => {
  const path = join(temporaryDirectory(t), 'beginning.ndjson')
  await writeBeginning(path, blocks)
  return path
}
