// Effects of a transaction on curve pools. A pool is identified by its NFT. Each trade spends the pool's UTxO and creates it again with the
// same address and datum. A pool that was rejected in its first block stays rejected: its trades make no events, and it is not reported
// again.
import type { Ratio } from '../../schema/codecs/ratio.ts'
import { EMISSION, SEED, soldTokens, spotPrice } from '../../schema/launchpad/curve.ts'
import { decodeCurvePool } from '../../schema/launchpad/datums/curve-pool.ts'
import { decodeCurvePoolT2t } from '../../schema/launchpad/datums/curve-pool-t2t.ts'
import { type AssetId, policyOf } from '../../schema/primitives.ts'
import { type Holding, quantityOf, type TransactionView } from '../engine/outputs/transaction-view.ts'
import type { LaunchpadEvent, OrderFilled, Traded } from './events.ts'
import { type Pools, UNSEEN_LAUNCH } from './known-pools.ts'
import { launchInfo } from './launch-info.ts'
import {
  type CurvePoolOutput,
  closedEvent,
  firstRejection,
  isLaunch,
  laterRejection,
  poolRejection,
  rejectedEvent,
  TRADES_TOKENS,
  wasListed,
} from './pool-rejections.ts'
import type { Protocol } from './protocol.ts'
import { payerOf, type TradedPool, tradesOf } from './trades.ts'

export const curvePoolAt = (protocol: Protocol, output: Holding): CurvePoolOutput | undefined => {
  if (output.datum === undefined || protocol.roleOf(output.address)?.kind !== 'curve') return undefined
  const datum = decodeCurvePool(output.datum)
  if (datum === undefined || quantityOf(output, datum.nft) !== 1n) return undefined
  return { datum, reserves: { lovelace: output.lovelace, tokens: quantityOf(output, datum.token) } }
}

const tokenPoolAt = (protocol: Protocol, output: Holding): AssetId | undefined => {
  if (output.datum === undefined || protocol.roleOf(output.address)?.kind !== 'tokenPool') return undefined
  const nft = decodeCurvePoolT2t(output.datum)?.nft
  return nft !== undefined && quantityOf(output, nft) === 1n ? nft : undefined
}

/** Pools with which the transaction only trades were rejected before. */
const rejectTokenPools = (protocol: Protocol, view: TransactionView): LaunchpadEvent[] => {
  const known = new Set(view.spent.map((output) => output && tokenPoolAt(protocol, output)))
  return view.transaction.outputs.flatMap((output): LaunchpadEvent[] => {
    const pool = tokenPoolAt(protocol, output)
    return pool === undefined || known.has(pool) ? [] : [rejectedEvent(view, pool, TRADES_TOKENS)]
  })
}

/**
 * The amounts are the pool's deposit, and the tokens that are not in the pool. The buyer is the first address with tokens, other than the
 * launchpad's scripts.
 */
const firstPurchase = (
  protocol: Protocol,
  view: TransactionView,
  pool: TradedPool['after'],
  priceBefore: Ratio,
): Traded[] => {
  const { transaction } = view
  const lovelace = pool.reserves.lovelace - SEED
  const tokens = EMISSION - pool.reserves.tokens
  if (lovelace === 0n || tokens === 0n) return []
  const at = transaction.outputs.findIndex(
    (output) => quantityOf(output, pool.token) > 0n && protocol.roleOf(output.address) === undefined,
  )
  const buyer = transaction.outputs[at]?.address
  const fees = { percentageFee: 0n, executorFee: 0n }
  const bought = { venue: 'curve', side: 'buy', lovelace, tokens, ...fees, priceBefore } as const
  const trade = { kind: 'traded', ...pool, ...bought } as const
  if (buyer === undefined) return [{ ...trade, order: null, trader: payerOf(protocol, view) }]
  const order = { transaction: transaction.id, index: transaction.firstOutput + at }
  return [{ ...trade, order, trader: buyer, launchBuyer: buyer }]
}

/** Graduations are reported by `interpretAmmPools`. */
export const interpretCurvePools = (
  protocol: Protocol,
  known: Pools,
  view: TransactionView,
  fills: readonly OrderFilled[],
): LaunchpadEvent[] => {
  const { transaction, spent } = view
  const events = rejectTokenPools(protocol, view)
  const before = new Map<AssetId, CurvePoolOutput>()
  for (const output of spent) {
    const pool = output && curvePoolAt(protocol, output)
    if (pool !== undefined) before.set(pool.datum.nft, pool)
  }
  transaction.outputs.forEach((output, at) => {
    const after = curvePoolAt(protocol, output)
    if (after === undefined) return
    const { datum, reserves } = after
    const { nft, token } = datum
    const price = spotPrice(datum, soldTokens(reserves.tokens))
    const state = {
      transaction: transaction.id,
      pool: nft,
      token,
      output: { transaction: transaction.id, index: transaction.firstOutput + at },
      reserves,
      price,
      fees: null,
    }
    const listed = known.byNft(nft)
    const earlier = before.get(nft)
    if ((listed === undefined && earlier !== undefined) || listed?.hasOtherSupply === true) return
    const rejected =
      poolRejection(protocol, after) ??
      (listed === undefined
        ? firstRejection(protocol, known, view, after, at)
        : laterRejection(view, listed, after))
    const listedBefore = earlier !== undefined && wasListed(protocol, known, earlier)
    if (rejected !== undefined) {
      events.push(rejectedEvent(view, nft, rejected))
      if (listedBefore && listed !== undefined) events.push(closedEvent(view, listed, rejected))
      return
    }
    if (listed === undefined && isLaunch(view, nft)) {
      const { id: poolId } = known.add({
        pool: nft,
        token,
        curve: datum,
        ammPool: null,
        launchedAt: view.position,
        isByTemplate: protocol.isByTemplate(policyOf(token), transaction.inputs) ?? false,
      })
      events.push({
        kind: 'launched',
        ...state,
        poolId,
        datum,
        tier: protocol.tierOf(datum),
        initialPrice: spotPrice(datum, 0n),
        info: launchInfo(token, view),
      })
      events.push(...firstPurchase(protocol, view, { ...state, poolId }, spotPrice(datum, 0n)))
      return
    }
    if (listed === undefined || !listedBefore) {
      // Adopted without a trade, because the pool's last UTxO was not seen, belonged to another pool, or broke a rule.
      const { id: poolId } =
        listed ?? known.add({ ...UNSEEN_LAUNCH, pool: nft, token, curve: datum, ammPool: null })
      events.push({
        kind: 'adopted',
        ...state,
        poolId,
        venue: 'curve',
        datum,
        tier: protocol.tierOf(datum),
        ammPool: null,
      })
      return
    }
    // A second output with the NFT must not count the fills again.
    before.delete(nft)
    const traded: TradedPool = {
      venue: 'curve',
      value: { before: earlier.reserves, after: reserves },
      after: { ...state, poolId: listed.id },
      // On the curve, the price depends only on the sold tokens.
      pricesAfter(changes) {
        let { tokens } = earlier.reserves
        return changes.map((change) => {
          tokens += change.tokens
          return tokens < 0n || tokens > EMISSION ? undefined : spotPrice(datum, soldTokens(tokens))
        })
      },
      priceBefore: spotPrice(datum, soldTokens(earlier.reserves.tokens)),
    }
    events.push(...tradesOf(protocol, view, traded, fills))
  })
  return events
}
