// The facts about pools that interpretation needs: their ids, and facts from their launches that later transactions do not contain.
import type { CurveParams } from '../../schema/launchpad/curve.ts'
import type { AssetAmount, AssetId, Hex } from '../../schema/primitives.ts'

export interface KnownPool {
  /** Permanent: the position on the chain at which the pool was first seen. */
  readonly id: number
  /** If the curve was never seen, the AMM pool's NFT. */
  readonly pool: AssetId
  readonly token: AssetId
  /** Null if the curve was never seen. */
  readonly curve: CurveParams | null
  readonly ammPool: AssetId | null
  /** Position of the launch's first output, since when every movement of the token was seen. Null if the launch was not seen. */
  readonly launchedAt: number | null
  /** The token's policy comes from the configured template. */
  readonly isByTemplate: boolean
  /** Units of the token exist that its launch did not mint. The pool is closed permanently. */
  readonly hasOtherSupply: boolean
}

export const UNSEEN_LAUNCH = { launchedAt: null, isByTemplate: false } as const

export interface KnownPools {
  byNft(nft: AssetId): KnownPool | undefined
  /** Must be fast, because it is called for every asset that moves. */
  byToken(token: AssetId): KnownPool | undefined
  /**
   * Usually false. Does not read each asset.
   * @param packed see `packAssets`
   */
  mayHoldToken(packed: Buffer): boolean
  /** Since following started. */
  hasMinted(policy: Hex): boolean
  hasTemplateLaunch(): boolean
  /** Following started after the contracts were deployed, so some pools may be unknown. */
  mayHaveMissed(): boolean
}

/** Includes pools of the block's earlier transactions. */
export interface Pools extends KnownPools {
  add(pool: Omit<KnownPool, 'id' | 'hasOtherSupply'>): KnownPool
  change(pool: KnownPool): KnownPool
  /** Called after the transaction was interpreted. */
  addMint(mint: readonly AssetAmount[]): void
}
