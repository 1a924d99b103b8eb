// Reads files with one JSON text per line: recorded chains, forks, journals. Lines are cut from the stream as bytes, and returned one by
// one. Any problem of the file or of a line becomes a StartupError with file, line, reason and what to do.
import { isUtf8 } from 'node:buffer'
import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { StartupError } from '../../schema/errors.ts'
import { memberText } from '../../schema/ogmios/member-text.ts'
import { isRecord } from '../../schema/ogmios/read-json.ts'
import { codeOf } from '../../schema/platform/storage-error.ts'
import type { Point } from '../../schema/primitives.ts'
import { type ChainBlock, readBlock } from '../chain/chain-block.ts'

/** Maximum bytes of a line. A block has less than a megabyte of JSON, so a file with a longer line is of another kind. */
const MAX_LINE = 128 * 1024 * 1024

const CHUNK = 1024 * 1024

export interface Line {
  readonly text: Buffer
  /** In a cut file, the last line has no line end. */
  readonly ended: boolean
  /** Unzipped bytes up to the line's end. */
  readonly end: number
}

/** A line within one chunk is a view of the chunk, not a copy. */
async function* linesOf(chunks: AsyncIterable<Buffer>): AsyncGenerator<Line> {
  let parts: Buffer[] = []
  let held = 0
  let read = 0
  const line = (last: Buffer): Buffer => {
    const text = parts.length === 0 ? last : Buffer.concat([...parts, last])
    return text.at(-1) === 0x0d ? text.subarray(0, -1) : text
  }
  for await (const chunk of chunks) {
    let start = 0
    for (let end = chunk.indexOf(0x0a); end !== -1; end = chunk.indexOf(0x0a, start)) {
      yield { text: line(chunk.subarray(start, end)), ended: true, end: read + end + 1 }
      parts = []
      held = 0
      start = end + 1
    }
    parts.push(chunk.subarray(start))
    held += chunk.length - start
    read += chunk.length
    if (held > MAX_LINE) throw new Error('it is longer than any block')
  }
  yield { text: line(Buffer.alloc(0)), ended: false, end: read }
}

const open = (path: string): AsyncIterable<Buffer> => {
  const file = createReadStream(path, { highWaterMark: CHUNK })
  // `pipeline` forwards the file's errors to the reader of the unzipped stream.
  return path.endsWith('.gz') ? pipeline(file, createGunzip({ chunkSize: CHUNK }), () => {}) : file
}

const isBlank = (text: Buffer): boolean => text.length < 3 && text.toString('latin1').trim() === ''

const reasonOf = (error: unknown): string => {
  const code = codeOf(error)
  if (code === 'ENOENT') return 'it does not exist'
  if (code === 'EISDIR') return 'it is a directory'
  if (code === 'EACCES') return 'this user may not read it'
  if (code === 'Z_BUF_ERROR') return 'the gzip data is cut off'
  if (code === 'Z_DATA_ERROR') return 'it is not gzip data, or it is damaged'
  return error instanceof Error ? error.message : String(error)
}

export interface FileKind {
  readonly name: string
  readonly advice: string
}

/**
 * Yields the result of `read` for each non-blank line.
 * @param path unzipped if it ends in `.gz`
 * @param read throws if the line is invalid
 * @throws {StartupError} at the first problem, in one line
 */
export async function* readLines<T>(
  path: string,
  { name, advice }: FileKind,
  read: (line: Line) => T,
): AsyncGenerator<T> {
  let number = 0
  try {
    for await (const line of linesOf(open(path))) {
      number += 1
      if (!isBlank(line.text)) yield read(line)
    }
  } catch (error) {
    const code = codeOf(error)
    const place = code.startsWith('E')
      ? ''
      : `, line ${Math.max(1, code.startsWith('Z_') ? number + 1 : number)}`
    throw new StartupError(`${name} ${path}${place}: ${reasonOf(error)}; ${advice}`)
  }
}

/** @throws {Error} that describes a line that is not JSON */
export const parseLine = ({ text, ended }: Line): unknown => {
  if (!isUtf8(text)) throw new Error('it is not UTF-8 text')
  try {
    return JSON.parse(text.toString('utf8'))
  } catch {
    throw new Error(ended ? 'it is not JSON' : 'it is cut off in the middle, or is not JSON')
  }
}

/**
 * The whole line, or the block of a `nextBlock` response.
 * @param parent see {@link readBlock}
 * @throws {Error} with the problem of the line
 */
export const blockOf = (line: Line, parent: Point | undefined): ChainBlock => {
  const value = parseLine(line)
  const result = isRecord(value) && isRecord(value.result) ? value.result : undefined
  const resultText = result && memberText(line.text, 'result')
  const blockText = resultText && memberText(resultText, 'block')
  return blockText ? readBlock(result.block, blockText, parent) : readBlock(value, line.text, parent)
}
