// The executor fills orders against a curve, oldest first, each at the price after the previous order. The last purchase fills the curve
// exactly to its cap, and gets its unspent money back. The curve is then complete, and fills no more orders.
import { buyTokens, SEED, sellLovelace, soldTokens } from '../../schema/launchpad/curve.ts'
import { encodeCurveRedeemer } from '../../schema/launchpad/datums/redeemers.ts'
import { netOf } from '../../schema/launchpad/fees.ts'
import { BASIS_POINTS } from '../launchpad.ts'
import type { LedgerUtxo } from '../ledger/output.ts'
import { MAX_FILLS, mayJoin, planBatch, successorOf } from './batch.ts'
import type { Curve, Order } from './market.ts'
import { type Fill, fillOrder, isTaken, sideOf } from './outcome.ts'
import { EXECUTOR } from './people.ts'
import type { Plan } from './wallet/plan.ts'

interface Reserves {
  readonly lovelace: bigint
  readonly tokens: bigint
}

interface Step {
  readonly fill: Fill
  readonly reserves: Reserves
}

/** The largest payment, including the percentage fee, of which exactly `net` reaches the pool. */
const grossTo = (net: bigint): bigint => (net * 10_000n) / (10_000n - BASIS_POINTS)

const buy = (
  { pool }: Curve,
  { lovelace, tokens }: Reserves,
  order: Order,
  toCap: boolean,
): Step | undefined => {
  const room = pool.adaCap - lovelace
  const fits = netOf(order.input, BASIS_POINTS) <= room
  if (!fits && !toCap) return undefined
  const swapped = fits ? order.input : grossTo(room)
  const net = netOf(swapped, BASIS_POINTS)
  const bought = buyTokens(pool, soldTokens(tokens), net)
  const fill = bought < tokens ? fillOrder(order, swapped, bought) : undefined
  return fill && { fill, reserves: { lovelace: lovelace + net, tokens: tokens - bought } }
}

const sell = ({ pool }: Curve, { lovelace, tokens }: Reserves, order: Order): Step | undefined => {
  const sold = soldTokens(tokens)
  if (order.input > sold) return undefined
  const out = sellLovelace(pool, sold, order.input)
  const fill = lovelace - out < SEED ? undefined : fillOrder(order, order.input, netOf(out, BASIS_POINTS))
  return fill && { fill, reserves: { lovelace: lovelace - out, tokens: tokens + order.input } }
}

const fillAll = (
  curve: Curve,
  orders: readonly Order[],
  toCap: boolean,
): { readonly fills: readonly Fill[]; readonly reserves: Reserves } => {
  const { adaCap, token } = curve.pool
  const fills: Fill[] = []
  let reserves: Reserves = curve
  for (const order of orders) {
    if (fills.length === MAX_FILLS || reserves.lovelace >= adaCap) break
    if (!isTaken(order, token) || !mayJoin(order, fills)) continue
    const step = sideOf(order) === 'buy' ? buy(curve, reserves, order, toCap) : sell(curve, reserves, order)
    if (step === undefined) continue
    fills.push(step.fill)
    reserves = step.reserves
  }
  return { fills, reserves }
}

/** Pools with assets besides their own two are users' experiments. */
const isTraded = ({ utxo, pool, lovelace, tokens }: Curve): boolean =>
  lovelace < pool.adaCap &&
  soldTokens(tokens) >= 0n &&
  pool.permittedExecutor === EXECUTOR.key.hash &&
  utxo.output.assets.length === 2 &&
  utxo.output.script === undefined

const plan = (
  curve: Curve,
  orders: readonly Order[],
  toCap: boolean,
  collateral: LedgerUtxo,
  coins: readonly LedgerUtxo[] | undefined,
): Plan | undefined => {
  const { utxo, pool } = curve
  const { fills, reserves } = fillAll(curve, orders, toCap)
  const [first, ...others] = fills
  if (first === undefined) return undefined
  const { datum = '' } = utxo.output
  const successor = successorOf(utxo, { token: pool.token, ...reserves, datum })
  const redeemer = (place: number) =>
    encodeCurveRedeemer({ input: place, output: place, action: 'trade' }, 'definite')
  return planBatch(
    { pool: utxo, successor, redeemer, script: 'curve-pool', fills: [first, ...others] },
    collateral,
    coins,
  )
}

/**
 * Fills a token's orders, oldest first. Orders whose worst price is not reached wait. Undefined if nothing can be filled, or the fees do
 * not pay for the transaction.
 * @param coins coins of the executor, spent if the fees leave less than an output's minimum
 */
export const fillCurve = (
  curve: Curve,
  orders: readonly Order[],
  collateral: LedgerUtxo,
  coins?: readonly LedgerUtxo[],
): Plan | undefined => {
  if (!isTraded(curve)) return undefined
  // A partly filled purchase pays a small fee, which may be too small for the batch.
  return plan(curve, orders, true, collateral, coins) ?? plan(curve, orders, false, collateral, coins)
}
