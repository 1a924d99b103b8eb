// Digests that readers saw, by block. Whatever path led to it, the state at a block is one: two readers that stand at one block
// have seen the same digest, and on the final chain that of a fold of this chain alone.
import { formatPoint, type Point } from '../../schema/primitives.ts'
import { Finding } from '../fuzz/finding.ts'

interface Seen {
  readonly digest: string
  /** Reader that saw it first. */
  readonly by: string
}

export class Witness {
  readonly #seen = new Map<string, Seen>()

  /** Number of blocks at which a reader stood. */
  get size(): number {
    return this.#seen.size
  }

  /**
   * Notes what a reader saw.
   * @param models versions of the models that count for the digest
   * @throws {Finding} when another digest was seen at the block
   */
  note(point: Point, digest: string, by: string, models: string): void {
    const key = `${formatPoint(point)} of ${models}`
    const seen = this.#seen.get(key)
    if (seen === undefined) this.#seen.set(key, { digest, by })
    else if (seen.digest !== digest)
      throw new Finding(
        'a block has one state',
        `at ${key} ${by} saw ${digest}, and ${seen.by} saw ${seen.digest}`,
        undefined,
      )
  }
}
