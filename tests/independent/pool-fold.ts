// The history of every pool of the recorded chain, computed from each transaction's outputs and their datums. The history has each pool's
// value, trades with prices, and the King of the Hill over time.

import assert from 'node:assert/strict'
import { once } from '../../devnet/once.ts'
import { isOfKey, type PlacedTransaction, type RawOutput } from '../hostile/raw-ledger.ts'
import { byText, type Recorded, timeOf } from './comparison.ts'
import { assetAt, datumOf, fieldsAt, type Plain, textsOf } from './plain-datum.ts'
import { type Fill, fillOf, termsOf } from './plain-orders.ts'
import {
  ammFeesOf,
  EMISSION,
  isAtLaunchpad,
  type PlainPool,
  type Price,
  poolCapOf,
  poolOf,
  priceOf,
  SEED,
} from './plain-pools.ts'

/** A launch's trade is its first purchase. */
export interface Tick {
  readonly time: number
  readonly before: Price
  readonly after: Price
  /** Lovelace; undefined for a launch without a purchase. */
  readonly traded: bigint | undefined
}

interface Reserves {
  readonly lovelace: bigint
  readonly tokens: bigint
}

/** The pair is named by the NFT of its pool. */
export type Happened = {
  readonly transaction: PlacedTransaction
  readonly pair: string
  readonly isCurve: boolean
  readonly lovelace: bigint
  readonly tokens: bigint
  /** Reserves after the transaction; for a launch, before its purchase. */
  readonly reserves: Reserves
} & (
  | { readonly kind: 'join' | 'exit' }
  | {
      readonly kind: 'buy' | 'sell'
      readonly price: Price
      /** The trader's raw address, and the order as `txHash#index`. */
      readonly address: string
      readonly order: string
    }
)

export interface FoldedPool {
  readonly nft: string
  readonly token: string
  readonly created: number
  readonly datum: readonly Plain[]
  /** Empty for the first launches on mainnet. */
  readonly metadata: readonly Plain[]
  readonly metadataOutput: string
  readonly author: { readonly pkh: string; readonly skh: string }
  /** On the curve or the AMM. */
  now: PlainPool
  graduated: number | null
  crowned: number | null
  updated: number
  volume: bigint
  trades: number
  readonly ticks: Tick[]
  readonly happened: Happened[]
}

export const capOf = ({ now }: FoldedPool): bigint => poolCapOf(priceOf(now))

/** An early launch's datum names no creator. The creator is the key that received the token, or else the last key with an output. */
const firstHolder = (outputs: readonly RawOutput[], token: string, networkId: 0 | 1) => {
  const ofKeys = outputs.filter((output) => isOfKey(networkId, output))
  const { address = '' } = ofKeys.find(({ assets }) => assets.has(token)) ?? ofKeys.at(-1) ?? {}
  return { pkh: address.slice(2, 58), skh: address.slice(58) }
}

const happenedAtLaunch = (
  { operations }: Recorded,
  transaction: PlacedTransaction,
  curve: PlainPool,
): Happened[] => {
  const of = { transaction, pair: curve.nft, isCurve: true }
  const { lovelace, tokens, token } = curve
  const start = tokens < EMISSION ? { lovelace: SEED, tokens: EMISSION } : { lovelace, tokens }
  const joined: Happened = { ...of, kind: 'join', ...start, reserves: start }
  if (tokens === EMISSION) return [joined]
  const buyer = transaction.outputs.find(
    (output) => output.assets.has(token) && !isAtLaunchpad(operations, output),
  )
  const { address, reference } = buyer ?? assert.fail('a launch without a buyer')
  const bought = { lovelace: lovelace - SEED, tokens: EMISSION - tokens }
  const after = { reserves: { lovelace, tokens }, price: priceOf(curve) }
  return [joined, { ...of, kind: 'buy', ...bought, ...after, address, order: reference }]
}

/** The AMM pool gets the curve's reserves, less the cost. */
const happenedAtGraduation = (
  transaction: PlacedTransaction,
  curve: PlainPool,
  amm: PlainPool,
): Happened[] => {
  const reserves = { lovelace: amm.lovelace, tokens: amm.tokens }
  const left = { lovelace: curve.lovelace, tokens: curve.tokens }
  const empty = { lovelace: 0n, tokens: 0n }
  return [
    { kind: 'exit', transaction, pair: curve.nft, isCurve: true, ...left, reserves: empty },
    { kind: 'join', transaction, pair: amm.nft, isCurve: false, ...reserves, reserves },
  ]
}

const launched = (
  recorded: Recorded,
  transaction: PlacedTransaction,
  curve: PlainPool,
  time: number,
): FoldedPool => {
  const { networkId } = recorded
  const { mint, outputs } = transaction
  const { nft, token, datum } = curve
  assert.equal(mint.get(token), EMISSION)
  const described = outputs.find((output) => {
    const fields = datumOf(output)
    return fields.length === 8 && assetAt(fields, 0) === token
  })
  const metadata = described === undefined ? [] : datumOf(described)
  const [pkh = '', skh = ''] = described === undefined ? [] : textsOf(fieldsAt(metadata, 5))
  const before = priceOf({ ...curve, tokens: EMISSION })
  const deposit = curve.lovelace - SEED
  const traded = curve.tokens < EMISSION ? deposit : undefined
  return {
    nft,
    token,
    created: time,
    datum,
    metadata,
    metadataOutput: described?.reference ?? '',
    author: described === undefined ? firstHolder(outputs, token, networkId) : { pkh, skh },
    now: curve,
    graduated: null,
    crowned: null,
    updated: time,
    volume: traded ?? 0n,
    trades: traded === undefined ? 0 : 1,
    ticks: [{ time, before, after: priceOf(curve), traded }],
    happened: happenedAtLaunch(recorded, transaction, curve),
  }
}

/**
 * Output i answers input i.
 * @param gained the pool's lovelace; what sellers received beyond it belongs to their flat fees
 */
const fillsOf = (recorded: Recorded, { id, spent, outputs }: PlacedTransaction, gained: bigint): Fill[] => {
  const fills = spent.flatMap((order, at): Fill[] => {
    const terms = order && termsOf(recorded, order)
    const answer = outputs[at]
    if (order === undefined || terms === undefined || answer === undefined) return []
    assert.notEqual(
      answer.address,
      order.address,
      'the executors of the devnet fill an order wholly or for good',
    )
    return [fillOf(terms, order, answer)]
  })
  assert.ok(fills.length > 0, `transaction ${id} trades without an order`)
  const missing = fills.reduce((sum, { isBuy, lovelace }) => sum + (isBuy ? lovelace : -lovelace), -gained)
  if (missing >= 0n) return fills
  assert.equal(fills.filter(({ isBuy }) => !isBuy).length, 1, 'one sell at most saves costs')
  return fills.map((fill) => (fill.isBuy ? fill : { ...fill, lovelace: fill.lovelace + missing }))
}

/** The pool's change is divided among the fills by their size. */
const pricesBetween = (before: PlainPool, gained: bigint, fills: readonly Fill[]): Price[] => {
  const given = fills.reduce((sum, { isBuy, lovelace }) => sum + (isBuy ? lovelace : -lovelace), 0n)
  const size = fills.reduce((sum, { lovelace }) => sum + lovelace, 0n)
  const rates = before.isCurve ? [] : ammFeesOf(before).slice(1)
  const accrued = (input: bigint): bigint =>
    input <= 0n ? 0n : rates.reduce((sum, rate) => sum + (input * rate) / 100_000n, 0n)
  let pool = before
  return fills.slice(0, -1).map(({ isBuy, lovelace, tokens }) => {
    const part = ((given - gained) * lovelace) / size
    const [x, y] = isBuy ? [lovelace - part, -tokens] : [-lovelace - part, tokens]
    pool = {
      ...pool,
      lovelace: pool.lovelace + x - accrued(x),
      tokens: pool.tokens + y - accrued(y),
    }
    return priceOf(pool)
  })
}

const trade = (
  recorded: Recorded,
  transaction: PlacedTransaction,
  pool: FoldedPool,
  after: PlainPool,
): void => {
  const time = timeOf(recorded, transaction.block)
  const before = pool.now
  const gained = after.output.lovelace - before.output.lovelace
  const fills = fillsOf(recorded, transaction, gained)
  const prices = [priceOf(before), ...pricesBetween(before, gained, fills), priceOf(after)]
  for (const [at, fill] of fills.entries()) {
    const { lovelace, isBuy, fee: _, ...of } = fill
    const price = prices[at + 1] ?? assert.fail()
    pool.ticks.push({ time, before: prices[at] ?? assert.fail(), after: price, traded: lovelace })
    pool.happened.push({
      kind: isBuy ? 'buy' : 'sell',
      transaction,
      pair: after.nft,
      isCurve: after.isCurve,
      ...of,
      lovelace,
      price,
      reserves: { lovelace: after.lovelace, tokens: after.tokens },
    })
    pool.volume += lovelace
    pool.trades += 1
  }
}

/** If market caps are equal: the oldest pool, then the smaller id. */
export const kingOf = (pools: Iterable<FoldedPool>): FoldedPool | undefined =>
  [...pools]
    .filter(({ now }) => now.isCurve)
    .sort((a, b) => Number(capOf(b) - capOf(a)) || a.created - b.created || byText(a.nft, b.nft))[0]

export const foldPools = once((recorded: Recorded): ReadonlyMap<string, FoldedPool> => {
  const pools = new Map<string, FoldedPool>()
  for (const transaction of recorded.ledger.transactions.values()) {
    const [after] = transaction.outputs.flatMap((output) => poolOf(recorded.operations, output) ?? [])
    if (!transaction.isValid || after === undefined) continue
    const time = timeOf(recorded, transaction.block)
    const pool = pools.get(after.token)
    if (pool === undefined) pools.set(after.token, launched(recorded, transaction, after, time))
    else {
      assert.ok(transaction.spent.includes(pool.now.output), 'a pool continues from its output')
      if (pool.now.isCurve === after.isCurve) trade(recorded, transaction, pool, after)
      else {
        pool.graduated = time
        pool.happened.push(...happenedAtGraduation(transaction, pool.now, after))
      }
      pool.now = after
      pool.updated = time
    }
    const king = kingOf(pools.values())
    if (king !== undefined) king.crowned ??= time
  }
  return pools
})

export const pricesOf = (recorded: Recorded): Map<string, Price> =>
  new Map([...foldPools(recorded).values()].map(({ token, now }) => [token, priceOf(now)]))
