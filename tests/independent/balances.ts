// Balances of up to 200 keys, alone and together, of ADA and of all their tokens.
import assert from 'node:assert/strict'
import { byText, type Comparison, post, type Recorded } from './comparison.ts'
import type { Price } from './plain-pools.ts'
import { pricesOf } from './pool-fold.ts'

const MOST_KEYS = 200

const ADA: Price = { numerator: 1n, denominator: 1n }

/** Lovelace is under `.`, a token under its asset id. */
export const ownedBy = ({ ledger, networkId }: Recorded): Map<string, Map<string, bigint>> => {
  const keys = new Map<string, Map<string, bigint>>()
  for (const [key, outputs] of ledger.unspentByKey(networkId)) {
    const owned = new Map<string, bigint>()
    for (const { lovelace, assets } of outputs)
      for (const [asset, quantity] of [['.', lovelace] as const, ...assets])
        owned.set(asset, (owned.get(asset) ?? 0n) + quantity)
    keys.set(key, owned)
  }
  return keys
}

/** In ADA, after rounding half up to whole lovelace. */
const balanceOf = ({ numerator, denominator }: Price): { readonly balance: number } => ({
  balance: Number((2n * numerator + denominator) / (2n * denominator)) / 1e6,
})

export const balancesComparison: Comparison = {
  name: 'balances of every key, of each token and of ADA',
  async check(services, recorded) {
    const owned = ownedBy(recorded)
    const prices = pricesOf(recorded)
    const holdsSome = (key: string): boolean => [...prices.keys()].some((token) => owned.get(key)?.has(token))
    const all = [...owned.keys()].sort(byText)
    const keys = [...all.filter(holdsSome), ...all.filter((key) => !holdsSome(key))].slice(0, MOST_KEYS)
    assert.ok(keys.length > 30, `${keys.length} keys`)
    const ask = (asset: string, hashes: readonly string[]) =>
      post(services, `/balances/v1/asset/asset-balance?assetId=${asset}`, hashes)
    const sumOf = (asset: string, hashes: readonly string[]): bigint =>
      hashes.reduce((sum, key) => sum + (owned.get(key)?.get(asset) ?? 0n), 0n)
    const expected = (asset: string, hashes: readonly string[]) => {
      const sum = sumOf(asset, hashes)
      const price = asset === '.' ? ADA : (prices.get(asset) ?? assert.fail(asset))
      return sum === 0n ? null : balanceOf({ ...price, numerator: sum * price.numerator })
    }
    const groups = [...keys.map((key) => [key]), keys.slice(0, 100)]
    const compare = async (asset: string, hashes: readonly string[]): Promise<void> =>
      assert.deepEqual(await ask(asset, hashes), expected(asset, hashes), `${asset} of ${hashes}`)
    for (const hashes of groups) await compare('.', hashes)
    let compared = 0
    for (const asset of prices.keys()) {
      const holders = keys.filter((key) => sumOf(asset, [key]) > 0n)
      compared += holders.length
      const asked = [...holders.map((key) => [key]), keys.slice(0, 100)]
      await Promise.all(asked.map((hashes) => compare(asset, hashes)))
    }
    assert.ok(compared > (recorded.isRich ? 100 : 0), `${compared} balances of tokens`)
  },
}
