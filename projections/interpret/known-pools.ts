// What interpretation must know of pools it has met before: their names and what the chain does not repeat.
import type { CurveParams } from '../../schema/launchpad/curve.ts'
import type { AssetId } from '../../schema/primitives.ts'

export interface KnownPool {
  /** The curve pool's NFT; for an AMM pool whose curve was never seen, the AMM pool's own. */
  readonly pool: AssetId
  readonly token: AssetId
  /** Coefficients of its curve; null when the curve was never seen. */
  readonly curve: CurveParams | null
  readonly ammPool: AssetId | null
}

/** The pools known before a block, as a lookup. */
export interface KnownPools {
  byNft(nft: AssetId): KnownPool | undefined
  byToken(token: AssetId): KnownPool | undefined
  /** Whether there may be pools that were never met, because following began after the contracts were deployed. */
  mayHaveMissed(): boolean
}

/** Known pools with those a block adds to them, so that its later transactions know its earlier ones. */
export class PoolsOfBlock implements KnownPools {
  readonly #before: KnownPools
  readonly #byNft = new Map<AssetId, KnownPool>()
  readonly #byToken = new Map<AssetId, KnownPool>()

  constructor(before: KnownPools) {
    this.#before = before
  }

  byNft(nft: AssetId): KnownPool | undefined {
    return this.#byNft.get(nft) ?? this.#before.byNft(nft)
  }

  byToken(token: AssetId): KnownPool | undefined {
    return this.#byToken.get(token) ?? this.#before.byToken(token)
  }

  mayHaveMissed(): boolean {
    return this.#before.mayHaveMissed()
  }

  add(pool: KnownPool): void {
    this.#byNft.set(pool.pool, pool)
    if (pool.ammPool !== null) this.#byNft.set(pool.ammPool, pool)
    this.#byToken.set(pool.token, pool)
  }
}
