// Actions of people, drawn at random from what their coins and tokens allow: launch, trade, cancel, send, lock, redeem, and sometimes an
// action that fails.

import { quantityIn } from '../../api/builder/transaction/utxo.ts'
import type { Ratio } from '../../schema/codecs/ratio.ts'
import { decimalPrice, SLIPPAGES, worstPrice } from '../../schema/launchpad/slippage.ts'
import { type AssetId, policyOf } from '../../schema/primitives.ts'
import { MIN_TRADE } from '../launchpad.ts'
import type { LedgerUtxo } from '../ledger/output.ts'
import type { Lock, Market, Order } from './market.ts'
import type { Side } from './outcome.ts'
import { pay } from './pay.ts'
import { CREATORS, DEVELOPER, TRADERS } from './people.ts'
import {
  planCancellation,
  planLaunch,
  planLock,
  planOrder,
  planRedemption,
  quoteAmm,
  quoteCurve,
} from './plans.ts'
import type { Random } from './random.ts'
import { tokenIdea } from './token-idea.ts'
import type { Account } from './wallet/account.ts'
import type { Coins } from './wallet/coins.ts'
import type { Plan } from './wallet/plan.ts'

export interface Snapshot {
  readonly random: Random
  readonly market: Market
  readonly slot: number
  readonly now: number
  readonly coinsOf: (who: Account) => Coins
  /** The account has sent nothing in this block so far. */
  readonly isIdle: (who: Account) => boolean
  /** The output was not spent in this block so far. */
  readonly isThere: (utxo: LedgerUtxo) => boolean
}

export interface Action {
  readonly who: Account
  readonly plan: Plan
}

export type Behaviour = (snapshot: Snapshot) => Action | undefined

const ADA_UNIT = 1_000_000n
const MINUTE = 60_000

/** The keys of these accounts are known, so their orders and locks can be used. */
const HOLDERS: readonly Account[] = [...TRADERS, ...CREATORS]
const HOLDER_BY_KEY = new Map(HOLDERS.map((who) => [who.key.hash, who]))

const someone = ({ random, isIdle }: Snapshot, people: readonly Account[]): Account | undefined =>
  random.pick(people.filter(isIdle))

const action = (who: Account, plan: Plan | undefined): Action | undefined => plan && { who, plan }

const holdings = ({ market, coinsOf }: Snapshot, who: Account): { asset: AssetId; quantity: bigint }[] => {
  const { utxos } = coinsOf(who)
  const held = new Set(utxos.flatMap(({ output }) => output.assets.map(({ asset }) => asset)))
  return [...held]
    .filter((asset) => market.curves.has(asset) || market.amms.has(asset))
    .sort()
    .map((asset) => ({ asset, quantity: quantityIn(utxos, asset) }))
}

/** Depends on the token's id. A few tokens are popular. */
const popularity = (token: AssetId): number => {
  const luck = Number.parseInt(policyOf(token).slice(0, 4), 16) / 0x1_0000
  return luck < 0.14 ? 120 : luck < 0.4 ? 8 : 1
}

export const launchOne: Behaviour = (snapshot) => {
  const { random, coinsOf } = snapshot
  const who = someone(snapshot, CREATORS)
  if (who === undefined) return undefined
  const hyped = random.chance(0.3)
  const deposit = random.chance(0.6) ? BigInt(random.integer(5, 600)) * ADA_UNIT : 0n
  const what = {
    ...tokenIdea(random),
    launchType: hyped ? 'HYPED' : 'DEFAULT',
    deposit,
  } as const
  return action(who, planLaunch(who, coinsOf(who), what))
}

/** In ADA, with the weights at which they are drawn. */
const PURCHASE_SIZES = [
  { least: 5, most: 60, weight: 4 },
  { least: 60, most: 400, weight: 4 },
  { least: 400, most: 2_500, weight: 3 },
] as const

const purchaseAmount = (random: Random): bigint => {
  const { least, most } = random.pickWeighted(PURCHASE_SIZES, ({ weight }) => weight) ?? PURCHASE_SIZES[0]
  return BigInt(random.integer(least, most)) * ADA_UNIT
}

/** The quote less one of the launchpad's slippages. Some orders ask for more than the quote, and wait. */
const priceOf = (random: Random, quote: bigint, amount: bigint): Ratio =>
  random.chance(0.12)
    ? decimalPrice({ numerator: quote * 13n, denominator: amount * 10n })
    : worstPrice(quote, amount, random.pick(SLIPPAGES) ?? 'infinity')

const quoteOf = ({ curves, amms }: Market, token: AssetId, side: Side, amount: bigint): bigint => {
  const curve = curves.get(token)
  const amm = amms.get(token)
  return curve !== undefined
    ? quoteCurve(curve, side, amount)
    : amm === undefined
      ? 0n
      : quoteAmm(amm, side, amount)
}

export const trade: Behaviour = (snapshot) => {
  const { random, market, now, coinsOf } = snapshot
  const who = someone(snapshot, random.chance(0.05) ? CREATORS : TRADERS)
  if (who === undefined) return undefined
  const held = holdings(snapshot, who)
  const sale = random.chance(0.33) ? random.pick(held) : undefined
  const token =
    sale?.asset ?? random.pickWeighted([...market.curves.keys(), ...market.amms.keys()].sort(), popularity)
  if (token === undefined) return undefined
  const side = sale === undefined ? 'buy' : 'sell'
  const amount =
    sale === undefined
      ? purchaseAmount(random)
      : (sale.quantity * BigInt(random.pick([10, 25, 50, 100]) ?? 100)) / 100n
  const quote = quoteOf(market, token, side, amount)
  if (quote === 0n || (side === 'sell' && quote < MIN_TRADE)) return undefined
  const kind = market.amms.has(token) || random.chance(0.15) ? 'limit' : 'instant'
  const intent = { kind, side, token, amount, worstPrice: priceOf(random, quote, amount) } as const
  return action(who, planOrder(who, coinsOf(who), intent, now))
}

const mayCancel = ({ kind, order }: Order, now: number): boolean =>
  kind === 'limit' || order.cancellationAfter <= BigInt(now)

export const cancelSome: Behaviour = (snapshot) => {
  const { random, market, now, slot, coinsOf, isIdle, isThere } = snapshot
  const order = random.pick(
    market.orders.filter((candidate) => {
      const owner = HOLDER_BY_KEY.get(candidate.order.cancellationPkh)
      return owner !== undefined && isIdle(owner) && isThere(candidate.utxo) && mayCancel(candidate, now)
    }),
  )
  const who = HOLDER_BY_KEY.get(order?.order.cancellationPkh ?? '')
  return order && who && action(who, planCancellation(who, coinsOf(who), order.utxo, { slot, time: now }))
}

/** The developer gets payments while it has fewer outputs. */
const MOST_GIFTS = 30

export const transferSome: Behaviour = (snapshot) => {
  const { random, coinsOf } = snapshot
  const who = someone(snapshot, HOLDERS)
  if (who === undefined) return undefined
  const forDeveloper = random.chance(0.2) && coinsOf(DEVELOPER).utxos.length < MOST_GIFTS
  const to = forDeveloper ? DEVELOPER : random.pick(HOLDERS.filter((other) => other !== who))
  if (to === undefined) return undefined
  const held = random.chance(0.8) ? random.pick(holdings(snapshot, who)) : undefined
  const what =
    held === undefined
      ? { lovelace: BigInt(random.integer(2, 200)) * ADA_UNIT }
      : { asset: held.asset, quantity: held.quantity / BigInt(random.integer(1, 10)) || held.quantity }
  return action(who, pay(who, coinsOf(who), to, what))
}

/** Some locks open during a run, and others never do. */
const LOCK_MINUTES = [60, 24 * 60, 30 * 24 * 60, 365 * 24 * 60, 20 * 365 * 24 * 60] as const

export const lockSome: Behaviour = (snapshot) => {
  const { random, now, coinsOf } = snapshot
  const who = someone(snapshot, HOLDERS)
  const held = who && random.pick(holdings(snapshot, who).filter(({ quantity }) => quantity > 1_000n))
  if (who === undefined || held === undefined) return undefined
  const vesting = {
    asset: held.asset,
    quantity: held.quantity / BigInt(random.integer(1, 4)),
    stages: random.integer(1, 4),
    end: now + (random.pick(LOCK_MINUTES) ?? 60) * MINUTE,
  }
  return action(who, planLock(who, coinsOf(who), vesting, now))
}

/** With `open`, the lock may be redeemed now, otherwise it is still closed. */
const someLock = ({ random, market, now, isIdle }: Snapshot, open: boolean): [Account, Lock] | undefined => {
  const lock = random.pick(
    market.locks.filter(({ lock: { redeemerVkh, lockedUntil } }) => {
      const holder = HOLDER_BY_KEY.get(redeemerVkh)
      return holder !== undefined && isIdle(holder) && lockedUntil < BigInt(now) === open
    }),
  )
  const who = HOLDER_BY_KEY.get(lock?.lock.redeemerVkh ?? '')
  return lock && who && [who, lock]
}

export const redeemSome: Behaviour = (snapshot) => {
  const [who, lock] = someLock(snapshot, true) ?? []
  return (
    who &&
    lock &&
    action(
      who,
      planRedemption(who, snapshot.coinsOf(who), lock.utxo, { slot: snapshot.slot, time: snapshot.now }),
    )
  )
}

/** A lock is opened too early. Its script fails, and the account loses the collateral. */
export const misstep: Behaviour = (snapshot) => {
  const [who, lock] = someLock(snapshot, false) ?? []
  // The builder would refuse to redeem too early.
  const from = { slot: snapshot.slot, time: Number.MAX_SAFE_INTEGER }
  const plan = who && lock && planRedemption(who, snapshot.coinsOf(who), lock.utxo, from)
  return who && plan && { who, plan: { ...plan, fails: true } }
}
