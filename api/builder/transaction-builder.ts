// The builder's jobs. Their arguments and results are plain values, so they can run in a thread. A build takes a few milliseconds, reading
// a wallet's outputs up to fifty milliseconds, and loading the library a second. That is too long for the event loop that serves requests.

import type { TimeOfDay, Uptime } from '../../schema/platform/clocks.ts'
import {
  type AssetId,
  formatOutputReference,
  type Hex,
  type OutputReference,
} from '../../schema/primitives.ts'
import { BuildError } from './build-error.ts'
import type { NodeView } from './node-view.ts'
import { OfferedCoins } from './offered-coins.ts'
import { type LaunchRequest, launch } from './recipes/launch.ts'
import { launchSeed } from './recipes/launch-checks.ts'
import { type LockRequest, lockTokens } from './recipes/lock.ts'
import { type OrderIntent, placeOrder } from './recipes/order.ts'
import type { Owner } from './recipes/owner.ts'
import { cancelOrder, redeemLock, type ValidFrom } from './recipes/take-back.ts'
import type { Terms } from './terms.ts'
import { type Assembled, assemble } from './transaction/assemble.ts'
import { attachWitness, idOf } from './transaction/attach-witness.ts'
import { build, partsFrom } from './transaction/build.ts'
import { neededBy, readTransaction, type TransactionEffect } from './transaction/read-transaction.ts'
import { readUtxos, spendableByKey } from './transaction/read-utxos.ts'
import { largestCoin } from './transaction/select-coins.ts'
import type { Utxo } from './transaction/utxo.ts'
import { type CoinGroups, coinGroups, coinsOfSource, type WantedCoins } from './wanted-coins.ts'
import { ownCollateral, type WantedCollateral } from './wanted-collateral.ts'

interface Payment {
  readonly owner: Owner
  readonly coins: WantedCoins | CoinGroups
  readonly terms: Terms
}

interface OrderTask extends Payment {
  readonly intent: OrderIntent
  readonly now: TimeOfDay
}

interface TakeBackTask extends Payment {
  readonly locked: Utxo
  readonly collateral: WantedCollateral
  readonly from: ValidFrom
  /** First slot in which the transaction is no longer valid. */
  readonly until: number
}

interface LaunchTask extends Payment {
  readonly request: LaunchRequest
  readonly collateral: WantedCollateral
  /** First slot in which the transaction is no longer valid. */
  readonly until: number
}

interface LockTask extends Payment {
  readonly request: LockRequest
  readonly now: TimeOfDay
}

export interface Built {
  readonly id: Hex
  readonly cbor: Hex
  readonly spent: readonly OutputReference[]
}

interface BuiltLaunch extends Built {
  readonly token: AssetId
  /** Tokens of the first purchase. */
  readonly creatorTokens: bigint
}

export interface Submission extends TransactionEffect {
  readonly id: Hex
  /** Undefined if the node accepted the transaction. */
  readonly refused?: Pick<BuildError, 'code' | 'message'> & {
    /** Empty if the transaction cannot be read. */
    readonly needed: readonly OutputReference[]
  }
}

export interface Jobs {
  coins: { task: WantedCoins; result: CoinGroups }
  order: { task: OrderTask; result: Built & { readonly beacon?: Hex } }
  cancel: { task: TakeBackTask; result: Built }
  launch: { task: LaunchTask; result: BuiltLaunch }
  lock: { task: LockTask; result: Built }
  redeem: { task: TakeBackTask; result: Built }
  /** `witness` is the result of a wallet's `signTx`. */
  sign: { task: { readonly cbor: Hex; readonly witness: Hex }; result: Hex }
  submit: { task: Hex; result: Submission }
  /** Only outputs that the node knows as unspent. */
  utxos: { task: readonly OutputReference[]; result: readonly Utxo[] }
}

/** Jobs throw {@link BuildError}. */
export type TransactionBuilder = {
  readonly [Name in keyof Jobs]: (task: Jobs[Name]['task']) => Promise<Jobs[Name]['result']>
}

export interface WalletView {
  /** A large wallet gives only the outputs with the most lovelace or the most of the token. */
  coinsOf(keyHash: Hex, token?: AssetId): readonly Utxo[]
}

/** The coins have too little, or are too many. */
const needsOtherCoins = (error: unknown): boolean =>
  error instanceof BuildError && (error.code === 'INSUFFICIENT_FUNDS' || error.code === 'TOO_LARGE')

/**
 * Coins that were not offered recently come first. Coins with a reference script come last, because spending one destroys the script and
 * costs a fee.
 */
const byPreference = (groups: CoinGroups, offered: OfferedCoins): CoinGroups =>
  [false, true].flatMap((hasScript) =>
    [false, true].flatMap((isOffered) =>
      groups.map((group) =>
        group.filter(
          ({ reference, output }) =>
            (output.script !== undefined) === hasScript && offered.has(reference) === isOffered,
        ),
      ),
    ),
  )

/**
 * Begins with the first group of coins, and adds the next until the coins suffice.
 * @param attempt offers the coins that it takes before it waits for anything, so that another build takes others
 */
const withCoins = async <B extends Built>(
  given: CoinGroups,
  offered: OfferedCoins,
  attempt: (coins: readonly Utxo[]) => B | Promise<B>,
): Promise<B> => {
  const groups = byPreference(given, offered).filter(({ length }) => length > 0)
  for (let at = 1; at < groups.length; at += 1)
    try {
      return await attempt(groups.slice(0, at).flat())
    } catch (error) {
      if (!needsOtherCoins(error)) throw error
    }
  return attempt(groups.flat())
}

const without = (groups: CoinGroups, others: readonly Utxo[]): CoinGroups => {
  const names = new Set(others.map(({ reference }) => formatOutputReference(reference)))
  return groups.map((group) => group.filter(({ reference }) => !names.has(formatOutputReference(reference))))
}

const NOTHING: TransactionEffect = { spent: [], made: [] }

/** An unreadable transaction is no failure, because the node has accepted it. */
const effectOf = (transaction: Hex, id: Hex): TransactionEffect => {
  try {
    return readTransaction(transaction, id)
  } catch {
    return NOTHING
  }
}

/** The fee depends on the scripts of all inputs, and the models do not contain them. */
const withScript = async (utxo: Utxo, node: NodeView): Promise<Utxo> => {
  const [known] = await node.utxos([utxo.reference])
  const script = known?.output.script
  return script === undefined ? utxo : { ...utxo, output: { ...utxo.output, script } }
}

const NO_COINS = 'Insufficient funds: the wallet has no output that can be spent now'

export const transactionBuilder = (
  node: NodeView,
  wallets: WalletView,
  clock: () => Uptime,
): TransactionBuilder => {
  const offered = new OfferedCoins(clock)
  const offer = (inputs: readonly Utxo[]): void => offered.add(inputs.map(({ reference }) => reference))
  const builtOf = ({ id, cbor, inputs }: Assembled): Built => {
    offer(inputs)
    return { id, cbor, spent: inputs.map(({ reference }) => reference) }
  }
  const find = (coins: WantedCoins | CoinGroups): CoinGroups => {
    if (!('source' in coins)) return coins
    const { source } = coins
    return coinGroups(
      coins,
      source.from === 'chain'
        ? wallets.coinsOf(source.keyHash, source.token)
        : spendableByKey(readUtxos(source.field, source.items)),
    )
  }
  /**
   * The request's collateral is read before its coins.
   * @throws {BuildError} `INVALID_REQUEST` if the request contains no output of a payment key; `NO_COLLATERAL`
   */
  const findBoth = (coins: WantedCoins | CoinGroups, wanted: WantedCollateral) => {
    if (wanted.from === 'service') return { groups: find(coins), collateral: wanted.utxos }
    if (wanted.from === 'wallet') {
      const groups = find(coins)
      return { groups, collateral: ownCollateral(groups) }
    }
    const collateral = find(coinsOfSource(wanted)).flat()
    if (collateral.length === 0)
      throw new BuildError('INVALID_REQUEST', `${wanted.field} must be outputs of a payment key`)
    return { groups: find(coins), collateral }
  }
  const takingBack =
    (recipeOf: typeof cancelOrder) =>
    async ({ owner, locked, terms, from, until, ...task }: TakeBackTask): Promise<Built> => {
      const { groups, collateral } = findBoth(task.coins, task.collateral)
      const recipeFor = (utxo: Utxo) => ({ ...recipeOf(owner, utxo, terms, from), until })
      const asked = partsFrom(node, recipeFor(locked))
      const [parts, whole] = await Promise.all([asked, withScript(locked, node)])
      const recipe = recipeFor(whole)
      return withCoins(groups, offered, async (coins) =>
        builtOf(await build({ ...parts, recipe, coins, change: owner.address, collateral }, node, offer)),
      )
    }
  return {
    coins: async (wanted) => find(wanted),
    async order({ owner, intent, now, terms, coins: wanted }) {
      const groups = find(wanted)
      const parameters = await node.protocolParameters()
      return withCoins(groups, offered, (coins) => {
        const seed =
          largestCoin(coins, intent.side === 'sell' ? intent.token : undefined) ?? largestCoin(coins)
        if (seed === undefined) throw new BuildError('INSUFFICIENT_FUNDS', NO_COINS)
        const { recipe, ...placed } = placeOrder(owner, intent, { now, seed, terms })
        return { ...placed, ...builtOf(assemble({ recipe, coins, change: owner.address, parameters })) }
      })
    },
    cancel: takingBack(cancelOrder),
    async launch({ owner, request, terms, until, ...task }) {
      const { groups: found, collateral } = findBoth(task.coins, task.collateral)
      const groups = task.collateral.from === 'request' ? without(found, collateral) : found
      const parameters = await node.protocolParameters()
      // Another launch of the wallet may start while this launch's scripts are evaluated.
      const seed = launchSeed(...byPreference(groups, offered))
      offered.add([seed.reference])
      const { recipe, ...launched } = launch(owner, request, seed, { terms, parameters })
      const references = await node.utxos(recipe.references ?? [])
      return withCoins(groups, offered, async (coins) => {
        const assembly = { recipe: { ...recipe, until }, coins, change: owner.address, collateral }
        return { ...launched, ...builtOf(await build({ ...assembly, parameters, references }, node, offer)) }
      })
    },
    async lock({ owner, request, now, terms, coins: wanted }) {
      const groups = find(wanted)
      const recipe = lockTokens(owner, request, { now, terms })
      const parameters = await node.protocolParameters()
      return withCoins(groups, offered, (coins) =>
        builtOf(assemble({ recipe, coins, change: owner.address, parameters })),
      )
    },
    redeem: takingBack(redeemLock),
    utxos: (references) => node.utxos(references),
    sign: async ({ cbor, witness }) => attachWitness(cbor, witness),
    async submit(cbor) {
      const transaction = cbor.toLowerCase()
      const id = idOf(transaction)
      try {
        await node.submit(transaction)
      } catch (error) {
        if (!(error instanceof BuildError) || error.code === 'NODE_AWAY') throw error
        const { code, message } = error
        return { id, refused: { code, message, needed: neededBy(transaction) }, ...NOTHING }
      }
      return { id, ...effectOf(transaction, id) }
    },
  }
}
