// Domain events of the launchpad, read from blocks. Amounts are those that moved on the chain: a fill's from the order's UTxO and
// the output that answers it, a pool's from its UTxO before and after. Nothing is recomputed from formulas but prices, which are
// exact fractions of those amounts.

import type { Ratio } from '../../schema/codecs/ratio.ts'
import type { CurvePool } from '../../schema/launchpad/datums/curve-pool.ts'
import type { Tier } from '../../schema/launchpad/tier.ts'
import type { AssetId, Hex, OutputReference } from '../../schema/primitives.ts'
import type { LaunchInfo } from './launch-info.ts'
import type { Role } from './protocol.ts'

/** Where a token trades. */
export type Venue = 'curve' | 'amm'

/** Side of the trader: a buy takes tokens out of the pool. */
export type Side = 'buy' | 'sell'

/** Lovelace and tokens in a pool. On the curve lovelace includes the seed; on the AMM fees are left out. */
export interface PoolReserves {
  readonly lovelace: bigint
  readonly tokens: bigint
}

/** Fee numerators of an AMM pool, of `FEE_DENOMINATOR` (schema/launchpad/amm.ts); without a royalty it is 0. */
interface PoolFees {
  readonly lpFeeNum: bigint
  readonly treasuryFeeNum: bigint
  readonly royaltyFeeNum: bigint
}

interface InTransaction {
  readonly transaction: Hex
}

/** A pool's UTxO as this transaction leaves it. */
interface PoolState extends InTransaction {
  /** The number it keeps for life, see `KnownPool`. */
  readonly poolId: number
  /** The curve pool's NFT, which stays a pool's name after graduation. */
  readonly pool: AssetId
  readonly token: AssetId
  readonly output: OutputReference
  readonly reserves: PoolReserves
  /** Lovelace per token after it. */
  readonly price: Ratio
  /** Null on the curve. */
  readonly fees: PoolFees | null
}

/** A token was minted and its curve pool made. */
export interface Launched extends PoolState {
  readonly kind: 'launched'
  readonly datum: CurvePool
  /** Name of its tier in operations.json; null when it is none of them. */
  readonly tier: string | null
  /** Price before the creator's first buy. */
  readonly initialPrice: Ratio
  /** The creator's first buy: lovelace into the curve, tokens out of it; both 0 without one. */
  readonly firstBuy: PoolReserves
  readonly info: LaunchInfo
}

/** A pool whose life before this transaction the index has not seen. */
export interface Adopted extends PoolState {
  readonly kind: 'adopted'
  readonly venue: Venue
  /** The curve pool's datum; null for an AMM pool whose curve was not seen. */
  readonly datum: CurvePool | null
  readonly tier: string | null
  /** Tier of an AMM pool whose curve was not seen: the tier that its liquidity is nearest to, if the launchpad has tiers. */
  readonly nearest?: Tier | undefined
  /** The AMM pool's NFT, once it has one. */
  readonly ammPool: AssetId | null
}

/** An order was filled, or somebody traded with a pool without one. */
export interface Traded extends PoolState {
  readonly kind: 'traded'
  readonly venue: Venue
  readonly side: Side
  /**
   * The ADA leg. ADA of an order: given by a buyer before the percentage fee, or received by a seller after it, without flat
   * fees. Without an order: the amount that entered or left the pool. Legs count as far as the pool gained or lost their amounts,
   * see `trades.ts`.
   */
  readonly lovelace: bigint
  readonly tokens: bigint
  readonly priceBefore: Ratio
  /** The order it filled; null for a trade without one. */
  readonly order: OutputReference | null
}

/** A pool's reserves changed otherwise: liquidity, fees withdrawn, an administrative action. */
interface PoolChanged extends PoolState {
  readonly kind: 'poolChanged'
  readonly venue: Venue
}

/** A curve was completed and its reserves moved to an AMM pool. */
export interface Graduated extends PoolState {
  readonly kind: 'graduated'
  readonly ammPool: AssetId
  /** Lovelace the curve held that did not reach the AMM pool. */
  readonly cost: bigint
}

/** A pool's UTxO was spent and none that may be listed took its place. */
export interface PoolClosed extends InTransaction {
  readonly kind: 'poolClosed'
  readonly poolId: number
  readonly pool: AssetId
  readonly token: AssetId
  /** One of a few sentences. */
  readonly reason: string
}

/** A pool that looks like the launchpad's but may not be listed. */
interface PoolRejected extends InTransaction {
  readonly kind: 'poolRejected'
  readonly pool: AssetId
  /** One of a few sentences, by which rejections are counted. */
  readonly reason: string
}

/**
 * There are units of tokens that their launches did not mint: their pools are listed no more, for good. One event for all
 * pools of a transaction, see `Moved`.
 */
export interface OtherSupply extends InTransaction {
  readonly kind: 'otherSupply'
  readonly pools: readonly {
    readonly poolId: number
    readonly token: AssetId
    /** One of a few sentences. */
    readonly reason: string
  }[]
}

/** An order that orders of the other side filled, with no pool between them: executed, but at no price of a pool. */
export interface Matched extends InTransaction {
  readonly kind: 'matched'
  readonly poolId: number
  readonly pool: AssetId
  readonly token: AssetId
  readonly side: Side
  /** The ADA leg, as of a trade. */
  readonly lovelace: bigint
  readonly tokens: bigint
  readonly order: OutputReference
}

/**
 * Terms of an order. Amounts in smallest units of `from` and `to`; none is more than its UTxO holds, whatever
 * its datum says.
 */
export interface OrderTerms {
  /** Order contract, by the layout of its datum. */
  readonly generation: 'instant' | 'instant-v1' | 'limit'
  readonly from: AssetId
  readonly fromAmount: bigint
  readonly to: AssetId
  /** Worst acceptable `to` per `from`. */
  readonly worstPrice: Ratio
  /** Flat lovelace that the executor keeps: in proportion to the filled part, and for each execution. */
  readonly fee: bigint
  readonly stepCost: bigint
  /** Address the outcome is paid to. */
  readonly owner: Hex
  readonly cancellationKey: Hex
  /** POSIX milliseconds from which it may be cancelled; null for any time. */
  readonly cancellableFrom: bigint | null
  readonly beacon: Hex | null
}

export interface OrderPlaced extends InTransaction {
  readonly kind: 'orderPlaced'
  readonly order: OutputReference
  readonly terms: OrderTerms
  /** Whether no other transaction could give it its beacon: one copied from another order does not follow from it. */
  readonly ownsBeacon?: true
}

/** An order was executed, wholly or in part. */
export interface OrderFilled extends InTransaction {
  readonly kind: 'orderFilled'
  readonly order: OutputReference
  readonly terms: OrderTerms
  /** Amounts that it gave of `from` and got of `to`, net of the percentage fee and without flat fees. */
  readonly fromAmount: bigint
  readonly toAmount: bigint
  /** The smaller order it leaves behind, of a limit order filled in part. */
  readonly remainder: { readonly order: OutputReference; readonly terms: OrderTerms } | null
}

/** An order was taken back. */
export interface OrderCancelled extends InTransaction {
  readonly kind: 'orderCancelled'
  readonly order: OutputReference
  readonly terms: OrderTerms
}

/**
 * Tokens of listed pools came to an address or left it, over a transaction as a whole. One event for all of an address's
 * tokens: an output can hold 1,300 of them, so that an event for each would let a block have millions.
 */
export interface Moved extends InTransaction {
  readonly kind: 'moved'
  /** Raw address bytes. */
  readonly owner: Hex
  /** Role of the owner's address in the launchpad: a pool, an order, a lock; null for any other address. */
  readonly role: Role['kind'] | null
  /** Change of each token that moved, by its pool; at least one. */
  readonly tokens: readonly {
    readonly poolId: number
    /** Positive for tokens received, negative for tokens spent, never 0. */
    readonly delta: bigint
  }[]
}

/** Tokens were locked: an output at the vesting script that says until when and for whom. */
export interface Locked extends InTransaction {
  readonly kind: 'locked'
  readonly lock: OutputReference
  /** Raw address bytes of the output. */
  readonly address: Hex
  /** The one token the lock is for, and how much of it the output holds. */
  readonly token: AssetId
  readonly quantity: bigint
  /** POSIX milliseconds, 0 to 2^63 - 1: the largest mean for ever. */
  readonly lockedUntil: bigint
  /** Key hash that may redeem. */
  readonly redeemer: Hex
}

/** A lock's output was spent. A lock that was extended is a new lock in the same transaction. */
export interface Redeemed extends InTransaction {
  readonly kind: 'redeemed'
  readonly lock: OutputReference
}

export type LaunchpadEvent =
  | Moved
  | Locked
  | Redeemed
  | Launched
  | Adopted
  | Traded
  | PoolChanged
  | Graduated
  | PoolClosed
  | OtherSupply
  | PoolRejected
  | Matched
  | OrderPlaced
  | OrderFilled
  | OrderCancelled
