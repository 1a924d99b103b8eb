// Runs the queries in docs/data/postgres.md in a copy of the recorded devnet. Compares the results with the API's responses at the same
// block. Every query of the dashboard must return rows.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { rowsOf, type Session } from '../../projections/copies/postgres/session.ts'
import type { Position } from '../../schema/responses/analytics.ts'
import type { ApiOrder } from '../../schema/responses/orders.ts'
import { get, grouped, post, type Services } from '../independent/comparison.ts'
import { dashboardQueries } from './dashboard-queries.ts'

const DAY = 86_400
const HOUR = 3_600
const EVER = { from: 0, to: 99_999_999_999 }

type Row = readonly (string | null)[]

/** Further digits than `digits` are cut. */
const scaled = (decimal: string | number | null | undefined, digits: number): string => {
  const [whole, part = ''] = `${decimal}`.split('.')
  return `${BigInt(whole + part.padEnd(digits, '0').slice(0, digits))}`
}
/** In 1e-9 lovelace. Views show ADA, the API shows lovelace. */
const lovelace = (ada: string | null | undefined): string => scaled(ada, 15)
const number = (amount: string | number | bigint): string => scaled(`${amount}`, 9)
const seconds = (time: string | null | undefined): number => Date.parse(`${time}`) / 1_000
const sorted = <T>(rows: readonly T[]): string[] => rows.map((row) => JSON.stringify(row)).sort()

interface Subject {
  readonly session: Session
  readonly schema: string
  readonly services: Services
  /** Unix seconds of the first full hour after the last trade. */
  readonly now: number
  readonly token: string
  readonly trader: string
  readonly owner: string
}

const columnOf = async (
  { session, schema }: Pick<Subject, 'session' | 'schema'>,
  sql: string,
): Promise<string[]> =>
  (await rowsOf(session, sql.replaceAll('launchpad.', `${schema}.`))).map(([value]) => value ?? '')

const subjectOf = async (session: Session, schema: string, url: string): Promise<Subject> => {
  const one = async (sql: string): Promise<string> =>
    (await columnOf({ session, schema }, sql))[0] || assert.fail(sql)
  const now = Math.ceil(Number(await one('SELECT max(time) FROM launchpad.trades')) / HOUR) * HOUR
  const most = (name: string): Promise<string> =>
    one(
      `SELECT ${name} FROM launchpad.trade_view WHERE owner IS NOT NULL GROUP BY 1 ORDER BY count(*) DESC, 1 LIMIT 1`,
    )
  const [token, trader] = [await most('token'), await most('trader')]
  const owner = (await one(`SELECT launchpad.address_owner('${trader}')`)).slice(2)
  return { session, schema, services: [url], now, token, trader, owner }
}

const questionsAbout = ({ schema, now, token, trader }: Subject): string[] => {
  const document = readFileSync(new URL('../../docs/data/postgres.md', import.meta.url), 'utf8')
  return [...document.matchAll(/```sql\n(SELECT [^`]*?);\n```/g)].map(([, text = '']) =>
    text
      .replaceAll('launchpad.', `${schema}.`)
      .replaceAll('now()', `to_timestamp(${now})`)
      .replaceAll(/interval '(7|30) days'/g, "interval '1 year'")
      .replaceAll(/'addr1\w+'/g, `'${trader}'`)
      .replaceAll(/'[0-9a-f]{56}\.[0-9a-f]+'/g, `'${token}'`),
  )
}

const checkDashboard = async ({ session, schema, token }: Subject): Promise<void> => {
  for (const query of dashboardQueries(token)) {
    const rows = await rowsOf(session, query.replaceAll('launchpad.', `${schema}.`))
    assert.ok(
      rows.flat().some((value) => value !== null && value !== '0'),
      `rows of ${query}`,
    )
  }
}

const ownOrders = async (services: Services, path: string, keys: readonly string[]): Promise<ApiOrder[]> => {
  const orders: ApiOrder[] = []
  for (;;) {
    const { ledger } = await post(services, `${path}?limit=100&offset=${orders.length}`, keys)
    orders.push(...ledger.items)
    if (orders.length >= ledger.count) return orders
  }
}

const checkHolders = async (holders: readonly Row[], { services, token }: Subject): Promise<void> => {
  const page = await get(services, '/balances/v1/pool/holders', { assetId: token, limit: 10 })
  assert.deepEqual(
    holders.map(([address, quantity]) => ({ address, quantity })),
    page.holders,
  )
}

const checkBars = async (
  volumes: readonly Row[],
  candles: readonly Row[],
  { services, now, token }: Subject,
  tokens: readonly string[],
): Promise<void> => {
  const barsOf = (base: string, resolution: string) =>
    get(services, '/v1/charts/history', { base, quote: '.', resolution, ...EVER })
  const traded: [string, string][] = []
  for (const base of tokens) {
    const bars: { time: number; volume: string }[] = await barsOf(base, 'min5')
    const volume = bars
      .filter(({ time }) => time >= now - DAY)
      .reduce((sum, bar) => sum + BigInt(bar.volume), 0n)
    if (volume > 0n) traded.push([base, number(volume)])
  }
  assert.deepEqual(sorted(volumes.map(([base, , ada]) => [base, lovelace(ada)])), sorted(traded))

  const bars: Record<'time' | 'open' | 'high' | 'low' | 'close' | 'volume', string | number>[] = await barsOf(
    token,
    'hour1',
  )
  assert.deepEqual(
    candles.map(([time, ...prices]) => [seconds(time), ...prices.map(lovelace)]),
    bars.map(({ time, open, high, low, close, volume }) => [
      time,
      ...[open, high, low, close, volume].map(number),
    ]),
  )
}

const checkTrades = async (trades: readonly Row[], { services, owner }: Subject): Promise<void> => {
  const filled = (await ownOrders(services, '/v1/user-history-feed/initial/state', [owner])).filter(
    ({ status }) => status === 'Evaluated',
  )
  const newest = filled.slice(0, trades.length)
  assert.equal(trades.length, Math.min(20, filled.length))
  assert.deepEqual(
    sorted(trades.map(([time, , side, , amount]) => [seconds(time), side, amount])),
    sorted(
      newest.map(({ timestamp, from, fromAmount, toAmount }) =>
        from === '.' ? [timestamp, 'buy', toAmount] : [timestamp, 'sell', fromAmount],
      ),
    ),
  )
}

const checkDays = async (
  days: readonly Row[],
  { services }: Subject,
  tokens: readonly string[],
): Promise<void> => {
  const pools: { pool: { createdOn: number; graduatedOn: number | null } }[] = []
  for (const asset of tokens) pools.push(await get(services, '/v1/pools-feed/initial/state', { asset }))
  const byDay = grouped(pools, ({ pool }) => `${pool.createdOn - (pool.createdOn % DAY)}`)
  assert.deepEqual(
    sorted(days.map(([day, ...counts]) => [seconds(day), ...counts.map(Number)])),
    sorted(
      [...byDay].map(([day, launched]) => [
        Number(day),
        launched.length,
        launched.filter(({ pool }) => pool.graduatedOn !== null).length,
      ]),
    ),
  )
}

const checkPositions = async (
  profits: readonly Row[],
  { session, schema, services, owner }: Subject,
): Promise<void> => {
  const { items }: { items: Position[] } = await post(services, '/balances/v1/user/positions?limit=100', [
    owner,
  ])
  assert.deepEqual(
    sorted(profits.map(([, ...amounts]) => amounts.slice(0, 3).map(lovelace))),
    sorted(items.map(({ boughtAda, soldAda, realised }) => [boughtAda, soldAda, realised].map(number))),
  )
  const unsold = await rowsOf(
    session,
    `SELECT token, left_tokens, left_cost_ada, left_worth_ada FROM ${schema}.position_view WHERE owner = '\\x${owner}'`,
  )
  const all = unsold.flatMap(([asset, tokens, cost, worth]) => {
    const position = items.find((item) => item.asset === asset) ?? assert.fail(`position in ${asset}`)
    // The API does not count tokens that were sent away.
    if (BigInt(position.quantity) < BigInt(tokens ?? '')) return []
    const { openQuantity, openCost, openWorth } = position
    assert.deepEqual([tokens, lovelace(cost)], [openQuantity, number(openCost)], `unsold ${asset}`)
    assert.ok(Math.abs(Number(worth) * 1e6 - Number(openWorth)) <= 2, `${worth} is not ${openWorth}`)
    return [position]
  })
  assert.ok(all.length > 4 && all.length < items.length, `${all.length} of ${items.length} positions`)
}

const checkOpen = async (open: readonly Row[], subject: Subject): Promise<void> => {
  const owners = await columnOf(subject, "SELECT DISTINCT encode(owner, 'hex') FROM launchpad.orders")
  const waiting = await ownOrders(subject.services, '/v1/user-history-feed/initial/state/open', owners)
  assert.deepEqual(
    sorted(
      open.map(([placed, asset, side, amount, address]) => [seconds(placed), asset, side, amount, address]),
    ),
    sorted(
      waiting
        .filter(({ timestamp }) => timestamp < subject.now - HOUR)
        .map((order) => [
          order.timestamp,
          order.asset,
          order.from === '.' ? 'buy' : 'sell',
          order.fromAmount,
          order.address,
        ]),
    ),
  )
}

const checkOutputs = async (held: readonly Row[], { services, trader, owner }: Subject): Promise<void> => {
  const outputs: { address: string; value: { unit: string; amount: string }[] }[] = await post(
    services,
    '/getUtxos',
    { pkh: owner, limit: 1_000 },
  )
  const sums = new Map<string, bigint>()
  for (const { value } of outputs.filter(({ address }) => address === trader))
    for (const { unit, amount } of value)
      if (unit !== 'lovelace') sums.set(unit, (sums.get(unit) ?? 0n) + BigInt(amount))
  assert.deepEqual(sorted(held), sorted([...sums].map(([unit, sum]) => [unit, `${sum}`])))
}

/** The executors' fees must be the sum of all positions' fees. */
const checkFees = async (
  fees: readonly Row[],
  creators: readonly Row[],
  { session, schema }: Subject,
): Promise<void> => {
  const one = async (sql: string) =>
    (await rowsOf(session, sql.replaceAll('launchpad.', `${schema}.`)))[0]?.[0] ?? ''
  const event = (name: string, kind: string) =>
    `SELECT sum(substr(body::json->>'${name}', 2)::numeric) FROM launchpad.events WHERE kind = '${kind}'`
  const sums = new Map(fees.map(([kind, ada]) => [kind, scaled(ada, 6)]))
  assert.equal(
    sums.get('executor'),
    scaled(await one('SELECT sum(fees_ada) FROM launchpad.position_view'), 6),
  )
  assert.equal(sums.get('executor'), await one(event('executorFee', 'traded')))
  assert.equal(sums.get('percentage'), await one(event('percentageFee', 'traded')))
  assert.equal(sums.get('graduation'), await one(event('cost', 'graduated')))
  assert.deepEqual([...sums.keys()].sort(), [
    'executor',
    'graduation',
    'liquidity',
    'percentage',
    'royalty',
    'treasury',
  ])
  for (const ada of fees.map(([, ada]) => `${ada}`)) assert.match(ada, /^\d+\.\d{6}$/)
  const made = await rowsOf(
    session,
    `SELECT creator, count(*), count(graduated), sum(volume_ada) FROM ${schema}.token_view WHERE creator IS NOT NULL GROUP BY 1`,
  )
  assert.deepEqual(
    sorted(creators.map((row) => row.slice(0, 4))),
    sorted(made.filter(([, launched]) => Number(launched) > 1)),
  )
}

/** @param url URL of a service whose models are at the copy's block */
export const compareQuestions = async (session: Session, schema: string, url: string): Promise<void> => {
  // The document's days are in UTC, whatever the analyst's time zone is.
  await session.query("SET timezone = 'Asia/Tokyo'")
  const subject = await subjectOf(session, schema, url)
  const asked = questionsAbout(subject)
  const found: (readonly Row[])[] = []
  for (const question of asked) found.push(await rowsOf(session, question))
  const [
    holders = [],
    volumes = [],
    trades = [],
    candles = [],
    days = [],
    profits = [],
    open = [],
    held = [],
    fees = [],
    creators = [],
  ] = found
  for (const [at, rows] of found.entries()) assert.ok(rows.length > 0, `rows of ${asked[at]}`)
  await checkDashboard(subject)
  const tokens = await columnOf(subject, 'SELECT token FROM launchpad.pools')
  await checkHolders(holders, subject)
  await checkBars(volumes, candles, subject, tokens)
  await checkTrades(trades, subject)
  await checkDays(days, subject, tokens)
  await checkPositions(profits, subject)
  await checkOpen(open, subject)
  await checkOutputs(held, subject)
  await checkFees(fees, creators, subject)
}
