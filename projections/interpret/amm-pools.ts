// AMM pools of graduated tokens. A graduation spends a curve pool and pays an AMM pool with the same token in the same transaction; from
// then on the AMM pool is followed by its own NFT. AMM pools of others use the same scripts. A pool belongs to the launchpad if its curve
// was seen, or if it is older than the followed chain and its datum names the launchpad's royalty key.

import type { Ratio } from '../../schema/codecs/ratio.ts'
import { type AmmFees, afterSwap, ammPrice, liquidityOf, reservesOf } from '../../schema/launchpad/amm.ts'
import { EMISSION } from '../../schema/launchpad/curve.ts'
import { decodeFeeSwitchPool } from '../../schema/launchpad/datums/fee-switch-pool.ts'
import { decodeRoyaltyPool, type RoyaltyPool } from '../../schema/launchpad/datums/royalty-pool.ts'
import { MAX_LOVELACE } from '../../schema/launchpad/limits.ts'
import { ADA, type AssetId, type Hex, policyOf } from '../../schema/primitives.ts'
import { curvePoolAt } from './curve-pools.ts'
import type { LaunchpadEvent, OrderFilled, PoolReserves } from './events.ts'
import { type Pools, UNSEEN_LAUNCH } from './known-pools.ts'
import {
  adoptionRejection,
  closedEvent,
  listedAt,
  NO_POOL,
  NO_SUCCESSOR,
  rejectedEvent,
  wasListed,
} from './pool-rejections.ts'
import type { Protocol } from './protocol.ts'
import { type TradedPool, tradesOf } from './trades.ts'
import { type Holding, quantityOf, type TransactionView } from './transaction-view.ts'

interface AmmPoolOutput {
  readonly fees: AmmFees
  readonly nft: AssetId
  readonly token: AssetId
  readonly royaltyKey: Hex | null
  /** Whole value of its UTxO, including accumulated fees. */
  readonly value: PoolReserves
  /** Reserves without accumulated fees. */
  readonly reserves: PoolReserves
  readonly price: Ratio
  readonly liquidity: bigint
}

type AmmDatum = AmmFees & Pick<RoyaltyPool, 'nft' | 'assetX' | 'assetY' | 'lpToken'>

/**
 * A UTxO that is an ADA pool by its script, its datum and its NFT. Both sides are positive, and neither exceeds the supply of ADA or of a
 * launched token.
 */
const ammPoolAt = (protocol: Protocol, output: Holding): AmmPoolOutput | undefined => {
  if (output.datum === undefined) return undefined
  const role = protocol.roleOf(output.address)
  if (role?.kind !== 'amm') return undefined
  const royalty = role.layout === 'royalty' ? decodeRoyaltyPool(output.datum) : undefined
  const datum: AmmDatum | undefined = role.layout === 'royalty' ? royalty : decodeFeeSwitchPool(output.datum)
  if (datum === undefined || datum.assetX !== ADA || quantityOf(output, datum.nft) !== 1n) return undefined
  const value = { lovelace: output.lovelace, tokens: quantityOf(output, datum.assetY) }
  if (value.lovelace > MAX_LOVELACE || value.tokens > EMISSION) return undefined
  const { x, y } = reservesOf(datum, value.lovelace, value.tokens)
  const price = ammPrice({ x, y })
  if (price === undefined) return undefined
  return {
    fees: datum,
    nft: datum.nft,
    token: datum.assetY,
    royaltyKey: royalty?.royaltyPubKey ?? null,
    value,
    reserves: { lovelace: x, tokens: y },
    price,
    liquidity: liquidityOf(quantityOf(output, datum.lpToken)),
  }
}

/** Prices of a pool after each of several swaps, each of which adds its part to the accumulated fees. */
const pricesFrom =
  ({ fees, value }: AmmPoolOutput): TradedPool['pricesAfter'] =>
  (changes) => {
    let [pool, { lovelace, tokens }] = [fees, value]
    return changes.map((change) => {
      if (change.lovelace > 0n) pool = afterSwap(pool, 'x', change.lovelace)
      if (change.tokens > 0n) pool = afterSwap(pool, 'y', change.tokens)
      lovelace += change.lovelace
      tokens += change.tokens
      return ammPrice(reservesOf(pool, lovelace, tokens))
    })
  }

/** Events of AMM pools in a transaction, and the pools that it ends. */
export const interpretAmmPools = (
  protocol: Protocol,
  known: Pools,
  view: TransactionView,
  fills: readonly OrderFilled[],
): LaunchpadEvent[] => {
  const { transaction, spent } = view
  const { amm } = protocol.operations
  const events: LaunchpadEvent[] = []
  const before = new Map<AssetId, AmmPoolOutput>()
  const ended = new Map<AssetId, { readonly pool: AssetId; readonly lovelace: bigint }>()
  const onCurve = new Set<AssetId>()
  const onAmm = new Set<AssetId>()
  for (const output of transaction.outputs) {
    const nft = curvePoolAt(protocol, output)?.datum.nft
    if (nft !== undefined) onCurve.add(nft)
  }
  for (const output of spent) {
    if (output === undefined) continue
    const pool = ammPoolAt(protocol, output)
    if (pool !== undefined) before.set(pool.nft, pool)
    const curve = curvePoolAt(protocol, output)
    if (curve === undefined || onCurve.has(curve.datum.nft)) continue
    if (wasListed(protocol, known, curve))
      ended.set(curve.datum.token, { pool: curve.datum.nft, lovelace: curve.reserves.lovelace })
  }
  transaction.outputs.forEach((output, at) => {
    const after = ammPoolAt(protocol, output)
    if (after === undefined) return
    const { nft, token, reserves, price } = after
    const { lpFeeNum, treasuryFeeNum, royaltyFeeNum = 0n } = after.fees
    const inTransaction = {
      transaction: transaction.id,
      token,
      output: { transaction: transaction.id, index: transaction.firstOutput + at },
      reserves,
      price,
      fees: { lpFeeNum, treasuryFeeNum, royaltyFeeNum },
    }
    const curve = ended.get(token)
    const listed = known.byNft(nft)
    const graduating = curve && known.byNft(curve.pool)
    if (
      curve !== undefined &&
      graduating !== undefined &&
      listed === undefined &&
      policyOf(nft) === amm.nftPolicy
    ) {
      ended.delete(token)
      onAmm.add(nft)
      const { id: poolId } = known.change({ ...graduating, ammPool: nft })
      const cost = curve.lovelace - output.lovelace
      events.push({ kind: 'graduated', ...inTransaction, poolId, pool: curve.pool, ammPool: nft, cost })
      return
    }
    const earlier = before.get(nft)
    if (listed === undefined) {
      const isOurs =
        amm.royaltyKey !== undefined && after.royaltyKey === amm.royaltyKey && policyOf(nft) === amm.nftPolicy
      // A pool that was rejected at first sight stays rejected, and so does the successor of a pool that is closed for good.
      if (!isOurs || earlier !== undefined || known.byToken(token)?.hasOtherSupply === true) return
      const rejected = adoptionRejection(protocol, known, view, after, at)
      if (rejected !== undefined) {
        events.push(rejectedEvent(view, nft, rejected))
        return
      }
      const { id: poolId } = known.add({ ...UNSEEN_LAUNCH, pool: nft, token, curve: null, ammPool: nft })
      events.push({
        kind: 'adopted',
        ...inTransaction,
        poolId,
        pool: nft,
        venue: 'amm',
        datum: null,
        tier: null,
        nearest: protocol.tierByLiquidity(after.liquidity),
        ammPool: nft,
      })
      return
    }
    // An output with the NFT of a curve, or with a datum of another token, is not the AMM pool of a listed token.
    if (listedAt(known, 'amm', after) === undefined) return
    onAmm.add(nft)
    const state = { ...inTransaction, poolId: listed.id, pool: listed.pool }
    if (earlier === undefined || listedAt(known, 'amm', earlier) === undefined) {
      events.push({ kind: 'adopted', ...state, venue: 'amm', datum: null, tier: null, ammPool: nft })
      return
    }
    // A pool counts once in a transaction, like on the curve.
    before.delete(nft)
    const traded: TradedPool = {
      venue: 'amm',
      value: { before: earlier.value, after: after.value },
      after: state,
      priceBefore: earlier.price,
      pricesAfter: pricesFrom(earlier),
    }
    events.push(...tradesOf(protocol, view, traded, fills))
  })
  for (const { pool } of ended.values()) {
    const listed = known.byNft(pool)
    if (listed !== undefined) events.push(closedEvent(view, listed, NO_SUCCESSOR))
  }
  for (const { nft, token } of before.values()) {
    const listed = listedAt(known, 'amm', { nft, token })
    if (listed === undefined || onAmm.has(nft)) continue
    const isHeld = transaction.outputs.some((output) => quantityOf(output, nft) > 0n)
    if (isHeld) events.push(rejectedEvent(view, listed.pool, NO_POOL))
    events.push(closedEvent(view, listed, isHeld ? NO_POOL : NO_SUCCESSOR))
  }
  return events
}
