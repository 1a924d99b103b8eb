// The log's base is a block. Up to the base, the log keeps only the outputs that are unspent at the base, the transactions that made
// events, and the outputs that these transactions spend. From these, the models at the base can be folded again.
// While a first sync reads the blocks before the launchpad, the base moves up to its target. Rows are reduced from the first one on. An
// interrupted reduction leaves a log from which the same models can be folded. A repeated reduction gives the same rows.
import { createHash } from 'node:crypto'
import type Database from 'better-sqlite3'
import { closeSqlite } from '../../schema/platform/sqlite.ts'
import { damaged, orStorageError, storageError } from '../../schema/platform/storage-error.ts'
import {
  formatPoint,
  type Hex,
  type Network,
  type Point,
  parsePoint,
  type Tip,
} from '../../schema/primitives.ts'
import type { OnProgress } from '../../schema/reports.ts'
import { BACKWARD, FORWARD, insertRow, newestSeq, openLogFile, openLogFileForReading } from './log-file.ts'
import { type Reduction, reduceBlock } from './reduce-block.ts'
import { encodeReduced, REDUCED_VERSION } from './reduced-payload.ts'
import { type LogRow, rowChecksum } from './row-checksum.ts'
import { damagedRow, decodeRow, rowReader } from './row-reader.ts'
import { UndoneStretches } from './undone-stretches.ts'

/** Rows that one transaction reduces. An append waits for its end. */
const PAGE = 200

export interface LogBase extends Tip {
  readonly seq: number
  /** SHA-256 over the reduced blocks, equal for all logs with this start and base; null while they are being reduced. */
  readonly digest: Hex | null
}

/**
 * Base and target are undefined for a log of whole blocks.
 * @throws {StorageError} if the file cannot be read
 */
export const readBase = (
  database: Database.Database,
): { readonly base: LogBase | undefined; readonly target: Point | undefined } =>
  orStorageError(database.name, 'log', () => storedBase(database))

const storedBase = (database: Database.Database): ReturnType<typeof readBase> => {
  const hasBase = database.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'base'").get() !== undefined
  if (!hasBase) return { base: undefined, target: undefined }
  const row = database
    .prepare(
      'SELECT base.target, base.seq, digest, slot, hex(id) AS id, height FROM base LEFT JOIN log ON log.seq = base.seq',
    )
    .get() as { readonly target: string } & LogBase
  const { target, seq, digest, slot, id, height } = row
  const end = parsePoint(target)
  return {
    base: seq === null ? undefined : { seq, slot, id: id.toLowerCase(), height, digest },
    target: end === 'origin' ? undefined : end,
  }
}

const undoneIn = (database: Database.Database, start: Point | 'origin'): UndoneStretches => {
  const backwards = rowReader(database, start)(`kind = ${BACKWARD} ORDER BY seq`)()
  return new UndoneStretches().addAll(backwards)
}

function* pagesUpTo(database: Database.Database, start: Point | 'origin', last: number): Generator<LogRow[]> {
  const read = rowReader(database, start)('seq > ? AND seq <= ? ORDER BY seq LIMIT ?')
  for (let after = 0; after < last; ) {
    const page = read(after, last, PAGE)
    if (page[0]?.seq !== after + 1) throw damagedRow(database.name, { seq: after + 1 }, 'it is missing')
    yield page
    after = page.at(-1)?.seq ?? last
  }
}

/** Blocks are added in the order of the chain. */
const baseDigest = (start: Point | 'origin') => {
  const hash = createHash('sha256').update(formatPoint(start))
  return {
    add: ({ slot, id, payload }: Pick<LogRow, 'slot' | 'id' | 'payload'>) =>
      hash
        .update(` ${slot} `)
        .update(id)
        .update(payload ?? ''),
    value: (): Hex => hash.digest('hex'),
  }
}

/** Parts that a log keeps of the blocks up to a base, found in models whose checkpoint is the base. */
export interface Needed extends Pick<Reduction, 'isSpentByWhole'> {
  /** Slot of the first output since following started; undefined if there is none. */
  readonly firstSlot: number | undefined
  /** Reads what is needed of the blocks between two slots. */
  readonly between: (
    first: number,
    last: number,
  ) => (slot: number) => Pick<Reduction, 'isUnspent' | 'isWhole'>
}

/**
 * @returns the digest of the base
 * @throws {StorageError} if a row cannot be read
 */
function* reducedRows(
  database: Database.Database,
  start: Point | 'origin',
  seq: number,
  { firstSlot, isSpentByWhole, between }: Needed,
): Generator<LogRow[], Hex> {
  const undone = undoneIn(database, start)
  const checksumOf = rowChecksum(start)
  const digest = baseDigest(start)
  const policies = new Set<Hex>()
  const isNewPolicy = (policy: Hex): boolean => {
    const isNew = !policies.has(policy)
    // A slice would keep the payload's hex in memory, so the policy is copied.
    if (isNew) policies.add(Buffer.from(policy, 'latin1').toString('latin1'))
    return isNew
  }
  for (const page of pagesUpTo(database, start, seq)) {
    const slots = page.map(({ slot }) => slot)
    const neededIn = between(Math.min(...slots), Math.max(...slots))
    yield page.map((row) => {
      const { kind, slot, payload } = row
      if (kind !== FORWARD || payload === null) return row
      const isOnChain = undone.around(row.seq) === undefined
      const block = decodeRow(database.name, row)
      const hasFirstOutput = slot === firstSlot
      const kept = isOnChain
        ? reduceBlock(block, { ...neededIn(slot), isSpentByWhole, isNewPolicy, hasFirstOutput })
        : { transactions: [], policies: [] }
      const reduced = { ...row, version: REDUCED_VERSION, payload: encodeReduced(block.parent, kept) }
      if (isOnChain) digest.add(reduced)
      return { ...reduced, checksum: checksumOf(reduced) }
    })
  }
  return digest.value()
}

/** Moves the base in the same file, while another process appends to it. */
export class ReducingLog {
  readonly #database: Database.Database
  readonly #start: Point | 'origin'

  private constructor(database: Database.Database, start: Point | 'origin') {
    this.#database = database
    this.#start = start
  }

  /** @returns undefined if the log keeps whole blocks @throws {StartupError} if the log belongs to another network or cannot be opened */
  static open(path: string, network: Network): ReducingLog | undefined {
    const log = openLogFile(path, { network }, (database, start) => new ReducingLog(database, start))
    if (log.target !== undefined) return log
    log.close()
    return undefined
  }

  get base(): LogBase | undefined {
    return readBase(this.#database).base
  }

  get target(): Point | undefined {
    return readBase(this.#database).target
  }

  get bytes(): number {
    const [pages, free, size] = orStorageError(this.#database.name, 'log', () =>
      ['page_count', 'freelist_count', 'page_size'].map((name) =>
        Number(this.#database.pragma(name, { simple: true })),
      ),
    )
    return ((pages ?? 0) - (free ?? 0)) * (size ?? 0)
  }

  /**
   * The caller can end between two pages. An interrupted move may be repeated from the beginning.
   * @param seq row of the block; it must be deeper than any fork
   * @throws {StorageError} if the file cannot be read or written
   */
  *moveBase(seq: number, needed: Needed): Generator<void> {
    const database = this.#database
    const update = database.prepare(
      'UPDATE log SET version = @version, payload = @payload, checksum = @checksum WHERE seq = @seq',
    )
    const save = database.prepare('UPDATE base SET seq = ?, digest = ?')
    try {
      save.run(seq, null)
      const rows = reducedRows(database, this.#start, seq, needed)
      for (;;) {
        database.exec('BEGIN IMMEDIATE')
        const { done, value } = rows.next()
        if (done) save.run(seq, value)
        else for (const row of value) update.run(row)
        database.exec('COMMIT')
        if (done) return
        yield
      }
    } catch (error) {
      if (database.inTransaction) database.exec('ROLLBACK')
      throw storageError(error, database.name, 'log') ?? error
    }
  }

  close(): void {
    closeSqlite(this.#database)
  }
}

interface Cut {
  readonly network: Network
  readonly to: string
  readonly seq: number
  readonly needed: Needed
  readonly onProgress: OnProgress
}

/**
 * Reduces the rows up to the base, and copies all later rows. Rows keep their seqs, so models of the log are also models of the copy.
 * @throws {StartupError} if a file cannot be opened
 * @throws {StorageError} if a row cannot be read or written
 */
export const copyWithBase = (from: string, { network, to, seq, needed, onProgress }: Cut): void => {
  const { database: source, start } = openLogFileForReading(from, network, opened)
  let copy: Database.Database | undefined
  try {
    const [row] = rowReader(source, start)('seq = ?')(seq)
    if (row === undefined) throw damagedRow(from, { seq }, 'it is missing')
    const base = { slot: row.slot, id: row.id.toString('hex') }
    const target = openLogFile(to, { network, start, base }, opened).database
    copy = target
    const last = newestSeq(source)()
    const insert = insertRow(target)
    const checksumOf = rowChecksum(start)
    const write = target.transaction((rows: readonly LogRow[]) => {
      for (const each of rows) insert({ ...each, checksum: checksumOf(each) })
      onProgress(rows.at(-1)?.seq ?? 0, last)
    })
    const reduced = reducedRows(source, start, seq, needed)
    let page = reduced.next()
    for (; !page.done; page = reduced.next()) write(page.value)
    const read = rowReader(source, start)('seq > ? ORDER BY seq LIMIT ?')
    for (let rest = read(seq, PAGE); rest.length > 0; rest = read(rest.at(-1)?.seq ?? last, PAGE)) write(rest)
    target.prepare('UPDATE base SET seq = ?, digest = ?').run(seq, page.value)
  } catch (error) {
    throw storageError(error, to, 'log') ?? error
  } finally {
    source.close()
    if (copy !== undefined) closeSqlite(copy)
  }
}

const opened = (database: Database.Database, start: Point | 'origin') => ({ database, start })

/** Compares the rows up to the base with its digest. The caller passes each row to `add`, in order. */
export const baseCheck = (database: Database.Database, start: Point | 'origin') => {
  const { base } = readBase(database)
  const undone = base && undoneIn(database, start)
  const digest = baseDigest(start)
  return {
    add(row: LogRow): void {
      if (undone === undefined || row.seq > (base?.seq ?? 0)) return
      if (row.kind === FORWARD && undone.around(row.seq) === undefined) digest.add(row)
    },
    /** @throws {StorageError} if the digests differ */
    end(): void {
      if (base === undefined || base.digest === null) return
      const found = digest.value()
      // Moving the base changes rows, which is not damage.
      if (found !== base.digest && readBase(database).base?.digest === base.digest)
        throw damaged(
          database.name,
          'log',
          `the rows of its base have digest ${found}, but ${base.digest} is stored`,
        )
    },
  }
}
