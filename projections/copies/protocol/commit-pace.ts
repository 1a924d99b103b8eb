// Size of a copy's commits. A commit is sent as a whole and has a time limit. If a backlog were sent as one commit, the commit might never
// pass a slow link, and would grow with each attempt.

const MOST_BLOCKS = 100

/** Limit for a commit of several blocks. */
export const MOST_BYTES = 1_048_576

/** After a quicker commit than `QUICK_MS`, commits become larger; after a slower one than `SLOW_MS`, smaller. */
const QUICK_MS = 5_000
const SLOW_MS = 20_000

export class CommitPace {
  #blocks = MOST_BLOCKS

  get blocks(): number {
    return this.#blocks
  }

  wrote(took: number): void {
    if (took < QUICK_MS) this.#blocks = Math.min(MOST_BLOCKS, 2 * this.#blocks)
    else if (took > SLOW_MS) this.lost()
  }

  /** A lost session's commit may have taken too long. */
  lost(): void {
    this.#blocks = Math.max(1, this.#blocks >> 1)
  }
}
