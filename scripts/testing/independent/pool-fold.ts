// The history of every pool of the recorded chain, computed from each transaction's outputs and the bytes of their datums: the
// pool's value, its trades with their prices, and the King of the Hill over time.

import assert from 'node:assert/strict'
import type { PlacedTransaction, RawOutput } from '../../../fixtures/hostile/raw-ledger.ts'
import { decodePlutusData, type PlutusData } from '../../../schema/codecs/plutus-data.ts'
import { EMISSION } from './amounts.ts'
import { byText, type Recorded } from './part.ts'
import { type Fill, fillsOf, type Plain } from './pool-fills.ts'

export interface Price {
  readonly numerator: bigint
  readonly denominator: bigint
}

/** A trade, or the launch, which has no volume. */
export interface Tick {
  readonly time: number
  readonly before: Price
  readonly after: Price
  /** Lovelace; undefined for the launch. */
  readonly traded: bigint | undefined
}

export interface FoldedPool {
  readonly nft: string
  readonly token: string
  readonly created: number
  readonly datum: readonly PlutusData[]
  /** Fields of the launch metadata, and its output; none and '' for the first launches on mainnet. */
  readonly metadata: readonly PlutusData[]
  readonly metadataOutput: string
  ammNft: string | null
  /** Numerators of liquidity, treasury and royalty. */
  fees: readonly [bigint, bigint, bigint] | null
  graduated: number | null
  crowned: number | null
  updated: number
  output: string
  lovelace: bigint
  tokens: bigint
  price: Price
  volume: bigint
  trades: number
  readonly ticks: Tick[]
}

export const fieldsOf = (data: PlutusData | undefined): readonly PlutusData[] =>
  typeof data === 'object' && 'fields' in data ? data.fields : []
export const int = (data: PlutusData | undefined): bigint => (typeof data === 'bigint' ? data : assert.fail())
export const hexOf = (data: PlutusData | undefined): string =>
  typeof data === 'string' ? data : assert.fail()
const datumOf = ({ datum }: RawOutput): readonly PlutusData[] =>
  fieldsOf(datum === undefined ? undefined : decodePlutusData(datum))
export const assetOf = (data: PlutusData | undefined): string => {
  const [policy, name] = fieldsOf(data)
  return policy === '' ? '.' : `${hexOf(policy)}.${hexOf(name)}`
}

/** a·s² + b lovelace per token, with a over 10^27 and b over 10^6. */
const curvePrice = (datum: readonly PlutusData[], tokens: bigint): Price => {
  const sold = EMISSION - tokens
  return {
    numerator: int(datum[3]) * 10n ** 6n * sold * sold + int(datum[4]) * 10n ** 27n,
    denominator: 10n ** 33n,
  }
}

export const marketCapOf = ({ numerator, denominator }: Price): bigint =>
  (2n * numerator * EMISSION + denominator) / (2n * denominator)

/** An AMM pool's UTxO: its value, and the fees in it that do not belong to its reserves. */
interface Amm {
  readonly fees: readonly [bigint, bigint, bigint]
  x: bigint
  y: bigint
  owedX: bigint
  owedY: bigint
}

const ammOf = (output: RawOutput, token: string): Amm => {
  const datum = datumOf(output)
  assert.equal(datum.length, 15, 'a royalty pool')
  return {
    fees: [int(datum[4]), int(datum[5]), int(datum[6])],
    x: output.lovelace,
    y: output.assets.get(token) ?? 0n,
    owedX: int(datum[7]) + int(datum[9]),
    owedY: int(datum[8]) + int(datum[10]),
  }
}

const reserves = ({ x, y, owedX, owedY }: Amm) => ({ lovelace: x - owedX, tokens: y - owedY })
const ammPrice = (amm: Amm): Price => {
  const { lovelace, tokens } = reserves(amm)
  return { numerator: lovelace, denominator: tokens }
}

/** Prices after each fill except the last: the change of the pool is shared among the fills by their size. */
const ammPrices = (amm: Amm, gained: bigint, fills: readonly Fill[]): Price[] => {
  const given = fills.reduce((sum, { isBuy, lovelace }) => sum + (isBuy ? lovelace : -lovelace), 0n)
  const size = fills.reduce((sum, { lovelace }) => sum + lovelace, 0n)
  const accrued = (input: bigint): bigint =>
    (input * amm.fees[1]) / 100_000n + (input * amm.fees[2]) / 100_000n
  return fills.slice(0, -1).map(({ isBuy, lovelace, tokens }) => {
    const part = ((given - gained) * lovelace) / size
    const [x, y] = isBuy ? [lovelace - part, -tokens] : [-lovelace - part, tokens]
    if (x > 0n) amm.owedX += accrued(x)
    if (y > 0n) amm.owedY += accrued(y)
    amm.x += x
    amm.y += y
    return ammPrice(amm)
  })
}

const curvePrices = (pool: FoldedPool, tokens: bigint, fills: readonly Fill[]): Price[] => {
  let left = tokens
  return fills.slice(0, -1).map((fill) => {
    left += fill.isBuy ? -fill.tokens : fill.tokens
    return curvePrice(pool.datum, left)
  })
}

const isAt = (scripts: readonly string[], { address }: RawOutput): boolean =>
  /^[1357]/.test(address) && scripts.includes(address.slice(2, 58))

/** The pool on a curve with the highest market cap; among equal ones the oldest, then the one with the smaller id. */
export const kingOf = (pools: Iterable<FoldedPool>): FoldedPool | undefined =>
  [...pools]
    .filter(({ ammNft }) => ammNft === null)
    .sort(
      (a, b) =>
        Number(marketCapOf(b.price) - marketCapOf(a.price)) || a.created - b.created || byText(a.nft, b.nft),
    )[0]

const folded = new WeakMap<Recorded, ReadonlyMap<string, FoldedPool>>()

/** Every pool by its token, in the order of their launches. */
export const foldPools = (recorded: Recorded): ReadonlyMap<string, FoldedPool> => {
  const pools = folded.get(recorded) ?? fold(recorded)
  folded.set(recorded, pools)
  return pools
}

const fold = ({ ledger, operations }: Recorded): ReadonlyMap<string, FoldedPool> => {
  const pools = new Map<string, FoldedPool>()
  const { curve, amm, slots, orders } = operations
  const curveScripts = [curve.scriptHash]
  const ammScripts = amm.pools.map(({ scriptHash }) => scriptHash)
  const timeOf = ({ block }: PlacedTransaction): number =>
    slots.zeroTime + ((block.point.slot - slots.zeroSlot) * slots.slotLength) / 1000
  const crown = (time: number): void => {
    const king = kingOf(pools.values())
    if (king !== undefined) king.crowned ??= time
  }

  const launch = (transaction: PlacedTransaction, output: RawOutput, datum: readonly PlutusData[]): void => {
    const [nft, token] = [assetOf(datum[0]), assetOf(datum[2])]
    assert.equal(transaction.mint.get(token), EMISSION)
    const described = transaction.outputs.find((other) => {
      const fields = datumOf(other)
      return fields.length === 8 && assetOf(fields[0]) === token
    })
    const time = timeOf(transaction)
    const tokens = output.assets.get(token) ?? 0n
    const price = curvePrice(datum, tokens)
    pools.set(token, {
      nft,
      token,
      created: time,
      datum,
      metadata: described === undefined ? [] : datumOf(described),
      metadataOutput: described?.reference ?? '',
      ammNft: null,
      fees: null,
      graduated: null,
      crowned: null,
      updated: time,
      output: output.reference,
      lovelace: output.lovelace,
      tokens,
      price,
      volume: 0n,
      trades: 0,
      ticks: [{ time, before: curvePrice(datum, EMISSION), after: price, traded: undefined }],
    })
  }

  const trade = (
    pool: FoldedPool,
    time: number,
    fills: readonly Fill[],
    before: Price,
    between: readonly Price[],
    after: Price,
  ): void => {
    const prices = [before, ...between, after]
    fills.forEach(({ lovelace }, at) => {
      pool.ticks.push({
        time,
        before: prices[at] ?? assert.fail(),
        after: prices[at + 1] ?? assert.fail(),
        traded: lovelace,
      })
      pool.volume += lovelace
      pool.trades += 1
    })
  }

  for (const transaction of ledger.transactions.values()) {
    if (!transaction.isValid) continue
    const time = timeOf(transaction)
    const plain: Plain = { transaction, orderScripts: orders, datumOf }
    const after = transaction.outputs.find((output) => isAt([...curveScripts, ...ammScripts], output))
    if (after === undefined) continue
    const datum = datumOf(after)
    const before = transaction.spent.find(
      (output): output is RawOutput => output !== undefined && isAt([...curveScripts, ...ammScripts], output),
    )
    if (isAt(curveScripts, after)) {
      if (before === undefined) launch(transaction, after, datum)
      else {
        const token = assetOf(datum[2])
        const pool = pools.get(token) ?? assert.fail()
        const fills = fillsOf(plain, token, after.lovelace - before.lovelace)
        const price = curvePrice(datum, after.assets.get(token) ?? 0n)
        trade(pool, time, fills, pool.price, curvePrices(pool, pool.tokens, fills), price)
        Object.assign(pool, {
          updated: time,
          output: after.reference,
          lovelace: after.lovelace,
          tokens: after.assets.get(token) ?? 0n,
          price,
        })
      }
    } else {
      const token = assetOf(datum[2])
      const pool = pools.get(token) ?? assert.fail()
      const amm = ammOf(after, token)
      assert.ok(before)
      if (isAt(ammScripts, before)) {
        const fills = fillsOf(plain, token, after.lovelace - before.lovelace)
        const between = ammPrices(ammOf(before, token), after.lovelace - before.lovelace, fills)
        trade(pool, time, fills, pool.price, between, ammPrice(amm))
      } else {
        pool.graduated = time
        pool.ammNft = assetOf(datum[0])
      }
      Object.assign(pool, {
        ...reserves(amm),
        fees: amm.fees,
        updated: time,
        output: after.reference,
        price: ammPrice(amm),
      })
    }
    crown(time)
  }
  return pools
}
