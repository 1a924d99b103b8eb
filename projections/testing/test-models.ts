// The launchpad's models in their own directory, following a log in memory, for tests of the models.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import type { BlockEvent } from '../../schema/events.ts'
import { silent } from '../../tests/kit/silent.ts'
import { events } from '../engine/fold/event-table.ts'
import { ModelsFolding } from '../engine/fold/models-folding.ts'
import { launchpadModels } from '../launchpad-models.ts'
import type { OwnFiles } from '../own/own-models.ts'
import { ModelsReader } from '../read/reader/models-reader.ts'
import { mainnetOperations } from './mainnet-operations.ts'
import { MemoryLog } from './memory-log.ts'

export type TestModels = ReturnType<typeof testModels>

/** @param ownModels the operator's own source and models */
export const mainnetModels = (ownModels: OwnFiles = [], operations = mainnetOperations) =>
  launchpadModels('mainnet', operations, ownModels)

/** For a test that closes the models itself. */
export const openTestModels = (options = mainnetModels()) => {
  const directory = mkdtempSync(join(tmpdir(), 'models-'))
  const log = new MemoryLog()
  const folding = new ModelsFolding({ ...options, directory, log, logger: silent })
  const { database } = folding
  const fold = (limit?: number): void => {
    while (folding.step(limit) !== undefined);
  }
  return {
    log,
    folding,
    /** For reading, and for writing directly to tables of generation 1 (`bars_1`). */
    database,
    directory,
    /** The digest covers these tables. */
    tables: [events, ...options.source.tables, ...options.models.flatMap(({ tables }) => tables)],
    fold,
    apply(...blocks: readonly BlockEvent[]): void {
      log.append(...blocks)
      fold()
    },
    close(): void {
      folding.close()
      rmSync(directory, { recursive: true, force: true })
    },
  }
}

/** The models' digest after each block. */
export const digestsOf = (blocks: readonly BlockEvent[], models = mainnetModels()) => {
  const { folding, apply, close } = openTestModels(models)
  const digests = blocks.map((block) => {
    apply(block)
    return folding.checkpoint?.digest
  })
  close()
  return digests
}

/** Closed when the test ends, with its readers. */
export const testModels = (t: Pick<TestContext, 'after'>, ...options: Parameters<typeof openTestModels>) => {
  const models = openTestModels(...options)
  t.after(models.close)
  const openReader = (): ModelsReader => {
    const reader = new ModelsReader(models.directory)
    t.after(() => reader.close())
    return reader
  }
  return { ...models, openReader }
}
