// Models emptied while somebody reads them: the reader keeps the file, and sees what is folded into it next.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { LogEntry } from '../../schema/events.ts'
import { launchpadModels } from '../launchpad-projector.ts'
import { ModelsReader } from '../read/models-reader.ts'
import { emptyChain, nextBlock, randomFrom } from '../testing/generated-chain.ts'
import { mainnetOperations } from '../testing/mainnet-operations.ts'
import { openTestProjector } from '../testing/test-projector.ts'
import { emptyModels } from './models-database.ts'
import { Projector, tablesOf } from './projector.ts'
import { scanState } from './scan.ts'

test('a reader goes on through models that are emptied and folded again', (t) => {
  const random = randomFrom(1)
  const entries: LogEntry[] = []
  for (let state = emptyChain(133_000_000); entries.length < 60; ) {
    const next = nextBlock(state, random, mainnetOperations)
    entries.push({ kind: 'forward', seq: entries.length + 1, block: next.block })
    state = next.state
  }
  const { projector, database, path, close } = openTestProjector(mainnetOperations)
  projector.apply(entries, 1_060)
  const { checkpoint } = projector
  const reader = new ModelsReader(path)
  t.after(() => {
    reader.close()
    close()
  })
  assert.deepEqual(reader.checkpoint, checkpoint)

  const models = launchpadModels(mainnetOperations)
  const tables = tablesOf(models)
  emptyModels(database, { network: 'mainnet', tables, meaning: '' })
  reader.refresh()
  assert.equal(reader.checkpoint, undefined)
  assert.equal(Number(scanState(reader.database, tables).digest), 0)

  const again = new Projector(database, models)
  again.apply(entries, 1_060)
  reader.refresh()
  assert.deepEqual(reader.checkpoint, checkpoint)
  assert.deepEqual(scanState(reader.database, tables), scanState(database, tables))
  assert.equal(scanState(reader.database, tables).digest, checkpoint?.digest)
})
