// Tickers of a generated launchpad, compared with all stored trades.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { generatedModels } from '../../testing/generated-models.ts'
import { tickersQuery } from './tickers.ts'

interface Trade {
  readonly position: bigint
  readonly pool: string
  readonly venue: string
  readonly lovelace: bigint
  readonly tokens: bigint
  readonly price: string
  readonly reserve_lovelace: bigint
}

test('a ticker has the sums of the trades from one position to another, and their last, highest and lowest price', (t) => {
  const { database, all } = generatedModels(t)
  const query = tickersQuery(database)
  const positions = all<Trade>('SELECT position FROM trades ORDER BY position').map(
    ({ position }) => position,
  )
  // Trades that moved nothing on one side.
  for (const [at, column] of ['lovelace', 'tokens'].entries())
    database.prepare(`UPDATE trades_1 SET ${column} = 0 WHERE position = ?`).run(positions[20 + at])
  const [from, to] = [Number(positions[10]), Number(positions.at(-10))]
  const trades = all<Trade>(
    "SELECT * FROM trades WHERE position >= ? AND position < ? AND venue <> 'orders' ORDER BY position",
    from,
    to,
  ).filter(({ lovelace, tokens, price }) => lovelace > 0n && tokens > 0n && price !== '0')
  const pools = all<{ nft: string; token: string; amm_nft: string }>('SELECT nft, token, amm_nft FROM pools')
  const sum = (of: readonly bigint[]): string => `${of.reduce((total, one) => total + one, 0n)}`
  const expected = pools.flatMap(({ nft, token, amm_nft }) => {
    const of = trades.filter(({ pool }) => pool === nft)
    const last = of.at(-1)
    const prices = of.map(({ price }) => price).sort((a, b) => Number(a) - Number(b))
    if (last === undefined) return []
    return {
      token,
      pair: last.venue === 'amm' ? amm_nft : nft,
      lovelace: sum(of.map(({ lovelace }) => lovelace)),
      tokens: sum(of.map(({ tokens }) => tokens)),
      reserve: `${last.reserve_lovelace}`,
      last: last.price,
      high: prices.at(-1),
      low: prices[0],
    }
  })
  assert.ok(expected.some(({ high, low }) => high !== low))
  const byToken = (a: { token: string }, b: { token: string }): number => (a.token < b.token ? -1 : 1)
  assert.deepEqual(query(from, to).sort(byToken), expected.sort(byToken))
})
