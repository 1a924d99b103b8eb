// The facts about pools that interpretation needs: their ids, and facts from their launches that later transactions do not contain.
import type { CurveParams } from '../../schema/launchpad/curve.ts'
import type { AssetAmount, AssetId, Hex } from '../../schema/primitives.ts'

export interface KnownPool {
  /** The pool's permanent number: the position on the chain at which it was first seen. */
  readonly id: number
  /** The curve pool's NFT. If the curve was never seen, the AMM pool's NFT. */
  readonly pool: AssetId
  readonly token: AssetId
  /** Coefficients of the curve; null if the curve was never seen. */
  readonly curve: CurveParams | null
  readonly ammPool: AssetId | null
  /** Position of the launch's first output. Every movement of the token since then was seen. Null if the launch was not seen. */
  readonly launchedAt: number | null
  /** Whether the token's policy comes from the configured template. */
  readonly isByTemplate: boolean
  /** Whether units of the token exist that its launch did not mint. Such a pool is closed permanently. */
  readonly hasOtherSupply: boolean
}

/** Facts about a launch that was not seen. */
export const UNSEEN_LAUNCH = { launchedAt: null, isByTemplate: false } as const

/** Looks up known pools. */
export interface KnownPools {
  byNft(nft: AssetId): KnownPool | undefined
  /** The pool of a token. This function must be fast, since it is called for every asset that moves. */
  byToken(token: AssetId): KnownPool | undefined
  /**
   * Whether packed assets may contain a pool's token. For most outputs the result is false, and is found without reading each asset.
   * @param packed see `packAssets`
   */
  mayHoldToken(packed: Buffer): boolean
  /** Whether a policy has minted or burnt tokens since following started. */
  hasMinted(policy: Hex): boolean
  /** Whether a pool with `isByTemplate` is known. */
  hasTemplateLaunch(): boolean
  /** Whether pools may exist that were not seen, because following started after the contracts were deployed. */
  mayHaveMissed(): boolean
}

/** The known pools while a block is interpreted. They include the pools of the block's earlier transactions. */
export interface Pools extends KnownPools {
  add(pool: Omit<KnownPool, 'id' | 'hasOtherSupply'>): KnownPool
  change(pool: KnownPool): KnownPool
  /** Records the tokens that a transaction minted and burnt, after the transaction was interpreted. */
  addMint(mint: readonly AssetAmount[]): void
}
