// Plans of people who use the launchpad: the builder's recipes with the devnet's terms, paid with people's coins. A plan is undefined if
// the account obviously has too few coins. A less obvious lack is found when the plan is completed.
import { type LaunchRequest, launch } from '../../api/builder/recipes/launch.ts'
import { findSeed } from '../../api/builder/recipes/launch-checks.ts'
import { type LockRequest, lockTokens } from '../../api/builder/recipes/lock.ts'
import { type OrderIntent, placeOrder } from '../../api/builder/recipes/order.ts'
import { outputFor } from '../../api/builder/recipes/quote.ts'
import { cancelOrder, redeemLock, type ValidFrom } from '../../api/builder/recipes/take-back.ts'
import { largestCoin } from '../../api/builder/transaction/select-coins.ts'
import { TERMS } from '../launchpad.ts'
import type { LedgerUtxo } from '../ledger/output.ts'
import { DEVNET_PARAMETERS } from '../ledger/parameters.ts'
import type { Amm, Curve } from './market.ts'
import type { Side } from './outcome.ts'
import type { Account } from './wallet/account.ts'
import type { Coins } from './wallet/coins.ts'
import { type Plan, planFor } from './wallet/plan.ts'

export const planLaunch = (creator: Account, coins: Coins, request: LaunchRequest): Plan | undefined => {
  const seed = findSeed(coins.utxos)
  if (seed === undefined) return undefined
  const { recipe } = launch(creator, request, seed, { terms: TERMS, parameters: DEVNET_PARAMETERS })
  return planFor(creator, coins, recipe)
}

/** @param now Unix milliseconds */
export const planOrder = (
  owner: Account,
  coins: Coins,
  intent: OrderIntent,
  now: number,
): Plan | undefined => {
  const seed = largestCoin(coins.utxos, intent.side === 'sell' ? intent.token : undefined)
  return seed && planFor(owner, coins, placeOrder(owner, intent, { now, seed, terms: TERMS }).recipe)
}

export const planCancellation = (owner: Account, coins: Coins, order: LedgerUtxo, from: ValidFrom): Plan =>
  planFor(owner, coins, cancelOrder(owner, order, TERMS, from))

/** @param now Unix milliseconds */
export const planLock = (holder: Account, coins: Coins, request: LockRequest, now: number): Plan =>
  planFor(holder, coins, lockTokens(holder, request, { now, terms: TERMS }))

export const planRedemption = (holder: Account, coins: Coins, lock: LedgerUtxo, from: ValidFrom): Plan =>
  planFor(holder, coins, redeemLock(holder, lock, TERMS, from))

/** Tokens for lovelace, or lovelace for tokens, at the current price. */
export const quoteCurve = ({ pool, lovelace, tokens }: Curve, side: Side, amount: bigint): bigint =>
  outputFor({ kind: 'curve', pool, lovelace, tokens }, SIDES[side], amount, TERMS)

export const quoteAmm = ({ pool, lovelace, tokens }: Amm, side: Side, amount: bigint): bigint =>
  outputFor({ kind: 'amm', pool, lovelace, tokens }, SIDES[side], amount, TERMS)

const SIDES = { buy: 'BUY', sell: 'SELL' } as const
