// The executor fills orders against an AMM pool. The oldest order that can be filled decides whether a batch has only purchases or only
// sales. A batch fills orders oldest first, each against the reserves that the previous order left. The pool's script checks the batch as
// one swap. One swap could pay out slightly more than these separate swaps.
import { afterSwap, feeNumerator, reservesOf, swapOutput } from '../../schema/launchpad/amm.ts'
import { SEED } from '../../schema/launchpad/curve.ts'
import { encodeAmmRedeemer } from '../../schema/launchpad/datums/redeemers.ts'
import { encodeRoyaltyPool } from '../../schema/launchpad/datums/royalty-pool.ts'
import { netOf } from '../../schema/launchpad/fees.ts'
import { ADA } from '../../schema/primitives.ts'
import { BASIS_POINTS } from '../launchpad.ts'
import type { LedgerUtxo } from '../ledger/output.ts'
import { MAX_FILLS, mayJoin, planBatch, successorOf } from './batch.ts'
import type { Amm, Order } from './market.ts'
import { type Fill, fillOrder, isTaken, type Side, sideOf } from './outcome.ts'
import type { Plan } from './wallet/plan.ts'

/** `lovelace` and `tokens` include fees. */
type State = Pick<Amm, 'pool' | 'lovelace' | 'tokens'>

const poolSide = (side: Side): 'x' | 'y' => (side === 'buy' ? 'x' : 'y')

const moved = ({ pool, lovelace, tokens }: State, side: Side, input: bigint, output: bigint): State => ({
  pool: afterSwap(pool, poolSide(side), input),
  lovelace: side === 'buy' ? lovelace + input : lovelace - output,
  tokens: side === 'buy' ? tokens - output : tokens + input,
})

interface Step {
  readonly fill: Fill
  readonly input: bigint
  readonly output: bigint
}

const step = ({ pool, lovelace, tokens }: State, order: Order): Step | undefined => {
  const { x, y } = reservesOf(pool, lovelace, tokens)
  const isPurchase = sideOf(order) === 'buy'
  const input = isPurchase ? netOf(order.input, BASIS_POINTS) : order.input
  const sides = isPurchase ? { input: x, output: y } : { input: y, output: x }
  const output = swapOutput(sides, feeNumerator(pool), input)
  if (!isPurchase && lovelace - output < SEED) return undefined
  const fill = fillOrder(order, order.input, isPurchase ? output : netOf(output, BASIS_POINTS))
  return fill && { fill, input, output }
}

const fillAll = (amm: Amm, orders: readonly Order[]): readonly Step[] => {
  const steps: Step[] = []
  let state: State = amm
  for (const order of orders) {
    if (steps.length === MAX_FILLS) break
    const fills = steps.map(({ fill }) => fill)
    if (!isTaken(order, amm.pool.assetY) || !mayJoin(order, fills)) continue
    if (fills.some((fill) => sideOf(fill.order) !== sideOf(order))) continue
    const next = step(state, order)
    if (next === undefined) continue
    steps.push(next)
    state = moved(state, sideOf(order), next.input, next.output)
  }
  return steps
}

/** Pools with assets besides their own three are users' experiments. */
const isTraded = ({ utxo: { output }, pool }: Amm): boolean =>
  pool.assetX === ADA && output.assets.length === 3 && output.script === undefined

/**
 * Fills a token's orders of one side, oldest first. Orders whose worst price is not reached wait. Undefined if nothing can be filled, or
 * the fees do not pay for the transaction.
 * @param coins coins of the executor, spent if the fees leave less than an output's minimum
 */
export const fillAmm = (
  amm: Amm,
  orders: readonly Order[],
  collateral: LedgerUtxo,
  coins?: readonly LedgerUtxo[],
): Plan | undefined => {
  const steps = isTraded(amm) ? fillAll(amm, orders) : []
  const [first, ...others] = steps
  if (first === undefined) return undefined
  const total = (part: 'input' | 'output'): bigint => steps.reduce((sum, each) => sum + each[part], 0n)
  const { pool, lovelace, tokens } = moved(amm, sideOf(first.fill.order), total('input'), total('output'))
  const datum = encodeRoyaltyPool(pool, 'indefinite')
  const successor = successorOf(amm.utxo, { token: pool.assetY, lovelace, tokens, datum })
  const redeemer = (place: number) => encodeAmmRedeemer('swap', place, 'definite')
  const fills = [first.fill, ...others.map(({ fill }) => fill)] as const
  return planBatch({ pool: amm.utxo, successor, redeemer, script: 'royalty-pool', fills }, collateral, coins)
}
