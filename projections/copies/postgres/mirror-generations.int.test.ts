// The copy and its readers while a model is folded again. Meanwhile that model's rows stay at a named block, and the other models' rows
// follow the chain. Then one commit exchanges everything while a slow reader reads.
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import type { BlockEvent } from '../../../schema/events.ts'
import { formatPoint } from '../../../schema/primitives.ts'
import { temporaryDirectory } from '../../../tests/kit/temporary-directory.ts'
import { openModelsForReading } from '../../engine/file/models-database.ts'
import { events } from '../../engine/fold/event-table.ts'
import { model } from '../../engine/fold/model.ts'
import { Projector } from '../../engine/fold/projector.ts'
import { integer, text } from '../../engine/table/column.ts'
import { scanState } from '../../engine/table/scan.ts'
import { stateTable } from '../../engine/table/table.ts'
import { ScriptedSource } from '../../testing/model-kit.ts'
import { sync } from '../protocol/sync.ts'
import { ModelsSource } from '../source/models-source.ts'
import { load } from './mirror/load.ts'
import { postgresCopy } from './mirror/postgres-copy.ts'
import { readMirror } from './read-mirror.ts'
import { scanCopy } from './scan-copy.ts'
import { abandon, connect, rowsOf } from './session.ts'
import { NO_POSTGRES, postgresBinaries, startPostgres } from './testing/postgres-server.ts'

const binaries = postgresBinaries()
const skip = binaries === undefined && NO_POSTGRES

const SCHEMA = 'generations'

interface Event {
  readonly kind: 'touch'
  readonly name: string
}

const things = stateTable('things', { key: ['name'], columns: { name: text, count: integer } })

const optionsOf = (source: ScriptedSource<Event>, version: number) => ({
  network: 'devnet' as const,
  source,
  models: [
    model<Event>()({
      name: 'things',
      version,
      tables: { things },
      on: {
        touch({ name }, tables) {
          tables.things.change({ name }, (row) => ({ count: (row?.count ?? 0) + version }))
        },
      },
    }),
  ],
})

test('a model that is folded again stands still in the copy, whose rows are exchanged beside a slow reader', {
  skip,
}, async (t) => {
  if (binaries === undefined) return
  const server = await startPostgres(binaries, { lock_timeout: '100' })
  const path = join(temporaryDirectory(t), 'models-1.db')
  const source = new ScriptedSource<Event>()
  const [session, loading, slow] = await Promise.all([
    connect(server.url, true),
    connect(server.url, false),
    connect(server.url, true),
  ])
  let seq = 0
  let last: BlockEvent | undefined
  const fold = (projector: Projector<Event>): BlockEvent => {
    last = source.blockAfter(last, [{ kind: 'touch', name: 'a' }])
    projector.apply([{ seq: ++seq, block: last }], { tipHeight: 0 })
    return last
  }
  const first = Projector.open(path, optionsOf(source, 1))
  const stopped = fold(first)
  const reader = openModelsForReading(path)
  t.after(async () => {
    for (const one of [session, loading, slow]) abandon(one)
    reader.close()
    await server.close()
  })
  await load(loading, SCHEMA, new ModelsSource(reader, optionsOf(source, 1)), undefined)
  first.close()

  const second = Projector.open(path, optionsOf(source, 2))
  const models = new ModelsSource(reader, optionsOf(source, 2))
  fold(second)
  const { kind } = await sync(postgresCopy(session, SCHEMA), models)
  assert.equal(kind, 'written')
  const during = await scanCopy(session, SCHEMA, [events, things])
  assert.deepEqual(
    { ...during.state?.models.things, version: '' },
    { version: '', stopped: formatPoint(stopped.point) },
  )
  assert.deepEqual(during.tables, scanState(reader, [events, things]).tables)

  await slow.query('BEGIN ISOLATION LEVEL REPEATABLE READ')
  const reading = () => rowsOf(slow, `SELECT count FROM ${SCHEMA}.things`)
  assert.deepEqual(await reading(), [['1']])
  while (second.foldModels(100));
  const result = await sync(postgresCopy(session, SCHEMA), models)
  assert.deepEqual([result.kind, 'reason' in result && result.reason], ['load', 'things was folded again'])
  const before = await readMirror(session, SCHEMA)
  await load(loading, SCHEMA, models, before)
  const after = await scanCopy(session, SCHEMA, [events, things])
  assert.deepEqual(after.tables, scanState(reader, [events, things]).tables)
  assert.equal(after.state?.digest, after.digest)
  assert.equal(after.state?.models.things?.stopped, null)
  assert.notEqual(after.state?.load, before?.load)

  assert.deepEqual(await reading(), [['1']])
  await slow.query('COMMIT')
  assert.notDeepEqual(await reading(), [['1']])
  second.close()
})
