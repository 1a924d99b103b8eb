// Decides which curve pools are listed, with the reason why a pool is not. Anybody can pay to the pool script with any datum. A pool is
// listed if its contracts are the launchpad's, its executor will fill its orders, and its UTxO contains the amount that the curve must have
// collected. Reasons are few and fixed, since they are counted and shown.
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
import { MAX_LOVELACE } from '../../schema/launchpad/limits.ts'
import { type AssetId, policyOf } from '../../schema/primitives.ts'
import type { LaunchpadEvent, PoolReserves, Venue } from './events.ts'
import type { KnownPool, KnownPools } from './known-pools.ts'
import type { Protocol } from './protocol.ts'
import { mintOf, quantityOf, type TransactionView } from './transaction-view.ts'

/** A UTxO that is a curve pool by its script, its datum and its NFT. */
export interface CurvePoolOutput {
  readonly datum: CurvePool
  readonly reserves: PoolReserves
}

/** Event of a pool that may not be listed. */
export const rejectedEvent = (
  { transaction }: TransactionView,
  pool: AssetId,
  reason: string,
): LaunchpadEvent => ({ kind: 'poolRejected', transaction: transaction.id, pool, reason })

/** Event of a listed pool that is not listed any more. */
export const closedEvent = (
  { transaction }: TransactionView,
  { id: poolId, pool, token }: KnownPool,
  reason: string,
): LaunchpadEvent => ({ kind: 'poolClosed', transaction: transaction.id, poolId, pool, token, reason })

export const NO_ORIGIN = 'its NFT comes from no pool'
export const TOKEN_TAKEN = 'its token has a pool'

/** Reason not to list a pool, at its launch or later; undefined if it may be listed. */
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
  if (reserves.tokens > EMISSION) return 'it holds more tokens than a launch mints'
  if (reserves.lovelace < SEED) return 'it holds less than its seed'
  if (reserves.lovelace > MAX_LOVELACE) return 'it holds more lovelace than there is'
  if (marketCap(spotPrice(datum, soldTokens(reserves.tokens))) > MAX_LOVELACE)
    return 'its token is worth more than all ADA'
  return undefined
}

/**
 * The listed pool of a UTxO at this venue, by its NFT and its token. The NFT alone does not identify the pool: it may remain unburnt when
 * the curve graduates, or be combined with another token.
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

/** Whether a datum has the curve of the pool that it names: the script allows nobody to change it. */
export const isOnItsCurve = ({ curve }: KnownPool, { aNum, bNum }: CurvePool): boolean =>
  curve === null || (curve.aNum === aNum && curve.bNum === bNum)

/** Whether a curve pool that a transaction spends was listed, and was not closed for breaking a rule. */
export const wasListed = (protocol: Protocol, known: KnownPools, pool: CurvePoolOutput): boolean => {
  const listed = listedAt(known, 'curve', pool.datum)
  return (
    listed !== undefined && isOnItsCurve(listed, pool.datum) && poolRejection(protocol, pool) === undefined
  )
}

/** A pool that is seen for the first time must contain at least the cost of the sold tokens on its curve. */
export const isPaidFor = ({ datum, reserves }: CurvePoolOutput): boolean =>
  lovelaceToBuy(datum, 0n, soldTokens(reserves.tokens)) <= collectedLovelace(reserves.lovelace)

export const NOT_PAID_FOR = 'it holds less than its sold tokens cost'

/**
 * Reason why a launch's token may have more units than the launch mints, now or later. The template's policy mints with the launch and
 * never again. Any other policy is accepted only if it does not mint again, and only if no template is configured or if the launch is older
 * than the template: every launch was seen, and none used the template.
 */
export const policyRejection = (
  protocol: Protocol,
  known: KnownPools,
  { transaction }: TransactionView,
  token: AssetId,
): string | undefined => {
  const policy = policyOf(token)
  if (known.hasMinted(policy)) return 'the policy of its token minted before'
  if (protocol.isByTemplate(policy, transaction.inputs) !== false) return undefined
  return known.mayHaveMissed() || known.hasTemplateLaunch()
    ? 'the policy of its token is not of the template'
    : undefined
}

/**
 * Reason why the launch that `isLaunch` found may not be listed, although the pool may: the whole emission must be minted with one pool.
 */
export const launchRejection = (
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

/** Whether the transaction created the pool, that is, minted its NFT. */
export const isLaunch = ({ transaction }: TransactionView, nft: AssetId): boolean =>
  mintOf(transaction, nft) > 0n
