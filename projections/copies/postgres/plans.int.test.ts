// PostgreSQL's plans for every statement of the mirror and of `verify --postgres`, and for users' queries on the views. The plans show the
// index that each statement uses on full tables, with custom and generic plans.

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import pg from 'pg'
import type { Column } from '../../engine/table/column.ts'
import { columnNames, list, quote } from '../../engine/table/ddl.ts'
import type { Table } from '../../engine/table/table.ts'
import { mainnetModels } from '../../testing/test-models.ts'
import { copiedTables } from '../source/models-source.ts'
import { World } from '../testing/indexer.ts'
import { columnList, MIRROR_TABLES, named } from './layout.ts'
import { scanCopy } from './scan-copy.ts'
import type { Session } from './session.ts'
import { openSession, serverForTests } from './testing/server-for-tests.ts'
import { Writer } from './testing/writer.ts'

const SCHEMA = 'plans'
/** So many that a scan costs more than an index. */
const ROWS = 6_000
/** The largest numbers of rows that these tables may have. */
const BLOCKS = 2_260
const VERSIONS = 2_200

const postgres = serverForTests()
const { skip } = postgres
const rules = mainnetModels()
const tables = copiedTables(rules)

interface Sent {
  readonly text: string
  readonly values: readonly unknown[]
}

const filling = ({ kind }: Column, number: string): string =>
  ({
    integer: number,
    flag: `${number} % 2 = 0`,
    text: `lpad((${number})::text, 64, '0')`,
    bytes: `decode(lpad(to_hex(${number}), 56, '0'), 'hex')`,
    natural: number,
  })[kind]

/**
 * Many rows share all key columns except one, as a pool has many holders. The differing column is the key's last without an index of its
 * own.
 */
const fillSql = (table: Table): string => {
  const indexed = Object.values(table.indexes).map(({ parts: [first] }) => first?.column)
  const unique = table.key.findLast((column) => !indexed.includes(column)) ?? table.key.at(-1)
  const shared = table.key.filter((column) => column !== unique)
  const values = Object.entries(table.columns).map(([name, column]) =>
    filling(column, shared.includes(name) ? 'g % 100' : 'g'),
  )
  return (
    `INSERT INTO ${named(SCHEMA, table.name)} (${columnList(table)}) ` +
    `SELECT ${values.join(', ')} FROM generate_series(1, ${ROWS}) AS g`
  )
}

/** In the driver's form. */
const literal = (value: unknown): string => {
  if (value === null || value === undefined) return 'NULL'
  if (!Array.isArray(value)) return pg.escapeLiteral(String(value))
  const elements = value.map((one: unknown) => (one === null ? 'NULL' : JSON.stringify(String(one))))
  return pg.escapeLiteral(`{${elements.join(',')}}`)
}

interface Node {
  readonly 'Node Type': string
  readonly 'Relation Name'?: string
  readonly 'Index Name'?: string
  readonly 'Conflict Arbiter Indexes'?: readonly string[]
  readonly Plans?: readonly Node[]
}

/** Names of indexes, or `all of` a scanned table. */
const waysOf = (node: Node): string[] => [
  ...(node['Index Name'] === undefined ? [] : [node['Index Name']]),
  ...(node['Conflict Arbiter Indexes'] ?? []),
  ...(node['Node Type'] === 'Seq Scan' ? [`all of ${node['Relation Name']}`] : []),
  ...(node.Plans ?? []).flatMap(waysOf),
]

const MODES = ['force_custom_plan', 'force_generic_plan'] as const

/** All plans of a statement must read the same relations. */
const planOf = async (
  session: Session,
  { text, values }: Sent,
  modes: readonly string[] = MODES,
): Promise<string[]> => {
  const plans: string[][] = []
  for (const mode of modes) {
    await session.query(`SET plan_cache_mode = ${mode}`)
    await session.query(`PREPARE statement AS ${text}`)
    const given = values.length === 0 ? '' : `(${values.map(literal).join(', ')})`
    const { rows } = await session.query<string[]>({
      text: `EXPLAIN (FORMAT JSON) EXECUTE statement${given}`,
      rowMode: 'array',
    })
    await session.query('DEALLOCATE statement')
    const [{ Plan: plan }] = JSON.parse(rows[0]?.[0] ?? '')
    plans.push([...new Set(waysOf(plan))].sort())
  }
  const [custom = [], generic = custom] = plans
  assert.deepEqual(generic, custom, text)
  return custom
}

/** Parts that distinguish a statement from others. */
const nameOf = ({ text }: Sent): string =>
  text
    .replaceAll(`"${SCHEMA}".`, '')
    .replaceAll('"', '')
    .replaceAll(/\s+/g, ' ')
    .replace(/^(INSERT INTO \w+|UPDATE \w+|DELETE FROM \w+ (?:AS t USING|WHERE \w+)).*$/, '$1')

/**
 * The plans of these statements are not checked. `checkSent` also leaves out statements on the catalog, the first row of a load, and reads
 * of whole tables.
 */
const IS_OTHER =
  /^\s*(BEGIN|COMMIT|SET|SHOW|FETCH|CLOSE|CREATE|ALTER|ANALYZE|COPY|EXPLAIN|SAVEPOINT|COMMENT|DISCARD|SELECT (set_config|pg_))/

const ONE_ROW = ['all of mirror']
const WHOLE = /^DECLARE "\w+" CURSOR FOR /

/** A mirror follows a chain with forks, and the copy is verified. */
const sentStatements = async (session: Session): Promise<Sent[]> => {
  const sent: Sent[] = []
  const query = pg.Client.prototype.query
  pg.Client.prototype.query = function (this: pg.Client, ...given: unknown[]) {
    const [first, values] = given
    if (typeof first === 'string') sent.push({ text: first, values: Array.isArray(values) ? values : [] })
    else if (typeof first === 'object' && first !== null && 'text' in first && typeof first.text === 'string')
      sent.push({
        text: first.text,
        values: 'values' in first && Array.isArray(first.values) ? first.values : [],
      })
    return Reflect.apply(query, this, given)
  } as typeof query
  try {
    const world = new World(5)
    const writer = new Writer(postgres.server.url, SCHEMA)
    const write = () => writer.write(world.blocks)
    world.grow(40)
    await write()
    // A hundred versions, so that old ones are deleted.
    for (let n = 0; n < 100; n++) {
      if (n % 10 === 9) world.fork(6, 7)
      else world.grow(1)
      await write()
    }
    await scanCopy(session, SCHEMA, writer.models.tables)
    writer.close()
  } finally {
    pg.Client.prototype.query = query
  }
  return sent
}

const fill = async (session: Session): Promise<void> => {
  for (const table of tables) {
    await session.query(`TRUNCATE ${named(SCHEMA, table.name)}`)
    await session.query(fillSql(table))
  }
  await session.query(`TRUNCATE ${named(SCHEMA, 'blocks')}, ${named(SCHEMA, 'versions')}`)
  await session.query(
    `INSERT INTO ${named(SCHEMA, 'blocks')} SELECT g * 20, 'id', g, g, true, 1, 'digest' FROM generate_series(1, ${BLOCKS}) AS g;
     INSERT INTO ${named(SCHEMA, 'versions')} SELECT g, g * 20, repeat('difference', 1000), now() FROM generate_series(1, ${VERSIONS}) AS g`,
  )
  const names = [...tables.map(({ name }) => name), ...Object.keys(MIRROR_TABLES)]
  await session.query(`VACUUM ANALYZE ${names.map((name) => named(SCHEMA, name)).join(', ')}`)
}

/** @param changed tables whose rows were written */
const indexesMeant = (changed: typeof tables): ReadonlyMap<string, string[]> =>
  new Map<string, string[]>([
    ...changed.map(({ name }): [string, string[]] => [`INSERT INTO ${name}`, [`${name}_pkey`]]),
    ...tables.flatMap(({ name, key, isPositioned }): [string, string[]][] => [
      ...(isPositioned
        ? [[`DELETE FROM ${name} WHERE ${key[0]}`, [`${name}_pkey`]] as [string, string[]]]
        : []),
      [`DELETE FROM ${name} AS t USING`, [`${name}_pkey`]],
    ]),
    ['UPDATE mirror', ONE_ROW],
    ['INSERT INTO versions', []],
    ['INSERT INTO blocks', []],
    ['DELETE FROM blocks WHERE slot', ['blocks_pkey']],
    ['DELETE FROM versions WHERE slot', ['versions_slot_idx']],
    [`SELECT difference FROM versions WHERE slot BETWEEN $1 AND 9223372036854775807`, ['versions_slot_idx']],
  ])

const checkSent = async (session: Session, sent: readonly Sent[]): Promise<void> => {
  const plans = new Map<string, string[]>()
  for (const one of sent) {
    const name = nameOf(one)
    if (
      IS_OTHER.test(one.text) ||
      /pg_namespace|pg_class|pg_temp|^INSERT INTO "\w+"\."mirror"/.test(one.text) ||
      WHOLE.test(one.text) ||
      plans.has(name)
    )
      continue
    plans.set(name, await planOf(session, one))
  }
  const changed = tables.filter(({ name }) => plans.has(`INSERT INTO ${name}`))
  assert.ok(changed.length > tables.length / 2)
  const expected = indexesMeant(changed)
  // Whole tables are read for the copy's unknown state, and for all blocks on a fork or when everything is read.
  const wholes = [...plans].filter(([name]) =>
    /^SELECT .* FROM (mirror|blocks)( ORDER BY slot( DESC)?)?$/.test(name),
  )
  for (const [name, ways] of wholes)
    assert.deepEqual(ways, [name.includes('mirror') ? 'all of mirror' : 'blocks_pkey'], name)
  for (const [name, ways] of plans)
    if (!wholes.some(([whole]) => whole === name)) assert.deepEqual(ways, expected.get(name), name)
  for (const name of [
    'UPDATE mirror',
    'DELETE FROM utxos WHERE id',
    'DELETE FROM utxos AS t USING',
    'DELETE FROM blocks WHERE slot',
    'DELETE FROM versions WHERE slot',
  ])
    assert.ok(plans.has(name), `${name} was sent`)
}

test('plans of PostgreSQL', { skip }, async (t) => {
  const session = await openSession(t, true)
  const sent = await sentStatements(session)
  await fill(session)

  await t.test('each statement of the mirror and of verify finds its rows by the index that is meant', () =>
    checkSent(session, sent),
  )

  await t.test('verify reads each table in its own order, and nothing twice', async () => {
    const whole = [
      ...new Set(sent.flatMap(({ text }) => (WHOLE.test(text) ? [text.replace(WHOLE, '')] : []))),
    ]
    assert.equal(whole.length, tables.length)
    for (const table of tables) {
      const text = `SELECT ${list(columnNames(table))} FROM ${named(SCHEMA, table.name)}`
      assert.ok(whole.includes(text), text)
      assert.deepEqual(await planOf(session, { text, values: [] }), [`all of ${table.name}`])
    }
  })

  await t.test('the views find by a key what people ask them for by a key', async () => {
    const view = (name: string, rest: string): Sent => ({
      text: `SELECT * FROM ${quote(SCHEMA)}.${name} ${rest}`,
      values: [],
    })
    const asked: readonly (readonly [Sent, readonly string[]])[] = [
      [view('token_view', "WHERE token = 'a.b'"), ['holder_totals_pkey', 'launches_pkey', 'pools_token']],
      [view('token_view', 'WHERE pool = 5'), ['holder_totals_pkey', 'launches_pkey', 'pools_pkey']],
      [
        view('trade_view', 'WHERE position = 5'),
        ['launches_pkey', 'orders_output', 'pools_nft', 'trades_pkey'],
      ],
      [view('order_view', 'WHERE id = 5'), ['orders_pkey']],
      [view('holder_view', "WHERE token = 'a.b'"), ['holders_largest', 'pools_token']],
      [
        view('position_view', "WHERE owner = '\\x05'"),
        ['launches_pkey', 'order_books_id', 'order_totals_pkey', 'pools_token'],
      ],
      [view('trader_view', "WHERE owner = '\\x05'"), ['traders_pkey']],
      [view('output_view', 'WHERE id = 5'), ['transactions_pkey', 'utxos_pkey']],
      [view('output_view', 'ORDER BY id DESC LIMIT 10'), ['transactions_pkey', 'utxos_pkey']],
    ]
    for (const [one, ways] of asked) assert.deepEqual(await planOf(session, one), [...ways], one.text)
  })

  await t.test(
    'the questions of the document look through no table that grows with trades or outputs',
    async () => {
      const document = readFileSync(new URL('../../../docs/data/postgres.md', import.meta.url), 'utf8')
      const [, questions = ''] = document.split('## Questions')
      const asked = [...questions.matchAll(/```sql\n(SELECT [^`]*?);\n```/g)].map(([, text = '']) => text)
      assert.equal(asked.length, 10)
      for (const question of asked.slice(0, 8)) {
        const text = question.replaceAll('launchpad.', `${SCHEMA}.`)
        const ways = await planOf(session, { text, values: [] }, ['force_custom_plan'])
        const scanned = ways.filter((way) => way.startsWith('all of'))
        assert.ok(
          scanned.every((way) => ['all of pools', 'all of launches'].includes(way)),
          `${ways.join(', ')}: ${text}`,
        )
      }
    },
  )
})
