// Frames for many sockets share one buffer, and only the beginning with the request id is overwritten for each frame. A socket
// copies the bytes that it is given to send, so the buffer is free again after each send.

/** Maximum bytes of a beginning: a request id has up to 128 UTF-16 units, of at most six bytes each in JSON. */
const ROOM = 1_024

export class SharedRest {
  readonly #bytes: Buffer
  /** The last frame that `after` returned, with its beginning. */
  #frame: Uint8Array
  #start = ''

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
    const length = Buffer.byteLength(start)
    if (length > ROOM) throw new RangeError(`a frame begins with ${length} bytes; there is room for ${ROOM}`)
    this.#bytes.write(start, ROOM - length)
    this.#start = start
    this.#frame = this.#bytes.subarray(ROOM - length)
    return this.#frame
  }
}
