// The only writer of the read models: takes the log's entries in order and folds them, each batch in one
// transaction with its journal, checkpoint and changes. A failure leaves the models as they were before the batch.
import type Database from 'better-sqlite3'
import type { BlockEvent, LogEntry } from '../../schema/events.ts'
import { formatPoint, type Point, SECURITY_PARAMETER, type Tip } from '../../schema/primitives.ts'
import { storageError } from '../../schema/storage-error.ts'
import { Digest } from './digest.ts'
import { Journal } from './journal.ts'
import type { Fold, FoldedBlock, ModelDescription } from './model.ts'
import type { DigestHolder } from './table-writer.ts'

/** Blocks between two prunings of what can no longer be rolled back. */
const PRUNE_EVERY = 100

/** Seqs whose changes are kept for readers that were away. */
const CHANGES_KEPT = 5_000

/** Slot of the row in `blocks` that stands for what came before the first block. */
const BASE_SLOT = -1

const NO_DIGEST = new Digest().toString()

interface BlockRow {
  readonly slot: number
  readonly id: string
  readonly height: number
  readonly digest: string
}

/** The last event the models hold, and the digest of their state after it. */
export interface Checkpoint extends Tip {
  /** Seq of the event in the log. */
  readonly seq: number
  readonly digest: string
}

/** The models cannot follow by themselves and must be folded again from the log. */
export class RebuildNeeded extends Error {
  override readonly name = 'RebuildNeeded'
}

/** A block that no fold of this version can take, because of a bug. The models are as they were before its batch. */
export class FoldFailed extends Error {
  override readonly name = 'FoldFailed'

  constructor(
    /** Of the block in the log. */
    readonly seq: number,
    { point, height }: BlockEvent,
    override readonly cause: unknown,
  ) {
    super(
      `block ${formatPoint(point)} (height ${height}) cannot be folded (${described(cause)}): upgrade, or report it with the block's id`,
    )
  }
}

/** An error in one line, with its code when it has one. */
const described = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error)
  const code = 'code' in error ? ` ${error.code}` : ''
  return `${error.name}${code}: ${error.message}`
}

export interface ProjectorOptions<Event> {
  /** Turns a block into what the folds see; called once a block, in order, and may read and write its own tables. */
  readonly interpreter: Interpreter<Event>
  readonly models: readonly ModelDescription<Event>[]
}

/** The first fold: it alone sees the bare block, and gives it its meaning. */
export interface Interpreter<Event> {
  readonly tables: ModelDescription<Event>['tables']
  open(
    database: Database.Database,
    holder: DigestHolder,
  ): { interpret(block: BlockEvent): FoldedBlock<Event>; reset(): void }
}

/** Every table of a projector's models. */
export const tablesOf = <Event>(options: ProjectorOptions<Event>): ModelDescription<Event>['tables'] => [
  ...options.interpreter.tables,
  ...options.models.flatMap((model) => model.tables),
]

export class Projector<Event> {
  readonly #database: Database.Database
  readonly #journal: Journal
  readonly #holder: DigestHolder = { digest: new Digest(), touched: new Set() }
  readonly #interpreter: ReturnType<Interpreter<Event>['open']>
  readonly #folds: readonly Fold<Event>[]
  readonly #statements: ReturnType<typeof prepare>
  #checkpoint: Checkpoint | undefined
  #sincePrune = 0
  /** Whether the batch holds blocks whose changes were not told key by key. */
  #unpublished = false

  constructor(database: Database.Database, options: ProjectorOptions<Event>) {
    this.#database = database
    this.#journal = new Journal(database, tablesOf(options))
    this.#statements = prepare(database)
    this.#interpreter = options.interpreter.open(database, this.#holder)
    this.#folds = options.models.map((model) => model.open(database, this.#holder))
    this.#load()
  }

  get checkpoint(): Checkpoint | undefined {
    return this.#checkpoint
  }

  /**
   * Folds entries in one transaction.
   * @param tipHeight height of the node's tip: within k blocks of it the journal is on.
   * @param along writes what is to be committed together with them.
   * @throws {RebuildNeeded} when an entry goes back further than the journal reaches; nothing is changed.
   * @throws {FoldFailed} at a block that cannot be folded; nothing is changed.
   * @throws {StorageError} when the file cannot be read or written; nothing is changed.
   */
  apply(entries: readonly LogEntry[], tipHeight: number, along = (): void => {}): void {
    this.#inTransaction(() => {
      for (const entry of entries) {
        if (entry.kind === 'forward') this.#forward(entry.seq, entry.block, tipHeight)
        else this.#backward(entry.seq, entry.point)
      }
      this.#save()
      along()
    })
  }

  /**
   * Goes back to a block the models have folded, because the log no longer holds what came after it. The block's
   * seq becomes the checkpoint's.
   */
  rewind(point: Point & { readonly seq: number }): void {
    this.#inTransaction(() => {
      this.#backward(point.seq, point)
      this.#save()
    })
  }

  /**
   * The newest folded block that `seqOf` knows, with the seq it gives; undefined when it knows none.
   * @param seqOf the seq of a block on the log's chain.
   */
  newestShared(
    seqOf: (slot: number, id: string) => number | undefined,
  ): (Point & { readonly seq: number }) | undefined {
    for (const block of this.#statements.newestFirst.iterate() as IterableIterator<BlockRow>) {
      const seq = block.slot === BASE_SLOT ? undefined : seqOf(block.slot, block.id)
      if (seq !== undefined) return { slot: block.slot, id: block.id, seq }
    }
    return undefined
  }

  #inTransaction(work: () => void): void {
    try {
      this.#database.exec('BEGIN IMMEDIATE')
      try {
        work()
        this.#database.exec('COMMIT')
      } catch (error) {
        // SQLite ends the transaction itself after some failures of the disk.
        if (this.#database.inTransaction) this.#database.exec('ROLLBACK')
        this.#reset()
        this.#load()
        throw error
      }
    } catch (error) {
      throw storageError(error, this.#database.name, 'models') ?? error
    }
  }

  #forward(seq: number, block: BlockEvent, tipHeight: number): void {
    const { point, height, parent } = block
    const before = this.#checkpoint
    if (before === undefined) this.#statements.insertBlock.run(BASE_SLOT, parent, height - 1, 0, NO_DIGEST, 1)
    else if (parent !== before.id)
      throw new RebuildNeeded(
        `block ${formatPoint(point)} does not follow ${formatPoint(before)}, where the models stand`,
      )
    const journaled = tipHeight - height <= SECURITY_PARAMETER
    this.#journal.begin(point.slot, journaled)
    this.#holder.touched.clear()
    this.#foldBlock(seq, block)
    const digest = this.#holder.digest.toString()
    this.#statements.insertBlock.run(point.slot, point.id, height, seq, digest, journaled ? 1 : 0)
    if (journaled) this.#journal.publish(seq, point.slot, this.#holder.touched)
    else this.#unpublished = true
    this.#checkpoint = { seq, ...point, height, digest }
    if (++this.#sincePrune >= PRUNE_EVERY) this.#prune(seq, height)
  }

  #foldBlock(seq: number, block: BlockEvent): void {
    try {
      const folded = this.#interpreter.interpret(block)
      for (const fold of this.#folds) fold.apply(folded)
    } catch (error) {
      throw storageError(error, this.#database.name, 'models') ?? new FoldFailed(seq, block, error)
    }
  }

  #backward(seq: number, point: Point | 'origin'): void {
    const target = this.#find(point)
    if (target === undefined || this.#statements.unjournaledAfter.get(target.slot) !== undefined)
      throw new RebuildNeeded(`the journal does not reach back to ${formatPoint(point)}`)
    this.#journal.rollBack(target.slot, seq)
    this.#statements.deleteBlocksAfter.run(target.slot)
    this.#reset()
    this.#holder.digest = Digest.parse(target.digest)
    const { slot, id, height, digest } = target
    this.#checkpoint = { seq, slot, id, height, digest }
  }

  /** The folded block at a point; the base's row for origin and for the point following began at. */
  #find(point: Point | 'origin'): BlockRow | undefined {
    const at = (slot: number): BlockRow | undefined =>
      this.#statements.blockAt.get(slot) as BlockRow | undefined
    if (point === 'origin') return at(BASE_SLOT)
    return [at(point.slot), at(BASE_SLOT)].find((block) => block?.id === point.id)
  }

  #prune(seq: number, height: number): void {
    this.#sincePrune = 0
    this.#statements.pruneChanges.run(seq - CHANGES_KEPT)
    const oldest = this.#statements.oldestWithin.get(height - SECURITY_PARAMETER) as
      | { slot: number }
      | undefined
    if (oldest === undefined) return
    this.#journal.prune(oldest.slot)
    this.#statements.pruneBlocks.run(oldest.slot)
  }

  #save(): void {
    const checkpoint = this.#checkpoint
    if (checkpoint === undefined) return
    const { seq, slot, id, height, digest } = checkpoint
    this.#statements.saveCheckpoint.run(seq, slot, id, height, digest)
    if (this.#unpublished) this.#statements.everythingChanged.run(seq)
    this.#unpublished = false
  }

  #load(): void {
    this.#unpublished = false
    this.#checkpoint = this.#statements.checkpoint.get() as Checkpoint | undefined
    this.#holder.digest = this.#checkpoint ? Digest.parse(this.#checkpoint.digest) : new Digest()
  }

  #reset(): void {
    this.#interpreter.reset()
    for (const fold of this.#folds) fold.reset?.()
  }
}

const prepare = (database: Database.Database) => ({
  checkpoint: database.prepare('SELECT seq, slot, id, height, digest FROM checkpoint'),
  saveCheckpoint: database.prepare(
    'INSERT INTO checkpoint VALUES (1, ?, ?, ?, ?, ?) ON CONFLICT (only) DO UPDATE SET ' +
      'seq = excluded.seq, slot = excluded.slot, id = excluded.id, height = excluded.height, digest = excluded.digest',
  ),
  insertBlock: database.prepare('INSERT INTO blocks VALUES (?, ?, ?, ?, ?, ?)'),
  blockAt: database.prepare('SELECT slot, id, height, digest FROM blocks WHERE slot = ?'),
  newestFirst: database.prepare('SELECT slot, id, height, digest FROM blocks ORDER BY slot DESC'),
  unjournaledAfter: database.prepare('SELECT 1 FROM blocks WHERE slot > ? AND journaled = 0 LIMIT 1'),
  deleteBlocksAfter: database.prepare('DELETE FROM blocks WHERE slot > ?'),
  oldestWithin: database.prepare('SELECT slot FROM blocks WHERE height >= ? ORDER BY height LIMIT 1'),
  pruneBlocks: database.prepare('DELETE FROM blocks WHERE slot < ?'),
  everythingChanged: database.prepare("INSERT INTO changes VALUES (?, '*', '*') ON CONFLICT DO NOTHING"),
  pruneChanges: database.prepare('DELETE FROM changes WHERE seq < ?'),
})
