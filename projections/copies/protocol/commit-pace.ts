// Size of a copy's commits. A commit is sent as a whole and has a time limit. Sent as one commit, a backlog might never pass a slow link or
// a starved machine, and would be larger at each attempt.

/** Maximum number of blocks of a commit, also of the first one. */
const MOST_BLOCKS = 100

/** Maximum bytes of the rows of a commit of several blocks. */
export const MOST_BYTES = 1_048_576

/** Time in ms of a commit: below it the next commit may be larger, above it smaller. */
const QUICK_MS = 5_000
const SLOW = 20_000

export class CommitPace {
  #blocks = MOST_BLOCKS

  /** Maximum number of blocks of the next commit. */
  get blocks(): number {
    return this.#blocks
  }

  /** Adapts to the time of a commit in ms. */
  wrote(took: number): void {
    if (took < QUICK_MS) this.#blocks = Math.min(MOST_BLOCKS, 2 * this.#blocks)
    else if (took > SLOW) this.lost()
  }

  /** Adapts to a lost session, whose commit may have taken too long: halves the next commit. */
  lost(): void {
    this.#blocks = Math.max(1, this.#blocks >> 1)
  }
}
