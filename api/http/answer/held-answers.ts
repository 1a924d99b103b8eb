// Answers whose clients do not read them as fast as they are made. Each is kept until its socket takes the rest;
// together they have a limit. Past it the one that has waited longest since its client last read is cut off, so
// that clients which do read are not the ones to pay.
import type { HttpResponse } from '../native-server.ts'
import { RecycledMemory } from './recycled-memory.ts'

/** Who keeps an answer: it is asked to end its connection. */
export interface Holder {
  cut(): void
}

/** The rest of an answer, or of a piece of one, that its socket has not taken. */
interface Rest {
  readonly rest: Buffer
  /** Offset of the rest within the whole body, and the size of the body, in bytes. */
  readonly offset: number
  readonly size: number
  /** Whether it may be overwritten, so that a copy is kept. */
  readonly isBorrowed?: boolean | undefined
  /** Called when the rest has left or will not leave: nothing is written to the response any more. */
  readonly onLeft: () => void
}

interface Kept {
  readonly bytes: Buffer
  readonly onLeft: () => void
}

export class HeldAnswers {
  /** Rests of answers by holder; the one whose client read longest ago comes first. */
  readonly #held = new Map<Holder, Kept>()
  readonly #memory = new RecycledMemory()
  #bytes = 0

  constructor(
    /** Bytes kept at most. */
    readonly limit: number,
  ) {}

  get bytes(): number {
    return this.#bytes
  }

  /** Sends the rest of an answer as its client reads, and keeps it until then. */
  send(holder: Holder, response: HttpResponse, { rest, offset, size, isBorrowed, onLeft }: Rest): void {
    const bytes = isBorrowed === true ? this.#memory.copy(rest) : rest
    sendRest(response, bytes, offset, size, (isDone) => {
      if (isDone) this.remove(holder)
      else this.#touch(holder)
    })
    this.#add(holder, { bytes, onLeft })
  }

  /** Cuts off others, or the holder itself, when there is no room. */
  #add(holder: Holder, kept: Kept): void {
    this.#held.set(holder, kept)
    this.#bytes += kept.bytes.buffer.byteLength
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

  /** Its rest has left, or will not: nothing is written to its response any more. */
  remove(holder: Holder): void {
    const kept = this.#held.get(holder)
    if (kept === undefined) return
    this.#held.delete(holder)
    this.#bytes -= kept.bytes.buffer.byteLength
    this.#memory.free(kept.bytes)
    kept.onLeft()
  }
}

/**
 * Sends a part of a body as far as the socket takes it.
 * @param offset of the part within the body
 * @param size of the body
 * @returns how many of the part's bytes that was
 */
export const sendPart = (response: HttpResponse, part: Buffer, offset: number, size: number): number => {
  const [isTaken, hasResponded] = response.tryEnd(part, size)
  return isTaken || hasResponded ? part.length : response.getWriteOffset() - offset
}

/** Sends the rest as the socket takes it; `onProgress` is called each time, with whether that was all. */
const sendRest = (
  response: HttpResponse,
  rest: Buffer,
  start: number,
  size: number,
  onProgress: (isDone: boolean) => void,
): void => {
  response.onWritable((offset) => {
    const [isTaken, hasResponded] = response.tryEnd(rest.subarray(offset - start), size)
    onProgress(isTaken || hasResponded)
    return isTaken
  })
}
