// Everything that is done with transactions, as jobs: plain values in and out, so that they can run in a thread of
// their own. A build takes some milliseconds, reading a wallet's outputs up to fifty, and loading the library a second:
// none of that belongs on the event loop that answers requests.
import type { AssetId, Hex, OutputReference } from '../../schema/primitives.ts'
import type { Ratio } from '../../schema/ratio.ts'
import type { Assembled } from './assemble.ts'
import { attachWitness, idOf } from './attach-witness.ts'
import { build } from './build.ts'
import { BuildError } from './build-error.ts'
import { type LockRequest, lockTokens } from './lock.ts'
import type { NodeView } from './node-view.ts'
import { type OrderRequest, order } from './order.ts'
import type { Owner } from './owner.ts'
import type { Venue } from './quote.ts'
import { readTransaction, type TransactionEffect } from './read-transaction.ts'
import { readUtxos, spendableByKey } from './read-utxos.ts'
import type { Recipe } from './recipe.ts'
import { largestCoin } from './select-coins.ts'
import { cancelOrder, type ValidFrom } from './take-back.ts'
import type { Terms } from './terms.ts'
import type { Utxo } from './utxo.ts'

/** Where coins come from: a wallet's outputs on the chain, or outputs as a wallet hands them over. */
export type CoinSource =
  | {
      readonly from: 'chain'
      /** Payment key hash. */
      readonly keyHash: Hex
      /** A token that is to be spent. */
      readonly token?: AssetId
    }
  | {
      readonly from: 'request'
      /** Name of the request's field. */
      readonly field: string
      readonly items: readonly Hex[]
    }

/** What may pay, in groups: those of a group are used only when the groups before it do not suffice. */
export type CoinGroups = readonly (readonly Utxo[])[]

interface Payment {
  readonly owner: Owner
  readonly coins: CoinGroups
  readonly terms: Terms
}

export interface OrderTask extends Payment {
  readonly request: OrderRequest
  readonly venue: Venue
  /** Milliseconds since 1970. */
  readonly now: number
}

export interface CancelTask extends Payment {
  readonly order: Utxo
  readonly collateral: readonly Utxo[]
  readonly from: ValidFrom
  /** First slot in which it is no longer valid. */
  readonly until: number
}

export interface LockTask extends Payment {
  readonly request: LockRequest
  /** Milliseconds since 1970. */
  readonly now: number
}

/** An unsigned transaction. */
export interface Built {
  readonly cbor: Hex
  readonly spent: readonly OutputReference[]
}

export interface BuiltOrder extends Built {
  /** Of orders on an AMM pool. */
  readonly beacon?: Hex
  /** Lovelace per token, reduced. */
  readonly price: Ratio
  /** Lovelace and tokens, or tokens and lovelace. */
  readonly input: bigint
  readonly output: bigint
}

/** A transaction that was handed to the node. */
export interface Submission extends TransactionEffect {
  readonly id: Hex
  /** Why the node did not take it; undefined when it did. */
  readonly refused?: string
}

/** Tasks and results of jobs by name. */
export interface Jobs {
  coins: { task: CoinSource; result: readonly Utxo[] }
  order: { task: OrderTask; result: BuiltOrder }
  cancel: { task: CancelTask; result: Built }
  lock: { task: LockTask; result: Built }
  /** Puts a wallet's answer to `signTx` into a transaction. */
  sign: { task: { readonly cbor: Hex; readonly witness: Hex }; result: Hex }
  submit: { task: Hex; result: Submission }
}

/** Jobs throw {@link BuildError}. */
export type TransactionBuilder = {
  readonly [Name in keyof Jobs]: (task: Jobs[Name]['task']) => Promise<Jobs[Name]['result']>
}

/** What the builder needs of the read models. */
export interface WalletView {
  /**
   * Outputs that a key spends, on the chain: all of a moderate wallet, of a large one those with most lovelace or most
   * of the token.
   */
  coinsOf(keyHash: Hex, token?: AssetId): readonly Utxo[]
}

/** Whether other coins would help: there are too few, or too many small ones. */
const needsOtherCoins = (error: unknown): boolean =>
  error instanceof BuildError && (error.code === 'INSUFFICIENT_FUNDS' || error.code === 'TOO_LARGE')

/** Builds with the first group of coins, then with the next beside it, until they suffice. */
const withCoins = async <T>(
  groups: CoinGroups,
  attempt: (coins: readonly Utxo[]) => Promise<T>,
): Promise<T> => {
  const last = groups.findLastIndex((group) => group.length > 0)
  for (let at = 0; at < last; at += 1) {
    const coins = groups.slice(0, at + 1).flat()
    if (coins.length === 0) continue
    try {
      return await attempt(coins)
    } catch (error) {
      if (!needsOtherCoins(error)) throw error
    }
  }
  return attempt(groups.flat())
}

const NOTHING: TransactionEffect = { spent: [], made: [] }

/** The node has taken it, so a transaction that the library cannot read is no failure. */
const effectOf = (transaction: Hex, id: Hex): TransactionEffect => {
  try {
    return readTransaction(transaction, id)
  } catch {
    return NOTHING
  }
}

const builtOf = ({ cbor, inputs }: Assembled): Built => ({
  cbor,
  spent: inputs.map(({ reference }) => reference),
})

const NO_COINS = 'Insufficient funds: the wallet has no output that can be spent now'

export const transactionBuilder = (node: NodeView, wallets: WalletView): TransactionBuilder => {
  const buildFor = (
    { owner }: Payment,
    coins: readonly Utxo[],
    recipe: Recipe,
    collateral: readonly Utxo[] = [],
  ): Promise<Assembled> => build({ recipe, coins, change: owner.address, collateral }, node)
  return {
    async coins(source) {
      if (source.from === 'chain') return wallets.coinsOf(source.keyHash, source.token)
      return spendableByKey(readUtxos(source.field, source.items))
    },
    order: (task) =>
      withCoins(task.coins, async (coins) => {
        const { owner, request, venue, now, terms } = task
        const seed =
          largestCoin(coins, request.side === 'SELL' ? request.token : undefined) ?? largestCoin(coins)
        if (seed === undefined) throw new BuildError('INSUFFICIENT_FUNDS', NO_COINS)
        const { recipe, ...placed } = order(owner, request, venue, { now, seed, terms })
        return { ...placed, ...builtOf(await buildFor(task, coins, recipe)) }
      }),
    cancel: async (task) => {
      const { owner, order, terms, from, until, collateral } = task
      const recipe = { ...cancelOrder(owner, order, terms, from), until }
      return withCoins(task.coins, async (coins) => builtOf(await buildFor(task, coins, recipe, collateral)))
    },
    lock: async (task) => {
      const { owner, request, now, terms } = task
      const recipe = lockTokens(owner, request, { now, terms })
      return withCoins(task.coins, async (coins) => builtOf(await buildFor(task, coins, recipe)))
    },
    sign: async ({ cbor, witness }) => attachWitness(cbor, witness),
    async submit(cbor) {
      const transaction = cbor.toLowerCase()
      const id = idOf(transaction)
      try {
        await node.submit(transaction)
      } catch (error) {
        if (!(error instanceof BuildError) || error.code !== 'REFUSED') throw error
        return { id, refused: error.message, ...NOTHING }
      }
      return { id, ...effectOf(transaction, id) }
    },
  }
}
