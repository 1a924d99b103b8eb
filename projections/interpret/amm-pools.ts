// AMM pools of graduated tokens. A graduation spends a curve pool, and pays an AMM pool with the same token in the same transaction. From
// then on the AMM pool is followed by its own NFT. Other projects' AMM pools use the same scripts. A pool belongs to the launchpad if its
// curve was seen, or if it is older than the followed chain and its datum names the launchpad's royalty key.

import { MAX_LOVELACE } from '../../schema/amount-limits.ts'
import type { Ratio } from '../../schema/codecs/ratio.ts'
import { type AmmFees, afterSwap, ammPrice, liquidityOf, reservesOf } from '../../schema/launchpad/amm.ts'
import { EMISSION } from '../../schema/launchpad/curve.ts'
import { decodeFeeSwitchPool } from '../../schema/launchpad/datums/fee-switch-pool.ts'
import { decodeRoyaltyPool, type RoyaltyPool } from '../../schema/launchpad/datums/royalty-pool.ts'
import { ADA, type AssetId, type Hex, policyOf } from '../../schema/primitives.ts'
import { type Holding, quantityOf, type TransactionView } from '../engine/outputs/transaction-view.ts'
import { curvePoolAt } from './curve-pools.ts'
import type { Adopted, LaunchpadEvent, OrderFilled, PoolReserves } from './events.ts'
import { type KnownPool, type Pools, UNSEEN_LAUNCH } from './known-pools.ts'
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

interface AmmPoolOutput {
  readonly fees: AmmFees
  readonly nft: AssetId
  readonly token: AssetId
  readonly royaltyKey: Hex | null
  /** Includes accumulated fees. */
  readonly value: PoolReserves
  /** Without accumulated fees. */
  readonly reserves: PoolReserves
  readonly price: Ratio
  readonly liquidity: bigint
}

type AmmDatum = AmmFees & Pick<RoyaltyPool, 'nft' | 'assetX' | 'assetY' | 'lpToken'>

/** An ADA pool by script, datum and NFT. Both reserves are positive, and at most the supply of ADA or of a launched token. */
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

/** Each swap adds to the accumulated fees. */
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

type OutputState = Omit<TradedPool['after'], 'poolId' | 'pool'>

class AmmPools {
  readonly #protocol: Protocol
  readonly #known: Pools
  readonly #view: TransactionView
  readonly #fills: readonly OrderFilled[]
  /** Keys are NFTs. */
  readonly #before = new Map<AssetId, AmmPoolOutput>()
  /** Listed curves without a new output. Keys are tokens. */
  readonly #ended = new Map<AssetId, { readonly pool: AssetId; readonly lovelace: bigint }>()
  /** Listed AMM pools with a new output. Items are NFTs. */
  readonly #continued = new Set<AssetId>()

  constructor(protocol: Protocol, known: Pools, view: TransactionView, fills: readonly OrderFilled[]) {
    this.#protocol = protocol
    this.#known = known
    this.#view = view
    this.#fills = fills
  }

  events(): LaunchpadEvent[] {
    this.#readSpent()
    const events: LaunchpadEvent[] = []
    this.#view.transaction.outputs.forEach((output, at) => {
      const after = ammPoolAt(this.#protocol, output)
      if (after !== undefined) events.push(...this.#eventsOf(after, at))
    })
    for (const { pool } of this.#ended.values()) {
      const listed = this.#known.byNft(pool)
      if (listed !== undefined) events.push(closedEvent(this.#view, listed, NO_SUCCESSOR))
    }
    for (const pool of this.#before.values()) events.push(...this.#endOf(pool))
    return events
  }

  #readSpent(): void {
    const { transaction, spent } = this.#view
    const onCurve = new Set<AssetId>()
    for (const output of transaction.outputs) {
      const nft = curvePoolAt(this.#protocol, output)?.datum.nft
      if (nft !== undefined) onCurve.add(nft)
    }
    for (const output of spent) {
      if (output === undefined) continue
      const pool = ammPoolAt(this.#protocol, output)
      if (pool !== undefined) this.#before.set(pool.nft, pool)
      const curve = curvePoolAt(this.#protocol, output)
      if (curve === undefined || onCurve.has(curve.datum.nft)) continue
      if (wasListed(this.#protocol, this.#known, curve))
        this.#ended.set(curve.datum.token, { pool: curve.datum.nft, lovelace: curve.reserves.lovelace })
    }
  }

  /** @param at index of the pool's output */
  #eventsOf(after: AmmPoolOutput, at: number): LaunchpadEvent[] {
    const { transaction } = this.#view
    const { nft, token, reserves, price } = after
    const { lpFeeNum, treasuryFeeNum, royaltyFeeNum = 0n } = after.fees
    const state: OutputState = {
      transaction: transaction.id,
      token,
      output: { transaction: transaction.id, index: transaction.firstOutput + at },
      reserves,
      price,
      fees: { lpFeeNum, treasuryFeeNum, royaltyFeeNum },
    }
    const listed = this.#known.byNft(nft)
    if (listed !== undefined) return this.#continue(after, listed, state)
    return this.#graduate(after, state) ?? this.#adopt(after, at, state)
  }

  /** Undefined if the transaction ends no curve of the pool's token. */
  #graduate({ nft, token, value }: AmmPoolOutput, state: OutputState): LaunchpadEvent[] | undefined {
    const curve = this.#ended.get(token)
    const graduating = curve && this.#known.byNft(curve.pool)
    if (curve === undefined || graduating === undefined || !this.#isOfPolicy(nft)) return undefined
    this.#ended.delete(token)
    this.#continued.add(nft)
    const { id: poolId } = this.#known.change({ ...graduating, ammPool: nft })
    const cost = curve.lovelace - value.lovelace
    return [{ kind: 'graduated', ...state, poolId, pool: curve.pool, ammPool: nft, cost }]
  }

  /**
   * A pool whose launch was not seen. Rejected in its first block, it stays rejected. After a token's pool is closed permanently, no later
   * pool of the token is listed.
   */
  #adopt(after: AmmPoolOutput, at: number, state: OutputState): LaunchpadEvent[] {
    const { nft, token, royaltyKey, liquidity } = after
    const { royaltyKey: ours } = this.#protocol.operations.amm
    const isOurs = ours !== undefined && royaltyKey === ours && this.#isOfPolicy(nft)
    if (!isOurs || this.#before.has(nft) || this.#known.byToken(token)?.hasOtherSupply === true) return []
    const rejected = adoptionRejection(this.#protocol, this.#known, this.#view, after, at)
    if (rejected !== undefined) return [rejectedEvent(this.#view, nft, rejected)]
    const pool = this.#known.add({ ...UNSEEN_LAUNCH, pool: nft, token, curve: null, ammPool: nft })
    return [
      {
        ...adopted({ ...state, poolId: pool.id, pool: nft }, nft),
        nearest: this.#protocol.tierByLiquidity(liquidity),
      },
    ]
  }

  #continue(after: AmmPoolOutput, listed: KnownPool, inTransaction: OutputState): LaunchpadEvent[] {
    const { nft } = after
    // A curve's NFT or another token in the datum: not the AMM pool of a listed token.
    if (listedAt(this.#known, 'amm', after) === undefined) return []
    this.#continued.add(nft)
    const state = { ...inTransaction, poolId: listed.id, pool: listed.pool }
    const earlier = this.#before.get(nft)
    if (earlier === undefined || listedAt(this.#known, 'amm', earlier) === undefined)
      return [adopted(state, nft)]
    // Only the first output with a pool's NFT counts, as on the curve.
    this.#before.delete(nft)
    const traded: TradedPool = {
      venue: 'amm',
      value: { before: earlier.value, after: after.value },
      after: state,
      priceBefore: earlier.price,
      pricesAfter: pricesFrom(earlier),
    }
    return tradesOf(this.#protocol, this.#view, traded, this.#fills)
  }

  #endOf({ nft, token }: AmmPoolOutput): LaunchpadEvent[] {
    const listed = listedAt(this.#known, 'amm', { nft, token })
    if (listed === undefined || this.#continued.has(nft)) return []
    const isHeld = this.#view.transaction.outputs.some((output) => quantityOf(output, nft) > 0n)
    if (!isHeld) return [closedEvent(this.#view, listed, NO_SUCCESSOR)]
    return [rejectedEvent(this.#view, listed.pool, NO_POOL), closedEvent(this.#view, listed, NO_POOL)]
  }

  #isOfPolicy(nft: AssetId): boolean {
    return policyOf(nft) === this.#protocol.operations.amm.nftPolicy
  }
}

const adopted = (state: TradedPool['after'], ammPool: AssetId): Adopted => ({
  kind: 'adopted',
  ...state,
  venue: 'amm',
  datum: null,
  tier: null,
  ammPool,
})

/** Includes pools that the transaction ends. */
export const interpretAmmPools = (
  protocol: Protocol,
  known: Pools,
  view: TransactionView,
  fills: readonly OrderFilled[],
): LaunchpadEvent[] => new AmmPools(protocol, known, view, fills).events()
