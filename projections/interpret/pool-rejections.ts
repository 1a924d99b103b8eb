// All recorded reasons why a pool is not listed. Anybody can pay to the pool scripts with any datum. A curve pool is listed under three
// conditions: its contracts are the launchpad's, its executor is one of the launchpad's, and its UTxO has the lovelace that the curve must
// have collected. Reasons are few and fixed, since `models/rejections.ts` counts them, and `/status`, the log and the metrics show them.
//
// Some outputs are ignored without a record, because they are not pools of the launchpad. Examples are outputs without the NFT in their
// datum and, at the AMM scripts, pools of other projects and outputs that combine the NFT of a listed pool with another token.

import { MAX_LOVELACE } from '../../schema/amount-limits.ts'
import {
  collectedLovelace,
  EMISSION,
  lovelaceToBuy,
  marketCap,
  SEED,
  soldTokens,
  spotPrice,
} from '../../schema/launchpad/curve.ts'
import type { CurvePool } from '../../schema/launchpad/datums/curve-pool.ts'
import { type AssetId, policyOf } from '../../schema/primitives.ts'
import { mintOf, quantityOf, type TransactionView } from '../engine/outputs/transaction-view.ts'
import { comesFromAmmPool, comesFromCurvePool } from './adoption.ts'
import type { LaunchpadEvent, PoolReserves, Venue } from './events.ts'
import type { KnownPool, KnownPools } from './known-pools.ts'
import type { Protocol } from './protocol.ts'

/** Script, datum and NFT are those of a curve pool. */
export interface CurvePoolOutput {
  readonly datum: CurvePool
  readonly reserves: PoolReserves
}

export const rejectedEvent = (
  { transaction }: TransactionView,
  pool: AssetId,
  reason: string,
): LaunchpadEvent => ({ kind: 'poolRejected', transaction: transaction.id, pool, reason })

export const closedEvent = (
  { transaction }: TransactionView,
  { id: poolId, pool, token }: KnownPool,
  reason: string,
): LaunchpadEvent => ({ kind: 'poolClosed', transaction: transaction.id, poolId, pool, token, reason })

/** The pool trades against a token other than ADA. */
export const TRADES_TOKENS = 'it trades against another token'
/** The output with an AMM pool's NFT cannot be a pool. */
export const NO_POOL = "its AMM pool's new output is not a valid pool"
/** No output has a spent pool's NFT. */
export const NO_SUCCESSOR = 'its UTxO is spent without a new pool output'

const NO_ORIGIN = 'its NFT comes from no pool'
const TOKEN_TAKEN = 'its token has a pool'
const NOT_PAID_FOR = 'it contains less than the cost of its sold tokens'

export const poolRejection = (
  protocol: Protocol,
  { datum, reserves }: CurvePoolOutput,
): string | undefined => {
  const { curve } = protocol.operations
  if (policyOf(datum.nft) !== curve.nftPolicy) return 'its NFT is of another policy'
  if (!curve.adminWitnesses.includes(datum.adminWitness)) return 'its admin witness is not listed'
  if (!curve.factoryWitnesses.includes(datum.factoryWitness)) return 'its factory witness is not listed'
  if (!curve.executors.includes(datum.permittedExecutor)) return 'its executor is not listed'
  if (curve.listUnknownTiers !== true && protocol.tierOf(datum) === null) return 'its tier is not listed'
  if (reserves.tokens > EMISSION) return 'it contains more tokens than a launch mints'
  if (reserves.lovelace < SEED) return 'it contains less than its seed'
  if (reserves.lovelace > MAX_LOVELACE) return 'it contains more lovelace than exists'
  if (marketCap(spotPrice(datum, soldTokens(reserves.tokens))) > MAX_LOVELACE)
    return 'its token is worth more than all ADA'
  return undefined
}

/**
 * The NFT alone does not identify the pool: a curve's NFT may still exist after the graduation, and an NFT may be combined with another
 * token.
 */
export const listedAt = (
  known: KnownPools,
  venue: Venue,
  { nft, token }: { readonly nft: AssetId; readonly token: AssetId },
): KnownPool | undefined => {
  const listed = known.byNft(nft)
  const ammPool = venue === 'amm' ? nft : null
  const isIt = listed?.token === token && listed.ammPool === ammPool && !listed.hasOtherSupply
  return isIt ? listed : undefined
}

/** The script lets nobody change the coefficients. */
const isOnItsCurve = ({ curve }: KnownPool, { aNum, bNum }: CurvePool): boolean =>
  curve === null || (curve.aNum === aNum && curve.bNum === bNum)

/** The last UTxO broke no rule. */
export const wasListed = (protocol: Protocol, known: KnownPools, pool: CurvePoolOutput): boolean => {
  const listed = listedAt(known, 'curve', pool.datum)
  return (
    listed !== undefined && isOnItsCurve(listed, pool.datum) && poolRejection(protocol, pool) === undefined
  )
}

/** The pool has at least what the sold tokens cost on its curve. */
const isPaidFor = ({ datum, reserves }: CurvePoolOutput): boolean =>
  lovelaceToBuy(datum, 0n, soldTokens(reserves.tokens)) <= collectedLovelace(reserves.lovelace)

/**
 * A token could have more units than its launch mints. The template's policy never mints again. Any other policy must have minted nothing
 * before, and no template may be configured, unless the launch is older than the template: all earlier launches were seen, and none used
 * it.
 */
const policyRejection = (
  protocol: Protocol,
  known: KnownPools,
  { transaction }: TransactionView,
  token: AssetId,
): string | undefined => {
  const policy = policyOf(token)
  if (known.hasMinted(policy)) return 'the policy of its token minted before'
  if (protocol.isByTemplate(policy, transaction.inputs) !== false) return undefined
  return known.mayHaveMissed() || known.hasTemplateLaunch()
    ? 'the policy of its token is not an instance of the template'
    : undefined
}

/** The launch must mint the whole emission, with one pool. */
const launchRejection = (
  protocol: Protocol,
  { transaction }: TransactionView,
  pool: CurvePoolOutput,
): string | undefined => {
  const { token } = pool.datum
  if (mintOf(transaction, token) !== EMISSION) return 'the transaction that made it did not mint its token'
  let total = 0n
  let holders = 0
  for (const output of transaction.outputs) {
    const quantity = quantityOf(output, token)
    total += quantity
    const role = quantity > 0n ? protocol.roleOf(output.address)?.kind : undefined
    if (role === 'curve' || role === 'amm') holders++
  }
  if (total > EMISSION) return 'its token was minted before'
  if (holders > (pool.reserves.tokens > 0n ? 1 : 0)) return 'its token is in two pools'
  return isPaidFor(pool) ? undefined : NOT_PAID_FOR
}

/** The transaction mints the pool's NFT. */
export const isLaunch = ({ transaction }: TransactionView, nft: AssetId): boolean =>
  mintOf(transaction, nft) > 0n

/** A curve pool that is seen for the first time must be launched here, or be older than the followed chain. */
export const firstRejection = (
  protocol: Protocol,
  known: KnownPools,
  view: TransactionView,
  pool: CurvePoolOutput,
  at: number,
): string | undefined => {
  const { nft, token, permittedExecutor } = pool.datum
  if (isLaunch(view, nft)) {
    const rejected = launchRejection(protocol, view, pool)
    if (rejected !== undefined) return rejected
  } else {
    if (!known.mayHaveMissed() || !comesFromCurvePool(view, at, permittedExecutor)) return NO_ORIGIN
    if (!isPaidFor(pool)) return NOT_PAID_FOR
  }
  if (known.byToken(token) !== undefined) return TOKEN_TAKEN
  return isLaunch(view, nft) ? policyRejection(protocol, known, view, token) : undefined
}

export const laterRejection = (
  view: TransactionView,
  listed: KnownPool,
  { datum }: CurvePoolOutput,
): string | undefined => {
  if (isLaunch(view, datum.nft)) return 'its NFT was minted before'
  if (listed.ammPool !== null) return 'it has graduated'
  if (datum.token !== listed.token) return 'its token differs from the token of its launch'
  return isOnItsCurve(listed, datum) ? undefined : 'its curve differs from the curve of its launch'
}

/** The AMM pool has the launchpad's royalty key, but its graduation was not seen. */
export const adoptionRejection = (
  protocol: Protocol,
  known: KnownPools,
  view: TransactionView,
  { token }: { readonly token: AssetId },
  at: number,
): string | undefined => {
  // A pool of the followed chain without a graduation does not belong to the launchpad.
  if (!known.mayHaveMissed() || !comesFromAmmPool(view, at, protocol.isExecutor)) return NO_ORIGIN
  return known.byToken(token) === undefined ? undefined : TOKEN_TAKEN
}
