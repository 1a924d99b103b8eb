// Curve pools: which outputs are pools of the launchpad, and what a transaction does to them. A pool is its NFT;
// its UTxO is spent and made again by every trade, address and datum unchanged.

import { EMISSION, SEED, soldTokens, spotPrice } from '../../schema/launchpad/curve.ts'
import { type CurvePool, decodeCurvePool } from '../../schema/launchpad/curve-pool.ts'
import { type AssetId, policyOf } from '../../schema/primitives.ts'
import type { LaunchpadEvent, OrderFilled, PoolReserves } from './events.ts'
import type { PoolsOfBlock } from './known-pools.ts'
import { launchInfo } from './launch-info.ts'
import type { Protocol } from './protocol.ts'
import { fillTrades, poolTrade, type TradedPool } from './trades.ts'
import { mintOf, quantityOf, type TransactionView } from './transaction-view.ts'

interface Holding extends Pick<TransactionView['transaction']['outputs'][number], 'lovelace' | 'assets'> {
  readonly address: string
  readonly datum?: string
}

/** A UTxO that is a curve pool by its script, its datum and the NFT it holds. */
export interface CurvePoolOutput {
  readonly datum: CurvePool
  readonly reserves: PoolReserves
}

export const curvePoolAt = (protocol: Protocol, output: Holding): CurvePoolOutput | undefined => {
  if (output.datum === undefined || protocol.roleOf(output.address)?.kind !== 'curve') return undefined
  const datum = decodeCurvePool(output.datum)
  if (datum === undefined || quantityOf(output, datum.nft) !== 1n) return undefined
  return { datum, reserves: { lovelace: output.lovelace, tokens: quantityOf(output, datum.token) } }
}

/** Why a pool may not be listed; undefined when it may. */
const refusal = (protocol: Protocol, { datum, reserves }: CurvePoolOutput): string | undefined => {
  const { curve } = protocol.operations
  if (policyOf(datum.nft) !== curve.nftPolicy) return 'its NFT is of another policy'
  if (!curve.adminWitnesses.includes(datum.adminWitness)) return 'its admin witness is not listed'
  if (!curve.factoryWitnesses.includes(datum.factoryWitness)) return 'its factory witness is not listed'
  if (!curve.listUnknownTiers && protocol.tierOf(datum) === null) return 'its tier is not listed'
  if (reserves.tokens > EMISSION) return 'it holds more tokens than a launch mints'
  if (reserves.lovelace < SEED) return 'it holds less than its seed'
  return undefined
}

const launchRefusal = (view: TransactionView, datum: CurvePool): string | undefined =>
  mintOf(view.transaction, datum.token) === EMISSION
    ? undefined
    : 'the transaction that made it did not mint its token'

/** What a transaction does to curve pools; graduations are told by `interpretAmmPools`. */
export const interpretCurvePools = (
  protocol: Protocol,
  known: PoolsOfBlock,
  view: TransactionView,
  fills: readonly OrderFilled[],
): LaunchpadEvent[] => {
  const { transaction, spent } = view
  const events: LaunchpadEvent[] = []
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
    }
    const isLaunch = mintOf(transaction, nft) > 0n
    const listed = known.byNft(nft)
    const earlier = before.get(nft)
    // A pool that was refused when it was first seen stays out, and its trades need no telling.
    if (listed === undefined && earlier !== undefined) return
    const refused =
      refusal(protocol, after) ??
      (isLaunch ? launchRefusal(view, datum) : undefined) ??
      (!isLaunch && earlier === undefined && view.isResolved ? 'its NFT comes from no pool' : undefined) ??
      (listed === undefined && known.byToken(token) !== undefined ? 'its token has a pool' : undefined)
    if (refused !== undefined) {
      events.push({ kind: 'poolRefused', transaction: transaction.id, pool: nft, reason: refused })
      return
    }
    if (isLaunch) {
      known.add({ pool: nft, token, curve: datum, ammPool: null })
      events.push({
        kind: 'launched',
        ...state,
        datum,
        tier: protocol.tierOf(datum),
        initialPrice: spotPrice(datum, 0n),
        firstBuy: { lovelace: reserves.lovelace - SEED, tokens: EMISSION - reserves.tokens },
        info: launchInfo(token, view),
      })
      return
    }
    if (listed === undefined || earlier === undefined) {
      // Its last UTxO was made before following began, so there is nothing to compare with.
      known.add({ pool: nft, token, curve: datum, ammPool: listed?.ammPool ?? null })
      events.push({
        kind: 'adopted',
        ...state,
        venue: 'curve',
        datum,
        tier: protocol.tierOf(datum),
        ammPool: null,
      })
      return
    }
    const traded: TradedPool = {
      venue: 'curve',
      held: { before: earlier.reserves, after: reserves },
      after: state,
      priceAt: (tokens) => spotPrice(datum, soldTokens(tokens)),
    }
    events.push(...(fillTrades(traded, fills) ?? poolTrade(traded)))
  })
  return events
}
