// Size of the commits of a copy. A commit is sent as a whole and has a time limit, so a backlog that were one commit could never pass a slow
// link or a starved machine: each failed attempt would make the next one larger.

const MOST_BLOCKS = 100

/** Maximum bytes of the rows of a commit of several blocks. */
export const MOST_BYTES = 1_048_576

/** Time in ms of a commit below which the next one may be larger, and above which it is smaller. */
const QUICK_MS = 5_000
const SLOW = 20_000

export class CommitPace {
  #blocks: number
  readonly #most: number

  /** @param most number of blocks of the first commit, and maximum number */
  constructor(most = MOST_BLOCKS) {
    this.#most = most
    this.#blocks = most
  }

  /** Maximum number of blocks of the next commit. */
  get blocks(): number {
    return this.#blocks
  }

  /** Adapts to the time of a commit in ms. */
  wrote(took: number): void {
    if (took < QUICK_MS) this.#blocks = Math.min(this.#most, 2 * this.#blocks)
    else if (took > SLOW) this.#halve()
  }

  /** Adapts to a session that was lost, perhaps because its commit took too long. */
  lost(): void {
    this.#halve()
  }

  #halve(): void {
    this.#blocks = Math.max(1, this.#blocks >> 1)
  }
}
