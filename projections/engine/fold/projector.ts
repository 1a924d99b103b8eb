// The only writer of the read models. It folds blocks in order. A batch of blocks is written in one transaction, with its journal,
// checkpoint and changed keys, so a failure leaves the models as they were before the batch.
//
// The models consist of parts, each with its own digest and journal: the ledger with the events that it makes, and one generation of each
// model. Parts that serve are at the checkpoint. A model whose version has changed serves as soon as all stored events are folded into it.
import type Database from 'better-sqlite3'
import type { BlockEvent } from '../../../schema/events.ts'
import { closeSqlite } from '../../../schema/platform/sqlite.ts'
import { storageError } from '../../../schema/platform/storage-error.ts'
import { formatPoint, type Point, SECURITY_PARAMETER, type Tip } from '../../../schema/primitives.ts'
import { LEDGER_PART, saveProgress, sqlNameOf, switchTo } from '../file/generations.ts'
import { CHANGES_KEPT, type ModelsOptions, type OpenModels, openModels } from '../file/models-database.ts'
import { Digest } from '../table/digest.ts'
import { LateIndexes } from '../table/indexes.ts'
import { Journal, type StoredTable } from '../table/journal.ts'
import { PositionedRows, Rows } from '../table/rows.ts'
import { positionOf, slotOf } from '../table/table.ts'
import { WriteContext } from '../table/write-context.ts'
import type { OpenEventSource } from './event-source.ts'
import { type EventRow, encodeEvent, eventsByBlock, events as eventTable } from './event-table.ts'
import { FoldCounts } from './fold-counts.ts'
import { FoldFailed, ModelFailed, RebuildNeeded } from './fold-errors.ts'
import { type FoldedBlock, foldInOrder } from './model.ts'
import type { ModelPart, Part } from './part.ts'
import { GENESIS_SLOT, projectorStatements } from './projector-statements.ts'

/** Number of blocks after which rows that can no longer be rolled back are deleted. */
const PRUNE_EVERY = 100

interface BlockRow extends Tip {
  readonly seq: number
}

export interface Checkpoint extends Tip {
  readonly version: number
  readonly seq: number
  /** Digest of all rows of the ledger, and of the models that serve at their current version. */
  readonly digest: string
}

export interface LoggedBlock {
  readonly seq: number
  readonly block: BlockEvent
}

interface SharedPoint extends Point {
  readonly seq: number
}

interface ApplyOptions {
  /** Height of the node's tip. Within k blocks of the tip, changes are journaled. */
  readonly tipHeight: number
  /** The log no longer has the blocks after this block. */
  readonly rollBackTo?: SharedPoint
}

export class Projector<Event extends { readonly kind: string }> {
  readonly #database: Database.Database
  readonly #source: OpenEventSource<Event>
  readonly #lateIndexes: LateIndexes
  readonly #timeOf: (slot: number) => number
  readonly #ledger: Part
  readonly #events: PositionedRows<typeof eventTable.columns>
  readonly #statements: ReturnType<typeof projectorStatements>
  readonly #saveProgress: ReturnType<typeof saveProgress>
  readonly #counts: FoldCounts
  #serving: readonly ModelPart<Event>[]
  #folding: readonly ModelPart<Event>[]
  #checkpoint: Checkpoint | undefined
  #sincePrune = 0
  /** A batch failed, so the next one first reads the file again. Until then the disk may be unreadable. */
  #isStale = false
  /** Changed keys of some blocks were not announced yet. */
  #unpublished = false

  constructor(
    { database, generations }: OpenModels,
    { source, models }: ModelsOptions<Event>,
    counts = new FoldCounts(),
  ) {
    this.#database = database
    this.#counts = counts
    this.#statements = projectorStatements(database)
    this.#saveProgress = saveProgress(database)
    this.#timeOf = source.timeOf
    const context = new WriteContext()
    const ledgerTables = [eventTable, ...source.tables].map((table) => ({ table, sqlName: table.name }))
    this.#ledger = { name: LEDGER_PART, context, journal: new Journal(database, ledgerTables) }
    this.#events = new PositionedRows(new Rows(database, eventTable, context), context)
    this.#source = source.open(database, context)
    this.#lateIndexes = new LateIndexes(database, source.tables)
    const parts = generations.flatMap((generation): ModelPart<Event>[] => {
      const model = models.find(({ name }) => name === generation.name)
      if (model === undefined) return []
      const own = new WriteContext()
      const sqlName = (name: string): string => sqlNameOf(name, generation.generation)
      const tables: StoredTable[] = model.tables.map((table) => ({ table, sqlName: sqlName(table.name) }))
      return [
        {
          name: `${generation.name}_${generation.generation}`,
          context: own,
          journal: new Journal(database, tables),
          generation,
          fold: model.open(database, own, (table) => sqlName(table.name)),
          slot: generation.slot,
        },
      ]
    })
    this.#serving = parts.filter(({ generation }) => generation.state === 'serving')
    this.#folding = parts.filter(({ generation }) => generation.state === 'folding')
    this.#load()
  }

  /** @throws {StartupError | StorageError} if the file cannot be opened or read */
  static open<Event extends { readonly kind: string }>(
    path: string,
    options: ModelsOptions<Event>,
    counts?: FoldCounts,
  ): Projector<Event> {
    const opened = openModels(path, options)
    try {
      return new Projector(opened, options, counts)
    } catch (error) {
      opened.database.close()
      throw storageError(error, path, 'models') ?? error
    }
  }

  get database(): Database.Database {
    return this.#database
  }

  get checkpoint(): Checkpoint | undefined {
    return this.#checkpoint
  }

  /** Models that are being folded again from the stored events. */
  get folding(): readonly string[] {
    return this.#folding.map(({ generation }) => generation.name)
  }

  /**
   * Runs in one transaction, after a rollback if requested. The source's late indexes are made when blocks first come near the tip.
   * @param blocks read one by one, so a large batch need not be in memory
   * @returns the number of folded blocks
   * @throws {RebuildNeeded} if the journal does not reach back to the block; nothing is changed
   * @throws {FoldFailed} at a block that cannot be folded; nothing is changed
   * @throws {StorageError} if a file cannot be read or written; nothing is changed, except if only an index could not be made
   */
  apply(blocks: Iterable<LoggedBlock>, { tipHeight, rollBackTo }: ApplyOptions): number {
    let count = 0
    let depth: number | undefined
    this.#inTransaction(() => {
      const version = (this.#checkpoint?.version ?? 0) + 1
      if (rollBackTo !== undefined) depth = this.#rollBack(rollBackTo, version)
      for (const { seq, block } of blocks) {
        this.#forward(seq, block, tipHeight, version)
        count++
      }
      this.#source.flush()
      this.#save(version)
    })
    this.#counts.blocks += count
    if (depth !== undefined) this.#counts.rollbacks.add(depth)
    this.#lateIndexes.makeIfDue()
    return count
  }

  /**
   * The newest folded block on the log's chain. If the log has none of the folded blocks, the point before the first block. Undefined if
   * the common block is older than the stored blocks.
   * @param seqOf the seq of a block on the log's chain
   * @throws {StorageError} if the file cannot be read
   */
  findIntersection(seqOf: (point: Point) => number | undefined): SharedPoint | undefined {
    try {
      for (const { slot, id } of this.#statements.newestFirst.iterate() as IterableIterator<BlockRow>) {
        const seq = slot === GENESIS_SLOT ? 0 : seqOf({ slot, id })
        if (seq !== undefined) return { slot, id, seq }
      }
      return undefined
    } catch (error) {
      throw storageError(error, this.#database.name, 'models') ?? error
    }
  }

  /**
   * The model serves when it reaches the checkpoint.
   * @param limit number of events; slightly more are folded, because a block's events stay together
   * @returns whether events were left to fold
   */
  foldModels(limit: number): boolean {
    const [part] = this.#folding
    const checkpoint = this.#checkpoint
    if (part === undefined || checkpoint === undefined) return false
    this.#inTransaction(() => {
      const isDone = this.#foldEvents(part, limit)
      this.#saveProgress(part.generation, part.slot)
      if (!isDone) return
      switchTo(this.#database, part.generation)
      this.#folding = this.#folding.filter((one) => one !== part)
      this.#serving = [...this.#serving, part]
      for (const table of part.generation.tables)
        this.#statements.change.run(checkpoint.version + 1, table, '*', '{}')
      this.#save(checkpoint.version + 1)
    })
    return true
  }

  close(): void {
    closeSqlite(this.#database)
  }

  get #parts(): readonly Part[] {
    return [this.#ledger, ...this.#serving, ...this.#folding]
  }

  #inTransaction(work: () => void): void {
    const before = [this.#serving, this.#folding, this.#checkpoint] as const
    const slots = this.#folding.map(({ slot }) => slot)
    const restore = (): void => {
      this.#isStale = true
      // After some disk failures, SQLite itself has ended the transaction.
      if (this.#database.inTransaction) this.#database.exec('ROLLBACK')
      ;[this.#serving, this.#folding, this.#checkpoint] = before
      this.#folding.forEach((part, at) => {
        part.slot = slots[at] ?? part.slot
      })
    }
    try {
      this.#database.exec('BEGIN IMMEDIATE')
      try {
        const beganAt = performance.now()
        if (this.#isStale) this.#load()
        work()
        const foldedAt = performance.now()
        this.#database.exec('COMMIT')
        this.#counts.fold.add((foldedAt - beganAt) / 1000)
        this.#counts.commit.add((performance.now() - foldedAt) / 1000)
      } catch (error) {
        restore()
        throw error
      }
    } catch (error) {
      throw storageError(error, this.#database.name, 'models') ?? error
    }
  }

  #forward(seq: number, block: BlockEvent, tipHeight: number, version: number): void {
    const { point, height, parent } = block
    const { slot, id } = point
    const before = this.#checkpoint
    if (before === undefined) this.#statements.insertBlock.run(GENESIS_SLOT, parent, height - 1, 0, 1, 0)
    else if (parent !== before.id || height !== before.height + 1)
      throw new RebuildNeeded(
        `block ${formatPoint(point)} follows ${parent}, but the models are at ${formatPoint(before)}`,
      )
    const isJournaled = tipHeight - height <= SECURITY_PARAMETER
    if (isJournaled) {
      // Rows of earlier blocks are written before the journal is turned on, so that the journal has only this block's changes.
      this.#source.flush()
      this.#saveDigests()
      this.#lateIndexes.isDue = true
    }
    this.#statements.control.run(isJournaled ? 1 : 0, slot)
    try {
      this.#ledger.context.beginBlock(slot)
      const events = this.#source.eventsOf(block)
      for (const event of events) this.#events.append({ height, kind: event.kind, body: encodeEvent(event) })
      this.#foldBlock(this.#serving, events, { slot, height, time: this.#timeOf(slot) })
      if (isJournaled) this.#source.flush()
    } catch (error) {
      if (error instanceof ModelFailed) throw error
      throw storageError(error, this.#database.name, 'models') ?? new FoldFailed(seq, block, error)
    }
    if (isJournaled)
      for (const { journal, context } of [this.#ledger, ...this.#serving])
        journal.publish(version, slot, context.touched)
    else this.#unpublished = true
    this.#statements.insertBlock.run(slot, id, height, seq, isJournaled ? 1 : 0, block.transactions.length)
    this.#checkpoint = { version, seq, slot, id, height, digest: '' }
    if (++this.#sincePrune >= PRUNE_EVERY) this.#prune(version, height)
  }

  #foldBlock(parts: readonly ModelPart<Event>[], events: readonly Event[], block: FoldedBlock): void {
    for (const part of parts) {
      part.context.beginBlock(block.slot)
      foldInOrder(part.fold, events, block)
    }
  }

  #saveDigest({ name, context }: Part, slot: number): void {
    if (context.touched.size === 0) return
    this.#statements.saveDigest.run(name, slot, context.digest.toString())
    context.touched = new Set()
  }

  #saveDigests(): void {
    const { slot = GENESIS_SLOT } = this.#checkpoint ?? {}
    for (const part of [this.#ledger, ...this.#serving]) this.#saveDigest(part, slot)
  }

  /** @returns the number of undone blocks */
  #rollBack(point: SharedPoint, version: number): number {
    const target = this.#statements.blockAt.get(point.slot) as BlockRow | undefined
    if (target?.id !== point.id || this.#statements.unjournaledAfter.get(target.slot) !== undefined)
      throw new RebuildNeeded(`the journal does not reach back to ${formatPoint(point)}`)
    const { slot, id, height } = target
    const depth = (this.#checkpoint?.height ?? height) - height
    this.#statements.control.run(0, slot)
    for (const part of [this.#ledger, ...this.#serving]) part.journal.rollBack(slot, version)
    for (const part of this.#folding) {
      if (part.slot <= slot) continue
      part.journal.rollBack(slot, version)
      part.slot = slot
      this.#saveProgress(part.generation, slot)
    }
    this.#statements.deleteBlocksAfter.run(slot)
    this.#statements.deleteDigestsAfter.run(slot)
    this.#source.reset()
    this.#loadDigests()
    this.#checkpoint = { version, seq: point.seq, slot, id, height, digest: '' }
    return depth
  }

  /** @returns whether the part has reached the checkpoint */
  #foldEvents(part: ModelPart<Event>, limit: number): boolean {
    const last = this.#checkpoint?.slot ?? GENESIS_SLOT
    const first = positionOf(Math.max(0, part.slot + 1), 0)
    const after = this.#statements.eventsFrom.all(first, limit) as EventRow[]
    const reached = after.length < limit ? last : slotOf(after.at(-1)?.position ?? 0)
    // With `limit` events, the last slot may have more, so all events of this slot are read.
    const rows =
      after.length < limit
        ? after
        : (this.#statements.eventsBetween.all(first, positionOf(reached + 1, 0)) as EventRow[])
    const journalFrom = this.#journalFrom()
    for (const { slot, height, events } of eventsByBlock<Event>(rows)) {
      this.#statements.control.run(slot >= journalFrom ? 1 : 0, slot)
      this.#foldBlock([part], events, { slot, height, time: this.#timeOf(slot) })
      this.#saveDigest(part, slot)
    }
    part.slot = reached
    return reached >= last
  }

  /** The first slot that a fork may undo. The models' changes are journaled from this slot on. */
  #journalFrom(): number {
    const { oldest, unjournaled } = this.#statements.journalRange.get() as {
      oldest: number | null
      unjournaled: number | null
    }
    return Math.max(oldest ?? 0, (unjournaled ?? GENESIS_SLOT) + 1)
  }

  #prune(version: number, height: number): void {
    this.#sincePrune = 0
    this.#statements.pruneChanges.run(version - CHANGES_KEPT)
    const oldest = this.#statements.oldestWithin.get(height - SECURITY_PARAMETER) as
      | { slot: number }
      | undefined
    if (oldest === undefined) return
    for (const part of this.#parts) {
      part.journal.prune(oldest.slot)
      this.#statements.pruneDigests.run({ part: part.name, slot: oldest.slot })
    }
    this.#statements.pruneBlocks.run(oldest.slot)
  }

  #save(version: number): void {
    const checkpoint = this.#checkpoint
    if (checkpoint === undefined) return
    this.#saveDigests()
    const digest = Digest.sum(
      [this.#ledger, ...this.#serving].map(({ context }) => context.digest),
    ).toString()
    const { seq, slot, id, height } = checkpoint
    this.#checkpoint = { version, seq, slot, id, height, digest }
    this.#statements.saveCheckpoint.run(version, seq, slot, id, height, digest)
    if (this.#unpublished) this.#statements.change.run(version, '*', '*', '{}')
    this.#unpublished = false
  }

  #load(): void {
    this.#source.reset()
    this.#unpublished = false
    this.#checkpoint = this.#statements.checkpoint.get() as Checkpoint | undefined
    this.#loadDigests()
    this.#isStale = false
  }

  #loadDigests(): void {
    for (const { name, context } of this.#parts) {
      const digest = this.#statements.newestDigest.get(name) as string | undefined
      context.digest = digest === undefined ? new Digest() : Digest.parse(digest)
      context.touched = new Set()
    }
  }
}
