// AMM pools of graduated tokens. A graduation spends a curve pool and pays an AMM pool with the same token in the
// same transaction; from then on the AMM pool is followed by its own NFT. Other people's AMM pools use the same
// scripts: one is the launchpad's when its curve was seen, or when its datum names the launchpad's royalty key.
import { type AmmFees, ammPrice, reservesOf } from '../../schema/launchpad/amm.ts'
import { decodeFeeSwitchPool } from '../../schema/launchpad/fee-switch-pool.ts'
import { decodeRoyaltyPool } from '../../schema/launchpad/royalty-pool.ts'
import { ADA, type AssetId, type Hex, policyOf } from '../../schema/primitives.ts'
import type { Ratio } from '../../schema/ratio.ts'
import { curvePoolAt } from './curve-pools.ts'
import type { LaunchpadEvent, OrderFilled, PoolReserves } from './events.ts'
import type { PoolsOfBlock } from './known-pools.ts'
import type { Protocol } from './protocol.ts'
import { fillTrades, poolTrade, type TradedPool } from './trades.ts'
import { quantityOf, type TransactionView } from './transaction-view.ts'

interface AmmPoolOutput {
  readonly nft: AssetId
  readonly token: AssetId
  readonly royaltyKey: Hex | null
  /** All its UTxO holds, accumulated fees included. */
  readonly held: PoolReserves
  /** Without accumulated fees. */
  readonly reserves: PoolReserves
  readonly price: Ratio
}

interface Holding {
  readonly address: Hex
  readonly datum?: Hex
  readonly lovelace: bigint
  readonly assets: TransactionView['transaction']['outputs'][number]['assets']
}

type AmmDatum = AmmFees & { readonly nft: AssetId; readonly assetX: AssetId; readonly assetY: AssetId }

/** A UTxO that is an ADA pool by its script, its datum and the NFT it holds, with something on both sides. */
const ammPoolAt = (protocol: Protocol, output: Holding): AmmPoolOutput | undefined => {
  if (output.datum === undefined) return undefined
  const role = protocol.roleOf(output.address)
  if (role?.kind !== 'amm') return undefined
  const royalty = role.layout === 'royalty' ? decodeRoyaltyPool(output.datum) : undefined
  const datum: AmmDatum | undefined = role.layout === 'royalty' ? royalty : decodeFeeSwitchPool(output.datum)
  if (datum === undefined || datum.assetX !== ADA || quantityOf(output, datum.nft) !== 1n) return undefined
  const held = { lovelace: output.lovelace, tokens: quantityOf(output, datum.assetY) }
  const { x, y } = reservesOf(datum, held.lovelace, held.tokens)
  const price = ammPrice({ x, y })
  if (price === undefined) return undefined
  return {
    nft: datum.nft,
    token: datum.assetY,
    royaltyKey: royalty?.royaltyPubKey ?? null,
    held,
    reserves: { lovelace: x, tokens: y },
    price,
  }
}

/** What a transaction does to AMM pools, and which pools it ends. */
export const interpretAmmPools = (
  protocol: Protocol,
  known: PoolsOfBlock,
  view: TransactionView,
  fills: readonly OrderFilled[],
): LaunchpadEvent[] => {
  const { transaction, spent } = view
  const { amm } = protocol.operations
  const events: LaunchpadEvent[] = []
  const before = new Map<AssetId, AmmPoolOutput>()
  const ended = new Map<AssetId, { readonly pool: AssetId; readonly lovelace: bigint }>()
  const goesOn = new Set<AssetId>()
  for (const output of transaction.outputs) {
    const nft = curvePoolAt(protocol, output)?.datum.nft ?? ammPoolAt(protocol, output)?.nft
    if (nft !== undefined) goesOn.add(nft)
  }
  for (const output of spent) {
    if (output === undefined) continue
    const pool = ammPoolAt(protocol, output)
    if (pool !== undefined) before.set(pool.nft, pool)
    const curve = curvePoolAt(protocol, output)
    if (curve !== undefined && known.byNft(curve.datum.nft) !== undefined && !goesOn.has(curve.datum.nft))
      ended.set(curve.datum.token, { pool: curve.datum.nft, lovelace: curve.reserves.lovelace })
  }
  transaction.outputs.forEach((output, at) => {
    const after = ammPoolAt(protocol, output)
    if (after === undefined) return
    const { nft, token, reserves, price } = after
    const inTransaction = {
      transaction: transaction.id,
      token,
      output: { transaction: transaction.id, index: transaction.firstOutput + at },
      reserves,
      price,
    }
    const curve = ended.get(token)
    const listed = known.byNft(nft)
    if (curve !== undefined) {
      ended.delete(token)
      known.add({ pool: curve.pool, token, curve: known.byNft(curve.pool)?.curve ?? null, ammPool: nft })
      const cost = curve.lovelace - output.lovelace
      events.push({ kind: 'graduated', ...inTransaction, pool: curve.pool, ammPool: nft, cost })
      return
    }
    if (listed === undefined) {
      const isOurs =
        amm.royaltyKey !== undefined && after.royaltyKey === amm.royaltyKey && policyOf(nft) === amm.nftPolicy
      // A pool made before our eyes without a graduation is somebody else's, whatever its datum says.
      if (!isOurs || view.isResolved || known.byToken(token) !== undefined) return
      known.add({ pool: nft, token, curve: null, ammPool: nft })
      events.push({
        kind: 'adopted',
        ...inTransaction,
        pool: nft,
        venue: 'amm',
        datum: null,
        tier: null,
        ammPool: nft,
      })
      return
    }
    const state = { ...inTransaction, pool: listed.pool }
    const earlier = before.get(nft)
    if (earlier === undefined) {
      events.push({ kind: 'adopted', ...state, venue: 'amm', datum: null, tier: null, ammPool: nft })
      return
    }
    const traded: TradedPool = {
      venue: 'amm',
      held: { before: earlier.held, after: after.held },
      after: state,
      priceAt: () => earlier.price,
    }
    events.push(...(fillTrades(traded, fills) ?? poolTrade(traded)))
  })
  for (const [token, { pool }] of ended)
    events.push({ kind: 'poolClosed', transaction: transaction.id, pool, token })
  for (const { nft, token } of before.values()) {
    const listed = known.byNft(nft)
    if (listed?.ammPool === nft && !goesOn.has(nft))
      events.push({ kind: 'poolClosed', transaction: transaction.id, pool: listed.pool, token })
  }
  return events
}
