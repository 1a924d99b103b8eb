// Memory for copies that are made and let go of all the time, such as the rest of a large answer that its socket did not take. As
// garbage outside of V8's heap, every few of them make V8 collect the whole heap, while every other answer waits. Memory is kept
// between bursts too: when it was freed each time that nothing was lent, a service under attack made 80 MB of it a second.

/** Pieces have this many bytes or twice as many and so on, up to a MiB, then whole MiB. Smaller copies are garbage like any other. */
const SMALLEST = 2 ** 16

const MIB = 2 ** 20
const LARGEST = 8 * MIB

/** Bytes kept for copies to come after a rest, at most. */
const KEPT_AT_REST = 4 * MIB

/** Milliseconds without anything lent after which memory is freed. */
const REST = 5_000

const sizeFor = (length: number): number =>
  length > MIB ? Math.ceil(length / MIB) * MIB : 2 ** Math.ceil(Math.log2(length))

export class RecycledMemory {
  /** Free pieces by their size. */
  readonly #pieces = new Map<number, ArrayBufferLike[]>()
  /** Pieces that a copy is in. Smaller copies may be in memory that Node shares out to others. */
  readonly #lent = new WeakSet<ArrayBufferLike>()
  #lentCount = 0
  #freeBytes = 0
  #resting: NodeJS.Timeout | undefined

  /** @param kept bytes kept for copies to come, at most */
  constructor(private readonly kept = KEPT_AT_REST) {}

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

  /** Lends uninitialised memory to the caller, until the caller gives it back. */
  lend(length: number): Buffer {
    if (length < SMALLEST || length > LARGEST) return Buffer.allocUnsafe(length)
    const piece = this.#allocate(sizeFor(length))
    this.#lent.add(piece)
    this.#lentCount++
    return Buffer.from(piece, 0, length)
  }

  /** Takes memory back, which must not be read any more; other bytes are left alone. */
  free({ buffer }: Buffer): void {
    const size = buffer.byteLength
    if (!this.#lent.delete(buffer)) return
    this.#lentCount--
    if (this.#freeBytes + size <= this.kept) {
      const free = this.#pieces.get(size)
      if (free === undefined) this.#pieces.set(size, [buffer])
      else free.push(buffer)
      this.#freeBytes += size
    }
    if (this.#lentCount === 0 && this.#freeBytes > KEPT_AT_REST) {
      clearTimeout(this.#resting)
      this.#resting = setTimeout(() => this.#free(), REST).unref()
    }
  }

  #free(): void {
    if (this.#lentCount > 0) return
    this.#pieces.clear()
    this.#freeBytes = 0
  }

  #allocate(size: number): ArrayBufferLike {
    const piece = this.#pieces.get(size)?.pop()
    if (piece === undefined) return new ArrayBuffer(size)
    this.#freeBytes -= size
    return piece
  }
}
