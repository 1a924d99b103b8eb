// Keeps the unsent parts of responses whose clients read slowly, until the sockets accept them. All parts together have a limit of bytes.
// When the limit is exceeded, connections are closed, beginning with the client that has not read for the longest time. Clients that read
// are not affected.
import type { HttpResponse } from '../native-server.ts'
import { RecycledMemory } from './recycled-memory.ts'

/** Client whose connection can be closed. */
export interface Holder {
  cut(): void
}

/** The end of a response, or of a piece of a streamed one. */
interface Rest {
  readonly rest: Buffer
  /** Within the whole body, in bytes. */
  readonly offset: number
  readonly size: number
  /** The memory may be overwritten, so it is copied. */
  readonly isBorrowed?: boolean | undefined
  /** The part is sent or given up. After that nothing is written to the response. */
  readonly onLeft: () => void
}

interface Kept {
  readonly bytes: Buffer
  readonly onLeft: () => void
}

export class UnsentResponses {
  /** The client that has not read for the longest time comes first. */
  readonly #byHolder = new Map<Holder, Kept>()
  readonly #memory = new RecycledMemory()
  #bytes = 0

  readonly limit: number

  constructor(limit: number) {
    this.limit = limit
  }

  get bytes(): number {
    return this.#bytes
  }

  /** The part is sent as the client reads. */
  send(holder: Holder, response: HttpResponse, { rest, offset, size, isBorrowed, onLeft }: Rest): void {
    const bytes = isBorrowed === true ? this.#memory.copy(rest) : rest
    sendRest(response, bytes, offset, size, (isDone) => {
      if (isDone) this.remove(holder)
      else this.#touch(holder)
    })
    this.#add(holder, { bytes, onLeft })
  }

  /** Beyond the limit, closes the connection whose client has not read for the longest time. */
  #add(holder: Holder, kept: Kept): void {
    this.#byHolder.set(holder, kept)
    this.#bytes += kept.bytes.buffer.byteLength
    for (const oldest of this.#byHolder.keys()) {
      if (this.#bytes <= this.limit) break
      this.remove(oldest)
      oldest.cut()
    }
  }

  #touch(holder: Holder): void {
    const kept = this.#byHolder.get(holder)
    if (kept === undefined) return
    this.#byHolder.delete(holder)
    this.#byHolder.set(holder, kept)
  }

  /** The part is sent or given up. After that nothing is written to its response. */
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
 * @param offset of the part within the body
 * @param size bytes of the whole body
 * @returns bytes of the part that the socket accepted
 */
export const sendPart = (response: HttpResponse, part: Buffer, offset: number, size: number): number => {
  const [isTaken, hasResponded] = response.tryEnd(part, size)
  return isTaken || hasResponded ? part.length : response.getWriteOffset() - offset
}

/** `onProgress` is called after each write, with true after the last. */
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
