// Traders: figures of every key for all time and for the last days, leaderboards, and the traders of every token.
import assert from 'node:assert/strict'
import type {
  Leaderboard,
  TokenTraders,
  Trader,
  TraderFigures,
  TraderRank,
} from '../../schema/responses/traders.ts'
import { ownedBy } from './balances.ts'
import { byText, type Comparison, get, grouped, type Recorded, type Services, timeOf } from './comparison.ts'
import { amountsOf, filledOrders } from './orders.ts'
import { foldPools } from './pool-fold.ts'
import { followCost, openOf } from './positions.ts'

const DAY = 86_400
const WINDOWS = { '1d': 1, '7d': 7, '30d': 30 } as const
const RANKS: readonly TraderRank[] = ['profit', 'volume']

type Filled = ReturnType<typeof filledOrders>[number]

interface Traded extends Filled {
  readonly net: bigint
  readonly isSale: boolean
}

const tradedOf = (filled: readonly Filled[]): Traded[] => {
  const outcomes = new Map(
    [...grouped(filled, ({ key, token }) => `${key} ${token}`).values()].flatMap((ofOne) => {
      const followed = followCost(ofOne).outcomes
      return ofOne.map((order, at) => [order, followed[at] ?? assert.fail()] as const)
    }),
  )
  return filled.map((order) => ({ ...order, ...(outcomes.get(order) ?? assert.fail()) }))
}

const sumOf = (traded: readonly Traded[], of: (order: Traded) => bigint): bigint =>
  traded.reduce((sum, order) => sum + of(order), 0n)

const figuresOf = (traded: readonly Traded[]): TraderFigures => {
  const sales = traded.filter(({ isSale }) => isSale)
  return {
    volume: `${sumOf(traded, ({ lovelace }) => lovelace)}`,
    trades: traded.length,
    profit: `${sumOf(traded, ({ net }) => net)}`,
    sales: sales.length,
    wins: sales.filter(({ net }) => net > 0n).length,
  }
}

/** Largest first. Equal traders are sorted by key. */
const ranked = <T extends { readonly owner: string }>(all: readonly T[], of: (item: T) => bigint): T[] =>
  all.toSorted((a, b) => (of(a) < of(b) ? 1 : of(a) > of(b) ? -1 : byText(a.owner, b.owner)))

const pagesOf = async (
  services: Services,
  path: string,
  query: Readonly<Record<string, string>>,
  size: number,
) => {
  const items: unknown[] = []
  for (;;) {
    const page = await get(services, path, { ...query, offset: items.length, limit: size })
    items.push(...page.items)
    if (page.items.length < size) return { ...page, items }
  }
}

const world = (recorded: Recorded) => {
  const pools = foldPools(recorded)
  const owned = ownedBy(recorded)
  const traded = tradedOf(filledOrders(recorded).filter(({ token }) => pools.has(token)))
  const last = recorded.blocks.at(-1) ?? assert.fail()
  const today = Math.floor(timeOf(recorded, last) / DAY) * DAY
  const addresses = new Map(traded.map(({ key, address }) => [key, address]))
  const openIn = (key: string, token: string, own: readonly Traded[]) =>
    openOf(owned.get(key)?.get(token) ?? 0n, pools.get(token)?.now, [followCost(own)])
  return { pools, traded, today, addressOf: (key: string) => addresses.get(key) ?? assert.fail(), openIn }
}

type World = ReturnType<typeof world>

const sinceOf = (today: number, days: number): number => today - (days - 1) * DAY

const expectedTrader = (
  { pools, today, addressOf, openIn }: World,
  key: string,
  own: readonly Traded[],
): Trader => {
  const byToken = [...grouped(own, ({ token }) => token)]
  const open = byToken
    .map(([token, orders]) => openIn(key, token, orders))
    .filter(({ tokens }) => tokens > 0n)
  const launched = [...pools.values()].filter(({ author }) => author.pkh === key)
  const within = (days: number): TraderFigures =>
    figuresOf(own.filter(({ time }) => time >= sinceOf(today, days)))
  return {
    owner: key,
    address: own.length === 0 ? null : addressOf(key),
    tokens: byToken.length,
    launched: launched.length,
    graduated: launched.filter(({ now }) => !now.isCurve).length,
    first: own[0]?.time ?? null,
    latest: own.at(-1)?.time ?? null,
    all: figuresOf(own),
    windows: { '1d': within(1), '7d': within(7), '30d': within(30) },
    open: {
      tokens: open.length,
      paid: `${open.reduce((sum, { cost, fees }) => sum + cost + fees, 0n)}`,
      netNow: `${open.reduce((sum, { sale = 0n }) => sum + sale, 0n)}`,
      unpriced: 0,
      isComplete: true,
    },
  }
}

const checkLeaderboards = async (services: Services, { traded, today, addressOf }: World): Promise<void> => {
  for (const [window, days] of Object.entries(WINDOWS)) {
    const from = sinceOf(today, days)
    const all = [
      ...grouped(
        traded.filter(({ time }) => time >= from),
        ({ key }) => key,
      ),
    ].map(([owner, own]) => ({
      owner,
      address: addressOf(owner),
      ...figuresOf(own),
    }))
    for (const by of RANKS) {
      const expected: Leaderboard = { from, count: all.length, items: ranked(all, (one) => BigInt(one[by])) }
      assert.deepEqual(
        await pagesOf(services, '/v1/traders', { window, by }, 17),
        expected,
        `${window} by ${by}`,
      )
    }
  }
}

const checkToken = async (
  services: Services,
  { addressOf, openIn }: World,
  token: string,
  traded: readonly Traded[],
): Promise<void> => {
  const all = [...grouped(traded, ({ key }) => key)].map(([owner, own]) => {
    const open = openIn(owner, token, own)
    return {
      owner,
      address: addressOf(owner),
      trades: own.length,
      ...amountsOf(own),
      profit: `${sumOf(own, ({ net }) => net)}`,
      openQuantity: `${open.tokens}`,
      paid: `${open.cost + open.fees}`,
      netNow: open.sale === undefined ? null : `${open.sale}`,
    }
  })
  const volume = (one: (typeof all)[number]): bigint => BigInt(one.boughtAda) + BigInt(one.soldAda)
  for (const by of RANKS) {
    const items = ranked(all, (one) => (by === 'profit' ? BigInt(one.profit) : volume(one)))
    const expected: TokenTraders = { count: all.length, items }
    assert.deepEqual(
      await pagesOf(services, `/v1/tokens/${token}/traders`, { by }, 11),
      expected,
      `${token} by ${by}`,
    )
  }
}

export const tradersComparison: Comparison = {
  name: 'figures of every trader, leaderboards, and the traders of every token',
  async check(services, recorded) {
    const known = world(recorded)
    const { pools, traded, addressOf } = known
    const byKey = grouped(traded, ({ key }) => key)
    const creators = [...pools.values()].map(({ author }) => author.pkh)
    for (const key of new Set([...byKey.keys(), ...creators, '00'.repeat(28)])) {
      const own = byKey.get(key) ?? []
      const expected = expectedTrader(known, key, own)
      assert.deepEqual(await get(services, `/v1/traders/${key}`), expected, key)
      if (own.length > 0) assert.deepEqual(await get(services, `/v1/traders/${addressOf(key)}`), expected)
    }
    await checkLeaderboards(services, known)
    for (const token of pools.keys())
      await checkToken(
        services,
        known,
        token,
        traded.filter((order) => order.token === token),
      )
    if (!recorded.isRich) return
    const count = (holds: (order: Traded) => boolean): number => traded.filter(holds).length
    assert.ok(new Set(traded.map(({ time }) => Math.floor(time / DAY))).size > 2, 'several days')
    assert.ok(count(({ net, isSale }) => isSale && net > 0n) > 5, 'sales at a profit')
    assert.ok(count(({ net, isSale }) => isSale && net < 0n) > 5, 'sales at a loss')
    assert.ok(count(({ isBuy, isSale }) => !isBuy && !isSale) > 0, 'sales of received tokens')
  },
}
