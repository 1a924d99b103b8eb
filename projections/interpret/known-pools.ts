// Facts about pools that interpretation needs: their ids, and facts of the launch that the chain does not repeat.
import type { CurveParams } from '../../schema/launchpad/curve.ts'
import type { AssetAmount, AssetId, Hex } from '../../schema/primitives.ts'

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
  /** Whether units of its token exist that its launch did not mint. Such a pool is closed permanently. */
  readonly hasOtherSupply: boolean
}

/** Facts about a launch that the indexer did not see. */
export const UNSEEN_LAUNCH = { launchedAt: null, isByTemplate: false } as const

/** Lookup of the known pools. */
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

/** The known pools during a block: its later transactions know the pools of its earlier ones. */
export interface Pools extends KnownPools {
  /** Adds a pool that was unknown. */
  add(pool: Omit<KnownPool, 'id' | 'hasOtherSupply'>): KnownPool
  /** Replaces a known pool's state. */
  change(pool: KnownPool): KnownPool
  /** Records the minted and burnt tokens of a transaction, after its interpretation. */
  addMint(mint: readonly AssetAmount[]): void
}
