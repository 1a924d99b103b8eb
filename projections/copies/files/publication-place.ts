// The publication as copy-writing.ts writes it: each commit becomes a difference. For snapshots the models are read over a separate
// connection.
import type { Logger } from 'pino'
import { messageOf } from '../../../schema/platform/message-of.ts'
import type { MirroringReport, PublishingReport } from '../../../schema/reports.ts'
import { sharedReports } from '../../status/indexer-status.ts'
import { firstCommit } from '../protocol/commit.ts'
import type { CopyState } from '../protocol/copy-state.ts'
import type { CopyPlace, OpenCopy, Seen } from '../protocol/copy-writing.ts'
import { REST_MS } from '../protocol/leadership.ts'
import { compare } from '../protocol/sync.ts'
import { FollowedModels } from '../source/followed-models.ts'
import type { DescribedModels, ModelsSource } from '../source/models-source.ts'
import { CopyDamaged, MANIFEST, readManifest } from './layout.ts'
import { PUBLISHED_COPY, Publication } from './publication.ts'
import type { PublishedStore } from './published-store.ts'

/** Undefined without a manifest, or if it is damaged and will be replaced. */
const publishedState = (text: string | undefined): CopyState | undefined => {
  try {
    return text === undefined ? undefined : readManifest(MANIFEST, text).state
  } catch (error) {
    if (error instanceof CopyDamaged) return undefined
    throw error
  }
}

/** @param freeBytes of the directory's disk; null if unknown */
export const publishingReport = (
  { state, problem, copy: published, at }: MirroringReport,
  freeBytes: number | null,
): PublishingReport => {
  const isOnTheWay = state === 'following' || (state === 'loading' && published !== null)
  const shown = state === 'standby' || state === 'stopped' ? state : 'waiting'
  return { state: isOnTheWay ? 'publishing' : shown, problem, published, freeBytes, at }
}

interface PublicationPlaceOptions {
  readonly directory: string
  readonly store: PublishedStore
  readonly models: DescribedModels
  readonly logger: Logger
  /** Bytes of differences before a snapshot is due. */
  readonly least?: number
}

export class PublicationPlace implements CopyPlace {
  readonly name = 'the publication'
  readonly interval: number
  readonly #options: PublicationPlaceOptions
  #snapshot: Promise<void> | undefined
  /** The last manifest that this process saw without the lead, and the time when it first saw it. */
  #seen: { readonly text: string | undefined; readonly at: number } = { text: undefined, at: 0 }

  constructor(options: PublicationPlaceOptions) {
    this.#options = options
    this.interval = options.store.reportInterval
  }

  async open(signal: AbortSignal): Promise<OpenCopy> {
    const { directory, store, least } = this.#options
    const { lead } = store
    let publication = lead === undefined ? await Publication.open(store, least) : undefined
    const opened = (): Publication => {
      if (publication === undefined) throw new TypeError('a publication is read only by its leader')
      return publication
    }
    // An unfinished snapshot must write no further files, and must not replace another leader's manifest.
    const close = async () => publication?.close()
    signal.addEventListener('abort', close)
    return {
      get copy() {
        return opened()
      },
      ...(lead && { lead, look: (source) => this.#look(source) }),
      async begin() {
        if (lead === undefined) return
        await close()
        publication = await Publication.open(store, least)
      },
      load: (_due, source) => this.#load(source, opened()),
      after: async (state) => {
        const isWhole = Object.values(state.models).every(({ stopped }) => stopped === null)
        if (isWhole && opened().isSnapshotDue) this.#beginSnapshot(opened(), state)
      },
      async beat() {
        await opened().assertThere()
        await opened().report(sharedReports(directory))
      },
      async close() {
        signal.removeEventListener('abort', close)
        await close()
      },
    }
  }

  explain(error: unknown): readonly [string] {
    return [messageOf(error)]
  }

  async close(): Promise<void> {
    await this.#snapshot
    await this.#options.store.close?.()
  }

  /**
   * Compares the models with the manifest's state alone, because the published blocks are only in the differences. All differences are read
   * if nobody publishes and the models have fewer blocks: the models may be behind, or the chain has forked.
   */
  async #look(source: ModelsSource): Promise<Seen> {
    const { store, least } = this.#options
    const text = await store.readManifest()
    const now = performance.now()
    if (text !== this.#seen.text) this.#seen = { text, at: now }
    const state = publishedState(text)
    const { checkpoint, isComplete = false } = source.state() ?? {}
    if (state === undefined || (checkpoint?.height ?? -1) >= state.height)
      return compare({ ...PUBLISHED_COPY, state: async () => state, blocks: async () => [] }, source)
    if (now - this.#seen.at < REST_MS) return { kind: 'behind', isComplete, state }
    this.#seen = { text, at: now }
    return compare(await Publication.open(store, least), source)
  }

  #load(source: ModelsSource, publication: Publication): Promise<CopyState> {
    return source.whole(async (whole) => {
      const commit = { ...firstCommit(whole, await publication.state()), blocks: [...whole.blocks] }
      await publication.begin(commit, whole.tables)
      return commit.state
    })
  }

  /** Differences are published while the snapshot is written. */
  #beginSnapshot(publication: Publication, state: CopyState): void {
    const { directory, models, logger } = this.#options
    const make = async (): Promise<void> => {
      const own = new FollowedModels(directory, models)
      try {
        await own.refresh().whole(async ({ checkpoint, tables }) => {
          // The models have changed since the last commit. The next commit tries a snapshot again.
          if (checkpoint.id !== state.id || checkpoint.digest !== state.digest) return
          await publication.addSnapshot(state, tables)
          logger.info({ height: state.height }, 'a snapshot was published')
        })
      } finally {
        own.close()
      }
    }
    this.#snapshot ??= make()
      .catch((error: unknown) => logger.warn({ reason: messageOf(error) }, 'no snapshot could be made'))
      .finally(() => {
        this.#snapshot = undefined
      })
  }
}
