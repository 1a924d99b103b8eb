// The holders of each token: their number, and the shares of the creator, the ten largest holders and the first buyers. Also the numbers of
// purchases and sales.
import assert from 'node:assert/strict'
import { ownedBy } from './balances.ts'
import { type Comparison, post, type Recorded } from './comparison.ts'
import { heldBy } from './holders.ts'
import { type FoldedPool, foldPools } from './pool-fold.ts'

/** Number of blocks after the launch whose buyers are first buyers. */
const FIRST = 3

/** Amounts that keys other than the creator's bought in the first blocks. */
const firstBuyersOf = ({ author, happened: [launch, ...later] }: FoldedPool): Map<string, bigint> => {
  const first = launch ?? assert.fail()
  const bought = new Map<string, bigint>()
  for (const each of later) {
    const isLate = each.transaction.block.height > first.transaction.block.height + FIRST
    if (each.kind !== 'buy' || isLate) continue
    const [type, key] = [Number.parseInt(each.address.slice(0, 1), 16), each.address.slice(2, 58)]
    if (type < 8 && type % 2 === 0 && key !== author.pkh)
      bought.set(key, (bought.get(key) ?? 0n) + each.tokens)
  }
  return bought
}

export const riskIn = (recorded: Recorded) => {
  const held = heldBy(recorded)
  const owned = ownedBy(recorded)
  return (pool: FoldedPool) => {
    const { token, author, happened } = pool
    const quantities = [...(held.get(token)?.values() ?? [])].sort((a, b) => (a < b ? 1 : -1))
    const of = (key: string): bigint => owned.get(key)?.get(token) ?? 0n
    const sum = (amounts: readonly bigint[]): string => `${amounts.reduce((total, one) => total + one, 0n)}`
    return {
      sells: happened.filter(({ kind }) => kind === 'sell').length,
      risk: {
        holders: quantities.length,
        creator: `${of(author.pkh)}`,
        top10: sum(quantities.slice(0, 10)),
        firstBuyers: sum([...firstBuyersOf(pool).keys()].map(of)),
      },
    }
  }
}

export const riskComparison: Comparison = {
  name: 'who holds every token, and its sales',
  async check(services, recorded) {
    const pools = [...foldPools(recorded).values()]
    const figuresOf = riskIn(recorded)
    const expected = pools.map((pool) => ({ asset: pool.token, trades: pool.trades, ...figuresOf(pool) }))
    const tokens = expected.map(({ asset }) => asset)
    const { items } = await post(services, '/v1/following/list', tokens)
    type Listed = {
      readonly info: { readonly asset: string }
      readonly metrics: { readonly totalTxCount: number; readonly sells: number; readonly risk: unknown }
    }
    assert.deepEqual(
      items.map(({ info: { asset }, metrics: { totalTxCount: trades, sells, risk } }: Listed) => ({
        asset,
        trades,
        sells,
        risk,
      })),
      expected,
    )
    if (!recorded.isRich) return
    const count = (holds: (one: (typeof expected)[number]) => boolean): number =>
      expected.filter(holds).length
    assert.ok(count(({ risk }) => risk.holders > 10) > 3, 'tokens with more than ten holders')
    assert.ok(count(({ risk }) => risk.creator === '0') > 0, 'a creator who holds none')
    assert.ok(count(({ risk }) => risk.firstBuyers !== '0') > 0, 'first buyers who still hold')
    const bought = (pool: FoldedPool) => [...firstBuyersOf(pool).values()].reduce((sum, one) => sum + one, 0n)
    assert.ok(
      pools.some((pool) => BigInt(figuresOf(pool).risk.firstBuyers) < bought(pool)),
      'first buyers who sold',
    )
  },
}
