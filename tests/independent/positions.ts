// Positions of every key that traded: sums, average cost and profit, computed from filled orders and the key's outputs.
import assert from 'node:assert/strict'
import type { Position } from '../../schema/responses/analytics.ts'
import { ownedBy } from './balances.ts'
import { byText, type Comparison, grouped, post, type Recorded, type Services } from './comparison.ts'
import { amountsOf, filledOrders } from './orders.ts'
import { decimal, type PlainPool, priceOf, quote } from './plain-pools.ts'
import { foldPools } from './pool-fold.ts'

const MANY = 20

/** Positions of a page. */
const MOST = 100

type Filled = ReturnType<typeof filledOrders>[number]

/** The network's part and the fixed part, as in the config. */
const FLAT_FEE = 1_100_000n

/** Remaining bought tokens with cost and fees, and profit of sales. An order's part is undefined unless it sold bought tokens. */
export const followCost = (filled: readonly Filled[]) => {
  let [left, cost, fees, realised] = [0n, 0n, 0n, 0n]
  const outcomes = filled.map(({ isBuy, lovelace, tokens, fee }) => {
    if (isBuy) {
      left += tokens
      cost += lovelace
      fees += fee
      return { net: 0n, isSale: false }
    }
    if (left === 0n) return { net: -fee, isSale: false }
    const own = tokens < left ? tokens : left
    const paid = (cost * own + left - 1n) / left
    const paidFees = (fees * own + left - 1n) / left
    const gained = (lovelace * own) / tokens - paid
    realised += gained
    fees -= paidFees
    left -= own
    cost -= paid
    return { net: gained - paidFees - fee, isSale: true }
  })
  return { left, cost, fees, realised, outcomes }
}

/** In 1/10^12 lovelace. After the fee of 1 % and the flat fee, a sale at this price brings `amount`. */
const breakEvenOf = (amount: bigint, tokens: bigint): string => {
  const gross = ((amount + FLAT_FEE) * 100n + 98n) / 99n
  return decimal((gross * 10n ** 12n + tokens - 1n) / tokens, 10n ** 12n, 12)
}

/** Undefined if the token has no pool. */
export const openOf = (
  held: bigint,
  pool: PlainPool | undefined,
  followed: readonly ReturnType<typeof followCost>[],
) => {
  const total = (part: 'left' | 'cost' | 'fees'): bigint =>
    followed.reduce((sum, each) => sum + each[part], 0n)
  const left = total('left')
  const tokens = held < left ? held : left
  const share = (part: bigint): bigint => (tokens === 0n ? 0n : (part * tokens + left - 1n) / left)
  const sale = pool && (tokens === 0n ? 0n : quote(pool, false, tokens) - FLAT_FEE)
  return { tokens, cost: share(total('cost')), fees: share(total('fees')), sale }
}

const positionOf = (
  token: string,
  held: bigint,
  pool: PlainPool | undefined,
  byKey: readonly (readonly Filled[])[],
): Position => {
  const all = byKey.flat()
  const followed = byKey.map(followCost)
  const open = openOf(held, pool, followed)
  const worth = (tokens: bigint): string | null => {
    if (pool === undefined) return null
    const { numerator, denominator } = priceOf(pool)
    return `${(tokens * numerator) / denominator}`
  }
  return {
    asset: token,
    ...amountsOf(all),
    ordersCount: all.length,
    quantity: `${held}`,
    worth: worth(held),
    openQuantity: `${open.tokens}`,
    openCost: `${open.cost}`,
    openWorth: worth(open.tokens),
    realised: `${followed.reduce((sum, { realised }) => sum + realised, 0n)}`,
    fees: `${all.reduce((sum, { fee }) => sum + fee, 0n)}`,
    breakEven: open.tokens === 0n ? null : breakEvenOf(open.cost + open.fees, open.tokens),
    netNow: open.sale === undefined ? null : `${open.sale}`,
  }
}

const ask = async (services: Services, keys: readonly string[], limit: number): Promise<Position[]> => {
  const items: Position[] = []
  for (;;) {
    const before = items.at(-1)?.asset
    const path = `/balances/v1/user/positions?limit=${limit}${before === undefined ? '' : `&before=${before}`}`
    const page: { readonly items: readonly Position[]; readonly hasMore: boolean } = await post(
      services,
      path,
      keys,
    )
    items.push(...page.items)
    if (!page.hasMore) return items
    assert.equal(page.items.length, limit)
  }
}

const sorted = (positions: readonly Position[]): Position[] =>
  positions.toSorted((a, b) => byText(a.asset, b.asset))

export const positionsComparison: Comparison = {
  name: 'positions of every key that traded, and of many together',
  async check(services: Services, recorded: Recorded) {
    const owned = ownedBy(recorded)
    const pools = foldPools(recorded)
    const filled = filledOrders(recorded).filter(({ token }) => pools.has(token))
    const keys = [...new Set(filled.map(({ key }) => key))]
    const expected = (asked: readonly string[]): Position[] => {
      const own = filled.filter(({ key }) => asked.includes(key))
      return [...grouped(own, ({ token }) => token)].map(([token, some]) => {
        const byKey = [...grouped(some, ({ key }) => key).values()]
        const held = asked.reduce((sum, key) => sum + (owned.get(key)?.get(token) ?? 0n), 0n)
        return positionOf(token, held, pools.get(token)?.now, byKey)
      })
    }
    const compared: Position[] = []
    for (const asked of [...keys.map((key) => [key]), keys.slice(0, MANY)].filter(
      ({ length }) => length > 0,
    )) {
      const positions = await ask(services, asked, 7)
      assert.deepEqual(sorted(positions), sorted(expected(asked)), `positions of ${asked}`)
      compared.push(...positions)
      const path = '/balances/v1/user/positions'
      for (const position of positions.slice(0, 1)) {
        const ofToken = await post(services, `${path}?assetId=${position.asset}`, asked)
        assert.deepEqual(ofToken, { items: [position], hasMore: false })
      }
      if (positions.length <= MOST) {
        const whole = await post(services, `${path}?limit=${positions.length}`, asked)
        assert.deepEqual(whole, { items: positions, hasMore: false })
      }
    }
    if (!recorded.isRich) return
    const count = (holds: (position: Position) => boolean): number => compared.filter(holds).length
    assert.ok(compared.length > 200, `${compared.length} positions`)
    assert.ok(count(({ realised }) => realised.startsWith('-')) > 5, 'sales at a loss')
    assert.ok(count(({ realised }) => BigInt(realised) > 0n) > 5, 'sales at a profit')
    assert.ok(
      count(({ quantity, openQuantity }) => BigInt(quantity) > BigInt(openQuantity)) > 5,
      'received tokens',
    )
    assert.ok(count(({ fees }) => BigInt(fees) % FLAT_FEE !== 0n) > 0, 'orders that were filled in part')
  },
}
