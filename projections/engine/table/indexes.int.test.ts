// When a file is opened, its indexes are changed to match their descriptions. Late indexes are made near the tip.
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { temporaryDirectory } from '../../../tests/kit/temporary-directory.ts'
import { ScriptedSource } from '../../testing/model-kit.ts'
import { Projector } from '../fold/projector.ts'
import { bytes } from './column.ts'
import { appendTable, late, prefix, type Table, unique } from './table.ts'

type Event = { readonly kind: 'none' }

const tableWith = (indexes: NonNullable<Parameters<typeof appendTable>[1]['indexes']>): Table =>
  appendTable('hashes', { columns: { hash: bytes, owner: bytes }, indexes })

test('indexes are made, made again when described otherwise, and dropped; late ones wait for the tip', (t) => {
  const path = join(temporaryDirectory(t), 'models.db')
  const source = new ScriptedSource<Event>()
  const block = source.blockAfter(undefined, [])
  const second = source.blockAfter(block, [])

  const indexesAfter = (table: Table, fold: (projector: Projector<Event>) => void = () => {}): unknown[] => {
    const projector = Projector.open<Event>(path, {
      network: 'devnet',
      source: {
        tables: [table],
        version: source.version,
        timeOf: (slot) => source.timeOf(slot),
        open: () => source.open(),
      },
      models: [],
    })
    try {
      fold(projector)
      return projector.database
        .prepare("SELECT sql FROM sqlite_schema WHERE type = 'index' AND tbl_name = 'hashes' ORDER BY name")
        .pluck()
        .all()
    } finally {
      projector.close()
    }
  }

  const whole = 'CREATE UNIQUE INDEX "hashes_hash" ON "hashes" ("hash")'
  const short = 'CREATE INDEX "hashes_hash" ON "hashes" (substr("hash", 1, 8))'
  const ofOwner = 'CREATE INDEX "hashes_owner" ON "hashes" ("owner")'
  const current = tableWith({ hash: [prefix('hash', 8)], owner: late('owner') })

  assert.deepEqual(indexesAfter(tableWith({ hash: unique('hash'), gone: ['owner'] })), [
    'CREATE INDEX "hashes_gone" ON "hashes" ("owner")',
    whole,
  ])
  assert.deepEqual(indexesAfter(current), [short])
  assert.deepEqual(
    indexesAfter(current, (projector) =>
      projector.apply([{ seq: 1, block }], { tipHeight: Number.MAX_SAFE_INTEGER }),
    ),
    [short],
    'far from the tip',
  )
  assert.deepEqual(
    indexesAfter(current, (projector) =>
      projector.apply([{ seq: 2, block: second }], { tipHeight: second.height }),
    ),
    [short, ofOwner],
    'near it',
  )
  assert.deepEqual(indexesAfter(current), [short, ofOwner], 'once it is there it stays')
})
