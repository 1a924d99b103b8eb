// Orders of every generation at every contract that accepts them. The orders are those of the launchpad's page, or have an altered field.
// The datum's amounts and the UTxO's value of an altered order are independent.

import { fakeHash } from '../../devnet/chain/build-transaction.ts'
import type { OrderKind } from '../../schema/config/config.ts'
import { decodeInstantOrder, encodeInstantOrder } from '../../schema/launchpad/datums/instant-order.ts'
import { decodeInstantOrderV1, encodeInstantOrderV1 } from '../../schema/launchpad/datums/instant-order-v1.ts'
import { decodeLimitOrder, encodeLimitOrder } from '../../schema/launchpad/datums/limit-order.ts'
import { ORDER_REDEEMERS } from '../../schema/launchpad/datums/redeemers.ts'
import { limitOrderBeacon } from '../../schema/launchpad/derivations.ts'
import { ADA, type AssetId, assetId, type Hex, type OutputReference } from '../../schema/primitives.ts'
import { alterDatum, anyData, rewriteDatum, withInteger } from './alter-datum.ts'
import type { BlockMaker } from './block-maker.ts'
import { type Coin, holds, type Output } from './coin.ts'
import { amountOfAnySize, anyHash, anyName, oddInteger } from './odd-values.ts'
import { writeWildly } from './wild-cbor.ts'

/** Lovelace that the execution costs, and lovelace that is returned with the bought amount. */
const FEES = 1_100_000n
const DEPOSIT = 1_500_000n

/** Indexes of the datum's amounts. An attacker may forge them. */
const AMOUNT_FIELDS: Readonly<Record<OrderKind, readonly number[]>> = {
  instant: [5, 6, 8],
  'instant-v1': [3, 4, 7, 9],
  limit: [3, 4, 5, 8],
}

interface Wish {
  readonly kind: OrderKind
  readonly from: AssetId
  readonly to: AssetId
  readonly amount: bigint
}

interface Terms extends Wish {
  readonly fee: bigint
}

const datumOf = (maker: BlockMaker, { kind, from, to, amount }: Wish, executor: Hex): Hex => {
  const { random } = maker
  const owner = fakeHash(`key ${random.integer(0, 11)}`, 28)
  const stake = { kind: 'key', hash: fakeHash('stake 0', 28) } as const
  const payment = { kind: 'key', hash: owner } as const
  const terms = {
    redeemerAddress: random.chance(0.8) ? { payment, stake } : { payment },
    input: from,
    output: to,
    basePrice: { numerator: random.chance(0.5) ? 0n : 1n, denominator: amount > 0n ? amount : 1n },
    cancellationPkh: owner,
  }
  const beacon = (random.chance(0.2) ? random.pick(beaconsOf(maker)) : undefined) ?? anyHash(random)
  const later = { costPerExStep: 600_000n, fee: 500_000n, tradableInput: amount, beacon }
  const deadline = { permittedExecutor: executor, cancellationAfter: 1_760_000_000_000n }
  if (kind === 'instant')
    return encodeInstantOrder({ ...terms, ...deadline, fee: FEES, minUtxo: DEPOSIT }, 'definite')
  if (kind === 'instant-v1') return encodeInstantOrderV1({ ...terms, ...deadline, ...later }, 'definite')
  const permittedExecutors = random.chance(0.5) ? [] : [executor]
  return encodeLimitOrder({ ...terms, ...later, minMarginalOutput: 1n, permittedExecutors }, 'indefinite')
}

/** Beacons of open orders, which other orders copy. */
const beaconsOf = ({ coins }: BlockMaker): Hex[] =>
  coins.flatMap(({ place, output: { datum } }) => {
    const order = place === 'order' && datum !== undefined ? decodeLimitOrder(datum) : undefined
    return order === undefined ? [] : [order.beacon]
  })

/** The beacon is derived from the order's position in a transaction. Other outputs stay unchanged. */
const withOwnBeacon = (output: Output, seed: OutputReference, index: number): Output => {
  const order = output.datum === undefined ? undefined : decodeLimitOrder(output.datum)
  if (order === undefined) return output
  const beacon = limitOrderBeacon(seed, index, order, 'indefinite')
  return { ...output, datum: encodeLimitOrder({ ...order, beacon }, 'indefinite') }
}

const readTerms = ({ contracts }: BlockMaker, output: Output): Terms | undefined => {
  const kind = contracts.orders.get(output.address.slice(2, 58))
  if (kind === undefined || output.datum === undefined) return undefined
  if (kind === 'instant') {
    const order = decodeInstantOrder(output.datum)
    if (order === undefined) return undefined
    const held = holds(output, order.input)
    const amount = order.input === ADA ? held - order.fee - order.minUtxo : held
    return { kind, from: order.input, to: order.output, amount: amount > 0n ? amount : 0n, fee: order.fee }
  }
  const order = kind === 'limit' ? decodeLimitOrder(output.datum) : decodeInstantOrderV1(output.datum)
  if (order === undefined) return undefined
  return { kind, from: order.input, to: order.output, amount: order.tradableInput, fee: order.fee }
}

/** Every batch searches all orders, so their terms are cached. */
const readOf = new WeakMap<Coin, { readonly terms: Terms | undefined }>()

export const termsOf = (maker: BlockMaker, coin: Coin): Terms | undefined => {
  const read = readOf.get(coin) ?? { terms: readTerms(maker, coin.output) }
  readOf.set(coin, read)
  return read.terms
}

/** One of the amounts that a reader may trust gets any value. */
export const forgeAmount = (maker: BlockMaker, kind: OrderKind, datum: Hex): Hex => {
  const field = maker.random.pick(AMOUNT_FIELDS[kind]) ?? 3
  return withInteger(maker.random, datum, field, oddInteger(maker.random, 1_000_000n))
}

export const orderOutput = (maker: BlockMaker, wish: Wish, isAltered: boolean): Output => {
  const { random, contracts } = maker
  const scripts = [...contracts.orders].filter(([, kind]) => kind === wish.kind)
  const address = maker.script(random.pick(scripts)?.[0] ?? '')
  const honest = datumOf(maker, wish, random.pick(contracts.operations.curve.executors) ?? '')
  const datum = random.chance(0.2) ? rewriteDatum(random, honest) : honest
  const lovelace = (wish.from === ADA ? wish.amount : 0n) + FEES + DEPOSIT
  const assets = wish.from === ADA ? [] : [{ asset: wish.from, quantity: wish.amount }]
  if (!isAltered) return { address, lovelace, assets, datum }
  switch (random.integer(0, 5)) {
    case 0:
    case 1:
      return { address, lovelace, assets, datum: forgeAmount(maker, wish.kind, datum) }
    case 2:
      return { address, lovelace: amountOfAnySize(random, 50), assets, datum }
    case 3:
      return { address, lovelace, assets: [], datum }
    default:
      return { address, lovelace, assets, datum: alterDatum(random, datum) }
  }
}

export const wishOf = (maker: BlockMaker, held: readonly AssetId[]): Wish => {
  const { random } = maker
  const kind = random.pick<OrderKind>(['instant', 'instant', 'instant-v1', 'limit', 'limit']) ?? 'instant'
  const token = random.pick(maker.tokens) ?? assetId(anyHash(random), anyName(random))
  const selling = random.pick(held.filter((asset) => maker.tokens.includes(asset)))
  if (selling !== undefined && random.chance(0.7))
    return { kind, from: selling, to: random.chance(0.95) ? ADA : token, amount: amountOfAnySize(random, 29) }
  return { kind, from: ADA, to: token, amount: amountOfAnySize(random, 36) }
}

export const placeOrders = (maker: BlockMaker, isAltered: boolean, most = 3): void => {
  const { random } = maker
  const payer = maker.takeWallet()
  if (payer === undefined) return
  const held = payer.output.assets.map(({ asset }) => asset)
  const outputs = Array.from({ length: random.integer(1, most) }, () =>
    orderOutput(maker, wishOf(maker, held), isAltered && random.chance(0.8)),
  )
  const placed = random.chance(0.5)
    ? outputs.map((output, at) => withOwnBeacon(output, payer.reference, at))
    : outputs
  maker.transact({ spend: [{ coin: payer }], outputs: placed })
}

/** An altered cancellation pays to another output, or has an invalid redeemer. */
export const cancelOrder = (maker: BlockMaker, isAltered: boolean): void => {
  const { random } = maker
  const order = maker.take(({ place }) => place === 'order')
  const payer = maker.takeWallet()
  if (order === undefined || payer === undefined) {
    maker.putBack(order, payer)
    return
  }
  const { lovelace, assets } = order.output
  const redeemer = isAltered ? redeemerOf(maker) : ORDER_REDEEMERS.cancel
  const answer =
    isAltered && random.chance(0.5) ? maker.pay(amountOfAnySize(random, 40)) : maker.pay(lovelace, assets)
  maker.transact({
    spend: [{ coin: order, ...(redeemer === undefined ? undefined : { redeemer }), answer }, { coin: payer }],
  })
}

export const redeemerOf = (maker: BlockMaker): Hex | undefined =>
  maker.random.pick([
    undefined,
    ORDER_REDEEMERS.execute,
    ORDER_REDEEMERS.execute,
    ORDER_REDEEMERS.cancel,
    'd879830000d87980',
    'd87a9fff',
    writeWildly(maker.random, anyData(maker.random)),
  ])
