// State that all writers of one part of the models (the ledger, or one model) share: the digest of the part's rows, the tables written
// since the digest was saved, and the current block.
import { Digest } from './digest.ts'

export class WriteContext {
  /** Replaced after a rollback. */
  digest = new Digest()
  /** Names in the file of tables that were written since the digest was saved. */
  touched = new Set<string>()
  #slot = -1
  #blocks = 0

  get slot(): number {
    return this.#slot
  }

  /** Grows with each started block, even if the same block is folded again. */
  get blocks(): number {
    return this.#blocks
  }

  beginBlock(slot: number): void {
    this.#slot = slot
    this.#blocks++
  }
}
