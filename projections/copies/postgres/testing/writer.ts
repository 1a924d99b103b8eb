// Setup for tests of the mirror: two indexers of one chain, and one copy in PostgreSQL. The indexer that runs `sync` writes the copy.

import assert from 'node:assert/strict'
import type { BlockEvent } from '../../../../schema/events.ts'
import { scanState } from '../../../engine/table/scan.ts'
import { ModelsReader } from '../../../read/reader/models-reader.ts'
import { mainnetOperations } from '../../../testing/mainnet-operations.ts'
import { mainnetModels } from '../../../testing/test-models.ts'
import type { CopyState } from '../../protocol/copy-state.ts'
import { type SyncResult, sync } from '../../protocol/sync.ts'
import { ModelsSource } from '../../source/models-source.ts'
import { Indexer } from '../../testing/indexer.ts'
import { load } from '../mirror/load.ts'
import { postgresCopy } from '../mirror/postgres-copy.ts'
import { Fenced, readMirror } from '../read-mirror.ts'
import { scanCopy } from '../scan-copy.ts'
import { abandon, connect, type Session } from '../session.ts'

/** The digest of the rows must be right. */
export const consistentCopy: typeof scanCopy = async (session, schema, tables) => {
  const copy = await scanCopy(session, schema, tables)
  assert.equal(copy.digest, copy.state?.digest, 'the rows of the copy have its digest')
  return copy
}

export class Writer extends Indexer {
  readonly #reader: ModelsReader
  readonly #source: ModelsSource
  readonly #url: string
  readonly #schema: string
  readonly #most: () => number
  #session: Session | undefined
  /** State after this writer's last commit. Another writer may have written later. */
  #known: CopyState | undefined

  /** Users' views that loads dropped. */
  readonly lost: string[] = []

  /** @param most returns the maximum number of blocks of the next commit */
  constructor(
    url: string,
    schema: string,
    ownModels: readonly string[] = [],
    operations = mainnetOperations,
    most = (): number => Number.POSITIVE_INFINITY,
  ) {
    super(ownModels, operations)
    this.#reader = new ModelsReader(this.models.directory)
    this.#source = new ModelsSource(this.#reader.database, mainnetModels(ownModels))
    this.#url = url
    this.#schema = schema
    this.#most = most
  }

  /**
   * Like an indexer, starts again if another writer was faster.
   * @throws {Error} like `sync` and `load`; the session is then abandoned
   */
  async sync(): Promise<SyncResult> {
    for (;;) {
      const known = this.#known
      try {
        return await this.#sync()
      } catch (error) {
        this.die()
        if (known === undefined || !(error instanceof Fenced)) throw error
      }
    }
  }

  async #sync(): Promise<SyncResult> {
    this.#session ??= await connect(this.#url, true)
    for (;;) {
      const copy = postgresCopy(this.#session, this.#schema)
      const result = await sync(copy, this.#source, this.#known, { blocks: this.#most() })
      if (result.kind === 'moved') continue
      if (result.kind === 'load') this.#known = await this.#load(result.state)
      if (result.kind === 'written' || result.kind === 'same') {
        this.#known = result.state
        if (result.isPartial) continue
      }
      return result
    }
  }

  async reload(): Promise<void> {
    this.#session ??= await connect(this.#url, true)
    this.#known = await this.#load(await readMirror(this.#session, this.#schema))
  }

  async #load(state: CopyState | undefined): Promise<CopyState> {
    const session = await connect(this.#url, false)
    try {
      return await load(session, this.#schema, this.#source, state, undefined, (views) =>
        this.lost.push(...views),
      )
    } finally {
      abandon(session)
    }
  }

  /** @returns height of the chain's last block */
  async write(blocks: readonly BlockEvent[]): Promise<number> {
    this.follow(blocks)
    await this.sync()
    return blocks.at(-1)?.height ?? 0
  }

  /** Works even during a write. */
  die(): void {
    this.#known = undefined
    if (this.#session !== undefined) abandon(this.#session)
    this.#session = undefined
  }

  /**
   * The copy equals the models, or those of a later writer, who may have been killed: the server executes the statements that it has
   * received.
   */
  async assertEqual(session: Session): Promise<'equal' | "another's"> {
    const { state, digest, tables } = await consistentCopy(session, this.#schema, this.models.tables)
    if (state?.version !== this.#known?.version) return "another's"
    const own = scanState(this.models.database, this.models.tables)
    assert.deepEqual({ digest, tables }, own)
    const { slot, id, height, digest: kept } = this.models.folding.checkpoint ?? {}
    assert.deepEqual([state?.slot, state?.id, state?.height, state?.digest], [slot, id, height, kept])
    assert.equal(kept, own.digest)
    return 'equal'
  }

  override close(): void {
    this.die()
    this.#reader.close()
    super.close()
  }
}
