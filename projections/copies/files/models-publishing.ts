// Publishes an indexer's models as files: commits as differences, and snapshots, which are read on a separate
// connection. After a failure it tries again. If an operator must decide, it stops.
import { randomBytes } from 'node:crypto'
import { EventEmitter } from 'eventemitter3'
import type { Logger } from 'pino'
import type { Waits } from '../../../schema/platform/backoff.ts'
import { Loop } from '../../../schema/platform/loop.ts'
import { messageOf } from '../../../schema/platform/message-of.ts'
import type { PublishingReport } from '../../../schema/reports.ts'
import { sharedReports } from '../../status/indexer-status.ts'
import { firstCommit } from '../protocol/commit.ts'
import { type CopyState, CopyStopped, LAYOUT_VERSION } from '../protocol/copy-state.ts'
import { CopyWatch, type Fitness, fitnessOf, type Lead, MOVES } from '../protocol/leadership.ts'
import { type SyncResult, sync } from '../protocol/sync.ts'
import { CopyDamaged } from '../receive/copy-source.ts'
import { FollowedModels } from '../source/followed-models.ts'
import type { DescribedModels, ModelsSource } from '../source/models-source.ts'
import { MANIFEST, readManifest } from './layout.ts'
import { Publication, TooMuchChanged } from './publication.ts'
import { PublishReport } from './publish-report.ts'
import type { PublishedStore } from './published-store.ts'

/** Interval in ms between two attempts after a failure. */
const WAITS: Waits = { first: 200, longest: 5_000 }

/** Interval in ms at which the models are checked even without a notice of a commit. */
const POLL_INTERVAL_MS = 100

/** Interval in ms between two checks for models that can be published. */
const STANDBY_MS = 1_000

/** Interval in ms between two attempts to lead. */
const LEAD_MS = 500

/** State in a manifest; undefined if there is none. A damaged manifest counts as none, and is replaced. */
const publishedState = (text: string | undefined): CopyState | undefined => {
  try {
    return text === undefined ? undefined : readManifest(MANIFEST, text).state
  } catch (error) {
    if (error instanceof CopyDamaged) return undefined
    throw error
  }
}

export interface ModelsPublishingOptions {
  /** Directory of the models' files. */
  readonly directory: string
  /** The place to publish to, and its name in the log. */
  readonly store: PublishedStore
  readonly into: string
  /** Free bytes of the store's disk; null if unknown. */
  readonly freeBytes?: () => number | null
  readonly models: DescribedModels
  readonly logger: Logger
  /** Minimum bytes of differences before a snapshot is due. */
  readonly least?: number
  /** Time in ms without a new commit in the publication, after which this indexer asks for the lead. */
  readonly stall?: number
}

interface ModelsPublishingEvents {
  /** Emitted when the report has changed. */
  report: []
  /** Something was published. */
  published: [CopyState]
}

export class ModelsPublishing extends EventEmitter<ModelsPublishingEvents> {
  readonly #options: ModelsPublishingOptions
  readonly #loop: Loop
  #models: FollowedModels | undefined
  #publication: Publication | undefined
  #snapshot: Promise<void> | undefined
  readonly #report: PublishReport

  constructor(options: ModelsPublishingOptions) {
    super()
    this.#options = options
    this.#report = new PublishReport(options, () => this.emit('report'))
    this.#loop = new Loop({ wakesWith: options.directory })
  }

  get report(): PublishingReport {
    return this.#report.current
  }

  /** Publishes until `close`, or until an operator must decide. */
  run(): void {
    void this.#loop.run(
      (succeeded) => this.#publish(succeeded),
      (error) => {
        const isOver = error instanceof CopyStopped
        this.#report.setProblem(messageOf(error), isOver)
        return isOver ? undefined : WAITS
      },
    )
  }

  async close(): Promise<void> {
    this.#loop.stop()
    await this.#publication?.close()
    await Promise.all([this.#loop.close(), this.#snapshot])
    await this.#options.store.close?.()
    this.#models?.close()
  }

  /** Publishes until it fails or is stopped. */
  async #publish(succeeded: () => void): Promise<void> {
    const { directory, store, models, least } = this.#options
    this.#models ??= FollowedModels.open(directory, models)
    if (this.#models === undefined) return this.#loop.wait(STANDBY_MS)
    // After this, an unfinished snapshot writes no more files, and cannot overwrite another leader's
    // manifest.
    await this.#publication?.close()
    if (store.lead !== undefined) await this.#untilLead(store.lead, this.#models, succeeded)
    if (this.#loop.isStopped) return
    const publication = await Publication.open(store, least)
    this.#publication = publication
    let known: CopyState | undefined
    let fitness: Fitness = 'whole'
    let reportedAt = Number.NEGATIVE_INFINITY
    this.#models.isDue = true
    while (!this.#loop.isStopped) {
      const source = this.#models.refresh()
      if (this.#models.isDue) {
        this.#models.isDue = false
        const result = await sync(publication.copy, source, known).catch((error: unknown): SyncResult => {
          if (!(error instanceof TooMuchChanged)) throw error
          return { kind: 'load', isComplete: true, reason: error.message, state: publication.state }
        })
        if (result.kind === 'moved') {
          this.#models.isDue = true
          continue
        }
        fitness = fitnessOf(result)
        known = await this.#after(result, source, publication)
        if (known !== undefined) this.#report.setPublished(known)
        this.#models.isDue ||= known === undefined || (result.kind === 'written' && result.isPartial)
        succeeded()
      }
      if (performance.now() - reportedAt >= store.reportInterval) {
        reportedAt = performance.now()
        await publication.report(sharedReports(directory))
        const isAsked = (await store.lead?.isAskedFor()) === true
        if (store.lead !== undefined && MOVES[fitness][isAsked ? 'asked' : 'leading'] === 'return') {
          await store.lead.return()
          return this.#loop.wait(STANDBY_MS)
        }
      }
      if (known === undefined || !this.#models.isDue)
        await this.#loop.wait(known === undefined ? STANDBY_MS : POLL_INTERVAL_MS)
    }
  }

  /** Waits for the lead, by the rules of protocol/leadership.ts. */
  async #untilLead(lead: Lead, models: FollowedModels, succeeded: () => void): Promise<void> {
    const { store, stall } = this.#options
    const watch = new CopyWatch(stall)
    while (!this.#loop.isStopped) {
      const now = models.refresh().state()
      const published = publishedState(await store.readManifest())
      const height = now?.checkpoint.height ?? -1
      const isBehind = now === undefined || height < (published?.height ?? -1)
      const fitness = fitnessOf({
        kind: isBehind ? 'behind' : 'shared',
        isComplete: now?.isComplete === true,
      })
      const move = MOVES[fitness][watch.observe(published, height, performance.now())]
      if ((move === 'try' && (await lead.try())) || (move === 'ask' && (await lead.ask()))) return
      this.#report.setStandby(published)
      succeeded()
      await this.#loop.wait(LEAD_MS)
    }
  }

  /** @returns the published state; undefined while the models cannot be published. */
  async #after(
    result: Exclude<SyncResult, { readonly kind: 'moved' }>,
    source: ModelsSource,
    publication: Publication,
  ): Promise<CopyState | undefined> {
    if (result.kind === 'incomplete' || result.kind === 'behind') {
      this.#report.setProblem(
        result.kind === 'behind'
          ? 'the publication is ahead of the models and continues when they catch up'
          : `the models are published once they are near the tip and complete (${result.reason})`,
      )
      return undefined
    }
    if (result.kind === 'load') {
      const state = await this.#begin(result.reason, source, publication)
      this.emit('published', state)
      return state
    }
    if (result.kind === 'written') this.emit('published', result.state)
    const isWhole = Object.values(result.state.models).every(({ stopped }) => stopped === null)
    if (isWhole && publication.isSnapshotDue) this.#beginSnapshot(publication, result.state)
    return result.state
  }

  #begin(reason: string, source: ModelsSource, publication: Publication): Promise<CopyState> {
    const { into, logger } = this.#options
    logger.info({ into, reason }, 'a first snapshot is published')
    return source.whole(async (whole) => {
      const { checkpoint, network, source, models, blocks, tables } = whole
      const { seq, slot, id, height, digest } = checkpoint
      const state: CopyState = {
        load: randomBytes(8).toString('hex'),
        version: (publication.state?.version ?? 0) + 1,
        layout: LAYOUT_VERSION,
        ...{ network, source, models, seq, slot, id, height, digest },
      }
      const commit = { ...firstCommit(whole, state), blocks }
      await publication.begin({ state, blocks: [...blocks] }, tables, commit)
      logger.info({ into, height }, 'a first snapshot was published')
      return state
    })
  }

  /** Makes a snapshot of a state while differences are published. */
  #beginSnapshot(publication: Publication, state: CopyState): void {
    const { directory, models, into, logger } = this.#options
    const { blocks } = publication
    const make = async (): Promise<void> => {
      const own = new FollowedModels(directory, models)
      try {
        await own.refresh().whole(async ({ checkpoint, tables }) => {
          // The models have a newer commit than the state. The next commit tries again.
          if (checkpoint.id !== state.id || checkpoint.digest !== state.digest) return
          await publication.addSnapshot({ state, blocks: [...blocks] }, tables)
          logger.info({ into, height: state.height }, 'a snapshot was published')
        })
      } finally {
        own.close()
      }
    }
    this.#snapshot ??= make()
      .catch((error: unknown) => logger.warn({ into, reason: messageOf(error) }, 'no snapshot could be made'))
      .finally(() => {
        this.#snapshot = undefined
      })
  }
}
