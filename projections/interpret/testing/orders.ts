// Orders of the three kinds for tests of interpretation: their UTxOs as people place them, their expected terms, and an executor that fills
// them against a curve.
import type { OutputEvent } from '../../../schema/events.ts'
import type { PlutusAddress } from '../../../schema/launchpad/address.ts'
import { buyTokens, EMISSION, SEED, sellLovelace, soldTokens } from '../../../schema/launchpad/curve.ts'
import type { CurvePool } from '../../../schema/launchpad/datums/curve-pool.ts'
import { encodeInstantOrder, type InstantOrder } from '../../../schema/launchpad/datums/instant-order.ts'
import { encodeInstantOrderV1 } from '../../../schema/launchpad/datums/instant-order-v1.ts'
import { encodeLimitOrder, type LimitOrder } from '../../../schema/launchpad/datums/limit-order.ts'
import { ORDER_REDEEMERS } from '../../../schema/launchpad/datums/redeemers.ts'
import { netOf } from '../../../schema/launchpad/fees.ts'
import { ADA, type AssetId, type Hex, type OutputReference } from '../../../schema/primitives.ts'
import type { OrderTerms, PoolReserves } from '../events.ts'
import {
  curveOutput,
  type Draft,
  hash,
  made,
  orderAddress,
  output,
  transaction,
  walletAddress,
} from './interpreted.ts'

export const KINDS = ['instant', 'instant-v1', 'limit'] as const

export interface Wish {
  readonly kind: (typeof KINDS)[number]
  readonly owner: string
  readonly from: AssetId
  readonly amount: bigint
  readonly to: AssetId
  readonly beacon?: Hex
}

/** Lovelace. The deposit is returned to the owner. */
export const FLAT_FEES = 1_100_000n
export const DEPOSIT = 1_500_000n
/** Parts of the flat fees, for an order that pays for its execution separately. */
export const FEE = 500_000n
export const STEP_COST = 600_000n

const CANCELLABLE_FROM = 1_700_000_000_000n

const addressOf = (owner: string): PlutusAddress => ({
  payment: { kind: 'key', hash: hash(owner, 28) },
  stake: { kind: 'key', hash: hash(`stake of ${owner}`, 28) },
})

const common = ({ owner, from, to, amount }: Wish) => ({
  redeemerAddress: addressOf(owner),
  cancellationPkh: hash(owner, 28),
  input: from,
  output: to,
  basePrice: { numerator: 1n, denominator: amount === 0n ? 1n : amount },
})

const beaconOf = ({ owner, beacon = hash(`beacon of ${owner}`, 28) }: Wish): Hex => beacon

export const limitOrder = (wish: Wish): LimitOrder => ({
  ...common(wish),
  beacon: beaconOf(wish),
  tradableInput: wish.amount,
  costPerExStep: STEP_COST,
  minMarginalOutput: 1n,
  fee: FEE,
  permittedExecutors: [],
})

const EXECUTOR = hash('executor', 28)

export const instantOrder = (wish: Wish): InstantOrder => ({
  ...common(wish),
  fee: FLAT_FEES,
  minUtxo: DEPOSIT,
  permittedExecutor: EXECUTOR,
  cancellationAfter: CANCELLABLE_FROM,
})

const datumOf = (wish: Wish): Hex => {
  switch (wish.kind) {
    case 'instant':
      return encodeInstantOrder(instantOrder(wish), 'definite')
    case 'instant-v1': {
      const order = {
        fee: FEE,
        costPerExStep: STEP_COST,
        tradableInput: wish.amount,
        permittedExecutor: EXECUTOR,
        cancellationAfter: CANCELLABLE_FROM,
        beacon: beaconOf(wish),
      }
      return encodeInstantOrderV1({ ...common(wish), ...order }, 'definite')
    }
    case 'limit':
      return encodeLimitOrder(limitOrder(wish), 'indefinite')
  }
}

/** Contains the amount to swap, flat fees and deposit. */
export const orderOutput = (wish: Wish): OutputEvent => {
  const aside = FLAT_FEES + DEPOSIT
  return wish.from === ADA
    ? output(orderAddress(wish.kind), wish.amount + aside, {}, datumOf(wish))
    : output(orderAddress(wish.kind), aside, { [wish.from]: wish.amount }, datumOf(wish))
}

interface Step {
  readonly swapped: bigint
  readonly got: bigint
}

/**
 * A limit order that is filled in steps. Each step except the last leaves a smaller order.
 * @param budget lovelace for the costs of the steps
 */
export const filledInSteps = (wish: Wish, budget: bigint, steps: readonly Step[]) => {
  const isBuy = wish.from === ADA
  let datum = limitOrder(wish)
  let lovelace = orderOutput(wish).lovelace + budget
  let tokens = isBuy ? 0n : wish.amount
  const outputAt = (address: string, content?: Hex) =>
    output(address, lovelace, { [isBuy ? wish.to : wish.from]: tokens }, content)
  const ordered = () => outputAt(orderAddress('limit'), encodeLimitOrder(datum, 'definite'))
  const placed = transaction({ outputs: [ordered()] })
  let order = made(placed, 0)
  const fills = steps.map(({ swapped, got }, at) => {
    const fee = (datum.fee * swapped) / datum.tradableInput
    datum = { ...datum, tradableInput: datum.tradableInput - swapped, fee: datum.fee - fee }
    lovelace += (isBuy ? -swapped : got) - fee - STEP_COST
    tokens += isBuy ? got : -swapped
    const answer = at === steps.length - 1 ? outputAt(walletAddress(wish.owner)) : ordered()
    const of = transaction({ pairs: [[order, ORDER_REDEEMERS.execute, answer]] })
    const fill = { of, order, swapped, got, fee, left: { fromAmount: datum.tradableInput, fee: datum.fee } }
    order = made(of, 0)
    return fill
  })
  return { placed, fills }
}

export const termsOf = (wish: Wish): OrderTerms => ({
  generation: wish.kind,
  from: wish.from,
  fromAmount: wish.amount,
  to: wish.to,
  worstPrice: common(wish).basePrice,
  fee: wish.kind === 'instant' ? FLAT_FEES : FEE,
  stepCost: wish.kind === 'instant' ? 0n : STEP_COST,
  owner: walletAddress(wish.owner),
  cancellationKey: hash(wish.owner, 28),
  cancellableFrom: wish.kind === 'limit' ? null : CANCELLABLE_FROM,
  beacon: wish.kind === 'instant' ? null : beaconOf(wish),
})

export const outcome = ({ owner, to }: Wish, got: bigint): OutputEvent =>
  to === ADA
    ? output(walletAddress(owner), DEPOSIT + got)
    : output(walletAddress(owner), DEPOSIT, { [to]: got })

export interface Placed {
  readonly wish: Wish
  readonly at: OutputReference
}

/** The lovelace includes the fee of a buy, or is what remains of a sell after the fee. */
export interface Filled extends Placed {
  readonly got: bigint
}

const BASIS_POINTS = 100n

/**
 * Fills orders one after another, with a fee of 1 % on the ADA side.
 * @returns the batch, the reserves after it, and each order's output
 */
export const execute = (
  pool: CurvePool,
  poolAt: OutputReference,
  before: PoolReserves,
  orders: readonly Placed[],
): { readonly draft: Draft; readonly after: PoolReserves; readonly filled: readonly Filled[] } => {
  let { lovelace, tokens } = before
  const filled = orders.map((order): Filled => {
    const { from, amount } = order.wish
    if (from === ADA) {
      const net = netOf(amount, BASIS_POINTS)
      const got = buyTokens(pool, soldTokens(tokens), net)
      lovelace += net
      tokens -= got
      return { ...order, got }
    }
    const paid = sellLovelace(pool, soldTokens(tokens), amount)
    lovelace -= paid
    tokens += amount
    return { ...order, got: netOf(paid, BASIS_POINTS) }
  })
  const draft: Draft = {
    pairs: [
      [poolAt, 'd879830000d87980', curveOutput(pool, lovelace, tokens)],
      ...filled.map(({ wish, at, got }) => [at, ORDER_REDEEMERS.execute, outcome(wish, got)] as const),
    ],
  }
  return { draft, after: { lovelace, tokens }, filled }
}

export const reservesAfter = (sold: bigint, collected: bigint): PoolReserves => ({
  lovelace: SEED + collected,
  tokens: EMISSION - sold,
})
