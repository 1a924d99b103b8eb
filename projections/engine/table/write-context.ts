// State that all writers of one part of the models (the ledger, or one model) share: the digest of the part's rows, which of its
// tables the block has touched, and the block that is being folded.
import { Digest } from './digest.ts'

export class WriteContext {
  /** Digest of the part's rows; replaced as a whole after a rollback. */
  digest = new Digest()
  /** Tables in the file that were written to since `beginBlock`. */
  readonly touched = new Set<string>()
  #slot = -1
  #blocks = 0

  get slot(): number {
    return this.#slot
  }

  /** Counts up with each block begun, a block folded again included. */
  get blocks(): number {
    return this.#blocks
  }

  beginBlock(slot: number): void {
    this.#slot = slot
    this.#blocks++
    this.touched.clear()
  }
}
