// Moves the base of a log up while the blocks before the launchpad's first one are folded. The base is moved whenever the log has grown by
// some gigabytes, and when the models are at the base's target. Folding pauses during a move, since the models at the new base determine
// what is needed of earlier blocks.
import type Database from 'better-sqlite3'
import { type Point, SECURITY_PARAMETER } from '../../../schema/primitives.ts'
import { isOnChain, type LogReader } from './fold-blocks.ts'
import { type Needed, neededAt, type ReadBlock } from './needed-at.ts'
import type { Checkpoint } from './projector.ts'

/** Growth of the log between two moves of its base. */
const GROWTH_BYTES = 4e9

export interface LogWithBase {
  readonly base: { readonly seq: number; readonly digest: string | null } | undefined
  /** The last block at which the base may be. */
  readonly target: Point | undefined
  /** Bytes of the file's used pages. */
  readonly bytes: number
  /** Works piece by piece. An interrupted move may be started again. */
  moveBase(seq: number, needed: Needed): Iterator<void>
}

interface Models {
  readonly database: Database.Database
  readonly checkpoint: Checkpoint | undefined
}

export class MovingBase {
  readonly #log: LogWithBase
  readonly #chain: Pick<LogReader, 'seqOf' | 'end'> & ReadBlock
  readonly #growthBytes: number
  #moving: { readonly seq: number; readonly pieces: Iterator<void> } | undefined
  #bytesBefore: number

  constructor(
    log: LogWithBase,
    chain: Pick<LogReader, 'seqOf' | 'end'> & ReadBlock,
    growthBytes = GROWTH_BYTES,
  ) {
    this.#log = log
    this.#chain = chain
    this.#growthBytes = growthBytes
    this.#bytesBefore = log.base === undefined ? 0 : log.bytes
  }

  /** Folding pauses at the target, unless the models are already past it. */
  get pauseAt(): number | undefined {
    const { base, target } = this.#log
    return base?.digest === null ? base.seq : target && this.#chain.seqOf(target)
  }

  /**
   * Whether the base must move to the checkpoint now; undefined if this is not known yet.
   * @param tipHeight 0 if the node's tip is not known
   */
  isDue({ checkpoint }: Models, tipHeight: number): boolean | undefined {
    if (checkpoint === undefined || !isOnChain(checkpoint, this.#chain)) return false
    const { seq, height } = checkpoint
    const { base, bytes } = this.#log
    if (base?.seq === seq) return base.digest === null
    const end = this.pauseAt
    if (seq < (base?.seq ?? 0) || (end !== undefined && seq > end)) return false
    const hasGrown = bytes - this.#bytesBefore >= Math.max(this.#growthBytes, this.#bytesBefore)
    if (seq !== end && !hasGrown) return false
    // The base must be so deep that no fork can undo it.
    const isDeep = Math.max(tipHeight, this.#chain.end?.height ?? 0) - height >= SECURITY_PARAMETER
    return isDeep || (tipHeight === 0 && seq === end ? undefined : false)
  }

  /**
   * Does one piece of a move to the checkpoint. The models must have no buffered rows.
   * @returns whether this piece was the last
   * @throws {StorageError} if a file cannot be read or written
   */
  step({ database, checkpoint }: Models): boolean {
    const seq = checkpoint?.seq ?? 0
    if (this.#moving?.seq !== seq) this.#moving = { seq, pieces: this.#pieces(database, seq) }
    const { pieces } = this.#moving
    try {
      if (pieces.next().done !== true) return false
      this.#bytesBefore = this.#log.bytes
      this.#moving = undefined
      return true
    } catch (error) {
      this.#moving = undefined
      throw error
    }
  }

  *#pieces(database: Models['database'], seq: number): Generator<void> {
    const needed = yield* neededAt(database, this.#chain)
    try {
      yield* { [Symbol.iterator]: () => this.#log.moveBase(seq, needed) }
    } finally {
      needed.close()
    }
  }
}
