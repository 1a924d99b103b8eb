// Balances of at most 200 keys of the chain, alone and together, of ADA and of every token that they hold.
import assert from 'node:assert/strict'
import { decodePlutusData } from '../../../schema/codecs/plutus-data.ts'
import { EMISSION } from './amounts.ts'
import { byText, keyHeaders, type Part, post, type Recorded } from './part.ts'
import { fieldsOf, launchedTokens } from './tokens.ts'

const MOST_KEYS = 200

/** Lovelace by `.` and tokens by asset id, of each payment key. */
export const ownedBy = ({ ledger, networkId }: Recorded): Map<string, Map<string, bigint>> => {
  const headers = keyHeaders(networkId)
  const keys = new Map<string, Map<string, bigint>>()
  for (const { address, lovelace, assets } of ledger.unspent.values()) {
    if (!headers.includes(address.slice(0, 2))) continue
    const key = address.slice(2, 58)
    const owned = keys.get(key) ?? new Map<string, bigint>()
    keys.set(key, owned)
    for (const [asset, quantity] of [['.', lovelace] as const, ...assets])
      owned.set(asset, (owned.get(asset) ?? 0n) + quantity)
  }
  return keys
}

export type Fraction = readonly [numerator: bigint, denominator: bigint]

/** The integers that follow the assets in a pool's datum: coefficients of a curve, or fees of an AMM pool. */
const integersOf = (datum: string | undefined): bigint[] =>
  fieldsOf(datum === undefined ? undefined : decodePlutusData(datum)).filter(
    (field): field is bigint => typeof field === 'bigint',
  )

/** Lovelace per token at the end of the chain, of each token. */
export const pricesOf = (recorded: Recorded): Map<string, Fraction> => {
  const { ledger, operations } = recorded
  const tokens = new Set(launchedTokens(recorded).map(({ asset }) => asset))
  const royalty = operations.amm.pools.find(({ kind }) => kind === 'royalty')?.scriptHash
  const prices = new Map<string, Fraction>()
  for (const { address, lovelace, assets, datum } of ledger.unspent.values()) {
    const [token, left] = [...assets].find(([asset]) => tokens.has(asset)) ?? []
    if (token === undefined || left === undefined) continue
    const script = address.slice(2, 58)
    if (script === operations.curve.scriptHash) {
      const [a = 0n, b = 0n] = integersOf(datum)
      const sold = EMISSION - left
      prices.set(token, [a * sold * sold + b * 10n ** 21n, 10n ** 27n])
    }
    if (script === royalty) {
      // Three fee numerators, then the ADA and tokens owed to treasury and royalties.
      const [, , , treasuryX = 0n, treasuryY = 0n, royaltyX = 0n, royaltyY = 0n] = integersOf(datum)
      prices.set(token, [lovelace - treasuryX - royaltyX, left - treasuryY - royaltyY])
    }
  }
  assert.equal(prices.size, tokens.size)
  return prices
}

/** Lovelace in ADA, from a fraction that is rounded half up. */
const balanceOf = ([numerator, denominator]: Fraction): { readonly balance: number } => ({
  balance: Number((2n * numerator + denominator) / (2n * denominator)) / 1e6,
})

export const balancesPart: Part = {
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
      const [numerator, denominator] = asset === '.' ? [1n, 1n] : (prices.get(asset) ?? assert.fail(asset))
      return sum === 0n ? null : balanceOf([sum * numerator, denominator])
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
