// Frames for many sockets share one buffer, and only the beginning with the request id is overwritten for each frame. A socket
// copies the bytes that it is given to send, so the buffer is free again after each send.

/** Maximum bytes of a beginning: a request id has up to 128 UTF-16 units, of at most six bytes each in JSON. */
const ROOM = 1_024

/** The last beginning and its bytes: in a burst, successive frames of a socket often have the same id. */
let written = ''
let writtenBytes: Uint8Array = new Uint8Array()

/** @throws {RangeError} when the beginning has more than `ROOM` bytes */
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
  /** The last frame that `after` returned, with its beginning. */
  #frame: Uint8Array
  #start = ''
  #startBytes = 0

  /** @param rest shared part of the frames, UTF-8 */
  constructor(rest: Uint8Array) {
    this.#bytes = Buffer.allocUnsafe(ROOM + rest.length)
    this.#bytes.set(rest, ROOM)
    this.#frame = this.#bytes.subarray(ROOM)
  }

  /**
   * The frame with this beginning. The bytes are valid until the next call with another beginning.
   * @throws {RangeError} when the beginning has more than 1,024 bytes
   */
  after(start: string): Uint8Array {
    if (start === this.#start) return this.#frame
    const bytes = bytesOf(start)
    this.#bytes.set(bytes, ROOM - bytes.length)
    this.#start = start
    // Most ids have the same length, so that the view of the buffer can be reused.
    if (bytes.length !== this.#startBytes) {
      this.#startBytes = bytes.length
      this.#frame = this.#bytes.subarray(ROOM - bytes.length)
    }
    return this.#frame
  }
}
