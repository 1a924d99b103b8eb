// Tickers of a generated launchpad, compared with all stored trades.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { generatedModels } from '../../testing/generated-models.ts'
import { type TickerFigures, tickersQuery } from './tickers.ts'

test('a ticker has the sums of the trades from one position to another, and their last, highest and lowest price', (t) => {
  const { database, all } = generatedModels(t)
  const positions = all<{ position: bigint }>('SELECT position FROM trades ORDER BY position')
  const [from, one, two, to] = [10, 20, 21, -10].map((at) => Number(positions.at(at)?.position))
  // These trades moved nothing on one side.
  database.exec(`UPDATE trades_1 SET lovelace = 0 WHERE position = ${one}`)
  database.exec(`UPDATE trades_1 SET tokens = 0 WHERE position = ${two}`)
  const of = (value: string, order: string) =>
    `(SELECT ${value} FROM counted WHERE pool = nft ORDER BY ${order} LIMIT 1)`
  const price = 'CAST(price AS REAL)'
  const expected = all<TickerFigures>(
    `WITH counted AS MATERIALIZED (SELECT * FROM trades WHERE position >= ${from} AND position < ${to}
         AND venue <> 'orders' AND price <> '0' AND lovelace > 0 AND tokens > 0)
       SELECT token, ${of("iif(venue = 'amm', amm_nft, nft)", 'position DESC')} AS pair,
         (SELECT CAST(sum(lovelace) AS TEXT) FROM counted WHERE pool = nft) AS lovelace,
         (SELECT CAST(sum(tokens) AS TEXT) FROM counted WHERE pool = nft) AS tokens,
         ${of('CAST(reserve_lovelace AS TEXT)', 'position DESC')} AS reserve,
         ${of('price', 'position DESC')} AS last, ${of('price', `${price} DESC`)} AS high, ${of('price', price)} AS low
       FROM pools WHERE nft IN (SELECT pool FROM counted) ORDER BY token`,
  )
  assert.ok(expected.some(({ high, low, last }) => high !== low && last !== high && last !== low))
  const found = tickersQuery(database)(Number(from), Number(to))
  assert.deepEqual(
    found.sort((a, b) => (a.token < b.token ? -1 : 1)),
    expected.map((row) => ({ ...row })),
  )
})
