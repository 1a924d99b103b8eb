// Folded models with the blocks that they are folded from.
import type Database from 'better-sqlite3'
import type { OperationsConfig } from '../../schema/config/config.ts'
import type { RawLedger } from '../hostile/raw-ledger.ts'

export interface Folded {
  readonly database: Database.Database
  readonly ledger: RawLedger
  readonly operations: OperationsConfig
}

/** Integers of the rows are bigints. */
export const rowsOf = <Row>({ database }: Folded, sql: string): Row[] =>
  database.prepare<[], Row>(sql).safeIntegers().all()
