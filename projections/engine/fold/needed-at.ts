// Finds what must be kept of the blocks up to the models' checkpoint, so that the models can be folded again: the unspent outputs, the
// transactions that made events, and the outputs that these transactions spend.
import type Database from 'better-sqlite3'
import { Sqlite } from '../../../schema/platform/sqlite.ts'
import { orStorageError } from '../../../schema/platform/storage-error.ts'
import type { Hex, OutputReference } from '../../../schema/primitives.ts'
import { positionOf, slotOf } from '../table/table.ts'
import type { LoggedBlock } from './projector.ts'

/** Blocks with events that are read at once. */
const PIECE = 200

export interface ReadBlock {
  blockAt(slot: number): LoggedBlock | undefined
}

interface NeededOfBlock {
  /** `place` is the number of the block's outputs before the output. */
  readonly isUnspent: (place: number) => boolean
  /** The transaction made events. */
  readonly isWhole: (transaction: Hex) => boolean
}

export interface Needed {
  /** Undefined if there is no output yet. */
  readonly firstSlot: number | undefined
  /** A transaction that made events spends the output. */
  readonly isSpentByWhole: (output: OutputReference) => boolean
  /** Reads what is needed of the blocks between two slots. */
  readonly between: (first: number, last: number) => (slot: number) => NeededOfBlock
}

type Whole = (transaction: Hex) => boolean

/** Keys are slots. */
const wholeIn = (database: Database.Database) => {
  const read = database
    .prepare(
      "SELECT position, json_extract(body, '$.transaction') FROM events WHERE position >= ? AND position < ?",
    )
    .raw()
  return (first: number, last: number): ReadonlyMap<number, Whole> => {
    const made = new Map<number, Set<Hex | null>>()
    for (const row of read.iterate(positionOf(first, 0), positionOf(last + 1, 0))) {
      const [position, transaction] = row as [number, Hex | null]
      const slot = slotOf(position)
      made.set(slot, (made.get(slot) ?? new Set()).add(transaction))
    }
    // An event without a transaction may come from any transaction of its block.
    const isWhole = (of: Set<Hex | null>): Whole =>
      of.has(null) ? () => true : (transaction) => of.has(transaction)
    return new Map([...made].map(([slot, of]) => [slot, isWhole(of)]))
  }
}

const inTemporary = <T>(work: () => T): T => orStorageError('TMPDIR', 'models', work)

/** The references are in a temporary file, because after some years a launchpad has tens of millions of references. */
const references = () => {
  const database = new Sqlite('')
  database.pragma('journal_mode = OFF')
  database.exec(
    'CREATE TABLE outputs (id BLOB NOT NULL, output INTEGER NOT NULL, PRIMARY KEY (id, output)) WITHOUT ROWID',
  )
  const insert = database.prepare('INSERT OR IGNORE INTO outputs VALUES (?, ?)')
  const find = database.prepare('SELECT 1 FROM outputs WHERE id = ? AND output = ?').pluck()
  return {
    add: ({ transaction, index }: OutputReference) =>
      inTemporary(() => insert.run(Buffer.from(transaction, 'hex'), index)),
    has: ({ transaction, index }: OutputReference) =>
      inTemporary(() => find.get(Buffer.from(transaction, 'hex'), index) === 1),
    close: () => database.close(),
  }
}

/** Outputs that the transactions with events spend. */
function* spentByWhole(
  log: ReadBlock,
  whole: ReturnType<typeof wholeIn>,
  next: (slot: number) => number | undefined,
): Generator<void, ReturnType<typeof references>> {
  const spent = inTemporary(references)
  try {
    for (let slot = next(0), read = 1; slot !== undefined; slot = next(slot + 1), read++) {
      const block = log.blockAt(slot)?.block
      if (block === undefined) throw new Error(`the log has no block of slot ${slot}, which made events`)
      const isWhole = whole(slot, slot).get(slot)
      const made = block.base?.transactions.flatMap((kept) => kept.whole ?? []) ?? block.transactions
      for (const { id, inputs } of made) if (isWhole?.(id)) inputs.forEach(spent.add)
      if (read % PIECE === 0) yield
    }
    return spent
  } catch (error) {
    spent.close()
    throw error
  }
}

/**
 * @param database without buffered rows, unchanged while the result is used
 * @throws {StorageError} if the log, the models or the temporary file cannot be read or written
 */
export function* neededAt(
  database: Database.Database,
  log: ReadBlock,
): Generator<void, Needed & { readonly close: () => void }> {
  const inModels = <T>(work: () => T): T => orStorageError(database.name, 'models', work)
  const { whole, slotAfter, first, ids } = inModels(() => ({
    whole: wholeIn(database),
    slotAfter: database
      .prepare(`SELECT position FROM events WHERE position >= ? ORDER BY position LIMIT 1`)
      .pluck(),
    first: database.prepare('SELECT position FROM first_output').pluck().get() as number | undefined,
    ids: database.prepare('SELECT id FROM utxos WHERE id >= ? AND id < ?').pluck(),
  }))
  const wholeBetween: typeof whole = (from, to) => inModels(() => whole(from, to))
  const spent = yield* spentByWhole(log, wholeBetween, (slot) => {
    const position = inModels(() => slotAfter.get(positionOf(slot, 0))) as number | undefined
    return position === undefined ? undefined : slotOf(position)
  })
  return {
    firstSlot: first === undefined ? undefined : slotOf(first),
    isSpentByWhole: spent.has,
    between: (from, to) => {
      const unspent = new Set(inModels(() => ids.all(positionOf(from, 0), positionOf(to + 1, 0))) as number[])
      const made = wholeBetween(from, to)
      return (slot) => ({
        isUnspent: (place) => unspent.has(positionOf(slot, place)),
        isWhole: made.get(slot) ?? (() => false),
      })
    },
    close: spent.close,
  }
}
