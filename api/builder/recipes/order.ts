// Places an order: the swap's input, the fees and the deposit go to the order's script, with the owner's stake part. No script runs. Tokens
// on a curve trade by instant orders, tokens on an AMM pool by limit orders.

import type { Ratio } from '../../../schema/codecs/ratio.ts'
import { encodeInstantOrder } from '../../../schema/launchpad/datums/instant-order.ts'
import { encodeLimitOrder, minMarginalOutput } from '../../../schema/launchpad/datums/limit-order.ts'
import { limitOrderBeacon } from '../../../schema/launchpad/derivations.ts'
import { ORDER_DEPOSIT, orderValue } from '../../../schema/launchpad/order-value.ts'
import type { TimeOfDay } from '../../../schema/platform/clocks.ts'
import { ADA, type AssetId, type Hex } from '../../../schema/primitives.ts'
import { orderContract, scriptAddress, type Terms } from '../terms.ts'
import type { Utxo } from '../transaction/utxo.ts'
import type { Owner } from './owner.ts'
import { type Quote, quoteOrder, type Side, type Tolerance, type Venue, worstPriceOf } from './quote.ts'
import type { Recipe } from './recipe.ts'

/** Before this time, an instant order may not be cancelled. */
export const CANCELLATION_DELAY_MS = 20 * 60_000

export interface OrderIntent {
  readonly kind: 'instant' | 'limit'
  readonly side: 'buy' | 'sell'
  readonly token: AssetId
  /** Lovelace of a purchase, including the fee; tokens of a sale. */
  readonly amount: bigint
  /** Output per input. */
  readonly worstPrice: Ratio
  /** Key that may execute an instant order, from the pool's datum; `batcherKey` of the config if not given. */
  readonly executor?: Hex
}

const instantDatum = (
  owner: Owner,
  { side, token, ...intent }: OrderIntent,
  now: TimeOfDay,
  terms: Terms,
): Hex =>
  encodeInstantOrder(
    {
      redeemerAddress: owner.plutusAddress,
      input: side === 'buy' ? ADA : token,
      output: side === 'buy' ? token : ADA,
      basePrice: intent.worstPrice,
      fee: terms.executorFee,
      minUtxo: ORDER_DEPOSIT,
      permittedExecutor: intent.executor ?? terms.batcherKey,
      cancellationAfter: BigInt(now + CANCELLATION_DELAY_MS),
      cancellationPkh: owner.pkh,
    },
    'definite',
  )

const limitDatum = (
  owner: Owner,
  { side, token, amount, ...intent }: OrderIntent,
  seed: Utxo,
  terms: Terms,
): { readonly datum: Hex; readonly beacon: Hex } => {
  const order = {
    input: side === 'buy' ? ADA : token,
    tradableInput: amount,
    costPerExStep: terms.networkFee,
    minMarginalOutput: minMarginalOutput(intent.worstPrice, amount),
    output: side === 'buy' ? token : ADA,
    basePrice: intent.worstPrice,
    fee: terms.fixedFee,
    redeemerAddress: owner.plutusAddress,
    cancellationPkh: owner.pkh,
    permittedExecutors: terms.ammExecutors.slice(0, 1),
  }
  const beacon = limitOrderBeacon(seed.reference, 0, order, 'definite')
  return { datum: encodeLimitOrder({ ...order, beacon }, 'definite'), beacon }
}

/**
 * The order is the first output.
 * @param now Unix milliseconds
 * @param seed any coin of the owner that the transaction spends; it determines a limit order's beacon
 */
export const placeOrder = <U extends Utxo>(
  owner: Owner,
  intent: OrderIntent,
  { now, seed, terms }: { readonly now: TimeOfDay; readonly seed: U; readonly terms: Terms },
): { readonly recipe: Recipe<U>; readonly beacon?: Hex } => {
  const { kind, side, token, amount } = intent
  const { lovelace, tokens } = orderValue(side === 'buy', amount, terms.executorFee, ORDER_DEPOSIT)
  const { datum, ...named } =
    kind === 'limit'
      ? limitDatum(owner, intent, seed, terms)
      : { datum: instantDatum(owner, intent, now, terms) }
  const output = {
    address: scriptAddress(terms, orderContract(terms, kind).hash, owner.plutusAddress.stake),
    lovelace,
    assets: side === 'buy' ? [] : [{ asset: token, quantity: tokens }],
    datum,
  }
  return { recipe: { spend: [{ utxo: seed }], outputs: [output] }, ...named }
}

export interface OrderRequest extends Tolerance {
  readonly token: AssetId
  readonly side: Side
  /** Lovelace of a BUY; tokens of a BUY_WITH_OUTPUT or a SELL. */
  readonly amount: bigint
}

/**
 * An order at the current price.
 * @throws {BuildError} if the order is too small or too large, or could never be filled
 */
export const quotedOrder = (
  venue: Venue,
  { token, side, amount, ...tolerance }: OrderRequest,
  terms: Terms,
): { readonly quote: Quote; readonly intent: OrderIntent } => {
  const quote = quoteOrder(venue, side, amount, terms)
  const intent: OrderIntent = {
    kind: venue.kind === 'curve' ? 'instant' : 'limit',
    side: side === 'SELL' ? 'sell' : 'buy',
    token,
    amount: quote.input,
    worstPrice: worstPriceOf(venue, side, quote, tolerance, terms),
    ...(venue.kind === 'curve' ? { executor: venue.pool.permittedExecutor } : {}),
  }
  return { quote, intent }
}
