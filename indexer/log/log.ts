// The log, from which everything else is derived: every block of the chain and every rollback to an earlier point, in the order of arrival,
// in an SQLite file. Rows are only appended; only rows up to the log's base are reduced later. Each backward row undoes the rows between
// its target and itself. The remaining forward rows are the chain.
import type Database from 'better-sqlite3'
import { PassingError } from '../../schema/errors.ts'
import type { BlockEvent, ChainEvent, LogEntry } from '../../schema/events.ts'
import { type CommitNotices, commitNotices } from '../../schema/platform/commit-notices.ts'
import { closeSqlite } from '../../schema/platform/sqlite.ts'
import { storageError } from '../../schema/platform/storage-error.ts'
import { formatPoint, type Hex, type Network, type Point, type Tip } from '../../schema/primitives.ts'
import { linkProblem } from './block-problem.ts'
import { type LogBase, readBase } from './log-base.ts'
import {
  BACKWARD,
  FORWARD,
  insertRow,
  newestSeq,
  openLogFile,
  openLogFileForReading,
  writtenByAnother,
} from './log-file.ts'
import { encodePayload, PAYLOAD_VERSION } from './payload.ts'
import { type LogRow, rowChecksum } from './row-checksum.ts'
import { damagedRow, decodeRow, type ReadRows, rowReader } from './row-reader.ts'
import { UndoneStretches } from './undone-stretches.ts'

/** Newest points that are offered one by one when resuming. Between older points, the gaps double. */
const DENSE_POINTS = 10

const PAGE = 20

interface LogHead extends Tip {
  readonly seq: number
}

type ForwardEntry = Extract<LogEntry, { readonly kind: 'forward' }>

/** Encoded transactions of a waiting block take a tenth of the memory. */
interface PackedBlock extends Pick<BlockEvent, 'point' | 'height' | 'parent'> {
  readonly payload: Buffer
}

export type LogEvent =
  | { readonly kind: 'forward'; readonly block: BlockEvent | PackedBlock }
  | Extract<ChainEvent, { readonly kind: 'backward' }>

/** The block's point or the rollback's target. */
export interface Appended {
  readonly kind: ChainEvent['kind']
  readonly seq: number
  readonly point: Point | 'origin'
}

/** Thrown if an event does not continue the log, because of a bug or a node that breaks the protocol. Nothing is appended. */
export class LogConflict extends PassingError {
  override readonly name = 'LogConflict'
}

export class Log {
  readonly #database: Database.Database
  readonly #insert: ReturnType<typeof insertRow>
  readonly #bySlot: ReadRows
  readonly #upToSlot: ReadRows
  readonly #bySeq: ReadRows
  readonly #after: ReadRows
  readonly #forwardAtOrBefore: ReadRows
  readonly #forwardAfter: ReadRows
  readonly #backwards: ReadRows
  readonly #newest: () => number
  readonly #checksumOf: ReturnType<typeof rowChecksum>
  /** No rollback goes further back. */
  readonly start: Point | 'origin'
  #undone = new UndoneStretches()
  #end: LogHead | undefined
  #lastSeq = 0
  #tipHeight = 0
  readonly #notices: CommitNotices

  private constructor(database: Database.Database, start: Point | 'origin') {
    this.#database = database
    this.start = start
    this.#checksumOf = rowChecksum(start)
    this.#insert = insertRow(database)
    const rows = rowReader(database, start)
    this.#bySlot = rows('slot = ? AND kind = 0 ORDER BY seq')
    this.#upToSlot = rows('slot <= ? AND kind = 0 ORDER BY slot DESC, seq DESC LIMIT ?')
    this.#bySeq = rows('seq = ? AND kind = 0')
    this.#after = rows('seq > ? ORDER BY seq LIMIT ?')
    this.#forwardAtOrBefore = rows('seq <= ? AND kind = 0 ORDER BY seq DESC LIMIT 1')
    this.#forwardAfter = rows('seq > ? AND kind = 0 ORDER BY seq LIMIT 1')
    this.#backwards = rows('kind = 1 AND seq > ? AND seq <= ? ORDER BY seq')
    this.#newest = newestSeq(database)
    this.refresh()
    this.#notices = commitNotices(this.path)
  }

  /**
   * An empty log adopts this network, start and base. The caller must hold the lock of the data directory, so that no other process
   * appends.
   * @throws {StartupError} if the log has blocks of another network, is from a newer version, or cannot be opened
   */
  static open(
    path: string,
    options: { network: Network; start: Point | 'origin'; base?: Point | undefined },
  ): Log {
    return openLogFile(path, options, (database, from) => new Log(database, from))
  }

  /**
   * Another process or thread may append. Later rows may undo others, so reads end at the last row as of the latest `refresh`.
   * @throws {StartupError} if the log belongs to another network, is from a newer version, or cannot be opened
   */
  static openForReading(path: string, { network }: { network: Network }): Log {
    return openLogFileForReading(path, network, (database, from) => new Log(database, from))
  }

  /** Lets reads see all rows that another connection has appended so far. */
  refresh(): void {
    const lastSeq = this.#newest()
    if (lastSeq === this.#lastSeq) return
    for (const row of this.#backwards(this.#lastSeq, lastSeq)) {
      if (row.target === null) throw damagedRow(this.path, row, 'an index names it as a rollback')
      this.#undone.add({ target: row.target, seq: row.seq })
    }
    this.#end = this.#canonicalAtOrBefore(lastSeq)
    this.#lastSeq = lastSeq
  }

  get path(): string {
    return this.#database.name
  }

  /** Copies the open file, even if it is no longer at its path. */
  async saveTo(path: string): Promise<void> {
    await this.#database.backup(path)
  }

  /** Undefined if the log keeps whole blocks. */
  get base(): LogBase | undefined {
    return readBase(this.#database).base
  }

  /** Undefined if the chain has no block yet. */
  get end(): LogHead | undefined {
    return this.#end
  }

  /** Seq of the last row, even if it was undone; 0 if the log is empty. */
  get lastSeq(): number {
    return this.#lastSeq
  }

  /**
   * Appends events in one transaction.
   * @returns the events with their seqs
   * @throws {LogConflict} if a block does not extend the chain or cannot be encoded, or a rollback's target is not on the chain
   * @throws {StorageError} if the file cannot be written, or another process has written to it
   */
  append(events: readonly LogEvent[]): Appended[] {
    const before = { end: this.#end, lastSeq: this.#lastSeq, undone: this.#undone.copy() }
    try {
      this.#database.exec('BEGIN IMMEDIATE')
      if (this.#newest() !== this.#lastSeq) throw writtenByAnother(this.path)
      const entries = events.map((event) =>
        event.kind === 'forward' ? this.#appendForward(event.block) : this.#appendBackward(event.point),
      )
      this.#database.exec('COMMIT')
      this.#notices.notify()
      return entries
    } catch (error) {
      if (this.#database.inTransaction) this.#database.exec('ROLLBACK')
      this.#end = before.end
      this.#lastSeq = before.lastSeq
      this.#undone = before.undone
      throw storageError(error, this.path, 'log') ?? error
    }
  }

  /** Seq 0 is the start of following. Undefined if the point is not on the chain. */
  seqOf(point: Point | 'origin'): number | undefined {
    if (formatPoint(point) === formatPoint(this.start)) return 0
    if (point === 'origin') return undefined
    return this.#inSlot(point.slot).find(
      ({ seq, id }) => id.toString('hex') === point.id && this.#isCanonical(seq),
    )?.seq
  }

  /** The block of a row, even if it was undone. */
  at(seq: number): LogHead | undefined {
    const [row] = this.#bySeq(seq)
    return row && endOf(row)
  }

  /** Transactions of earlier payload versions are not compared. */
  holds(seq: number, { point, height, parent, payload }: PackedBlock): boolean {
    const [row] = this.#bySeq(seq)
    if (row === undefined || row.height !== height || formatPoint(endOf(row)) !== formatPoint(point))
      return false
    if (row.version === PAYLOAD_VERSION) return row.payload?.equals(payload) === true
    return this.#entryOf(row).block.parent === parent
  }

  /** Row 0 is the start. */
  nextAfter(seq: number): LogHead | undefined {
    let at = seq
    for (;;) {
      const [row] = this.#forwardAfter(at)
      if (row === undefined) return undefined
      const undone = this.#undone.around(row.seq)
      if (undone === undefined) return endOf(row)
      at = undone.seq
    }
  }

  /** Without an id, the chain's block at the slot; otherwise the block with this id, even if it was undone. */
  blockAt(slot: number, id?: Hex): ForwardEntry | undefined {
    const row = this.#inSlot(slot).findLast(({ seq, id: given }) =>
      id === undefined ? this.#isCanonical(seq) : given.toString('hex') === id,
    )
    return row && this.#entryOf(row)
  }

  idAt(slot: number): Hex | undefined {
    return this.#inSlot(slot)
      .find(({ seq }) => this.#isCanonical(seq))
      ?.id.toString('hex')
  }

  lastAtOrBefore(slot: number): LogHead | undefined {
    for (let at = slot; ; ) {
      const rows = this.#upToSlot(at, PAGE)
      const last = rows.at(-1)
      if (last === undefined) return undefined
      const found = rows.find(({ seq }) => this.#isCanonical(seq))
      if (found !== undefined) return endOf(found)
      at = last.slot - 1
    }
  }

  /**
   * Newest first: the newest points of the chain one by one, then older points with doubling gaps. The start of following comes last,
   * because a fork may be older than all blocks of a young log. The start is the origin only if the operator chose it.
   */
  resumePoints(): (Point | 'origin')[] {
    const points: (Point | 'origin')[] = []
    let block = this.#end
    for (let step = 1; block !== undefined; step++) {
      points.push({ slot: block.slot, id: block.id })
      const gap = step <= DENSE_POINTS ? 1 : 2 ** (step - DENSE_POINTS)
      const oldest: number = block.seq - gap
      block = oldest >= 1 ? this.#canonicalAtOrBefore(oldest) : undefined
    }
    points.push(this.start)
    return points
  }

  /**
   * At most `limit` blocks of the chain after a row, in order; empty only if there are none. A block is decoded when the caller takes it,
   * so only one block is in memory.
   * @throws {StorageError} if a row cannot be read
   */
  *blocksAfter(seq: number, limit: number): Generator<ForwardEntry> {
    let at = seq
    for (let left = limit; left > 0; ) {
      const rows = this.#after(at, Math.min(PAGE, left))
      if (rows.length === 0) {
        if (at < this.#lastSeq) throw damagedRow(this.path, { seq: at + 1 }, 'it is missing')
        return
      }
      for (const row of rows) {
        if (row.seq > this.#lastSeq) return
        if (row.seq <= at) continue
        if (row.seq !== at + 1) throw damagedRow(this.path, { seq: at + 1 }, 'it is missing')
        const undone = this.#undone.around(row.seq)
        at = undone?.seq ?? row.seq
        if (undone !== undefined || row.kind !== FORWARD) continue
        left--
        yield this.#entryOf(row)
      }
    }
  }

  /** Tells readers in this process about a changed height of the node's tip. */
  announceTip(height: number): void {
    if (height === this.#tipHeight) return
    this.#tipHeight = height
    this.#notices.notify(height)
  }

  close(): void {
    this.#notices.close()
    closeSqlite(this.#database)
  }

  #inSlot(slot: number): LogRow[] {
    const rows = this.#bySlot(slot)
    const other = rows.find((row) => row.slot !== slot)
    if (other !== undefined) throw damagedRow(this.path, other, `an index has it in slot ${slot}`)
    return rows
  }

  #entryOf(row: LogRow): ForwardEntry {
    return { kind: 'forward', seq: row.seq, block: decodeRow(this.path, row) }
  }

  #write(given: Omit<LogRow, 'version' | 'checksum'>): void {
    const row = { ...given, version: PAYLOAD_VERSION }
    this.#insert({ ...row, checksum: this.#checksumOf(row) })
    this.#lastSeq = row.seq
  }

  #appendForward(block: BlockEvent | PackedBlock): Appended {
    const end = this.#end ?? this.start
    // A recorded chain from the origin may begin with any block.
    const problem = end === 'origin' ? undefined : linkProblem(block, end)
    if (problem !== undefined) throw new LogConflict(problem)
    const seq = this.#lastSeq + 1
    const { point, height } = block
    const id = Buffer.from(point.id, 'hex')
    const payload = 'payload' in block ? block.payload : payloadOf(block)
    this.#write({ seq, kind: FORWARD, slot: point.slot, id, height, target: null, payload })
    this.#end = { seq, ...point, height }
    return { kind: 'forward', seq, point }
  }

  #appendBackward(point: Point | 'origin'): Appended {
    const target = this.seqOf(point)
    if (target === undefined)
      throw new LogConflict(`the log has no block ${formatPoint(point)} on its chain to return to`)
    if (target < (this.base?.seq ?? 0))
      throw new LogConflict(
        `the chain returns to ${formatPoint(point)}, before the log's base: choose a new DATA_DIR`,
      )
    const seq = this.#lastSeq + 1
    const { slot, id: hex } = point === 'origin' ? { slot: 0, id: '' } : point
    const id = Buffer.from(hex, 'hex')
    this.#write({ seq, kind: BACKWARD, slot, id, height: 0, target, payload: null })
    this.#undone.add({ target, seq })
    this.#end = target === 0 ? undefined : this.#canonicalAtOrBefore(target)
    return { kind: 'backward', seq, point }
  }

  #isCanonical(seq: number): boolean {
    return seq <= this.#lastSeq && this.#undone.around(seq) === undefined
  }

  #canonicalAtOrBefore(seq: number): LogHead | undefined {
    let at = seq
    for (;;) {
      const [row] = this.#forwardAtOrBefore(at)
      if (row === undefined) return undefined
      const undone = this.#undone.around(row.seq)
      if (undone === undefined) return endOf(row)
      at = undone.target
    }
  }
}

/** @throws {LogConflict} if the block has content that no ledger makes, such as a hash of the wrong length */
const payloadOf = (block: BlockEvent): Buffer => {
  try {
    return encodePayload(block)
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    throw new LogConflict(`block ${formatPoint(block.point)} cannot be stored: ${error.message}`, {
      cause: error,
    })
  }
}

/** A slice of a longer text would keep the whole text in memory. */
const copyOf = (hex: Hex): Hex => Buffer.from(hex, 'hex').toString('hex')

/** @throws {LogConflict} if the block cannot be encoded */
export const packBlock = (block: BlockEvent): PackedBlock => ({
  payload: payloadOf(block),
  point: { slot: block.point.slot, id: copyOf(block.point.id) },
  height: block.height,
  parent: block.parent === 'genesis' ? 'genesis' : copyOf(block.parent),
})

const endOf = ({ seq, slot, id, height }: LogRow): LogHead => ({ seq, slot, id: id.toString('hex'), height })
