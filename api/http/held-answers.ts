// Answers whose clients do not read them as fast as they are made. Each is kept until its socket takes the rest;
// together they have a limit. Past it the one that has waited longest since its client last read is cut off, so
// that clients which do read are not the ones to pay.
import type { HttpResponse } from './native-server.ts'
import { RecycledMemory } from './recycled-memory.ts'

/** Who keeps an answer: it is asked to end its connection, and told when the answer has left. */
export interface Holder {
  cut(): void
  settle(): void
}

export class HeldAnswers {
  /** Rests of answers by holder; the one whose client read longest ago comes first. */
  readonly #held = new Map<Holder, Buffer>()
  readonly #memory = new RecycledMemory()
  #bytes = 0

  constructor(
    /** Bytes kept at most. */
    readonly limit: number,
  ) {}

  get bytes(): number {
    return this.#bytes
  }

  /**
   * Sends the rest of an answer as its client reads, and keeps it until then.
   * @param size of the whole body
   * @param isBorrowed whether the rest may be overwritten, so that a copy is kept
   */
  send(holder: Holder, response: HttpResponse, rest: Buffer, size: number, isBorrowed: boolean): void {
    const kept = isBorrowed ? this.#memory.copy(rest) : rest
    sendRest(response, kept, size, (isDone) => {
      if (!isDone) {
        this.#touch(holder)
        return
      }
      this.remove(holder)
      holder.settle()
    })
    this.#add(holder, kept)
  }

  /** Cuts off others, or the holder itself, when there is no room. */
  #add(holder: Holder, kept: Buffer): void {
    this.#held.set(holder, kept)
    this.#bytes += kept.buffer.byteLength
    for (const oldest of this.#held.keys()) {
      if (this.#bytes <= this.limit) break
      this.remove(oldest)
      oldest.cut()
    }
  }

  /** Its client has read. */
  #touch(holder: Holder): void {
    const kept = this.#held.get(holder)
    if (kept === undefined) return
    this.#held.delete(holder)
    this.#held.set(holder, kept)
  }

  /** Its answer is sent, or will not be: nothing is written to its response any more. */
  remove(holder: Holder): void {
    const kept = this.#held.get(holder)
    if (kept === undefined) return
    this.#held.delete(holder)
    this.#bytes -= kept.buffer.byteLength
    this.#memory.give(kept)
  }
}

/** Sends a body as far as the socket takes it. @returns how many of its bytes that was. */
export const sendBody = (response: HttpResponse, body: Buffer): number => {
  const [, hasResponded] = response.tryEnd(body, body.length)
  return hasResponded ? body.length : response.getWriteOffset()
}

/** Sends the rest as the socket takes it; `onProgress` is called each time, with whether that was all. */
const sendRest = (
  response: HttpResponse,
  rest: Buffer,
  size: number,
  onProgress: (isDone: boolean) => void,
): void => {
  const start = size - rest.length
  response.onWritable((offset) => {
    const [isTaken, hasResponded] = response.tryEnd(rest.subarray(offset - start), size)
    onProgress(hasResponded)
    return isTaken
  })
}
