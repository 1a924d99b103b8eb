// A projector over a database file of its own, as tests of the models begin.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type Database from 'better-sqlite3'
import type { OperationsConfig } from '../../schema/config.ts'
import { openModels } from '../engine/models-database.ts'
import { Projector, tablesOf } from '../engine/projector.ts'
import type { LaunchpadEvent } from '../interpret/events.ts'
import { launchpadModels } from '../launchpad-projector.ts'

export interface TestProjector {
  readonly projector: Projector<LaunchpadEvent>
  readonly database: Database.Database
  /** Of the database file. */
  readonly path: string
  /** Closes and deletes it. */
  close(): void
}

export const openTestProjector = (operations: OperationsConfig): TestProjector => {
  const directory = mkdtempSync(join(tmpdir(), 'models-'))
  const path = join(directory, 'models.db')
  const models = launchpadModels(operations)
  const { database } = openModels(path, { network: 'mainnet', tables: tablesOf(models), meaning: '' })
  return {
    projector: new Projector(database, models),
    database,
    path,
    close() {
      database.close()
      rmSync(directory, { recursive: true, force: true })
    },
  }
}
