// Faults between two writes of SQLite, anywhere in the code. The statements of all databases in this process are counted. One statement
// fails as on a bad disk, or is followed by an action, such as copying the files as after `kill -9`.
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type Database from 'better-sqlite3'
import { Sqlite } from '../../../schema/platform/sqlite.ts'

/** Write failures that disks and other programs cause. */
export const DISK_ERRORS = {
  SQLITE_FULL: 'database or disk is full',
  SQLITE_IOERR_WRITE: 'disk I/O error',
  SQLITE_BUSY: 'database is locked',
} as const

export type DiskError = keyof typeof DISK_ERRORS

interface Pending {
  left: number
  readonly isCounted: (path: string) => boolean
  /** If the action throws, the statement fails with this error. */
  readonly happen: () => void
  readonly isBefore: boolean
  times: number
}

/** The library's types lack the statement's database. */
interface Prepared {
  readonly source: string
  readonly database: Database.Database
}

export class FaultyDisk {
  #pending: Pending | undefined
  #isWithin: (path: string) => boolean = () => false

  /** Replaces `run` of every prepared statement. A process makes only one FaultyDisk. */
  constructor() {
    const database = new Sqlite(':memory:')
    const statements = Object.getPrototypeOf(database.prepare('SELECT 1'))
    database.close()
    const run: (this: Prepared, ...values: unknown[]) => unknown = statements.run
    const disk = this
    statements.run = function (this: Prepared, ...values: unknown[]): unknown {
      const isCounted = disk.#counts(this)
      if (isCounted) disk.#step(true)
      const result = run.apply(this, values)
      if (isCounted) disk.#step(false)
      return result
    }
  }

  watch(directory: string): void {
    this.#isWithin = (path) => path.startsWith(`${directory}/`)
    this.#pending = undefined
  }

  after(writes: number, happen: () => void): void {
    this.#pending = { left: writes, isCounted: () => true, happen, isBefore: false, times: 1 }
  }

  /** @param file end of the path of the only file whose writes count and fail; by default all files */
  fail(writes: number, times: number, code: DiskError, file = ''): void {
    const happen = (): void => {
      throw new Sqlite.SqliteError(DISK_ERRORS[code], code)
    }
    const isCounted = (path: string): boolean => path.endsWith(file)
    this.#pending = { left: writes, isCounted, happen, isBefore: true, times }
  }

  heal(): void {
    this.#pending = undefined
  }

  #counts({ source, database }: Prepared): boolean {
    // ROLLBACK never fails, so it is not counted.
    const { name } = database
    return this.#pending?.isCounted(name) === true && !source.startsWith('ROLLBACK') && this.#isWithin(name)
  }

  #step(isBefore: boolean): void {
    const pending = this.#pending
    if (pending === undefined || pending.isBefore !== isBefore || pending.left-- > 0) return
    pending.times -= 1
    if (pending.times === 0) this.#pending = undefined
    pending.happen()
  }
}

/**
 * Makes the reports unwritable by folders with the reports' names.
 * @returns a function that removes the folders
 */
export const blockReports = (directory: string): (() => void) => {
  const paths = ['following', 'folding'].map((part) => join(directory, `status-${part}.json.part`))
  for (const path of paths) mkdirSync(path)
  return () => {
    for (const path of paths) rmSync(path, { recursive: true, force: true })
  }
}
