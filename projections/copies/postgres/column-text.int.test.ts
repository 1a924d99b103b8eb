// Writes columns of every kind with their smallest and largest values, in both ways: COPY for a load, statements afterwards. PostgreSQL
// must return SQLite's values with the same meaning.
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { test } from 'node:test'
import { temporaryDirectory } from '../../../tests/kit/temporary-directory.ts'
import { openModelsForReading } from '../../engine/file/models-database.ts'
import { events } from '../../engine/fold/event-table.ts'
import { model } from '../../engine/fold/model.ts'
import { Projector } from '../../engine/fold/projector.ts'
import {
  amount,
  bytes,
  flag,
  hex,
  integer,
  natural,
  nullable,
  oneOf,
  text,
} from '../../engine/table/column.ts'
import { scanState } from '../../engine/table/scan.ts'
import { type RowOf, stateTable } from '../../engine/table/table.ts'
import { ScriptedSource } from '../../testing/model-kit.ts'
import { sync } from '../protocol/sync.ts'
import { ModelsSource } from '../source/models-source.ts'
import { load } from './mirror/load.ts'
import { postgresCopy } from './mirror/postgres-copy.ts'
import { scanCopy } from './scan-copy.ts'
import { abandon, connect, rowsOf } from './session.ts'
import { serverForTests } from './testing/server-for-tests.ts'

const postgres = serverForTests()
const { skip } = postgres

/** Keys of every kind. `order` and `only` are reserved words in PostgreSQL. */
const samples = stateTable('samples', {
  key: ['name', 'order', 'only', 'size'],
  columns: {
    name: text,
    order: integer,
    only: hex,
    size: natural,
    an_integer: integer,
    an_amount: amount,
    a_flag: flag,
    a_text: text,
    some_bytes: bytes,
    a_hex: hex,
    a_natural: natural,
    a_word: oneOf('buy', 'sell'),
    maybe_integer: nullable(integer),
    maybe_amount: nullable(amount),
    maybe_flag: nullable(flag),
    maybe_text: nullable(text),
    maybe_bytes: nullable(bytes),
    maybe_natural: nullable(natural),
  },
  indexes: { text: ['a_text'], bytes: ['some_bytes'] },
  topics: { name: 'name', text: 'a_text', flag: 'a_flag' },
})

type Sample = RowOf<typeof samples.columns>
type Event = { readonly kind: 'put' | 'remove'; readonly at: number; readonly turn: number }

const MOST = 2n ** 63n - 1n
const LARGEST = 2n ** (8n * 255n) - 1n
const ALL_BYTES = Buffer.from(Array.from({ length: 256 }, (_, byte) => byte))

const INTEGERS = [0, -1, Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER]
const AMOUNTS = [0n, -1n, MOST, -MOST - 1n, 2n ** 53n + 1n]
const NATURALS = [0n, 1n, 255n, 256n, MOST + 1n, LARGEST]
const BYTES = [Buffer.alloc(0), ALL_BYTES, Buffer.from('\\x00')]
const TEXTS = [
  '',
  'plain',
  '\u0000',
  'a\u0000\u001a0\u001a1\u0000',
  '\u001a',
  '\\N',
  '\\.',
  '\\',
  'null',
  '"{},NULL\'; --',
  'tab\tline\nreturn\rbackspace\b\f\v',
  '🐈 \u{10ffff} \ufffd \ufeff \u0085 \u2028',
]
/** Too long for every PostgreSQL index except a hash index. */
const MANY_BYTES = createHash('shake256', { outputLength: 10_000 }).digest()
const LONG = `\\${'x\n'.repeat(100_000)}`

const pick = <T>(values: readonly T[], at: number): T => {
  const value = values[at % values.length]
  if (value === undefined) throw new RangeError('there are no values')
  return value
}

/** In another turn, the row has the same key and different values. */
const sample = (at: number, turn: number): Sample => {
  const n = at + turn
  return {
    name: pick(TEXTS, at),
    order: at < INTEGERS.length ? pick(INTEGERS, at) : at,
    only: pick(BYTES, at).toString('hex'),
    size: pick(NATURALS, at),
    an_integer: pick(INTEGERS, n),
    an_amount: pick(AMOUNTS, n),
    a_flag: n % 2 === 0,
    a_text: at === 0 ? LONG : pick(TEXTS, n),
    some_bytes: at === 0 ? MANY_BYTES : pick(BYTES, n),
    a_hex: pick(BYTES, n).toString('hex'),
    a_natural: pick(NATURALS, n),
    a_word: n % 2 === 0 ? 'buy' : 'sell',
    maybe_integer: n % 2 === 0 ? null : pick(INTEGERS, n),
    maybe_amount: n % 2 === 0 ? null : pick(AMOUNTS, n),
    maybe_flag: n % 3 === 0 ? null : n % 3 === 1,
    maybe_text: n % 2 === 0 ? null : pick(TEXTS, n),
    maybe_bytes: n % 2 === 0 ? null : pick(BYTES, n),
    maybe_natural: n % 2 === 0 ? null : pick(NATURALS, n),
  }
}

const keyOf = (at: number): Pick<Sample, 'name' | 'order' | 'only' | 'size'> => {
  const { name, order, only, size } = sample(at, 0)
  return { name, order, only, size }
}

/** The least common multiple of the lists' lengths, after which the values would repeat. */
const COUNT = 60

const samplesModel = model<Event>()({
  name: 'samples',
  version: 1,
  tables: { samples },
  on: {
    put: ({ at, turn }, tables) => tables.samples.change(keyOf(at), () => sample(at, turn)),
    remove: ({ at }, tables) => tables.samples.change(keyOf(at), () => null),
  },
})

test('every kind of column comes back as it was, loaded and written', { skip }, async (t) => {
  const path = join(temporaryDirectory(t), 'models-1.db')
  const source = new ScriptedSource<Event>()
  const options = { network: 'devnet', source, models: [samplesModel] } as const
  const projector = Projector.open(path, options)
  const reader = openModelsForReading(path)
  const models = new ModelsSource(reader, options)
  const [session, loading] = [
    await connect(postgres.server.url, true),
    await connect(postgres.server.url, false),
  ]
  t.after(() => {
    for (const one of [session, loading]) abandon(one)
    reader.close()
    projector.close()
  })
  const all = Array.from({ length: COUNT }, (_, at) => at)
  const first = source.blockAfter(
    undefined,
    all.map((at) => ({ kind: 'put', at, turn: 0 })),
  )
  const second = source.blockAfter(first, [
    ...all.map((at) => ({ kind: 'put', at, turn: 1 }) as const),
    ...all.slice(2, 20).map((at) => ({ kind: 'remove', at, turn: 1 }) as const),
  ])
  const third = source.blockAfter(
    second,
    all.map((at) => ({ kind: 'put', at, turn: 2 })),
  )
  const tables = [events, samples]
  const isEqual = async (): Promise<void> => {
    const { digest, tables: digests, state } = await scanCopy(session, 'types', tables)
    assert.deepEqual({ digest, tables: digests }, scanState(reader, tables))
    assert.equal(state?.digest, digest)
  }

  projector.apply([{ seq: 1, block: first }], { tipHeight: 0 })
  await load(loading, 'types', models, undefined)
  await isEqual()
  for (const [at, block] of [second, third].entries()) {
    projector.apply([{ seq: 2 + at, block }], { tipHeight: 0 })
    assert.equal((await sync(postgresCopy(session, 'types'), models)).kind, 'written')
    await isEqual()
  }

  // PostgreSQL computes with the values correctly.
  const largest = await rowsOf(
    session,
    'SELECT max(a_natural), max(an_amount), min(an_amount), bool_or(a_flag), max(octet_length(some_bytes)) FROM types.samples',
  )
  assert.deepEqual(largest, [[`${LARGEST}`, `${MOST}`, `${-MOST - 1n}`, 't', '10000']])
  // A row that changed in the last commit is announced under its old and new topics.
  const { name, order, only, size } = keyOf(30)
  const key = [name, order, only, natural.encode(size)].map((part) =>
    Buffer.isBuffer(part) ? part.toString('hex') : part,
  )
  const difference = await models.difference(second.point, new Map())
  const announced = difference?.tables
    .flatMap(({ changes }) => changes)
    .filter((change) => change.key === JSON.stringify(key))
    .map(({ topics }) => topics)
  const topics = (turn: number): string => {
    const { a_text, a_flag } = sample(30, turn)
    return JSON.stringify({ name, text: a_text, flag: a_flag ? 1 : 0 })
  }
  assert.deepEqual(announced?.sort(), [1, 2].map(topics).sort())
})
