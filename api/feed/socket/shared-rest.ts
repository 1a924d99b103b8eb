// Many frames that differ in how they begin and are otherwise the same bytes. Those are written once, and each beginning is put
// before them when its frame is sent: a socket copies what it is sent, so the next may take its place.

/** Bytes that a beginning has at most: a request id has 128 UTF-16 units, each of six bytes in JSON. */
const ROOM = 1_024

export class SharedRest {
  readonly #bytes: Buffer
  /** The last frame that was put together, and what it begins with. */
  #frame: Uint8Array
  #start = ''
  #startBytes = 0

  /** @param rest of every frame, UTF-8 */
  constructor(rest: Uint8Array) {
    this.#bytes = Buffer.allocUnsafe(ROOM + rest.length)
    this.#bytes.set(rest, ROOM)
    this.#frame = this.#bytes.subarray(ROOM)
  }

  /**
   * The frame with this beginning; it is good until one with another is asked for.
   * @throws {RangeError} when the beginning has more than 1,024 bytes.
   */
  after(start: string): Uint8Array {
    if (start === this.#start) return this.#frame
    const bytes = Buffer.byteLength(start)
    if (bytes > ROOM) throw new RangeError(`a frame begins with ${bytes} bytes; there is room for ${ROOM}`)
    this.#bytes.write(start, ROOM - bytes)
    this.#start = start
    // Most ids are of one length: the part of the memory that is the frame is made once for them.
    if (bytes !== this.#startBytes) {
      this.#startBytes = bytes
      this.#frame = this.#bytes.subarray(ROOM - bytes)
    }
    return this.#frame
  }
}
