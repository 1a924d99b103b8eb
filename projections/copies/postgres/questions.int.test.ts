// Ten questions of an analyst, each one statement on the views. PostgreSQL and SQLite give the same results, which equal those computed
// from the tables' rows.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { randomFrom } from '../../../tests/kit/random-from.ts'
import { World } from '../testing/indexer.ts'
import { abandon, connect, type Session } from './session.ts'
import { serverForTests } from './testing/server-for-tests.ts'
import { Writer } from './testing/writer.ts'

const postgres = serverForTests()

/** How each database writes a day, the Unix seconds of a time, and a median. */
interface Words {
  day(time: string): string
  seconds(time: string): string
}

const SQLITE: Words = {
  day: (time) => `date(${time})`,
  seconds: (time) => `CAST(strftime('%s', ${time}) AS INTEGER)`,
}
const POSTGRES: Words = {
  day: (time) => `(${time} AT TIME ZONE 'UTC')::date`,
  seconds: (time) => `extract(epoch FROM ${time})::bigint`,
}

type Cell = string | number | bigint | null
type Rows = readonly (readonly Cell[])[]

const rowsOf = <Row>(writer: Writer, sql: string): Row[] =>
  writer.models.database.prepare<[], Row>(sql).safeIntegers().all()

interface Trade {
  readonly token: string
  readonly time: bigint
  readonly lovelace: bigint
  readonly percentage_fee: bigint
  readonly executor_fee: bigint
  readonly owner: string | null
}

interface Order {
  readonly token: string
  readonly status: string
  readonly placed: bigint
  readonly time: bigint
}

interface Pool {
  readonly token: string
  readonly created: bigint
  readonly graduated: bigint | null
  readonly adopted: bigint
  readonly venue: string
  readonly market_cap: bigint
  readonly volume: bigint
  readonly dev_key: string | null
}

/** Rows of the tables, from which the expected results are computed. */
const factsOf = (writer: Writer) => {
  const trades = rowsOf<Trade>(
    writer,
    `SELECT pools.token, trades.time, trades.lovelace, percentage_fee, executor_fee, lower(hex(orders.owner)) AS owner
     FROM trades JOIN pools ON pools.nft = trades.pool
     LEFT JOIN orders ON orders.transaction_id = order_transaction AND orders.output_index = order_index`,
  )
  const orders = rowsOf<Order>(
    writer,
    `SELECT token, status, time, id / 65536 + (SELECT time - updated / 65536 FROM orders LIMIT 1) AS placed FROM orders`,
  )
  const pools = rowsOf<Pool>(
    writer,
    `SELECT token, created, graduated, adopted, venue, market_cap, volume, lower(hex(dev_key)) AS dev_key
     FROM pools LEFT JOIN holder_totals ON holder_totals.pool = pools.id`,
  )
  return { trades, orders, pools, newest: trades.reduce((last, { time }) => (time > last ? time : last), 0n) }
}

type Facts = ReturnType<typeof factsOf>

const dayOf = (time: bigint): string => new Date(Number(time) * 1000).toISOString().slice(0, 10)
const ada = (lovelace: bigint): number => Number(lovelace) / 1e6

/** Sums of numbers by keys. */
const sums = <T>(
  of: readonly T[],
  key: (one: T) => string,
  amount: (one: T) => bigint,
): [string, bigint][] => {
  const found = new Map<string, bigint>()
  for (const one of of) found.set(key(one), (found.get(key(one)) ?? 0n) + amount(one))
  return [...found]
}

interface Question {
  readonly asks: string
  readonly sql: (words: Words, facts: Facts) => string
  readonly answer: (facts: Facts, writer: Writer) => Rows
}

const DAY = 86_400n

const QUESTIONS: readonly Question[] = [
  {
    asks: 'the largest holders of each token',
    sql: () => `SELECT token, max(quantity) FROM holder_view GROUP BY token`,
    answer: (_, writer) =>
      writer.models.database
        .prepare<[], { token: string; stored: Buffer }>(
          'SELECT token, max(quantity) AS stored FROM holders JOIN pools ON pools.id = holders.pool GROUP BY token',
        )
        .all()
        .map(({ token, stored }) => [token, BigInt(`0x${stored.subarray(1).toString('hex')}`)]),
  },
  {
    asks: 'the volume of each token on the last day',
    sql: ({ seconds }, { newest }) =>
      `SELECT token, sum(ada) FROM trade_view WHERE ${seconds('time')} > ${newest - DAY} GROUP BY token`,
    answer: ({ trades, newest }) =>
      sums(
        trades.filter(({ time }) => time > newest - DAY),
        ({ token }) => token,
        ({ lovelace }) => lovelace,
      ).map(([token, sum]) => [token, ada(sum)]),
  },
  {
    asks: 'traders each day',
    sql: ({ day }) => `SELECT ${day('time')}, count(DISTINCT owner) FROM trade_view GROUP BY 1`,
    answer: ({ trades }) => {
      const days = new Map<string, Set<string>>()
      for (const { time, owner } of trades) {
        const owners = days.get(dayOf(time)) ?? new Set()
        days.set(dayOf(time), owner ? owners.add(owner) : owners)
      }
      return [...days].map(([day, owners]) => [day, owners.size])
    },
  },
  {
    asks: 'how many launches graduated, and in what time',
    sql: ({ seconds }) =>
      `SELECT count(*), count(graduated), sum(${seconds('graduated')} - ${seconds('created')}) FROM token_view`,
    answer: ({ pools }) => {
      const graduated = pools.flatMap(({ graduated, created }) =>
        graduated === null ? [] : [graduated - created],
      )
      return [[pools.length, graduated.length, graduated.reduce((sum, time) => sum + time, 0n)]]
    },
  },
  {
    asks: 'the median time until an order was filled',
    sql: ({ seconds }) =>
      `SELECT waited FROM (SELECT waited, row_number() OVER (ORDER BY waited) AS at, count(*) OVER () AS n
         FROM (SELECT ${seconds('time')} - ${seconds('placed')} AS waited FROM order_view WHERE status = 'filled') AS fills) AS ranked
       WHERE at = (n + 1) / 2`,
    answer: ({ orders }) => {
      const waited = orders.flatMap(({ status, time, placed }) =>
        status === 'filled' ? [time - placed] : [],
      )
      waited.sort((a, b) => Number(a - b))
      return [[waited[Math.ceil(waited.length / 2) - 1] ?? null]]
    },
  },
  {
    asks: 'how many orders of each token were cancelled',
    sql: () => `SELECT token, count(*) FROM order_view WHERE status = 'cancelled' GROUP BY token`,
    answer: ({ orders }) =>
      sums(
        orders.filter(({ status }) => status === 'cancelled'),
        ({ token }) => token,
        () => 1n,
      ),
  },
  {
    asks: 'how many tokens each wallet holds',
    sql: () => 'SELECT address, count(*) FROM holder_view GROUP BY address',
    answer: (_, writer) =>
      rowsOf<{ address: string; pool: bigint }>(writer, 'SELECT address, pool FROM holders').reduce<
        [string, bigint][]
      >((all, { address }) => {
        const found = all.find(([known]) => known === address)
        if (found === undefined) all.push([address, 1n])
        else found[1] += 1n
        return all
      }, []),
  },
  {
    asks: 'the market caps of listed tokens',
    sql: () => "SELECT token, market_cap_ada FROM token_view WHERE venue <> 'closed'",
    answer: ({ pools }) =>
      pools
        .filter(({ venue }) => venue !== 'closed')
        .map(({ token, market_cap }) => [token, ada(market_cap)]),
  },
  {
    asks: 'the fees of each token and day that the launchpad and the executors earned',
    sql: () =>
      "SELECT day, token, kind, sum(ada) FROM fee_day_view WHERE kind IN ('percentage', 'executor') GROUP BY day, token, kind",
    answer: ({ trades }) =>
      (['percentage', 'executor'] as const).flatMap((kind) =>
        sums(
          trades,
          ({ time, token }) => `${dayOf(time)} ${token}`,
          (trade) => trade[`${kind}_fee`],
        )
          .filter(([, sum]) => sum !== 0n)
          .map(([key, sum]) => [...key.split(' '), kind, ada(sum)]),
      ),
  },
  {
    asks: 'the launches, the volume and the fees of each creator',
    sql: () => 'SELECT creator, launched, volume_ada, percentage_ada FROM creator_view',
    answer: ({ pools, trades }) => {
      const by = pools.filter(({ dev_key }) => dev_key)
      const key = ({ dev_key }: Pool): string => `${dev_key}`
      const volumes = new Map(sums(by, key, ({ volume }) => volume))
      const ofTokens = new Map(by.map((pool) => [pool.token, key(pool)]))
      const fees = new Map(
        sums(
          trades,
          ({ token }) => ofTokens.get(token) ?? '',
          ({ percentage_fee }) => percentage_fee,
        ),
      )
      return sums(by, key, () => 1n).map(([creator, launched]) => [
        `\\x${creator}`,
        launched,
        ada(volumes.get(creator) ?? 0n),
        ada(fees.get(creator) ?? 0n),
      ])
    },
  },
]

/** Rows in a fixed order. Numbers keep only the digits that survive a sum of doubles. */
const comparable = (rows: readonly (readonly unknown[])[]): string[] =>
  rows
    .map((row) =>
      row
        .map((value) => (Buffer.isBuffer(value) ? `\\x${value.toString('hex')}` : `${value}`))
        .map((text) => (/^-?\d+(\.\d+)?(e\+\d+)?$/.test(text) ? Number(text).toPrecision(12) : text))
        .join(' '),
    )
    .sort()

test('ten questions have the same answers in PostgreSQL and SQLite, which are right', {
  skip: postgres.skip,
}, async (t) => {
  const { url } = postgres.server
  const writer = new Writer(url, 'asked')
  t.after(() => writer.close())
  const world = new World(randomFrom(11))
  world.grow(160)
  await writer.write(world.blocks)
  const session: Session = await connect(url, false)
  t.after(() => abandon(session))
  await session.query("SET timezone = 'Asia/Tokyo'; SET search_path = asked")
  const facts = factsOf(writer)
  assert.equal(QUESTIONS.length, 10)
  for (const { asks, sql, answer } of QUESTIONS) {
    const expected = comparable(answer(facts, writer))
    assert.ok(expected.length > 0 && !/^(null|0)?$/.test(expected.join('')), asks)
    const own = writer.models.database.prepare(sql(SQLITE, facts)).raw().all() as unknown[][]
    assert.deepEqual(comparable(own), expected, `SQLite: ${asks}`)
    const { rows } = await session.query<string[]>({ text: sql(POSTGRES, facts), rowMode: 'array' })
    assert.deepEqual(comparable(rows), expected, `PostgreSQL: ${asks}`)
  }
})
