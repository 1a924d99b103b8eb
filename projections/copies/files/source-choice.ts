// Chooses which of several published directories a replica reads. It leaves a directory that cannot be read, makes no progress or has lost
// the replica's block. The next one must have that block with the same digest.
import type { Network } from '../../../schema/primitives.ts'
import type { CopyState } from '../protocol/copy-state.ts'
import { AnotherSource, type OwnRules, reasonNotToCopy } from '../receive/copy-source.ts'
import { findPlace } from './find-place.ts'
import type { Manifest } from './layout.ts'
import { type Carrier, PublishedLink } from './published-link.ts'

/** Number of failures in a row after which another directory is tried. */
const TRIES = 3

export interface ChoiceTimes {
  /** Time in ms without a new commit after which the replica checks whether another directory is ahead. */
  readonly stall: number
  /** Time in ms for which a replica waits for unreadable directories if no readable one has its block. */
  readonly grace: number
}

const TIMES: ChoiceTimes = { stall: 10_000, grace: 60_000 }

/** Whether both models are complete, and the replica of one can continue with the other. */
export const isAlike = (one: CopyState, other: CopyState): boolean =>
  one.layout === other.layout &&
  one.network === other.network &&
  one.source === other.source &&
  JSON.stringify(one.models) === JSON.stringify(other.models) &&
  Object.values(one.models).every(({ stopped }) => stopped === null)

/** Version after which a publication continues a replica's state; undefined if none does. */
export const placeOf = async (
  link: PublishedLink,
  manifest: Manifest,
  since: CopyState,
): Promise<number | undefined> => {
  const { state, first } = manifest
  if (state.load === since.load && state.version > since.version && first <= since.version + 1)
    return since.version
  return isAlike(state, since) ? findPlace(link, manifest, since) : undefined
}

export class SourceChoice {
  readonly #carriers: readonly Carrier[]
  readonly #rules: OwnRules
  readonly #network: Network
  readonly #times: ChoiceTimes
  #current = 0
  #tries = 0
  /** Time of the last commit, or of the last check of the other directories. */
  #newAt = performance.now()
  /** Time since which no readable directory continues the replica's block. */
  #apartAt: number | undefined

  /** @param carriers the preferred one first */
  constructor(carriers: readonly Carrier[], rules: OwnRules, network: Network, times = TIMES) {
    this.#carriers = carriers
    this.#rules = rules
    this.#network = network
    this.#times = times
  }

  /** Connects to the current directory, or to the next one after failures. */
  connect(ending: AbortSignal): PublishedLink {
    if (this.#tries >= TRIES) {
      void this.#carriers[this.#current]?.rest?.()
      this.#current = (this.#current + 1) % this.#carriers.length
      this.#tries = 0
    }
    this.#tries += 1
    const carrier = this.#carriers[this.#current]
    if (carrier === undefined) throw new RangeError('a replica needs a source')
    return new PublishedLink(carrier, ending)
  }

  /** Records that the current directory can be read. */
  works(): void {
    this.#tries = 0
  }

  /** Records that the current directory continues the replica's block. @param isNew whether with new commits */
  continued(isNew: boolean): void {
    this.works()
    this.#apartAt = undefined
    if (isNew) this.#newAt = performance.now()
  }

  isUsable(state: CopyState): boolean {
    return state.network === this.#network && reasonNotToCopy(state, this.#rules) === undefined
  }

  /**
   * Called when the current directory has nothing new.
   * @param since state of the replica; undefined for one without models
   * @throws {AnotherSource} if another directory is ahead
   */
  async standStill(ending: AbortSignal, since: CopyState | undefined): Promise<void> {
    if (this.#carriers.length === 1 || performance.now() - this.#newAt < this.#times.stall) return
    this.#newAt = performance.now()
    await this.#leave(ending, since, since?.height ?? -1)
  }

  /**
   * Called when the current directory has no difference that continues the replica's block. Returns if everything must be copied.
   * @throws {AnotherSource} if another directory continues the block
   * @throws {Error} while the replica waits for a directory that cannot be read
   */
  async part(ending: AbortSignal, since: CopyState): Promise<void> {
    const unread = await this.#leave(ending, since, -1)
    this.#apartAt ??= performance.now()
    if (unread > 0 && performance.now() - this.#apartAt < this.#times.grace)
      throw new Error(
        'no address of MODELS_URL that can be read continues the last block; the others are waited for',
      )
    this.#apartAt = undefined
  }

  /** Changes to another directory that has the replica's block and is higher. @returns number of directories that cannot be read */
  async #leave(ending: AbortSignal, since: CopyState | undefined, height: number): Promise<number> {
    let unread = 0
    for (const [at, carrier] of this.#carriers.entries()) {
      if (at === this.#current) continue
      const continues = await this.#continues(new PublishedLink(carrier, ending), since, height).catch(() => {
        ending.throwIfAborted()
        unread += 1
        return false
      })
      // Only the source that is read is connected.
      await this.#carriers[continues ? this.#current : at]?.rest?.()
      if (!continues) continue
      this.#current = at
      this.#tries = 0
      throw new AnotherSource(carrier.host)
    }
    return unread
  }

  /** Whether a directory has the replica's block and is higher. */
  async #continues(link: PublishedLink, since: CopyState | undefined, height: number): Promise<boolean> {
    const manifest = await link.look()
    if (manifest === undefined || manifest.state.height <= height) return false
    if (!this.isUsable(manifest.state)) return false
    return since === undefined || (await placeOf(link, manifest, since)) !== undefined
  }
}
