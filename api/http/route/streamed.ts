// Bodies that are read in pieces. A piece is read after the socket has accepted the piece before it. If a large body were read as a whole,
// the socket's copy would block the event loop, and the memory outside V8's heap would cause frequent full garbage collections.
import { open } from 'node:fs/promises'
import type { Logger } from 'pino'
import { limitConcurrency } from '../../../schema/platform/limit-concurrency.ts'
import type { HttpResponse } from '../native-server.ts'
import { RecycledMemory } from '../response/recycled-memory.ts'
import { type Holder, sendPart, type UnsentResponses } from '../response/unsent-responses.ts'

export class Streamed {
  readonly length: number
  readonly read: (memory: Buffer, offset: number) => Promise<void>

  /**
   * @param length bytes of the body
   * @param read fills the memory from an offset on; an error closes the connection
   */
  constructor(length: number, read: (memory: Buffer, offset: number) => Promise<void>) {
    this.length = length
    this.read = read
  }
}

/** @throws {Error} if the file was removed, or has too few bytes */
export const readAt = async (path: string, memory: Buffer, offset: number): Promise<void> => {
  const file = await open(path)
  try {
    const { bytesRead } = await file.read(memory, 0, memory.length, offset)
    if (bytesRead < memory.length) throw new Error(`${path} is shorter than it was`)
  } finally {
    await file.close()
  }
}

const PIECE_BYTES = 2 ** 17

const READS = 4

interface Receiver extends Holder {
  readonly response: HttpResponse
  readonly id: string
  /** The connection is closed, so the response object is invalid. */
  readonly isGone: boolean
}

export class Streams {
  readonly #memory = new RecycledMemory()
  readonly #reading = limitConcurrency(READS)
  readonly #unsent: UnsentResponses
  readonly #log: Logger

  constructor(unsent: UnsentResponses, log: Logger) {
    this.#unsent = unsent
    this.#log = log
  }

  /** Resolves when the body is completely sent or given up. */
  async send(receiver: Receiver, body: Streamed): Promise<void> {
    try {
      for (let offset = 0; offset < body.length && !receiver.isGone; offset += PIECE_BYTES)
        await this.#sendPiece(receiver, body, offset)
    } catch (err) {
      this.#log.error({ err, requestId: receiver.id }, 'a response body could not be read to its end')
      if (!receiver.isGone) receiver.response.close()
    }
  }

  async #sendPiece(receiver: Receiver, body: Streamed, offset: number): Promise<void> {
    const { length: size } = body
    let piece: Buffer | undefined
    try {
      // A body that waits for its turn holds no memory.
      const left = await this.#reading(async (): Promise<Promise<void>[]> => {
        if (receiver.isGone) return []
        piece = this.#memory.lend(Math.min(PIECE_BYTES, size - offset))
        await body.read(piece, offset)
        return receiver.isGone ? [] : [this.#hand(receiver, { rest: piece, offset, size })]
      })
      await Promise.all(left)
    } finally {
      if (piece !== undefined) this.#memory.free(piece)
    }
  }

  /** Resolves when the socket has accepted the piece or is closed. */
  #hand(
    receiver: Receiver,
    { rest, offset, size }: { rest: Buffer; offset: number; size: number },
  ): Promise<void> {
    const { response } = receiver
    return new Promise((resolve) => {
      response.cork(() => {
        const sent = sendPart(response, rest, offset, size)
        if (sent === rest.length) resolve()
        else
          this.#unsent.send(receiver, response, {
            rest: rest.subarray(sent),
            offset: offset + sent,
            size,
            onLeft: resolve,
          })
      })
    })
  }
}
