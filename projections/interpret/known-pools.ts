// What interpretation must know of pools it has met before: their names and what the chain does not repeat.
import type { CurveParams } from '../../schema/launchpad/curve.ts'
import type { AssetId } from '../../schema/primitives.ts'

export interface KnownPool {
  /** A number for it that never changes: the position on the chain where it was first seen. */
  readonly id: number
  /** The curve pool's NFT; for an AMM pool whose curve was never seen, the AMM pool's own. */
  readonly pool: AssetId
  readonly token: AssetId
  /** Coefficients of its curve; null when the curve was never seen. */
  readonly curve: CurveParams | null
  readonly ammPool: AssetId | null
  /** Whether every movement of its token was seen, from the minting on. */
  readonly isWhole: boolean
}

/** The pools known before a block, as a lookup. */
export interface KnownPools {
  byNft(nft: AssetId): KnownPool | undefined
  byToken(token: AssetId): KnownPool | undefined
  /** The id of the pool with `isWhole` that an asset is the token of. Asked for every asset that moves, hence quick. */
  wholePool(asset: AssetId): number | undefined
  /**
   * Whether packed assets may have a token of such a pool among them: false for most, without a look at each asset.
   * @param packed see `packAssets`.
   */
  mayHoldWhole(packed: Buffer): boolean
  /** Whether there may be pools that were never met, because following began after the contracts were deployed. */
  mayHaveMissed(): boolean
}

/** Known pools with those a block adds to them, so that its later transactions know its earlier ones. */
export class PoolsOfBlock implements KnownPools {
  readonly #before: KnownPools
  readonly #nextId: (ordinal: number) => number
  readonly #changed = new Map<number, KnownPool>()
  readonly #byNft = new Map<AssetId, KnownPool>()
  readonly #byToken = new Map<AssetId, KnownPool>()
  #made = 0

  /** @param nextId the id of the block's first, second, … new pool, counted from 0. */
  constructor(before: KnownPools, nextId: (ordinal: number) => number) {
    this.#before = before
    this.#nextId = nextId
  }

  /** What the block has made of pools: new ones, and known ones in their new state. */
  get changed(): Iterable<KnownPool> {
    return this.#changed.values()
  }

  byNft(nft: AssetId): KnownPool | undefined {
    return this.#byNft.get(nft) ?? this.#before.byNft(nft)
  }

  byToken(token: AssetId): KnownPool | undefined {
    return this.#byToken.get(token) ?? this.#before.byToken(token)
  }

  wholePool(asset: AssetId): number | undefined {
    const changed = this.#byToken.size === 0 ? undefined : this.#byToken.get(asset)
    if (changed === undefined) return this.#before.wholePool(asset)
    return changed.isWhole ? changed.id : undefined
  }

  mayHoldWhole(packed: Buffer): boolean {
    return this.#byToken.size > 0 || this.#before.mayHoldWhole(packed)
  }

  mayHaveMissed(): boolean {
    return this.#before.mayHaveMissed()
  }

  /** Adds a pool that was not known. */
  add(pool: Omit<KnownPool, 'id'>): KnownPool {
    return this.change({ ...pool, id: this.#nextId(this.#made++) })
  }

  /** Puts a known pool's new state in place of the old one. */
  change(pool: KnownPool): KnownPool {
    this.#changed.set(pool.id, pool)
    this.#byNft.set(pool.pool, pool)
    if (pool.ammPool !== null) this.#byNft.set(pool.ammPool, pool)
    this.#byToken.set(pool.token, pool)
    return pool
  }
}
