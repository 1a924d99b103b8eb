// Many frames that differ in how they begin and are otherwise the same bytes. Those are written once, and each beginning is put
// before them when its frame is sent: a socket copies what it is sent, so the next may take its place.

/** Bytes that a beginning has at most: a request id has 128 UTF-16 units, each of six bytes in JSON. */
const ROOM = 1_024

/** The last beginning, as bytes: the frames of a burst leave socket by socket, each of them under one id. */
let written = ''
let writtenBytes: Uint8Array = new Uint8Array()

/** @throws {RangeError} when it is too long. */
const bytesOf = (start: string): Uint8Array => {
  if (start === written) return writtenBytes
  const bytes = Buffer.from(start)
  if (bytes.length > ROOM)
    throw new RangeError(`a frame begins with ${bytes.length} bytes; there is room for ${ROOM}`)
  written = start
  writtenBytes = bytes
  return bytes
}

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
    const bytes = bytesOf(start)
    this.#bytes.set(bytes, ROOM - bytes.length)
    this.#start = start
    // Most ids are of one length: the part of the memory that is the frame is made once for them.
    if (bytes.length !== this.#startBytes) {
      this.#startBytes = bytes.length
      this.#frame = this.#bytes.subarray(ROOM - bytes.length)
    }
    return this.#frame
  }
}
