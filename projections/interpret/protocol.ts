// The launchpad's contracts on one network, from operations.json. For the address of any output of the chain, the role of its script is
// found quickly.
import type { AmmKind, OperationsConfig, OrderKind } from '../../schema/config/config.ts'
import type { CurvePool } from '../../schema/launchpad/datums/curve-pool.ts'
import { tokenPolicy } from '../../schema/launchpad/derivations.ts'
import { nearestTier } from '../../schema/launchpad/tier.ts'
import type { Hex, OutputReference } from '../../schema/primitives.ts'

export type Role =
  | { readonly kind: 'curve' }
  | { readonly kind: 'order'; readonly generation: OrderKind }
  | { readonly kind: 'amm'; readonly layout: AmmKind }
  | { readonly kind: 'lock' }
  /** Pools against another token are never listed. */
  | { readonly kind: 'tokenPool' }

export type Protocol = ReturnType<typeof protocolOf>

/** An odd address type (CIP-19) has a script as payment part. */
const SCRIPT_PAYMENT_HEADERS = /^[1357]/

export const scriptsOf = ({ curve, orders, amm, vesting }: OperationsConfig): readonly Hex[] => [
  curve.scriptHash,
  ...[...orders, ...amm.pools].map(({ scriptHash }) => scriptHash),
  vesting.scriptHash,
  ...(curve.tokenPools ?? []),
]

export const protocolOf = (operations: OperationsConfig) => {
  const roles = new Map<Hex, Role>([
    [operations.curve.scriptHash, { kind: 'curve' }],
    ...operations.orders.map(
      ({ kind, scriptHash }) => [scriptHash, { kind: 'order', generation: kind }] as const,
    ),
    ...operations.amm.pools.map(
      ({ kind, scriptHash }) => [scriptHash, { kind: 'amm', layout: kind }] as const,
    ),
    [operations.vesting.scriptHash, { kind: 'lock' }],
    ...(operations.curve.tokenPools ?? []).map((hash) => [hash, { kind: 'tokenPool' }] as const),
  ])
  const tierKey = (a: bigint | string, b: bigint | string, cap: bigint | string): string => `${a}/${b}/${cap}`
  const tiers = new Map(
    operations.curve.tiers.map((tier) => [tierKey(tier.aNum, tier.bNum, tier.adaCap), tier.name]),
  )
  const { tokenTemplate: template = '', tokenLanguage } = operations.curve
  const executors = new Set([...operations.curve.executors, ...operations.amm.executors])
  return {
    operations,
    roleOf: (address: Hex): Role | undefined =>
      SCRIPT_PAYMENT_HEADERS.test(address) ? roles.get(address.slice(2, 58)) : undefined,
    /** Undefined without tiers. */
    tierByLiquidity: nearestTier(
      operations.curve.tiers.map(({ aNum, bNum, adaCap }) => ({
        aNum: BigInt(aNum),
        bNum: BigInt(bNum),
        adaCap: BigInt(adaCap),
      })),
    ),
    /** Null if the pool belongs to no tier. */
    tierOf: (pool: CurvePool): string | null => tiers.get(tierKey(pool.aNum, pool.bNum, pool.adaCap)) ?? null,
    /**
     * The policy is the template with one of these spent outputs as seed, and can mint only in the transaction that spends it. Undefined if
     * no template is configured.
     */
    isByTemplate: (policy: Hex, seeds: readonly OutputReference[]): boolean | undefined =>
      template === ''
        ? undefined
        : seeds.some((seed) => tokenPolicy(template, seed, tokenLanguage).policy === policy),
    isExecutor: (key: Hex): boolean => executors.has(key),
  }
}
