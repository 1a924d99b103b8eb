// Bodies that are read in pieces, each when the socket has taken the one before. A large body that is read whole holds the event
// loop while the socket takes it, and as garbage outside of V8's heap has that collected for every few of them.
import type { Logger } from 'pino'
import { turns } from '../../../schema/platform/turns.ts'
import { type HeldAnswers, type Holder, sendPart } from '../answer/held-answers.ts'
import { RecycledMemory } from '../answer/recycled-memory.ts'
import type { HttpResponse } from '../native-server.ts'

/** A body of which `read` has the bytes. */
export class Streamed {
  /**
   * @param length in bytes
   * @param read fills the memory with the body's bytes from an offset on; what it throws ends the connection
   */
  constructor(
    readonly length: number,
    readonly read: (memory: Buffer, offset: number) => Promise<void>,
  ) {}
}

const PIECE_BYTES = 2 ** 17

/** Pieces that are read at once. */
const READS = 4

interface Receiver extends Holder {
  readonly response: HttpResponse
  /** Id of the request. */
  readonly id: string
  /** Whether its connection is closed, and the response out of reach. */
  readonly isGone: boolean
}

export class Streams {
  readonly #memory = new RecycledMemory()
  readonly #reading = turns(READS)

  constructor(
    private readonly held: HeldAnswers,
    private readonly log: Logger,
  ) {}

  /** Sends a body after its head. Resolves when all of it has left, or nothing more of it will. */
  async send(receiver: Receiver, body: Streamed): Promise<void> {
    try {
      for (let offset = 0; offset < body.length && !receiver.isGone; offset += PIECE_BYTES)
        await this.#sendPiece(receiver, body, offset)
    } catch (err) {
      this.log.error({ err, requestId: receiver.id }, 'a response body could not be read to its end')
      if (!receiver.isGone) receiver.response.close()
    }
  }

  async #sendPiece(receiver: Receiver, body: Streamed, offset: number): Promise<void> {
    const { length: size } = body
    let piece: Buffer | undefined
    try {
      // Memory is taken with the turn: those that wait for theirs have none.
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

  /** Resolves when the socket has taken the piece, or is closed. */
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
          this.held.send(receiver, response, {
            rest: rest.subarray(sent),
            offset: offset + sent,
            size,
            onLeft: resolve,
          })
      })
    })
  }
}
