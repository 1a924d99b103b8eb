// Models of an operator. A model that cannot be folded beside the others is refused with its file's name. The others are folded, rolled
// back and copied like the project's own models.
import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { seedOf } from '../../tests/kit/random-runs.ts'
import { temporaryDirectory } from '../../tests/kit/temporary-directory.ts'
import { reasonNotToCopy } from '../copies/files/reason-not-to-copy.ts'
import { readMirror } from '../copies/postgres/read-mirror.ts'
import { openSession, serverForTests } from '../copies/postgres/testing/server-for-tests.ts'
import { Writer } from '../copies/postgres/testing/writer.ts'
import { World } from '../copies/testing/indexer.ts'
import { Projector } from '../engine/fold/projector.ts'
import { outputs } from '../engine/outputs/outputs.ts'
import { withUtxoSet } from '../engine/outputs/transaction-source.ts'
import { launchpadTables } from '../launchpad-models.ts'
import { mainnetOperations } from '../testing/mainnet-operations.ts'
import { mainnetModels, testModels } from '../testing/test-models.ts'
import type { OwnFiles } from './own-models.ts'

const postgres = serverForTests()

const KIT = fileURLToPath(new URL('models.ts', import.meta.url))

const NAME = 'at most 25 lower-case letters, digits and underscores, beginning with a letter'
const NO_MODEL =
  'its default export must be a model made with model() of launchpad-backend/models, or a list of such models'
const RESERVED = 'its name must not begin with undo_, sqlite_ or pg_ or end in _view, which are reserved'

const made = (
  name: string,
  table = `stateTable('mine', { key: ['a'], columns: { a: text } })`,
  version = '1',
) => `model()({ name: '${name}', version: ${version}, tables: { table: ${table} }, on: {} })`
const table = (name: string, columns = 'a: text', key = 'a') =>
  made('mine', `stateTable('${name}', { key: ['${key}'], columns: { ${columns} } })`)

/** Each default export has the problem for which it is refused. */
const refusedIn = (
  directory: string,
): readonly (readonly [exported: string | readonly string[], problem: string])[] => [
  ['{}', NO_MODEL],
  ['[]', NO_MODEL],
  ["{ ...(0, model)()({ name: 'a', version: 1, tables: {}, on: {} }), tables: [{}] }", NO_MODEL],
  [made('Mine'), `the name "Mine" of its model must be ${NAME}`],
  [made('mine', undefined, '0'), 'its model mine has no version: it must be a whole number from 1'],
  ["model()({ name: 'a', version: 1, tables: {}, on: {} })", 'its model a has no tables'],
  [made('bars'), 'its model bars has the name of a model of the project'],
  [
    table('bars'),
    'table bars of its model mine: the name bars belongs to a table or an index of the project',
  ],
  [
    table('utxos'),
    'table utxos of its model mine: the name utxos belongs to a table or an index of the project',
  ],
  [
    table('checkpoint'),
    'table checkpoint of its model mine: the name checkpoint belongs to a table or an index of the project',
  ],
  [
    table('mirror'),
    'table mirror of its model mine: the name mirror belongs to a table or an index of the project',
  ],
  [
    table('bars_2'),
    'table bars_2 of its model mine: its name must not end in _ and a number, because generations of tables have such names',
  ],
  [
    table('trades_pool'),
    'table trades_pool of its model mine: the name trades_pool belongs to a table or an index of the project',
  ],
  [table('undo_a'), `table undo_a of its model mine: ${RESERVED}`],
  [table('trade_view'), `table trade_view of its model mine: ${RESERVED}`],
  [table('a b'), `table a b of its model mine: "a b" is not a valid name: it must be ${NAME}`],
  [
    table('mine', '"A": text, a: text'),
    `table mine of its model mine: "A" is not a valid name: it must be ${NAME}`,
  ],
  [
    table('mine', 'a: text, existed: text'),
    'table mine of its model mine: the column name existed is reserved',
  ],
  [
    table('mine', 'a: nullable(text)'),
    'table mine of its model mine: its key must be columns of the table that are not nullable, not a',
  ],
  [
    table('mine', 'a: text', 'b'),
    'table mine of its model mine: its key must be columns of the table that are not nullable, not b',
  ],
  [[made('mine'), made('mine')], `its model mine has the name of a model of ${directory}/`],
  [
    [made('mine'), made('other')],
    `table mine of its model other: the name mine belongs to a table or an index of ${directory}/`,
  ],
  ['(', 'cannot be loaded'],
]

test('files whose models cannot be folded are refused with the reason', (t) => {
  const directory = temporaryDirectory(t)
  const load = (...exported: readonly string[]): readonly string[] => {
    const files = exported.map((text, at) => {
      const file = join(directory, `${++written}-${at}.ts`)
      writeFileSync(
        file,
        `import { model, nullable, stateTable, text } from '${KIT}'\nexport default ${text}\n`,
      )
      return file
    })
    return launchpadTables(mainnetOperations, files).map(({ name }) => name)
  }
  let written = 0
  const known = launchpadTables(mainnetOperations).length
  assert.deepEqual(
    load(
      made('mine'),
      `[${made('other', "stateTable('b_1st', { key: ['a'], columns: { a: text } })")}]`,
    ).slice(known),
    ['mine', 'b_1st'],
  )

  for (const [exported, problem] of refusedIn(directory))
    assert.throws(
      () => load(...[exported].flat()),
      ({ name, message }: Error) =>
        name === 'StartupError' && message.startsWith(`MODEL: ${directory}/`) && message.includes(problem),
      problem,
    )
})

const COUNTING = `
import { appendTable, integer, model, stateTable, text } from '${KIT}'

const counts = stateTable('counts', { key: ['kind'], columns: { kind: text, count: integer, last: integer } })
const moves = appendTable('moves', { columns: { owner: text } })
const count = ({ kind }, tables, { position }) =>
  tables.counts.change({ kind }, (row) => ({ count: (row?.count ?? 0) + 1, last: position }))

export default model()({
  name: 'counts',
  version: 1,
  tables: { counts, moves },
  on: { traded: count, orderPlaced: count, moved: ({ owner }, tables) => tables.moves.append({ owner }) },
})
`

test("an operator's model is rolled back with the others, is in the digest, and is copied", {
  skip: postgres.skip,
}, async (t) => {
  const file = join(temporaryDirectory(t), 'counts.ts')
  writeFileSync(file, COUNTING)
  const { url } = postgres.server
  const writer = new Writer(url, 'own', [file])
  t.after(() => writer.close())
  const session = await openSession(t, false, url)
  const world = new World(5)
  for (let step = 0; step < 12; step++) {
    if (step % 3 === 0) world.grow(10)
    else world.fork(1 + world.below(8), 1 + world.below(12))
    await writer.write(world.blocks)
    assert.equal(await writer.assertEqual(session), 'equal')
  }
  const copy = (await readMirror(session, 'own')) ?? assert.fail()
  const reasonFor = (files: readonly string[]) => reasonNotToCopy(copy, mainnetModels(files))
  assert.equal(reasonFor([file]), undefined)
  assert.equal(
    reasonFor([]),
    'MODELS_URL has the model counts, which is not part of the project: set MODEL as for the indexer',
  )
  const { database } = writer.models
  const read = (sql: string): unknown[] => database.prepare(sql).raw().all()
  const kinds = "('orderPlaced', 'traded')"
  const events = `SELECT kind, count(*), max(position) FROM events WHERE kind IN ${kinds} GROUP BY kind ORDER BY kind`
  assert.equal(read(events).length, 2)
  assert.deepEqual(read('SELECT kind, count, last FROM counts ORDER BY kind'), read(events))
  const moved = "SELECT position / 65536, json_extract(body, '$.owner') FROM events WHERE kind = 'moved'"
  assert.deepEqual(
    read('SELECT position / 65536, owner FROM moves ORDER BY position'),
    read(`${moved} ORDER BY position`),
  )
})

test('a model that throws, or is asynchronous, is named with its event, and nothing of the batch is kept', (t) => {
  const world = new World(5, 20)
  for (const [handler, reason] of [
    ["() => { throw new RangeError('too much') }", 'RangeError: too much'],
    ["async () => { throw new RangeError('too late') }", 'TypeError: it must not be async'],
    ['(_, tables) => tables.table.change({ a: 5 }, () => ({}))', 'TypeError: '],
  ] as const) {
    const file = join(temporaryDirectory(t), 'mine.ts')
    const text = made('mine').replace('on: {}', `on: { moved: ${handler} }`)
    writeFileSync(file, `import { model, stateTable, text } from '${KIT}'\nexport default ${text}\n`)
    const models = testModels(t, mainnetModels([file]))
    assert.throws(
      () => models.apply(...world.blocks),
      ({ name, message }: Error) =>
        name === 'StartupError' &&
        message.startsWith(`the model mine of ${file} cannot fold the event moved in slot `) &&
        message.includes(`(${reason}`),
      reason,
    )
    assert.deepEqual(models.database.prepare('SELECT count(*) FROM events').pluck().get(), 0)
  }
})

test('a source beside the launchpad makes the events that it makes alone, and changes none of the launchpad', (t) => {
  const seed = seedOf(t)
  const world = new World(seed, 60)
  const directory = temporaryDirectory(t)
  const addresses = world.blocks.flatMap(({ transactions }) =>
    transactions.flatMap(({ outputs }) => outputs.map(({ address }) => address)),
  )
  const usesOf = (address: string): number => addresses.filter((each) => each === address).length
  const [at = ''] = [...new Set(addresses)].sort((a, b) => usesOf(b) - usesOf(a))
  const eventsWith = (files: OwnFiles): readonly string[] => {
    const models = testModels(t, mainnetModels(files))
    models.apply(...world.blocks)
    const read = models.database.prepare<[], string>('SELECT body FROM events ORDER BY position').pluck()
    return read.all()
  }
  const isOwn = (body: string): boolean => /"kind":"(?:created|spent|minted)"/.test(body)
  const plain = eventsWith([])
  for (const filter of ['{}', `{ addresses: ['${at.slice(2, 58)}'], policies: [] }`]) {
    const file = join(directory, `${filter.length}.ts`)
    writeFileSync(file, `import { outputs } from '${KIT}'\nexport default outputs(${filter})\n`)
    const beside = eventsWith([{ source: file }])
    assert.deepEqual(
      beside.filter((body) => !isOwn(body)),
      plain,
    )
    const source = withUtxoSet(
      outputs(filter === '{}' ? {} : { addresses: [at.slice(2, 58)], policies: [] }),
      Number,
    )
    const alone = Projector.open(':memory:', { network: 'mainnet', source, models: [] })
    t.after(() => alone.close())
    const logged = world.blocks.map((block, index) => ({ seq: index + 1, block }))
    alone.apply(logged, { tipHeight: 0 })
    const own = alone.database.prepare<[], string>('SELECT body FROM events ORDER BY position').pluck().all()
    assert.ok(own.length > 10)
    assert.deepEqual(beside.filter(isOwn), own)
  }
})

test('a file without a source is refused, and a source that throws or takes a kind of the project is named', (t) => {
  const directory = temporaryDirectory(t)
  const world = new World(5, 20)
  // A process loads a file only once.
  let file = ''
  const open = (exported: string) => {
    file = join(directory, `${++written}.ts`)
    writeFileSync(file, `import { outputs } from '${KIT}'\nexport default ${exported}\n`)
    const models = testModels(t, mainnetModels([{ source: file }]))
    return models
  }
  let written = 0
  const none =
    'its default export must be a source made with source() or outputs() of launchpad-backend/models'
  for (const exported of ['outputs', '{ version: 1 }', '{ version: 1.5, eventsOf: () => [] }'])
    assert.throws(
      () => open(exported),
      ({ name, message }: Error) => name === 'StartupError' && message === `SOURCE: ${file}: ${none}`,
      exported,
    )
  assert.throws(
    () => open('('),
    ({ message }: Error) => message.startsWith(`SOURCE: ${file} cannot be loaded`),
  )
  for (const [eventsOf, reason] of [
    ["() => { throw new RangeError('too much') }", 'RangeError: too much'],
    ["() => [{ kind: 'traded' }]", 'TypeError: the project has events of the kind traded: choose another'],
  ] as const) {
    const models = open(`{ version: 1, eventsOf: ${eventsOf} }`)
    const [first] = world.blocks.flatMap(({ transactions, point }) =>
      transactions.map(({ id }) => ({ id, point })),
    )
    assert.throws(() => models.apply(...world.blocks), {
      name: 'StartupError',
      message: `the source of ${file} cannot read the transaction ${first?.id} in slot ${first?.point.slot} (${reason}): correct it, and start again`,
    })
    assert.equal(models.database.prepare('SELECT count(*) FROM events').pluck().get(), 0)
  }
})
