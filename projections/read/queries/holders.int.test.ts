// Holders, the sums over them and the records of creators over a generated launchpad, compared with all stored rows.
import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { formatAddress, parseAddress } from '../../../schema/codecs/address.ts'
import { naturalOf } from '../../engine/table/column.ts'
import { generatedModels } from '../../testing/generated-models.ts'
import { creatorQuery } from './creators.ts'
import { holdersQuery, riskQuery } from './holders.ts'

interface Pool {
  readonly id: bigint
  readonly token: string
  readonly holders: bigint
  readonly key: string | null
  readonly stake: string | null
}

interface Held {
  readonly pool: bigint
  readonly of: string
  readonly quantity: string
}

/** In turns, the creator is unknown, has a stake key, or has none; and all holders have equal quantities. */
const world = (t: TestContext) => {
  const { database, reader, all } = generatedModels(t)
  const poolRows = () =>
    all<Pool>(
      `SELECT pools.id, token, holders, lower(hex(dev_key)) AS key, lower(hex(dev_stake)) AS stake
         FROM pools JOIN holder_totals ON pool = pools.id ORDER BY pools.id`,
    )
  const heldBy = () =>
    all<Held>('SELECT pool, address AS of, hex(quantity) AS quantity FROM holders').map((row) => ({
      ...row,
      quantity: naturalOf(row.quantity),
    }))
  const change = database.prepare(
    'UPDATE holder_totals_1 SET dev_key = unhex(?), dev_stake = unhex(?) WHERE pool = ?',
  )
  const add = database.prepare(
    'INSERT INTO holders_1 (pool, address, quantity) SELECT pool, ?, quantity FROM holders_1 WHERE pool = ? AND address = ?',
  )
  const remove = database.prepare('DELETE FROM holders_1 WHERE pool = ? AND address = ?')
  const equal = database.prepare(
    'UPDATE holders_1 SET quantity = (SELECT max(quantity) FROM holders_1 WHERE pool = @id) WHERE pool = @id',
  )
  const firstBuyer = database.prepare('INSERT OR IGNORE INTO first_buyers_1 VALUES (?, unhex(?))')
  const creator = database.prepare('INSERT OR REPLACE INTO creators_1 VALUES (unhex(?), ?, ?)')
  for (const [at, { id }] of poolRows().entries()) {
    if (at % 5 === 4) equal.run({ id })
    const [one, two, three] = heldBy().filter(({ pool }) => pool === id)
    const [address, ...others] = [one, two, three].map((holder) => parseAddress(holder?.of ?? ''))
    for (const other of others) firstBuyer.run(id, other?.slice(2, 58))
    if (one === undefined || address === undefined || at % 3 === 0) continue
    const key = address.slice(2, 58)
    if (at % 3 === 2) {
      add.run(formatAddress(`61${key}`), id, one.of)
      remove.run(id, one.of)
    }
    change.run(key, at % 3 === 1 ? address.slice(58) : '', id)
    if (at % 2 === 0) creator.run(key, at, at - 1)
  }
  const [crowded] = poolRows()
  for (let quantity = 1; quantity <= 12; quantity++)
    database
      .prepare(
        `INSERT INTO holders_1 (pool, address, quantity) VALUES (?, ?, x'01${quantity.toString(16).padStart(2, '0')}')`,
      )
      .run(crowded?.id, `addr${quantity}`)
  database.prepare('UPDATE holder_totals_1 SET holders = holders + 12 WHERE pool = ?').run(crowded?.id)
  reader.refresh()
  const pools = poolRows()
  assert.ok(pools.length > 5, `${pools.length} pools`)
  return { reader, all, pools, held: heldBy() }
}

test('a page of holders is that part of all holders, largest first and equal ones by address', (t) => {
  const { reader, pools, held } = world(t)
  const page = holdersQuery(reader.database, 1)
  for (const { id, token, key, stake } of pools) {
    const all = held
      .filter(({ pool }) => pool === id)
      .sort((a, b) => Number(b.quantity - a.quantity) || (a.of < b.of ? -1 : 1))
    const address = key === null ? '' : formatAddress(`${stake ? `01` : '61'}${key}${stake ?? ''}`)
    const dev = { address, quantity: `${all.find(({ of }) => of === address)?.quantity ?? 0n}` }
    for (const limit of [1, 2, 7])
      for (let offset = 0; offset <= all.length + 1; offset++)
        assert.deepEqual(JSON.parse(page(token, limit, offset) ?? assert.fail()), {
          holders: all
            .slice(offset, offset + limit)
            .map(({ of, quantity }) => ({ address: of, quantity: `${quantity}` })),
          dev,
          count: all.length,
        })
  }
  assert.ok(pools.some(({ stake }) => stake === '') && pools.some(({ stake }) => stake))
  assert.equal(page(`${'00'.repeat(28)}.00`, 1, 0), undefined)
})

test('the sums over holders are those of the ten largest, of the creator and of the first buyers', (t) => {
  const { reader, all, pools, held } = world(t)
  const risk = riskQuery(reader.database)
  const rows = (sql: string): readonly Held[] => all<Held>(sql)
  const first = rows('SELECT pool, lower(hex(key_hash)) AS of FROM first_buyers')
  const balances = rows('SELECT pool, lower(hex(key_hash)) AS of, hex(quantity) AS quantity FROM balances')
  for (const { id, holders, key } of pools) {
    const ofKeys = (keys: readonly (string | null)[]): string =>
      `${balances
        .filter(({ pool, of }) => pool === id && keys.includes(of))
        .reduce((sum, { quantity }) => sum + naturalOf(quantity), 0n)}`
    const largest = held.filter(({ pool }) => pool === id).sort((a, b) => Number(b.quantity - a.quantity))
    assert.deepEqual(risk(Number(id)), {
      holders: Number(holders),
      creator: key === null ? null : ofKeys([key]),
      top10: `${largest.slice(0, 10).reduce((sum, { quantity }) => sum + quantity, 0n)}`,
      firstBuyers: ofKeys(first.filter(({ pool }) => pool === id).map(({ of }) => of)),
    })
  }
  assert.equal(risk(-1), null)
})

test("a creator's record has all launches, and the creator's orders of this token alone", (t) => {
  const { reader, all, pools } = world(t)
  const record = creatorQuery(reader.database)
  const noSums = { bought_lovelace: 0n, bought_tokens: 0n, sold_lovelace: 0n, sold_tokens: 0n }
  const kinds = new Set<string>()
  for (const { token, key } of pools) {
    const [creator] = all<Record<string, bigint>>('SELECT * FROM creators WHERE key_hash = unhex(?)', key)
    const [sums] = all<Record<string, bigint>>(
      `SELECT bought_lovelace, bought_tokens, sold_lovelace, sold_tokens FROM order_totals
         JOIN order_books ON id = book WHERE token = ? AND owner = unhex(?)`,
      token,
      key,
    )
    kinds.add(`${creator !== undefined} ${sums !== undefined}`)
    if (creator === undefined) assert.equal(record(token), null)
    else {
      const { launched, graduated, bought_lovelace, bought_tokens, sold_lovelace, sold_tokens } =
        record(token) ?? assert.fail()
      assert.deepEqual([launched, graduated], [Number(creator.launched), Number(creator.graduated)])
      assert.deepEqual({ bought_lovelace, bought_tokens, sold_lovelace, sold_tokens }, sums ?? noSums)
    }
  }
  assert.ok(kinds.has('true true'), [...kinds].join())
  assert.equal(record(`${'00'.repeat(28)}.00`), undefined)
})
