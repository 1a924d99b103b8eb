// The publications that a replica may read. The replica reads one of them: it waits for the next manifest, and fetches the differences that
// the replica lacks. If that publication cannot be read, makes no progress or has lost the replica's block, the replica changes to one that
// has this block with the same digest.
import type { Point } from '../../../schema/primitives.ts'
import type { WrittenDifference } from '../protocol/copied-difference.ts'
import type { CopyState } from '../protocol/copy-state.ts'
import type { DescribedModels } from '../source/models-source.ts'
import { findPlace } from './find-place.ts'
import type { Manifest } from './layout.ts'
import { type Carrier, differencesAfter, PublishedLink } from './published-link.ts'
import { reasonNotToCopy } from './reason-not-to-copy.ts'

/** The replica must connect to another publication, and continue there. */
export class AnotherSource extends Error {
  override readonly name = 'AnotherSource'
}

/** Connections in a row without a response, before the replica tries another publication. */
const TRIES = 3

interface ChoiceTimes {
  /** Time in ms without a commit before the replica checks whether another publication is ahead. */
  readonly stall: number
  /** Time in ms for which a replica waits for unreadable publications if no readable one has its block. */
  readonly grace: number
}

const TIMES: ChoiceTimes = { stall: 10_000, grace: 60_000 }

/** Both have complete models, folded by the same rules. */
const isAlike = (one: CopyState, other: CopyState): boolean =>
  one.layout === other.layout &&
  one.network === other.network &&
  one.source === other.source &&
  JSON.stringify(one.models) === JSON.stringify(other.models) &&
  Object.values(one.models).every(({ stopped }) => stopped === null)

/** Undefined if no version continues the replica's state. */
const placeOf = async (
  link: PublishedLink,
  manifest: Manifest,
  since: CopyState,
): Promise<number | undefined> => {
  const { state, first } = manifest
  if (state.load === since.load && state.version > since.version && first <= since.version + 1)
    return since.version
  return isAlike(state, since) ? findPlace(link, manifest, since) : undefined
}

export class PublishedSource {
  readonly #carriers: readonly Carrier[]
  readonly #rules: DescribedModels
  readonly #times: ChoiceTimes
  #current = 0
  #tries = 0
  /** Time of the last commit, or of the last check of the other publications. */
  #newAt = performance.now()
  /** Since this time, no readable publication continues the replica's block. */
  #apartAt: number | undefined

  /** @param carriers the preferred one first */
  constructor(carriers: readonly Carrier[], rules: DescribedModels, times = TIMES) {
    this.#carriers = carriers
    this.#rules = rules
    this.#times = times
  }

  /** Connects to the next publication after `TRIES` failures. Requests end when the signal aborts. */
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

  /**
   * Undefined while nothing is published.
   * @throws {AnotherSource}
   */
  async state(link: PublishedLink): Promise<CopyState | undefined> {
    const state = (await link.look())?.state
    if (state === undefined || reasonNotToCopy(state, this.#rules) !== undefined)
      await this.#standStill(link.ending, undefined)
    return state
  }

  /**
   * The next commits, a few per call.
   * @param hasPassed tells whether the replica may have been at a block before
   * @returns an empty array without a new commit, or if the publication lost its last commits and will write them again; `everything` if
   * the publication does not continue the state
   * @throws {AnotherSource}
   * @throws {CopyMoved}
   */
  async differences(
    link: PublishedLink,
    since: CopyState,
    hasPassed: (point: Point) => boolean,
  ): Promise<readonly WrittenDifference[] | 'everything'> {
    const manifest = await link.lookAfter(since)
    if (manifest === undefined) return 'everything'
    const { state } = manifest
    const isOther = state.load !== since.load && !isAlike(state, since)
    const version = isOther ? undefined : await placeOf(link, manifest, since)
    const differences =
      version === undefined
        ? 'everything'
        : await differencesAfter(link, since, { load: state.load, version }, state.version)
    if (differences === 'everything' && (isOther || !hasPassed(state))) {
      await this.#part(link.ending, since)
      return 'everything'
    }
    this.responded()
    this.#apartAt = undefined
    // The publication is at the replica's block, or has lost its last commits.
    const later = differences === 'everything' ? [] : differences
    if (later.length > 0) this.#newAt = performance.now()
    else await this.#standStill(link.ending, since)
    return later
  }

  responded(): void {
    this.#tries = 0
  }

  /**
   * The current publication has nothing new.
   * @param since undefined for a replica without models
   * @throws {AnotherSource} if another publication is ahead
   */
  async #standStill(ending: AbortSignal, since: CopyState | undefined): Promise<void> {
    if (this.#carriers.length === 1 || performance.now() - this.#newAt < this.#times.stall) return
    this.#newAt = performance.now()
    await this.#leave(ending, since, since?.height ?? -1)
  }

  /**
   * The current publication does not continue the replica's block. Returns if everything must be copied.
   * @throws {AnotherSource} if another publication continues the block
   * @throws {Error} while the replica waits for a publication that cannot be read
   */
  async #part(ending: AbortSignal, since: CopyState): Promise<void> {
    const unread = await this.#leave(ending, since, -1)
    this.#apartAt ??= performance.now()
    if (unread > 0 && performance.now() - this.#apartAt < this.#times.grace)
      throw new Error(
        'no address of MODELS_URL that can be read continues the last block; the others are waited for',
      )
    this.#apartAt = undefined
  }

  /**
   * Changes to another publication that has the replica's block and is above `height`.
   * @returns the number of unreadable publications, if there is none
   */
  async #leave(ending: AbortSignal, since: CopyState | undefined, height: number): Promise<number> {
    let unread = 0
    for (const [at, carrier] of this.#carriers.entries()) {
      if (at === this.#current) continue
      const continues = await this.#continues(new PublishedLink(carrier, ending), since, height).catch(() => {
        ending.throwIfAborted()
        unread += 1
        return false
      })
      // Only the connection to the current publication stays open.
      await this.#carriers[continues ? this.#current : at]?.rest?.()
      if (!continues) continue
      this.#current = at
      this.#tries = 0
      throw new AnotherSource(carrier.host)
    }
    return unread
  }

  /** The publication has the replica's block and is above `height`. */
  async #continues(link: PublishedLink, since: CopyState | undefined, height: number): Promise<boolean> {
    const manifest = await link.look()
    if (manifest === undefined || manifest.state.height <= height) return false
    if (reasonNotToCopy(manifest.state, this.#rules) !== undefined) return false
    return since === undefined || (await placeOf(link, manifest, since)) !== undefined
  }
}
