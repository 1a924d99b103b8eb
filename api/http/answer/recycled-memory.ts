// Memory for copies that are made and let go of all the time, such as the rest of a large answer that its socket did not
// take. As garbage they lie outside of V8's heap, and for every few of them V8 collects the whole heap, while every other
// answer waits.

/** Pieces have this many bytes, or twice as many, and so on. Smaller copies are garbage like any other. */
const SMALLEST = 2 ** 16

const LARGEST = 2 ** 20

/** Bytes kept for copies to come, at most. */
const KEPT = 2 ** 22

export class RecycledMemory {
  /** Pieces by their size. */
  readonly #free = new Map<number, ArrayBufferLike[]>()
  /** Pieces that a copy is in. Smaller copies may be in memory that Node shares out to others. */
  readonly #lent = new WeakSet<ArrayBufferLike>()
  #freeBytes = 0

  /** Bytes kept for copies to come. */
  get freeBytes(): number {
    return this.#freeBytes
  }

  /** A copy that is the caller's until it is given back. */
  copy(bytes: Buffer): Buffer {
    const copy = this.lend(bytes.length)
    bytes.copy(copy)
    return copy
  }

  /** Memory, with anything in it, that is the caller's until it is given back. */
  lend(length: number): Buffer {
    if (length < SMALLEST || length > LARGEST) return Buffer.allocUnsafe(length)
    const piece = this.#take(2 ** Math.ceil(Math.log2(length)))
    this.#lent.add(piece)
    return Buffer.from(piece, 0, length)
  }

  /** Takes memory back, which must not be read any more; other bytes are left alone. */
  give({ buffer }: Buffer): void {
    const size = buffer.byteLength
    if (!this.#lent.delete(buffer) || this.#freeBytes + size > KEPT) return
    const free = this.#free.get(size)
    if (free === undefined) this.#free.set(size, [buffer])
    else free.push(buffer)
    this.#freeBytes += size
  }

  #take(size: number): ArrayBufferLike {
    const piece = this.#free.get(size)?.pop()
    if (piece === undefined) return new ArrayBuffer(size)
    this.#freeBytes -= size
    return piece
  }
}
