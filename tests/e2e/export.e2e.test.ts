// The output of `npm run export` on the recorded devnet, and the SQL in docs/data/export.md.
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { asyncBufferFromFile, parquetMetadataAsync, parquetReadObjects } from 'hyparquet'
import { mainnetLaunch } from '../../fixtures/chains/recorded-chains.ts'
import { CHAIN_FILE } from '../../fixtures/chains/recording.ts'
import { decodeEvent } from '../../projections/engine/fold/event-table.ts'
import { formatAddress } from '../../schema/codecs/address.ts'
import { Sqlite } from '../../schema/platform/sqlite.ts'
import { modelsPath } from '../../scripts/service/settings/data-directory.ts'
import { foldedRecording } from '../harness/folded-recording.ts'
import { outputOf, runScript } from '../harness/run-script.ts'
import { temporaryDirectory } from '../kit/temporary-directory.ts'

type Row = Readonly<Record<string, unknown>>

const page = readFileSync(new URL('../../docs/data/export.md', import.meta.url), 'utf8')

const csvRows = (text: string): string[][] =>
  text
    .trimEnd()
    .split('\n')
    .map((line) =>
      [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(
        ([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain ?? '',
      ),
    )

const tradesIn = (models: InstanceType<typeof Sqlite>): Row[] =>
  models
    .prepare<
      [],
      Row
    >(`SELECT position / 65536 AS slot, position, trades.pool, lower(hex(transaction_id)) AS transaction_id, venue, side,
      CAST(trades.lovelace AS TEXT) AS lovelace, CAST(trades.tokens AS TEXT) AS tokens, trades.price,
      lower(hex(order_transaction)) AS order_transaction, order_index, time, event, trades.height,
      lower(hex(trader)) AS trader, lower(hex(trades.address)) AS address,
      CAST(reserve_lovelace AS TEXT) AS reserve_lovelace, CAST(reserve_tokens AS TEXT) AS reserve_tokens,
      ${['percentage', 'executor', 'liquidity', 'treasury', 'royalty'].map((kind) => `CAST(${kind}_fee AS TEXT) AS ${kind}_fee`)}, (SELECT token FROM pools WHERE nft = pool) AS token
      FROM trades ORDER BY position`)
    .all()
    .map((row) => ({
      ...row,
      order_transaction: row.order_transaction || null,
      trader: row.trader || null,
      address: typeof row.address === 'string' && row.address !== '' ? formatAddress(row.address) : null,
    }))

/** No column is a float. */
const checkParquet = async (
  path: string,
  table: string,
  rows: readonly Row[],
  exported: (...args: readonly string[]) => Promise<string>,
): Promise<void> => {
  assert.equal(await exported(table, '--format', 'parquet', '--out', path), '')
  const file = await asyncBufferFromFile(path)
  const metadata = await parquetMetadataAsync(file)
  assert.equal(metadata.num_rows, BigInt(rows.length))
  const types = new Set(metadata.schema.slice(1).map(({ type }) => `${type}`))
  assert.ok(!types.has('DOUBLE') && !types.has('FLOAT') && types.has('INT64'), [...types].join())
  // The reader would convert decimals to floats.
  for (const element of metadata.schema)
    if (element.converted_type === 'DECIMAL') delete element.converted_type
  const read = await parquetReadObjects({ file, metadata })
  const text = (value: unknown): unknown => {
    if (value instanceof Uint8Array) return `${BigInt(`0x${Buffer.from(value).toString('hex')}`)}`
    return value === null || typeof value === 'boolean' ? value : `${value}`
  }
  const json = (value: unknown): unknown =>
    text(typeof value === 'object' && value !== null ? JSON.stringify(value) : value)
  assert.deepEqual(
    read.map((row) => Object.fromEntries(Object.entries(row).map(([name, value]) => [name, text(value)]))),
    rows.map((row) => Object.fromEntries(Object.entries(row).map(([name, value]) => [name, json(value)]))),
  )
}

test('tables are exported exactly, whole or by slots, and the views answer what their page asks', async (t) => {
  const { dataDir } = await foldedRecording(t)
  const directory = temporaryDirectory(t)
  const env = { NETWORK: 'devnet', CHAIN_FILE: fileURLToPath(CHAIN_FILE), DATA_DIR: dataDir }
  const exported = (...args: readonly string[]): Promise<string> => outputOf('export', args, env)
  const rowsOf = async (...args: readonly string[]): Promise<Row[]> =>
    (await exported(...args))
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line))
  const models = new Sqlite(modelsPath(dataDir), { readonly: true })
  t.after(() => models.close())

  const trades: readonly Row[] = await rowsOf('trades')
  assert.ok(trades.length > 1_000)
  assert.deepEqual(trades, tradesIn(models))

  const border = Number(trades[500]?.slot)
  const file = join(directory, 'events.csv')
  assert.equal(await exported('events', '--format', 'csv', '--to', `${border}`, '--out', file), '')
  assert.deepEqual(readdirSync(directory), ['events.csv'])
  const [header, ...before] = csvRows(readFileSync(file, 'utf8'))
  assert.deepEqual(header, ['slot', 'position', 'height', 'kind', 'body'])
  const after = await rowsOf('events', '--from', `${border + 1}`)
  const events = models.prepare<[], { body: string }>('SELECT body FROM events ORDER BY position').all()
  assert.deepEqual(
    [...before.map((fields) => JSON.parse(fields[4] ?? '')), ...after.map(({ body }) => body)],
    events.map(({ body }) =>
      JSON.parse(
        JSON.stringify(decodeEvent(body), (_, value) => (typeof value === 'bigint' ? `${value}` : value)),
      ),
    ),
  )

  const holders = await rowsOf('holders')
  assert.deepEqual(Object.keys(holders[0] ?? {}), ['pool', 'address', 'quantity', 'token'])
  const sum = holders.reduce((total, { quantity }) => total + BigInt(`${quantity}`), 0n)
  assert.equal(
    sum,
    BigInt(models.prepare<[], number>('SELECT sum(quantity) FROM holder_view').pluck().get() ?? 0),
  )

  await checkParquet(join(directory, 'trades.parquet'), 'trades', trades, exported)
  await checkParquet(join(directory, 'holders.parquet'), 'holders', holders, exported)
  await checkParquet(join(directory, 'events.parquet'), 'events', await rowsOf('events'), exported)
  const tokens = await rowsOf('pools')
  await checkParquet(join(directory, 'pools.parquet'), 'pools', tokens, exported)

  const [sql = ''] = /(?<=```sql\n)[\s\S]*?(?=```)/.exec(page) ?? []
  for (const query of sql.trim().split('\n')) assert.ok(models.prepare(query).all().length > 1, query)

  writeFileSync(join(directory, 'queries.sql'), sql)
  const cli = `${process.execPath} ${fileURLToPath(new URL('../../scripts/run-installed.mjs', import.meta.url))}`
  const lines = page.match(/^npm run (?:export|sql) (?:--silent )?-- .*$/gm) ?? []
  for (const line of lines)
    execFileSync('sh', ['-c', line.replace(/^npm run (export|sql) (?:--silent )?--/, `${cli} $1`)], {
      cwd: directory,
      env: { ...process.env, ...env },
      stdio: 'ignore',
    })
  const outputs = lines.flatMap((line) => /(?:--out|>) (\S+)$/.exec(line)?.[1] ?? [])
  assert.ok(outputs.length > 4)
  for (const name of outputs) assert.ok(statSync(join(directory, name)).size > 20, name)

  const pipe = join(directory, 'pipe')
  execFileSync('mkfifo', [pipe])
  const notAFile = 'is there and is not a file: name another with --out, or leave --out out\n'
  for (const [args, message] of [
    [['holders', '--to', '5'], '--from and --to do not apply to holders: its rows have no slot\n'],
    [['trades', '--from', '6', '--to', '5'], '--from 6 is after --to 5: exchange them\n'],
    [['trades', '--format', 'parquet'], 'a Parquet file is not written to a pipe: name it with --out\n'],
    [['trades', '--out', directory], `${directory} ${notAFile}`],
    [['trades', '--out', pipe], `${pipe} ${notAFile}`],
  ] as const) {
    const { code, stderr } = await runScript('export', args, env)
    assert.equal(code, 1, stderr)
    assert.equal(stderr, message)
  }
  assert.ok(statSync(pipe).isFIFO())
})

/** A model with a column for each rule of an export: a slot, the hash of an address, and a number near the limit of Parquet. */
const OWN_MODEL = `
import { appendTable, hex, integer, model, natural } from '${new URL('../../projections/own/models.ts', import.meta.url).pathname}'

const traded = appendTable('traded', { columns: { slot: integer, address: hex, largest: natural } })
const larger = appendTable('larger', { columns: { amount: natural } })

export default model()({
  name: 'traded', version: 1, tables: { traded, larger },
  on: {
    traded({ trader }, tables, { slot }) {
      tables.traded.append({ slot: slot - 1, address: trader.slice(2, 58), largest: 10n ** 38n - 1n })
      tables.larger.append({ amount: 10n ** 38n })
    },
  },
})`

test('a table of an own model is exported as it is: one slot, hashes in hex, and no number that a format cannot have', async (t) => {
  const directory = temporaryDirectory(t)
  const file = join(directory, 'traded.ts')
  writeFileSync(file, OWN_MODEL)
  const env = { NETWORK: 'mainnet', DATA_DIR: join(directory, 'data'), MODEL: file }
  await outputOf('replay', [mainnetLaunch.path], env)
  const exported = (...args: readonly string[]): Promise<string> => outputOf('export', args, env)
  const address = 'd4f05bd13965ce0c52b9c5ab264bad0ccb054e7d552f8dd1763548be'
  const row = [8761855508480, 133695304, address, '9'.repeat(38)]
  assert.equal(
    await exported('traded', '--format', 'csv'),
    `position,slot,address,largest\n${row.join(',')}\n`,
  )
  const rows = [JSON.parse(await exported('traded', '--from', '133695305', '--to', '133695305'))]
  const [position, slot, , largest] = row
  assert.deepEqual(rows, [{ position, slot, address, largest }])
  assert.equal(await exported('traded', '--to', '133695304'), '')
  await checkParquet(join(directory, 'traded.parquet'), 'traded', rows, exported)

  assert.deepEqual(JSON.parse(await exported('larger')).amount, `1${'0'.repeat(38)}`)
  const out = join(directory, 'larger.parquet')
  const { code, stderr } = await runScript('export', ['larger', '--format', 'parquet', '--out', out], env)
  assert.deepEqual(
    [code, stderr.split('\n').slice(-2)],
    [
      1,
      [
        'amount has a number of more than 38 digits, which Parquet does not hold: use --format csv or ndjson',
        '',
      ],
    ],
  )
  assert.deepEqual(
    readdirSync(directory).filter((name) => name.startsWith('larger')),
    [],
  )
})
