// Pool of memory for short-lived copies, such as the unsent rest of a large response. Such copies are outside V8's heap. Without a pool, a
// few of them would cause a full garbage collection, during which all other responses wait. The pool keeps memory for some time, since a
// pool that freed all unused memory at once allocated 80 MB per second under attack.

/** Smallest size in bytes. Larger sizes double up to 1 MiB, then grow by 1 MiB. Smaller copies are not pooled. */
const SMALLEST = 2 ** 16

const MIB = 2 ** 20
const LARGEST = 8 * MIB

/** Maximum bytes that are kept after an idle time. */
const KEPT_AT_REST = 4 * MIB

/** Unused memory is freed after this time without lent memory. */
const REST_MS = 5_000

const sizeFor = (length: number): number =>
  length > MIB ? Math.ceil(length / MIB) * MIB : 2 ** Math.ceil(Math.log2(length))

export class RecycledMemory {
  readonly #pieces = new Map<number, ArrayBufferLike[]>()
  /** Smaller copies are left out: they may be in memory that Node shares with other buffers. */
  readonly #lent = new WeakSet<ArrayBufferLike>()
  #lentCount = 0
  #freeBytes = 0
  #resting: NodeJS.Timeout | undefined
  readonly #kept: number

  /** @param kept bytes that stay allocated for later copies */
  constructor(kept = KEPT_AT_REST) {
    this.#kept = kept
  }

  get freeBytes(): number {
    return this.#freeBytes
  }

  /** The copy belongs to the caller until it is returned. */
  copy(bytes: Buffer): Buffer {
    const copy = this.lend(bytes.length)
    bytes.copy(copy)
    return copy
  }

  /** Uninitialised. */
  lend(length: number): Buffer {
    if (length < SMALLEST || length > LARGEST) return Buffer.allocUnsafe(length)
    const piece = this.#allocate(sizeFor(length))
    this.#lent.add(piece)
    this.#lentCount++
    return Buffer.from(piece, 0, length)
  }

  /** The memory must no longer be read. Memory of others is ignored. */
  free({ buffer }: Buffer): void {
    const size = buffer.byteLength
    if (!this.#lent.delete(buffer)) return
    this.#lentCount--
    if (this.#freeBytes + size <= this.#kept) {
      const free = this.#pieces.get(size)
      if (free === undefined) this.#pieces.set(size, [buffer])
      else free.push(buffer)
      this.#freeBytes += size
    }
    if (this.#lentCount === 0 && this.#freeBytes > KEPT_AT_REST) {
      clearTimeout(this.#resting)
      this.#resting = setTimeout(() => this.#free(), REST_MS).unref()
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
