// Domain events of the launchpad, read from blocks. Amounts are those that moved on the chain. The amounts of a fill are the differences
// between the order's UTxO and the output with the same index as the order's input. The amounts of a pool are the difference between its
// UTxOs before and after the transaction. Only prices are computed, as exact fractions of these amounts.

import type { Ratio } from '../../schema/codecs/ratio.ts'
import type { CurvePool } from '../../schema/launchpad/datums/curve-pool.ts'
import type { Tier } from '../../schema/launchpad/tier.ts'
import type { AssetId, Hex, OutputReference } from '../../schema/primitives.ts'
import type { LaunchInfo } from './launch-info.ts'
import type { Role } from './protocol.ts'

/** Where a token trades: on the curve, or in the AMM pool after graduation. */
export type Venue = 'curve' | 'amm'

/** The trader's side: a buy takes tokens out of the pool. */
export type Side = 'buy' | 'sell'

/** Lovelace and tokens of a pool. On the curve, lovelace includes the seed. On the AMM, fees are excluded. */
export interface PoolReserves {
  readonly lovelace: bigint
  readonly tokens: bigint
}

/**
 * Fee numerators of an AMM pool; the denominator is `FEE_DENOMINATOR` (schema/launchpad/amm.ts). Without a royalty, the royalty's numerator
 * is 0.
 */
interface PoolFees {
  readonly lpFeeNum: bigint
  readonly treasuryFeeNum: bigint
  readonly royaltyFeeNum: bigint
}

interface InTransaction {
  readonly transaction: Hex
}

interface PoolState extends InTransaction {
  /** The pool's permanent number, see `KnownPool`. */
  readonly poolId: number
  /** The curve pool's NFT, which identifies the pool even after graduation. */
  readonly pool: AssetId
  readonly token: AssetId
  readonly output: OutputReference
  readonly reserves: PoolReserves
  /** Price in lovelace per token after the transaction. */
  readonly price: Ratio
  /** Null on the curve. */
  readonly fees: PoolFees | null
}

/** A launch: a token was minted and its curve pool created. */
export interface Launched extends PoolState {
  readonly kind: 'launched'
  readonly datum: CurvePool
  /** Name of the pool's tier in operations.json; null if it belongs to no tier. */
  readonly tier: string | null
  /** Price before the first purchase, which is a separate trade. */
  readonly initialPrice: Ratio
  readonly info: LaunchInfo
}

/** A pool whose history before this transaction was not followed. */
export interface Adopted extends PoolState {
  readonly kind: 'adopted'
  readonly venue: Venue
  /** The curve pool's datum; null for an AMM pool whose curve was not seen. */
  readonly datum: CurvePool | null
  readonly tier: string | null
  /** For an AMM pool whose curve was not seen: the tier with the nearest liquidity, if the launchpad has tiers. */
  readonly nearest?: Tier | undefined
  readonly ammPool: AssetId | null
}

/** An order was filled, somebody traded with a pool without an order, or a launch made its first purchase. */
export interface Traded extends PoolState {
  readonly kind: 'traded'
  readonly venue: Venue
  readonly side: Side
  /**
   * The traded lovelace. For an order: what a buyer paid including the percentage fee, or what a seller received after that fee, both
   * without flat fees. Without an order: the amount that entered or left the pool. Orders count only up to the amounts that the pool gained
   * or lost, see `trades.ts`.
   */
  readonly lovelace: bigint
  readonly tokens: bigint
  readonly priceBefore: Ratio
  /**
   * The percentage fee within the ADA side: what a buyer paid and the pool did not get, or the pool paid and a seller did not get. 0 for a
   * launch, and for a trade without an order.
   */
  readonly percentageFee: bigint
  /** Further fees in lovelace: what left the order's UTxO beyond the trade and the percentage fee. 0 without an order. */
  readonly executorFee: bigint
  /** The filled order, or the output that received the tokens of a launch's purchase. Null for a trade without an order. */
  readonly order: OutputReference | null
  /**
   * Raw address of the order's owner, or of the buyer at a launch. Without an order, the address of the first input outside the launchpad's
   * scripts. Null if that input is unknown, or if several orders or an unseen order were filled.
   */
  readonly trader: Hex | null
  /** Raw address of the output that received a launch's purchase; absent for other trades. */
  readonly launchBuyer?: Hex
}

/** A pool's reserves changed other than by a trade: liquidity, withdrawal of fees, an administrative action. */
interface PoolChanged extends PoolState {
  readonly kind: 'poolChanged'
  readonly venue: Venue
}

/** A curve was completed and its reserves moved to an AMM pool. */
export interface Graduated extends PoolState {
  readonly kind: 'graduated'
  readonly ammPool: AssetId
  /** Lovelace of the curve that did not arrive in the AMM pool. */
  readonly cost: bigint
}

/** A pool's UTxO was spent, and no output that may be listed replaced it. */
export interface PoolClosed extends InTransaction {
  readonly kind: 'poolClosed'
  readonly poolId: number
  readonly pool: AssetId
  readonly token: AssetId
  /** One of a few fixed sentences. */
  readonly reason: string
}

/** A pool that resembles the launchpad's pools but must not be listed. */
interface PoolRejected extends InTransaction {
  readonly kind: 'poolRejected'
  readonly pool: AssetId
  /** One of a few fixed sentences, by which rejections are counted. */
  readonly reason: string
}

/**
 * Tokens have units that their launches did not mint. The pools of these tokens are never listed again. One event covers all such pools of
 * a transaction, to limit the number of events.
 */
export interface OtherSupply extends InTransaction {
  readonly kind: 'otherSupply'
  readonly pools: readonly {
    readonly poolId: number
    readonly token: AssetId
    /** One of a few fixed sentences. */
    readonly reason: string
  }[]
}

/** An order that was filled by opposite orders, without a pool. It is executed, but not at a pool's price. */
export interface Matched extends InTransaction {
  readonly kind: 'matched'
  readonly poolId: number
  readonly pool: AssetId
  readonly token: AssetId
  readonly side: Side
  /** The ADA side and the fees, as in a trade. */
  readonly lovelace: bigint
  readonly percentageFee: bigint
  readonly executorFee: bigint
  readonly tokens: bigint
  readonly order: OutputReference
  /** Raw address of the order's owner. */
  readonly trader: Hex
}

/** Terms of an order, in smallest units of `from` and `to`. No amount exceeds the value of the order's UTxO, whatever its datum says. */
export interface OrderTerms {
  /** The order's contract, named by the layout of its datum. */
  readonly generation: 'instant' | 'instant-v1' | 'limit'
  readonly from: AssetId
  readonly fromAmount: bigint
  readonly to: AssetId
  /** Worst acceptable price: the least `to` for one `from`. */
  readonly worstPrice: Ratio
  /** Flat fees for the executor, in lovelace: `fee` in proportion to the filled part, and `stepCost` per execution. */
  readonly fee: bigint
  readonly stepCost: bigint
  /** Address that receives what the order bought. */
  readonly owner: Hex
  readonly cancellationKey: Hex
  /** POSIX milliseconds from which the order may be cancelled; null for any time. */
  readonly cancellableFrom: bigint | null
  readonly beacon: Hex | null
}

export interface OrderPlaced extends InTransaction {
  readonly kind: 'orderPlaced'
  readonly order: OutputReference
  readonly terms: OrderTerms
  /**
   * Whether only this transaction could have given the order its beacon. Absent for an order whose beacon is not derived from its
   * transaction.
   */
  readonly ownsBeacon?: true
}

/** An order was executed, completely or in part. */
export interface OrderFilled extends InTransaction {
  readonly kind: 'orderFilled'
  readonly order: OutputReference
  readonly terms: OrderTerms
  /** Amount of `from` that the order gave and of `to` that it received, both without flat fees. `toAmount` is after the percentage fee. */
  readonly fromAmount: bigint
  readonly toAmount: bigint
  /** Lovelace that this execution cost in addition, by the values of the outputs. The returned deposit is not part of it. */
  readonly executorFee: bigint
  /** The smaller order that remains after a limit order was filled in part. */
  readonly remainder: { readonly order: OutputReference; readonly terms: OrderTerms } | null
}

/** An order was cancelled. */
export interface OrderCancelled extends InTransaction {
  readonly kind: 'orderCancelled'
  readonly order: OutputReference
  readonly terms: OrderTerms
}

/**
 * An address received or spent tokens of listed pools, summed over a transaction. One event covers all of an address's tokens. An output
 * can have 1,300 tokens, so a block could otherwise have millions of events.
 */
export interface Moved extends InTransaction {
  readonly kind: 'moved'
  /** Raw address bytes. */
  readonly owner: Hex
  /** Role of the address in the launchpad: a pool, an order, a lock; null for any other address. */
  readonly role: Role['kind'] | null
  /** Change of each token that moved, by the token's pool. At least one. */
  readonly tokens: readonly {
    readonly poolId: number
    /** Positive for received tokens, negative for spent tokens, never 0. */
    readonly delta: bigint
  }[]
}

/** Tokens were locked: an output at the vesting script, whose datum names the end and the key. */
export interface Locked extends InTransaction {
  readonly kind: 'locked'
  readonly lock: OutputReference
  /** Raw address bytes of the output. */
  readonly address: Hex
  readonly token: AssetId
  readonly quantity: bigint
  /** POSIX milliseconds, 0 to 2^63 - 1; the largest values mean for ever. */
  readonly lockedUntil: bigint
  /** Key hash that may redeem the lock. */
  readonly redeemer: Hex
}

/** A lock's output was spent. An extended lock is a new lock in the same transaction. */
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

/** All kinds of events. An operator's source must not use one of these names. */
export const EVENT_KINDS: Readonly<Record<LaunchpadEvent['kind'], true>> = {
  launched: true,
  adopted: true,
  traded: true,
  poolChanged: true,
  graduated: true,
  poolClosed: true,
  poolRejected: true,
  otherSupply: true,
  matched: true,
  orderPlaced: true,
  orderFilled: true,
  orderCancelled: true,
  moved: true,
  locked: true,
  redeemed: true,
}
