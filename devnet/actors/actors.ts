// The actors of the devnet, which act before each block. Their actions depend only on a seed, the tip and the ledger's outputs. They keep
// no state, so they continue after a fork or a restart, and the same seed makes the same chain. The ledger checks their transactions like
// any others. A rejected transaction is a bug here. Its error is thrown when all actors have acted.

import { BuildError } from '../../api/builder/build-error.ts'
import { lovelaceIn } from '../../api/builder/transaction/utxo.ts'
import type { AssetId, Hex } from '../../schema/primitives.ts'
import { openingTransactions } from '../genesis.ts'
import type { Ledger } from '../ledger/ledger.ts'
import type { LedgerUtxo } from '../ledger/output.ts'
import {
  type Action,
  type Behaviour,
  cancelSome,
  launchOne,
  lockSome,
  misstep,
  redeemSome,
  type Snapshot,
  trade,
  transferSome,
} from './behaviours.ts'
import { fillAmm } from './fill-amm.ts'
import { fillCurve } from './fill-curve.ts'
import { graduate } from './graduate.ts'
import { type Market, type Order, readMarket } from './market.ts'
import { payAll, tidy } from './pay.ts'
import { CREATORS, DEPLOYER, EXECUTOR, FAUCET, TRADERS } from './people.ts'
import { Random } from './random.ts'
import { LIVE_RATES, type Rates } from './rates.ts'
import type { Account } from './wallet/account.ts'
import { type Coins, coinsAt } from './wallet/coins.ts'
import { completeTransaction, type Plan } from './wallet/plan.ts'

/**
 * Nests transactions as a batcher does before anybody sees the mempool (CIP-118).
 * @param waiting number of transactions in the mempool before the actors acted
 * @param rate probability of each nesting
 */
const nestSome = (ledger: Ledger, waiting: number, rate: number, random: Random): void => {
  for (let index = waiting + 1; index < ledger.mempool.length; )
    if (random.chance(rate)) {
      const before = ledger.mempool.length
      ledger.nest(index)
      if (ledger.mempool.length === before) index += 1
    } else index += 1
}

export interface Actors {
  act(): void
}

/** Lovelace below which an actor gets the gift. */
const POOR = 3_000_000_000n
const GIFT = 20_000_000_000n

/** With fewer curves, creators launch this many tokens per block. */
const FEW = 4
const EARLY_LAUNCHES = 0.3

/** An account with more coins combines them. */
const UNTIDY = 12

/** Each behaviour has a function that returns its expected number per block. */
const BEHAVIOURS: readonly (readonly [(rates: Rates, market: Market) => number, Behaviour])[] = [
  [({ launches }, { curves }) => (curves.size < FEW ? EARLY_LAUNCHES : launches), launchOne],
  [({ orders }) => orders, trade],
  [({ cancellations }, { orders }) => cancellations * orders.length, cancelSome],
  [({ transfers }) => transfers, transferSome],
  [({ locks }) => locks, lockSome],
  [({ redemptions }, { locks }) => redemptions * locks.length, redeemSome],
  [({ missteps }) => missteps, misstep],
]

const tokenOf = ({ order: { input, output } }: Order, { curves, amms }: Market): AssetId =>
  curves.has(input) || amms.has(input) ? input : output

const ordersByToken = (market: Market): Map<AssetId, Order[]> => {
  const books = new Map<AssetId, Order[]>()
  for (const order of market.orders) {
    const token = tokenOf(order, market)
    const book = books.get(token)
    if (book === undefined) books.set(token, [order])
    else book.push(order)
  }
  return books
}

class Round {
  readonly #ledger: Ledger
  readonly #snapshot: Snapshot
  readonly #busy = new Set<Hex>()
  readonly #coins = new Map<Hex, Coins>()
  readonly #failures: unknown[] = []

  constructor(ledger: Ledger, seed: string) {
    const { tip } = ledger.chain
    this.#ledger = ledger
    this.#snapshot = {
      random: new Random(`${seed} ${tip === 'origin' ? tip : tip.id}`),
      market: readMarket(ledger),
      slot: ledger.slot,
      now: ledger.start + ledger.slot * 1000,
      coinsOf: (who) => this.#coinsOf(who),
      isIdle: ({ address }) => !this.#busy.has(address),
      isThere: ({ reference }) => ledger.isUnspent(reference),
    }
  }

  #coinsOf({ address }: Account): Coins {
    const known = this.#coins.get(address) ?? coinsAt(this.#ledger, address)
    this.#coins.set(address, known)
    return known
  }

  /** Skips a transaction for which the sender cannot pay. If the ledger rejects it, the others are still sent. */
  #send({ who, plan }: Action): void {
    try {
      const submission = this.#ledger.submit(completeTransaction(plan, this.#ledger))
      if ('error' in submission) throw new Error(JSON.stringify(submission.error))
    } catch (error) {
      if (!(error instanceof BuildError && error.code !== 'SCRIPT_FAILED')) this.#failures.push(error)
      return
    }
    this.#busy.add(who.address)
    this.#coins.delete(who.address)
  }

  /** @throws {AggregateError} if transactions of actors were rejected */
  end(): void {
    if (this.#failures.length > 0)
      throw new AggregateError(this.#failures, `${this.#failures.length} transactions of actors failed`)
  }

  serve(): void {
    const { market } = this.#snapshot
    const books = ordersByToken(market)
    for (const [token, curve] of market.curves) {
      const { collateral } = this.#coinsOf(DEPLOYER)
      const graduation = collateral && graduate(curve, collateral)
      if (graduation !== undefined) this.#send({ who: DEPLOYER, plan: graduation })
      else this.#execute((collateral, coins) => fillCurve(curve, books.get(token) ?? [], collateral, coins))
    }
    for (const [token, amm] of market.amms)
      this.#execute((collateral, coins) => fillAmm(amm, books.get(token) ?? [], collateral, coins))
  }

  #execute(fill: (collateral: LedgerUtxo, coins: readonly LedgerUtxo[]) => Plan | undefined): void {
    const { collateral, utxos } = this.#coinsOf(EXECUTOR)
    const plan = collateral && fill(collateral, utxos)
    if (plan !== undefined) this.#send({ who: EXECUTOR, plan })
  }

  live(rates: Rates): void {
    const { random, market } = this.#snapshot
    for (const [expectedOf, behaviour] of BEHAVIOURS) {
      const expected = expectedOf(rates, market)
      const times = Math.floor(expected) + (random.chance(expected % 1) ? 1 : 0)
      for (let time = 0; time < times; time++) {
        const action = behaviour(this.#snapshot)
        if (action !== undefined) this.#send(action)
      }
    }
  }

  maintain(): void {
    const people = [...TRADERS, ...CREATORS]
    const poor = people.filter((who) => lovelaceIn(this.#coinsOf(who).utxos) < POOR)
    const gifts = poor.map(({ address }) => ({ address, lovelace: GIFT }))
    const plan = gifts.length === 0 ? undefined : payAll(FAUCET, this.#coinsOf(FAUCET), gifts)
    if (plan !== undefined) this.#send({ who: FAUCET, plan })
    for (const who of [...people, EXECUTOR, DEPLOYER]) {
      const coins = this.#coinsOf(who)
      if (!this.#snapshot.isIdle(who) || (coins.utxos.length <= UNTIDY && coins.collateral !== undefined))
        continue
      const tidied = tidy(who, coins)
      if (tidied !== undefined) this.#send({ who, plan: tidied })
    }
  }
}

export const createActors = (ledger: Ledger, seed: string, rates: Rates = LIVE_RATES): Actors => ({
  act() {
    if (ledger.chain.length === 0) {
      for (const transaction of openingTransactions) ledger.submit(transaction)
      return
    }
    const waiting = ledger.mempool.length
    const round = new Round(ledger, seed)
    round.serve()
    round.live(rates)
    round.maintain()
    nestSome(ledger, waiting, rates.nestings, new Random(`${seed} nesting ${ledger.chain.last?.point.id}`))
    round.end()
  },
})
