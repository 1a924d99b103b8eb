// Unsent rests of responses whose clients read slowly. Each is kept until its socket accepts it. Their bytes have a common limit. Beyond
// it, the connection is closed whose client has not read for the longest time. Clients that read are not affected.
import type { HttpResponse } from '../native-server.ts'
import { RecycledMemory } from './recycled-memory.ts'

/** Owner of a rest, whose connection can be closed. */
export interface Holder {
  cut(): void
}

/** The part of a response, or of a piece of one, that its socket has not accepted. */
interface Rest {
  readonly rest: Buffer
  /** Offset of the rest within the whole body, and bytes of the whole body. */
  readonly offset: number
  readonly size: number
  /** Whether the memory may be overwritten, so a copy is needed. */
  readonly isBorrowed?: boolean | undefined
  /** Called when the rest is sent or given up. Nothing more is written to the response. */
  readonly onLeft: () => void
}

interface Kept {
  readonly bytes: Buffer
  readonly onLeft: () => void
}

export class UnsentResponses {
  /** Rests by holder. The holder whose client read longest ago comes first. */
  readonly #byHolder = new Map<Holder, Kept>()
  readonly #memory = new RecycledMemory()
  #bytes = 0

  /** Maximum bytes of all rests together. */
  readonly limit: number

  constructor(limit: number) {
    this.limit = limit
  }

  get bytes(): number {
    return this.#bytes
  }

  /** Keeps the rest of a response, and sends it as its client reads. */
  send(holder: Holder, response: HttpResponse, { rest, offset, size, isBorrowed, onLeft }: Rest): void {
    const bytes = isBorrowed === true ? this.#memory.copy(rest) : rest
    sendRest(response, bytes, offset, size, (isDone) => {
      if (isDone) this.remove(holder)
      else this.#touch(holder)
    })
    this.#add(holder, { bytes, onLeft })
  }

  /** Adds a rest. If there is no room, closes others' connections, or the holder's own. */
  #add(holder: Holder, kept: Kept): void {
    this.#byHolder.set(holder, kept)
    this.#bytes += kept.bytes.buffer.byteLength
    for (const oldest of this.#byHolder.keys()) {
      if (this.#bytes <= this.limit) break
      this.remove(oldest)
      oldest.cut()
    }
  }

  /** Records that a holder's client has read. */
  #touch(holder: Holder): void {
    const kept = this.#byHolder.get(holder)
    if (kept === undefined) return
    this.#byHolder.delete(holder)
    this.#byHolder.set(holder, kept)
  }

  /** Ends a rest that is sent or given up. Nothing more is written to its response. */
  remove(holder: Holder): void {
    const kept = this.#byHolder.get(holder)
    if (kept === undefined) return
    this.#byHolder.delete(holder)
    this.#bytes -= kept.bytes.buffer.byteLength
    this.#memory.free(kept.bytes)
    kept.onLeft()
  }
}

/**
 * Sends a part of a body, as far as the socket accepts it.
 * @param offset offset of the part within the body
 * @param size bytes of the whole body
 * @returns number of the part's bytes that the socket accepted
 */
export const sendPart = (response: HttpResponse, part: Buffer, offset: number, size: number): number => {
  const [isTaken, hasResponded] = response.tryEnd(part, size)
  return isTaken || hasResponded ? part.length : response.getWriteOffset() - offset
}

/** Sends the rest as the socket accepts it. Calls `onProgress` after each part; with true after the last one. */
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
