// Views for users. Their addresses have the API's form, and SQLite and PostgreSQL show the same rows.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { fakeHash } from '../../../devnet/chain/build-transaction.ts'
import { formatAddress } from '../../../schema/codecs/address.ts'
import { packAssets } from '../../../schema/codecs/packed-assets.ts'
import { Sqlite } from '../../../schema/platform/sqlite.ts'
import { sqlNameOf } from '../../engine/file/generations.ts'
import { positionQueries } from '../../read/queries/positions.ts'
import { SQLITE_VIEWS } from '../../views/sqlite-views.ts'
import { VIEWS } from '../../views/views.ts'
import { World } from '../testing/indexer.ts'
import { createFunctionsSql } from './functions.ts'
import { rowsOf } from './session.ts'
import { openSession, serverForTests } from './testing/server-for-tests.ts'
import { Writer } from './testing/writer.ts'
import { createViewsSql } from './views.ts'

const postgres = serverForTests()

const BYRON = '82d818582183581cba970ad36654d8dd8f74274b733452ddeab9a62a397746be3c42ccdda0001a9026da5b'

/** Every type and network, and the longest possible address. */
const ADDRESSES = [
  `8${fakeHash('', 60)}0`,
  ...Array.from(
    { length: 256 },
    (_, header) =>
      header.toString(16).padStart(2, '0') + fakeHash(`${header}`, [28, 29, 32, 56][header % 4] ?? 28),
  ),
]

test('raw addresses of every type and network are shown as the API shows them, and read again', {
  skip: postgres.skip,
}, async (t) => {
  const session = await openSession(t, true)
  for (const sql of createViewsSql('public', [])) await session.query(sql)
  const addresses = [BYRON, ...ADDRESSES]
  const shown = await rowsOf(
    session,
    `SELECT text, public.address_bytes(text), public.address_owner(text)
       FROM unnest($1::bytea[]) WITH ORDINALITY AS a (address, at), public.address_text(address) AS text ORDER BY at`,
    [addresses.map((address) => `\\x${address}`)],
  )
  assert.deepEqual(
    shown,
    addresses.map((address) => [formatAddress(address), `\\x${address}`, `\\x${address.slice(2, 58)}`]),
  )
  const [, , address = ''] = shown.map(([text]) => text ?? '')
  for (const wrong of [`${address.slice(0, -1)}q`, address.toUpperCase(), 'addr1', '0', ''])
    await assert.rejects(
      rowsOf(session, 'SELECT public.address_bytes($1)', [wrong]),
      /is no Cardano address$/,
    )
})

test('the assets of an output are those that were packed', { skip: postgres.skip }, async (t) => {
  const session = await openSession(t, true)
  for (const sql of createFunctionsSql('public')) await session.query(sql)
  const [one, other] = [fakeHash('a', 28), fakeHash('b', 28)]
  const assets = [
    { asset: `${one}.`, quantity: 1n },
    { asset: `${other}.${'ab'.repeat(32)}`, quantity: 2n ** 63n },
    { asset: `${one}.00ff`, quantity: 300n },
    { asset: `${other}.01`, quantity: 0n },
  ]
  const rows = await rowsOf(session, 'SELECT asset, quantity FROM public.output_assets($1)', [
    packAssets(assets),
  ])
  assert.deepEqual(
    rows,
    assets.map(({ asset, quantity }) => [asset, `${quantity}`]),
  )
})

test('SQLite shows raw addresses too, those of Byron in hex', (t) => {
  const database = new Sqlite(':memory:')
  t.after(() => database.close())
  database.exec('CREATE TABLE utxos (id INTEGER PRIMARY KEY, address, lovelace, assets)')
  database.exec('CREATE TABLE transactions (id INTEGER PRIMARY KEY, hash, first_index)')
  database.exec("INSERT INTO transactions VALUES (0, x'00', 0)")
  const insert = database.prepare('INSERT INTO utxos VALUES (NULL, unhex(?), 1, NULL)')
  for (const address of ADDRESSES) insert.run(address)
  const shown = database
    .prepare(`SELECT address FROM (${SQLITE_VIEWS.get('output_view')}) ORDER BY id`)
    .pluck()
    .all()
  assert.deepEqual(
    shown,
    ADDRESSES.map((address) => (address.startsWith('8') ? address : formatAddress(address))),
  )
  // The document's look-up uses this index, and compares each whole address.
  database.exec('CREATE INDEX payment ON utxos (substr(address, 1, 29))')
  for (const name of ['output_view', 'address_view'])
    database.exec(`CREATE VIEW ${name} AS ${SQLITE_VIEWS.get(name)}`)
  const sql = `SELECT lower(hex(raw_address)) FROM output_view JOIN address_view USING (payment, raw_address)
    WHERE address_view.address = json_quote(?)`
  assert.match(
    JSON.stringify(database.prepare(`EXPLAIN QUERY PLAN ${sql}`).all('')),
    /SEARCH utxos USING INDEX payment/,
  )
  const found = database.prepare(sql).pluck()
  for (const address of ADDRESSES.slice(1))
    if (!address.startsWith('8')) assert.deepEqual(found.all(formatAddress(address)), [address])
})

test('SQLite shows the bytes of a name as PostgreSQL escapes them', (t) => {
  const database = new Sqlite(':memory:')
  t.after(() => database.close())
  const bytes = Buffer.from(Array.from({ length: 256 }, (_, byte) => byte))
  database.exec(`CREATE TABLE pools AS SELECT 1 AS id, 'ab.${bytes.toString('hex')}' AS token, NULL AS ticker, NULL AS venue,
    '1' AS price, 1 AS market_cap, 1 AS volume, 1 AS trades, 1 AS created, NULL AS graduated, 0 AS adopted`)
  database.exec('CREATE TABLE launches (pool); CREATE TABLE holder_totals (pool, dev_key)')
  const name = database
    .prepare(`SELECT name FROM (${SQLITE_VIEWS.get('token_view')})`)
    .pluck()
    .get()
  const octal = (byte: number): string => `\\${byte.toString(8).padStart(3, '0')}`
  const shown = Array.from(bytes, (byte) =>
    byte > 0 && byte < 128 ? String.fromCharCode(byte) : octal(byte),
  )
  assert.equal(name, shown.join('').replace('\\]', '\\\\]'))
})

/** Numbers are compared by 12 digits, because a double's last digits depend on the order of operations. */
const comparable = (value: unknown): string => {
  if (Buffer.isBuffer(value)) return `\\x${value.toString('hex')}`
  const text = value === 't' || value === 'f' ? `${Number(value === 't')}` : `${value}`.replace(/\+00$/, '')
  return /^-?[\d.]+(e-?\d+)?$/.test(text) ? Number(text).toPrecision(12) : text
}

/** Rows for which a join of the analysts' document finds no row. */
const orphans = (schema: string): Map<string, string> => {
  const document = readFileSync(new URL('../../../docs/data/postgres.md', import.meta.url), 'utf8')
  const columnsOf = (cell = '') =>
    [...cell.matchAll(/`(\w+)\.(\w+)`/g)].map(([, table, name]) => [table, name])
  const joins = [...document.matchAll(/^\| (`.*) \| (`[^|]*`) \|$/gm)].flatMap(([, from, to]) => {
    const [there, here] = [columnsOf(to), columnsOf(from)]
    return there.length > 1 ? [{ here, there }] : here.map((one) => ({ here: [one], there }))
  })
  return new Map(
    joins.map(({ here, there }) => {
      const pairs = here.map(([, name], at) => `a.${name} = b.${there[at]?.[1]}`)
      const [from, to] = [here, there].map(([column]) => `${schema}.${column?.[0]}`)
      const isNamed = `a.${here[0]?.[1]} IS NOT NULL AND a.${here[0]?.[1]}::text <> '0'`
      return [
        `${here.join()} ${there.join()}`,
        `SELECT count(*) FILTER (WHERE b IS NULL), count(*) > 0 FROM ${from} AS a LEFT JOIN ${to} AS b ON ${pairs.join(' AND ')} WHERE ${isNamed}`,
      ]
    }),
  )
}

test('the views of SQLite have the columns and rows of those of PostgreSQL, where all has a comment and joins as the document says', {
  skip: postgres.skip,
}, async (t) => {
  const { url } = postgres.server
  const writer = new Writer(url, 'views')
  t.after(() => writer.close())
  const world = new World(7, 120)
  await writer.write(world.blocks)
  const session = await openSession(t, false, url)
  await session.query("SET timezone = 'UTC'")
  const sorted = (rows: readonly (readonly unknown[])[]): string[] =>
    rows.map((row) => row.map(comparable).join(' ')).sort()
  for (const { name } of VIEWS) {
    const own = writer.models.database.prepare(`SELECT * FROM ${name}`)
    const columns = own.columns().map((column) => column.name)
    const copied = await session.query<string[]>({ text: `SELECT * FROM views.${name}`, rowMode: 'array' })
    assert.deepEqual(
      columns,
      copied.fields.map((field) => field.name),
    )
    const rows = sorted(own.raw().all() as unknown[][])
    assert.ok(rows.length > 5, `${name} has ${rows.length} rows`)
    assert.deepEqual(rows, sorted(copied.rows), name)
  }
  await t.test('a token whose pool is closed has no worth in positions, as in the API', async () => {
    const { database } = writer.models
    const owned: { owner: Buffer; token: string; left_worth_ada: number | null }[] = []
    const positions = (): typeof owned =>
      database
        .prepare<[], (typeof owned)[number]>(
          'SELECT owner, token, left_worth_ada FROM position_view ORDER BY owner, token',
        )
        .all()
    const [traded] = positions()
    const close = `UPDATE TABLE SET venue = 'closed' WHERE token = '${traded?.token}'`
    database.exec(close.replace('TABLE', sqlNameOf('pools', 1)))
    await session.query(close.replace('TABLE', 'views.pools'))
    const { ofToken } = positionQueries(database)
    const shown = positions()
    for (const { owner, token, left_worth_ada } of shown)
      assert.equal(
        left_worth_ada === null,
        ofToken([owner.toString('hex')], token)?.worth === undefined,
        token,
      )
    const copied = await rowsOf(
      session,
      "SELECT encode(owner, 'hex'), token, left_worth_ada FROM views.position_view",
    )
    const unvalued = (rows: readonly (readonly unknown[])[]) =>
      rows.flatMap(([owner, token, worth]) => (worth === null ? [`${owner} ${token}`] : [])).sort()
    assert.deepEqual(
      unvalued(copied),
      unvalued(
        shown.map(({ owner, token, left_worth_ada }) => [owner.toString('hex'), token, left_worth_ada]),
      ),
    )
    assert.ok(unvalued(copied).length > 0 && unvalued(copied).length < shown.length)
  })
  const uncommented = await rowsOf(
    session,
    `SELECT relname FROM pg_class
       WHERE relnamespace = 'views'::regnamespace AND relkind IN ('r', 'v') AND obj_description(oid, 'pg_class') IS NULL
     UNION ALL SELECT relname || '.' || attname FROM pg_attribute JOIN pg_class ON pg_class.oid = attrelid
       WHERE relnamespace = 'views'::regnamespace AND relkind IN ('r', 'v') AND attnum > 0 AND col_description(attrelid, attnum) IS NULL
     UNION ALL SELECT proname FROM pg_proc
       WHERE pronamespace = 'views'::regnamespace AND obj_description(oid, 'pg_proc') IS NULL`,
  )
  assert.deepEqual(uncommented, [])
  const joins = orphans('views')
  assert.equal(joins.size, 7)
  for (const [join, sql] of joins) assert.deepEqual(await rowsOf(session, sql), [['0', 't']], join)
})
