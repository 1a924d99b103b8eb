// Makes the models' database that the chart servers answer from, with the tables and writers of the service; and beside
// them the bars as they are commonly stored, one decimal a column, for the server that is written the common way.
import { openModels, startServing } from '../../../projections/engine/file/models-database.ts'
import { modelsFile } from '../../../projections/engine/file/models-files.ts'
import { Rows } from '../../../projections/engine/table/rows.ts'
import { positionOf } from '../../../projections/engine/table/table.ts'
import { WriteContext } from '../../../projections/engine/table/write-context.ts'
import { launchpadModels } from '../../../projections/launchpad-models.ts'
import { bars, resolutionId } from '../../../projections/models/bars.ts'
import { pools } from '../../../projections/models/pools.ts'
import { barFragment } from '../../../schema/answers/charts.ts'
import { formatDecimal, formatRatio, parseRatio, type Ratio } from '../../../schema/codecs/ratio.ts'
import { readSettings } from '../../../schema/config/settings.ts'
import { marketCap } from '../../../schema/launchpad/curve.ts'
import { loadOperations } from '../../service/settings/configs.ts'
import { answer } from '../kit/child.ts'
import { BARS, FIRST, MINUTE, PAIRS, RESOLUTION, randomFrom, tokenOf } from './bars-data.ts'

const SLOT = 133_000_000

/** A made-up price in lovelace per token, with as many digits as a curve's has. */
const priceOf = (random: () => number): Ratio => ({
  numerator: 40_000_000_000_000n + BigInt(Math.floor(random() * 9_999_999_999_999)),
  denominator: 10n ** 12n,
})

const poolRow = (pair: number, price: Ratio) => ({
  id: positionOf(SLOT + pair, 0),
  nft: `${'ab'.repeat(28)}.${pair.toString(16).padStart(4, '0')}`,
  token: tokenOf(pair),
  venue: 'curve' as const,
  amm_nft: null,
  adopted: false,
  closed: null,
  tier: null,
  a_num: '1',
  b_num: '1',
  ada_cap: '1',
  executor: null,
  lp_fee: null,
  treasury_fee: null,
  royalty_fee: null,
  created: FIRST,
  updated: FIRST + BARS * MINUTE,
  graduated: null,
  crowned: null,
  output_transaction: Buffer.alloc(32, pair).toString('hex'),
  output_index: 0,
  lovelace: 3_000_000n,
  tokens: 1_000_000_000n,
  price: formatDecimal(price),
  market_cap: marketCap(price),
  progress: 0,
  volume: 0n,
  trades: 0,
})

const barRow = (pool: number, at: number, before: Ratio, after: Ratio, volume: bigint) => {
  const rises = after.numerator > before.numerator
  const prices = {
    open: before,
    high: rises ? after : before,
    low: rises ? before : after,
    close: after,
  }
  const time = FIRST + at * MINUTE
  return {
    pool,
    resolution: resolutionId(RESOLUTION),
    time,
    open: formatRatio(prices.open),
    high: formatRatio(prices.high),
    low: formatRatio(prices.low),
    close: formatRatio(prices.close),
    volume,
    trades: 1,
    market_cap: marketCap(after).toString(),
    fragment: barFragment(time, prices, volume),
  }
}

answer<{ readonly directory: string }>(({ directory }) => {
  const operations = loadOperations(readSettings({}, []).settings, 'mainnet')
  const { path } = modelsFile(directory, 1)
  const { database } = openModels(path, launchpadModels('mainnet', operations))
  const context = new WriteContext()
  const poolWriter = new Rows(database, pools, context, 'pools_1')
  const barWriter = new Rows(database, bars, context, 'bars_1')
  database.exec(
    'CREATE TABLE plain_bars (pool INTEGER, resolution INTEGER, time INTEGER, low TEXT, high TEXT, open TEXT, close TEXT, volume TEXT, PRIMARY KEY (pool, resolution, time)) WITHOUT ROWID',
  )
  const plain = database.prepare('INSERT INTO plain_bars VALUES (?, ?, ?, ?, ?, ?, ?, ?)')
  const random = randomFrom(1)
  database.transaction(() => {
    for (let pair = 0; pair < PAIRS; pair++) {
      let price = priceOf(random)
      const pool = poolRow(pair, price)
      poolWriter.insert(pool)
      for (let at = 0; at < BARS; at++) {
        const before = price
        price = priceOf(random)
        const bar = barRow(pool.id, at, before, price, BigInt(Math.floor(random() * 1e11)))
        barWriter.insert(bar)
        const [low, high, open, close] = [bar.low, bar.high, bar.open, bar.close].map((text) =>
          formatDecimal(parseRatio(text)),
        )
        plain.run(pool.id, bar.resolution, bar.time, low, high, open, close, `${bar.volume}`)
      }
    }
    database
      .prepare('INSERT INTO checkpoint VALUES (1, 1, 1, ?, ?, 1, ?)')
      .run(SLOT, 'cd'.repeat(32), context.digest.toString())
    startServing(database)
  })()
  database.close()
  return { pairs: PAIRS, bars: BARS }
})
