// Writes and reads the blocks of a file in each of the forms a log could keep them in.
import { isDeepStrictEqual } from 'node:util'
import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib'
import { decodePayload, encodePayload, PAYLOAD_VERSION } from '../../../indexer/log/payload.ts'
import { readMessage } from '../../../indexer/ogmios/read-message.ts'
import type { BlockEvent } from '../../../schema/events.ts'
import { answer } from '../kit/child.ts'
import { framesOfFile } from '../kit/frames-of-file.ts'
import { timeInTurns } from '../kit/timing.ts'
import { fromJson, toJson } from './payload-json.ts'

interface Form {
  readonly name: string
  write(block: BlockEvent): Buffer
  /** @param block has the point and height, which the log keeps beside its own form. */
  read(bytes: Buffer, block: BlockEvent): BlockEvent
}

const fast = { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } }

const FORMS: readonly Form[] = [
  {
    name: 'JSON',
    write: (block) => Buffer.from(toJson(block)),
    read: (bytes) => fromJson(bytes.toString()),
  },
  {
    name: 'JSON, brotli quality 1',
    write: (block) => brotliCompressSync(toJson(block), fast),
    read: (bytes) => fromJson(brotliDecompressSync(bytes).toString()),
  },
  {
    name: 'our payload',
    write: encodePayload,
    read: (bytes, { point, height }) => ({ point, height, ...decodePayload(PAYLOAD_VERSION, bytes) }),
  },
]

export interface PayloadRequest {
  readonly file: string
  readonly rounds: number
}

export interface PayloadAnswer {
  readonly blocks: number
  readonly forms: readonly {
    readonly name: string
    /** Bytes of all blocks. */
    readonly bytes: number
    /** Seconds of processor time for all blocks, each round. */
    readonly write: readonly number[]
    readonly read: readonly number[]
  }[]
}

const blocksOf = (frames: readonly string[]): BlockEvent[] =>
  frames.flatMap((frame) => {
    const message = readMessage(frame)
    return message.kind === 'forward' ? [message.block] : []
  })

answer<PayloadRequest>(async ({ file, rounds }): Promise<PayloadAnswer> => {
  const blocks = blocksOf(await framesOfFile(file))
  const written = FORMS.map(({ name, write, read }) => {
    return blocks.map((block) => {
      const bytes = write(block)
      // One at a time: were they all kept, the engine would learn to make blocks that last.
      if (!isDeepStrictEqual(fromJson(toJson(read(bytes, block))), block))
        throw new Error(`${name} loses something of block ${block.point.id}`)
      return { block, bytes }
    })
  })
  const writes = FORMS.map(({ write }) => () => {
    for (const block of blocks) write(block)
  })
  const reads = FORMS.map(({ read }, at) => () => {
    for (const { block, bytes } of written[at] ?? []) read(bytes, block)
  })
  const times = timeInTurns([...writes, ...reads], rounds)
  return {
    blocks: blocks.length,
    forms: FORMS.map(({ name }, at) => ({
      name,
      bytes: (written[at] ?? []).reduce((sum, { bytes }) => sum + bytes.length, 0),
      write: times[at] ?? [],
      read: times[FORMS.length + at] ?? [],
    })),
  }
})
