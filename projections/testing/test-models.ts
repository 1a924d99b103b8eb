// The launchpad's models in a directory of their own, following a log in memory, for tests of the models.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import type Database from 'better-sqlite3'
import { silent } from '../../fixtures/testing/silent.ts'
import type { OperationsConfig } from '../../schema/config/config.ts'
import type { BlockEvent } from '../../schema/events.ts'
import { events } from '../engine/fold/event-table.ts'
import type { Table } from '../engine/table/table.ts'
import { ModelsFolding } from '../folding/models-folding.ts'
import type { LaunchpadEvent } from '../interpret/events.ts'
import { launchpadModels } from '../launchpad-models.ts'
import { ModelsReader } from '../read/reader/models-reader.ts'
import { MemoryLog } from './memory-log.ts'

export interface TestModels {
  readonly log: MemoryLog
  readonly folding: ModelsFolding<LaunchpadEvent>
  /** Database of the models, for reading, and for writing directly into tables of generation 1 (`bars_1`). */
  readonly database: Database.Database
  /** Directory of the models' files. */
  readonly directory: string
  /** Every table that is in the digest. */
  readonly tables: readonly Table[]
  /** Appends blocks to the log and folds them. */
  apply(...blocks: readonly BlockEvent[]): void
  /** Folds the blocks of the log. */
  fold(limit?: number): void
  /** Closes and deletes everything. */
  close(): void
}

/**
 * @param tipHeight height of the node's tip; by default all blocks are folded near the tip
 * @param ownModels files with models of the operator
 */
export const openTestModels = (
  operations: OperationsConfig,
  tipHeight: () => number = () => 0,
  ownModels: readonly string[] = [],
): TestModels => {
  const directory = mkdtempSync(join(tmpdir(), 'models-'))
  const log = new MemoryLog()
  const options = launchpadModels('mainnet', operations, ownModels)
  const folding = new ModelsFolding({
    ...options,
    directory,
    log,
    tipHeight,
    logger: silent,
  })
  const { database } = folding
  const fold = (limit?: number): void => {
    while (folding.step(limit) !== undefined);
  }
  return {
    log,
    folding,
    database,
    directory,
    tables: [events, ...options.source.tables, ...options.models.flatMap(({ tables }) => tables)],
    fold,
    apply(...blocks) {
      log.append(...blocks)
      fold()
    },
    close() {
      folding.close()
      rmSync(directory, { recursive: true, force: true })
    },
  }
}

/** A reader of models; both are closed when the test ends. */
export const readerOf = (t: Pick<TestContext, 'after'>, models: TestModels): ModelsReader => {
  const reader = new ModelsReader(models.directory)
  t.after(() => {
    reader.close()
    models.close()
  })
  return reader
}
