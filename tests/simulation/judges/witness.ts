// Digests that readers saw, by block. The state at a block does not depend on earlier forks, so two readers at the same block have the same
// digest. On the final chain, this digest equals that of a fold of the final chain alone.
import { formatPoint, type Point } from '../../../schema/primitives.ts'
import { Finding } from '../../fuzz/finding.ts'

interface Seen {
  readonly digest: string
  /** The first reader. */
  readonly by: string
}

export class Witness {
  readonly #seen = new Map<string, Seen>()

  get size(): number {
    return this.#seen.size
  }

  /**
   * @param models versions of the models in the digest
   * @throws {Finding} if a reader saw another digest at the block
   */
  note(point: Point, digest: string, by: string, models: string): void {
    const key = `${formatPoint(point)} of ${models}`
    const seen = this.#seen.get(key)
    if (seen === undefined) this.#seen.set(key, { digest, by })
    else if (seen.digest !== digest)
      throw new Finding(
        'a block has one state',
        `at ${key} ${by} saw ${digest}, and ${seen.by} saw ${seen.digest}`,
      )
  }
}
