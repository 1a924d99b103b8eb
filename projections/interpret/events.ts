// Domain events of the launchpad, read from blocks. Amounts are those that moved on the chain. The amounts of a fill are the differences
// between the order's UTxO and the output with the same index as the order's input. The amounts of a pool are the difference between its
// UTxOs before and after the transaction. Only prices are computed, as exact fractions of these amounts.

import type { Ratio } from '../../schema/codecs/ratio.ts'
import type { CurvePool } from '../../schema/launchpad/datums/curve-pool.ts'
import type { Tier } from '../../schema/launchpad/tier.ts'
import type { AssetId, Hex, OutputReference } from '../../schema/primitives.ts'
import type { LaunchInfo } from './launch-info.ts'
import type { Role } from './protocol.ts'

export type Venue = 'curve' | 'amm'

/** A buy takes tokens out of the pool. */
export type Side = 'buy' | 'sell'

/** On the curve, lovelace includes the seed. On the AMM, fees are excluded. */
export interface PoolReserves {
  readonly lovelace: bigint
  readonly tokens: bigint
}

/** Numerators; the denominator is `FEE_DENOMINATOR` (schema/launchpad/amm.ts). Without a royalty, its numerator is 0. */
interface PoolFees {
  readonly lpFeeNum: bigint
  readonly treasuryFeeNum: bigint
  readonly royaltyFeeNum: bigint
}

interface InTransaction {
  readonly transaction: Hex
}

interface PoolState extends InTransaction {
  /** Permanent, see `KnownPool`. */
  readonly poolId: number
  /** The curve pool's NFT, also after graduation. */
  readonly pool: AssetId
  readonly token: AssetId
  readonly output: OutputReference
  readonly reserves: PoolReserves
  /** In lovelace per token, after the transaction. */
  readonly price: Ratio
  /** Null on the curve. */
  readonly fees: PoolFees | null
}

export interface Launched extends PoolState {
  readonly kind: 'launched'
  readonly datum: CurvePool
  /** As in operations.json; null if the pool belongs to no tier. */
  readonly tier: string | null
  /** Price before the first purchase, which is a separate trade. */
  readonly initialPrice: Ratio
  readonly info: LaunchInfo
}

/** The pool's history before this transaction was not followed. */
export interface Adopted extends PoolState {
  readonly kind: 'adopted'
  readonly venue: Venue
  /** Null for an AMM pool whose curve was not seen. */
  readonly datum: CurvePool | null
  readonly tier: string | null
  /** The tier with the nearest liquidity, for an AMM pool whose curve was not seen. */
  readonly nearest?: Tier | undefined
  readonly ammPool: AssetId | null
}

/** A filled order, a trade without an order, or a launch's first purchase. */
export interface Traded extends PoolState {
  readonly kind: 'traded'
  readonly venue: Venue
  readonly side: Side
  /**
   * For an order, without flat fees: what a buyer paid including the percentage fee, or what a seller received after it. Without an order,
   * the amount that entered or left the pool. Orders count at most as far as the pool's change.
   */
  readonly lovelace: bigint
  readonly tokens: bigint
  readonly priceBefore: Ratio
  /** Percentage fee within the ADA side. 0 for a launch, and for a trade without an order. */
  readonly percentageFee: bigint
  /** In lovelace: what left the order's UTxO beyond the trade and the percentage fee. 0 without an order. */
  readonly executorFee: bigint
  /** At a launch, the output that received the tokens. Null for a trade without an order. */
  readonly order: OutputReference | null
  /**
   * Raw address of the order's owner, or of the buyer at a launch. Without an order, that of the first input outside the launchpad's
   * scripts. Null if that input is unknown, or if several orders or an unseen order were filled.
   */
  readonly trader: Hex | null
  /** Raw address; only for a launch's purchase. */
  readonly launchBuyer?: Hex
}

/** Liquidity, withdrawal of fees, or an administrative action. */
interface PoolChanged extends PoolState {
  readonly kind: 'poolChanged'
  readonly venue: Venue
}

/** The curve's reserves moved to an AMM pool. */
export interface Graduated extends PoolState {
  readonly kind: 'graduated'
  readonly ammPool: AssetId
  /** Lovelace of the curve that did not arrive in the AMM pool. */
  readonly cost: bigint
}

/** The pool's UTxO was spent, and no output that may be listed replaced it. */
export interface PoolClosed extends InTransaction {
  readonly kind: 'poolClosed'
  readonly poolId: number
  readonly pool: AssetId
  readonly token: AssetId
  /** One of a few fixed sentences. */
  readonly reason: string
}

/** The pool resembles the launchpad's pools but must not be listed. */
interface PoolRejected extends InTransaction {
  readonly kind: 'poolRejected'
  readonly pool: AssetId
  /** One of a few fixed sentences, by which rejections are counted. */
  readonly reason: string
}

/**
 * Tokens have units that their launches did not mint, so their pools are never listed again. One event for all pools of a transaction
 * limits the number of events.
 */
export interface OtherSupply extends InTransaction {
  readonly kind: 'otherSupply'
  readonly pools: readonly {
    readonly poolId: number
    readonly pool: AssetId
    readonly token: AssetId
    /** One of a few fixed sentences. */
    readonly reason: string
  }[]
}

/** Opposite orders filled each other without a pool. The price is not a pool's price. */
export interface Matched extends InTransaction {
  readonly kind: 'matched'
  readonly poolId: number
  readonly pool: AssetId
  readonly token: AssetId
  readonly side: Side
  /** As in `Traded`. */
  readonly lovelace: bigint
  readonly percentageFee: bigint
  readonly executorFee: bigint
  readonly tokens: bigint
  readonly order: OutputReference
  /** Raw address. */
  readonly trader: Hex
}

/** In smallest units of `from` and `to`. No amount exceeds the value of the order's UTxO, whatever its datum says. */
export interface OrderTerms {
  /** Names the layout of the datum. */
  readonly generation: 'instant' | 'instant-v1' | 'limit'
  readonly from: AssetId
  readonly fromAmount: bigint
  readonly to: AssetId
  /** The least `to` for one `from`. */
  readonly worstPrice: Ratio
  /** In lovelace for the executor: `fee` in proportion to the filled part, `stepCost` per execution. */
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
  /** Only this transaction could have given the order its beacon. Absent if the beacon is not derived from a transaction. */
  readonly ownsBeacon?: true
}

/** An order was filled completely or in part. */
export interface OrderFilled extends InTransaction {
  readonly kind: 'orderFilled'
  readonly order: OutputReference
  readonly terms: OrderTerms
  /** Amounts without flat fees. `toAmount` is after the percentage fee. */
  readonly fromAmount: bigint
  readonly toAmount: bigint
  /** Lovelace that this execution cost in addition, without the returned deposit. */
  readonly executorFee: bigint
  /** The order that remains after a limit order was filled in part. */
  readonly remainder: { readonly order: OutputReference; readonly terms: OrderTerms } | null
}

export interface OrderCancelled extends InTransaction {
  readonly kind: 'orderCancelled'
  readonly order: OutputReference
  readonly terms: OrderTerms
}

/**
 * One event for all tokens of an address in a transaction. An output can have 1,300 tokens, so a block could otherwise have millions of
 * events.
 */
export interface Moved extends InTransaction {
  readonly kind: 'moved'
  /** Raw address bytes. */
  readonly owner: Hex
  /** Null for an address outside the launchpad. */
  readonly role: Role['kind'] | null
  /** At least one. */
  readonly tokens: readonly {
    readonly poolId: number
    /** Negative for spent tokens, never 0. */
    readonly delta: bigint
  }[]
}

/** The datum names the end and the key. */
export interface Locked extends InTransaction {
  readonly kind: 'locked'
  readonly lock: OutputReference
  /** Raw bytes of the output's address. */
  readonly address: Hex
  readonly token: AssetId
  readonly quantity: bigint
  /** POSIX milliseconds, 0 to 2^63 - 1; the largest values mean for ever. */
  readonly lockedUntil: bigint
  /** Key hash that may redeem the lock. */
  readonly redeemer: Hex
}

/** An extended lock is a new lock in the same transaction. */
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

/** An operator's source must not use these names. */
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
