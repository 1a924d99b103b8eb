// Facts about pools that interpretation needs: their ids, and facts of the launch that the chain does not repeat.
import type { CurveParams } from '../../schema/launchpad/curve.ts'
import { type AssetAmount, type AssetId, type Hex, policyOf } from '../../schema/primitives.ts'

export interface KnownPool {
  /** The pool's permanent number: the position on the chain where it was first seen. */
  readonly id: number
  /** The curve pool's NFT; for an AMM pool whose curve was never seen, the AMM pool's NFT. */
  readonly pool: AssetId
  readonly token: AssetId
  /** Coefficients of its curve; null if the curve was never seen. */
  readonly curve: CurveParams | null
  readonly ammPool: AssetId | null
  /** Position of the first output of its launch, from which on every movement of its token was seen; null if the launch was not seen. */
  readonly launchedAt: number | null
  /** Whether the policy of its token comes from the configured template. */
  readonly isByTemplate: boolean
  /** Whether units of its token exist that its launch did not mint: the pool is closed for good. */
  readonly hasOtherSupply: boolean
}

/** Facts about the launch of an adopted pool. */
export const UNSEEN_LAUNCH = { launchedAt: null, isByTemplate: false } as const

/** Lookup of the pools that are known before a block. */
export interface KnownPools {
  byNft(nft: AssetId): KnownPool | undefined
  /** Called for every asset that moves, so it must be fast. */
  byToken(token: AssetId): KnownPool | undefined
  /**
   * Whether packed assets may contain a pool's token: false for most, without a check of each asset.
   * @param packed see `packAssets`
   */
  mayHoldToken(packed: Buffer): boolean
  /** Whether a policy has minted or burnt tokens since following started. */
  hasMinted(policy: Hex): boolean
  /** Whether a pool with `isByTemplate` is known. */
  hasTemplateLaunch(): boolean
  /** Whether there may be unknown pools, because following started after the contracts were deployed. */
  mayHaveMissed(): boolean
}

/** Known pools with the pools that a block adds, so that its later transactions know the pools of its earlier ones. */
export class PoolsOfBlock implements KnownPools {
  readonly #before: KnownPools
  readonly #nextId: (ordinal: number) => number
  readonly #changed = new Map<number, KnownPool>()
  readonly #byNft = new Map<AssetId, KnownPool>()
  readonly #byToken = new Map<AssetId, KnownPool>()
  readonly #minted = new Set<Hex>()
  #made = 0

  /** @param nextId returns the id of the block's first, second, … new pool, counted from 0 */
  constructor(before: KnownPools, nextId: (ordinal: number) => number) {
    this.#before = before
    this.#nextId = nextId
  }

  /** Pools that the block created or changed, in their new state. */
  get changed(): Iterable<KnownPool> {
    return this.#changed.values()
  }

  /** The policies that minted or burnt tokens in the block. */
  get minted(): Iterable<Hex> {
    return this.#minted
  }

  byNft(nft: AssetId): KnownPool | undefined {
    return this.#byNft.get(nft) ?? this.#before.byNft(nft)
  }

  byToken(token: AssetId): KnownPool | undefined {
    return this.#byToken.get(token) ?? this.#before.byToken(token)
  }

  mayHoldToken(packed: Buffer): boolean {
    return this.#byToken.size > 0 || this.#before.mayHoldToken(packed)
  }

  hasMinted(policy: Hex): boolean {
    return this.#minted.has(policy) || this.#before.hasMinted(policy)
  }

  hasTemplateLaunch(): boolean {
    return this.#before.hasTemplateLaunch() || [...this.#changed.values()].some((pool) => pool.isByTemplate)
  }

  mayHaveMissed(): boolean {
    return this.#before.mayHaveMissed()
  }

  /** Adds a pool that was unknown. */
  add(pool: Omit<KnownPool, 'id' | 'hasOtherSupply'>): KnownPool {
    return this.change({ ...pool, hasOtherSupply: false, id: this.#nextId(this.#made++) })
  }

  /** Records the minted and burnt tokens of a transaction, after its interpretation. */
  addMint(mint: readonly AssetAmount[]): void {
    for (const { asset } of mint) this.#minted.add(policyOf(asset))
  }

  /** Replaces a known pool's state. */
  change(pool: KnownPool): KnownPool {
    this.#changed.set(pool.id, pool)
    this.#byNft.set(pool.pool, pool)
    if (pool.ammPool !== null) this.#byNft.set(pool.ammPool, pool)
    this.#byToken.set(pool.token, pool)
    return pool
  }
}
