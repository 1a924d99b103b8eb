// The market as the actors see it: the launchpad's pools and orders, read from the ledger's outputs at the tip. Nothing is stored between
// blocks, so the actors act the same after a fork, a restart or a recording.

import { quantityIn } from '../../api/builder/transaction/utxo.ts'
import { paymentCredential } from '../../schema/codecs/address.ts'
import { type CurvePool, decodeCurvePool } from '../../schema/launchpad/datums/curve-pool.ts'
import { decodeInstantOrder, type InstantOrder } from '../../schema/launchpad/datums/instant-order.ts'
import { decodeLimitOrder, type LimitOrder } from '../../schema/launchpad/datums/limit-order.ts'
import { decodeRoyaltyPool, type RoyaltyPool } from '../../schema/launchpad/datums/royalty-pool.ts'
import { decodeVestingLock, type VestingLock } from '../../schema/launchpad/datums/vesting-lock.ts'
import { instantOrderInput } from '../../schema/launchpad/order-value.ts'
import { type AssetId, assetNameOf, type Hex } from '../../schema/primitives.ts'
import { contract, contractAddress, POOL_STAKE } from '../contracts/contracts.ts'
import type { Ledger } from '../ledger/ledger.ts'
import type { LedgerUtxo } from '../ledger/output.ts'
import { once } from '../once.ts'

export interface Curve {
  readonly utxo: LedgerUtxo
  readonly pool: CurvePool
  /** Includes the seed. */
  readonly lovelace: bigint
  readonly tokens: bigint
}

export interface Amm {
  readonly utxo: LedgerUtxo
  readonly pool: RoyaltyPool
  /** Includes accumulated fees. */
  readonly lovelace: bigint
  readonly tokens: bigint
}

/** `input` is the amount that the order swaps. */
export type Order = { readonly utxo: LedgerUtxo; readonly input: bigint } & (
  | { readonly kind: 'instant'; readonly order: InstantOrder }
  | { readonly kind: 'limit'; readonly order: LimitOrder }
)

export interface Lock {
  readonly utxo: LedgerUtxo
  readonly lock: VestingLock
}

export interface Market {
  readonly curves: ReadonlyMap<AssetId, Curve>
  readonly amms: ReadonlyMap<AssetId, Amm>
  /** Oldest first. */
  readonly orders: readonly Order[]
  readonly locks: readonly Lock[]
}

const CURVE_ADDRESS = contractAddress('curve-pool', POOL_STAKE)
const AMM_ADDRESS = contractAddress('royalty-pool', POOL_STAKE)
const INSTANT_ORDER = contract('instant-order').hash
const LIMIT_ORDER = contract('limit-order').hash
const VESTING_LOCK = contract('vesting-lock').hash
const POOL_NFT = contract('pool-nft').hash
const AMM_NFT = contract('amm-pool-nft').hash

const readCurve = once((utxo: LedgerUtxo): Curve | undefined => {
  const { datum, lovelace } = utxo.output
  const pool = datum === undefined ? undefined : decodeCurvePool(datum)
  if (pool === undefined || !isHeld(utxo, pool.nft, POOL_NFT)) return undefined
  return { utxo, pool, lovelace, tokens: quantityIn([utxo], pool.token) }
})

const readAmm = once((utxo: LedgerUtxo): Amm | undefined => {
  const { datum, lovelace } = utxo.output
  const pool = datum === undefined ? undefined : decodeRoyaltyPool(datum)
  if (pool === undefined || !isHeld(utxo, pool.nft, AMM_NFT)) return undefined
  return { utxo, pool, lovelace, tokens: quantityIn([utxo], pool.assetY) }
})

/** Anybody may write a datum, so the output must contain the NFT that the datum names. */
const isHeld = (utxo: LedgerUtxo, nft: AssetId, policy: Hex): boolean =>
  nft === `${policy}.${assetNameOf(nft)}` && quantityIn([utxo], nft) === 1n

const readOrder = once((utxo: LedgerUtxo): Order | undefined => {
  const { address, datum, lovelace } = utxo.output
  const hash = paymentCredential(address)?.hash
  if (datum === undefined) return undefined
  if (hash === INSTANT_ORDER) {
    const order = decodeInstantOrder(datum)
    const input = order && instantOrderInput(order, { lovelace, tokens: quantityIn([utxo], order.input) })
    return order && (input === undefined ? undefined : { kind: 'instant', utxo, order, input })
  }
  if (hash !== LIMIT_ORDER) return undefined
  const order = decodeLimitOrder(datum)
  return order && { kind: 'limit', utxo, order, input: order.tradableInput }
})

const readLock = once((utxo: LedgerUtxo): Lock | undefined => {
  const { address, datum } = utxo.output
  if (datum === undefined || paymentCredential(address)?.hash !== VESTING_LOCK) return undefined
  const lock = decodeVestingLock(datum)
  return lock && { utxo, lock }
})

/** Leaves out outputs that a transaction in the mempool spends. */
export const readMarket = (ledger: Ledger): Market => {
  const unspent = (utxos: Iterable<LedgerUtxo>): LedgerUtxo[] =>
    [...utxos].filter(({ reference }) => ledger.isUnspent(reference))
  const all = unspent(ledger.utxo.values())
  const curves = unspent(ledger.utxo.at(CURVE_ADDRESS)).flatMap((utxo) => readCurve(utxo) ?? [])
  const amms = unspent(ledger.utxo.at(AMM_ADDRESS)).flatMap((utxo) => readAmm(utxo) ?? [])
  return {
    curves: new Map(curves.map((curve) => [curve.pool.token, curve])),
    amms: new Map(amms.map((amm) => [amm.pool.assetY, amm])),
    orders: all.flatMap((utxo) => readOrder(utxo) ?? []),
    locks: all.flatMap((utxo) => readLock(utxo) ?? []),
  }
}
