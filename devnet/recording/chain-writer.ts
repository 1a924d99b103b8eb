// Writes chain files, which chain-file.ts reads: one block per line, with the block's own bytes. The same blocks always make the same file:
// it contains no time and no author, and has the strongest compression. An existing file is replaced only when the new one is complete.
import { createWriteStream } from 'node:fs'
import { rename, rm, stat } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { StartupError } from '../../schema/errors.ts'
import type { ChainBlock } from '../chain/chain-block.ts'

const LINE_END = 0x0a

/** @throws {Error} if the block's text contains a line end, which no server writes */
export const blockLine = ({ point, json }: ChainBlock): Buffer => {
  if (json.includes(LINE_END)) throw new Error(`block ${point.id} has a line end in its JSON`)
  const line = Buffer.allocUnsafe(json.length + 1)
  line.set(json)
  line[json.length] = LINE_END
  return line
}

async function* linesOf(blocks: Iterable<ChainBlock> | AsyncIterable<ChainBlock>): AsyncGenerator<Buffer> {
  for await (const block of blocks) yield blockLine(block)
}

/** Only errors of the file system name a system call. */
const isFileError = (error: unknown): error is NodeJS.ErrnoException =>
  error instanceof Error && 'syscall' in error

const ADVICE = 'give another path, or one in a directory that may be written to'

/** @throws {StartupError} if the path exists and is not a file */
const checkReplaceable = async (path: string): Promise<void> => {
  const there = await stat(path).catch(() => undefined)
  if (there !== undefined && !there.isFile())
    throw new StartupError(`${path} is there and is not a file: ${ADVICE}`)
}

/**
 * The new file is written as `PATH.partial`, which is deleted if writing fails.
 * @param path ends in `.gz` for a gzipped file
 * @param blocks a chain for a chain file, or chains one after another for a fork file; not checked
 * @throws {StartupError} if the file cannot be written, or an error that `blocks` throws
 */
export const writeChainFile = async (
  path: string,
  blocks: Iterable<ChainBlock> | AsyncIterable<ChainBlock>,
): Promise<void> => {
  await checkReplaceable(path)
  const partial = `${path}.partial`
  try {
    const lines = Readable.from(linesOf(blocks))
    const file = createWriteStream(partial)
    // Node.js writes no time into the gzip header, so equal blocks give equal files.
    if (path.endsWith('.gz')) await pipeline(lines, createGzip({ level: 9 }), file)
    else await pipeline(lines, file)
    await rename(partial, path)
  } catch (error) {
    await rm(partial, { force: true }).catch(() => {})
    if (!isFileError(error)) throw error
    throw new StartupError(`${path} cannot be written (${error.message}): ${ADVICE}`, { cause: error })
  }
}
