// Reads the frames of a file with each reader there is.
import { safeJSON } from '@cardano-ogmios/client'
import { decodeMessage } from '../../../indexer/ogmios/decode.ts'
import { readMessage } from '../../../indexer/ogmios/read-message.ts'
import { answer } from '../kit/child.ts'
import { framesOfFile } from '../kit/frames-of-file.ts'
import { timeInTurns } from '../kit/timing.ts'

const READERS: readonly { readonly name: string; readonly read: (frame: string) => unknown }[] = [
  { name: "the library's safeJSON.parse", read: (frame) => safeJSON.parse(frame) },
  { name: 'JSON.parse, wrong above 2^53', read: (frame) => JSON.parse(frame) },
  { name: 'our decodeMessage', read: decodeMessage },
  { name: 'our readMessage', read: readMessage },
]

export interface ReadRequest {
  readonly file: string
  readonly rounds: number
}

export interface ReadAnswer {
  readonly frames: number
  /** Bytes of all frames. */
  readonly bytes: number
  /** Seconds of processor time for all frames, each round. */
  readonly readers: readonly { readonly name: string; readonly times: readonly number[] }[]
}

answer<ReadRequest>(async ({ file, rounds }): Promise<ReadAnswer> => {
  const frames = await framesOfFile(file)
  const times = timeInTurns(
    READERS.map(({ read }) => () => {
      for (const frame of frames) read(frame)
    }),
    rounds,
  )
  return {
    frames: frames.length,
    bytes: frames.reduce((sum, frame) => sum + Buffer.byteLength(frame), 0),
    readers: READERS.map(({ name }, at) => ({ name, times: times[at] ?? [] })),
  }
})
