// Data of the launchpad's pools for interpretation: ids, NFTs, tokens and coefficients. Reserves and prices are in the models.
import type Database from 'better-sqlite3'
import { hasPolicyLead, policyLead } from '../../schema/codecs/packed-assets.ts'
import { type AssetAmount, type Hex, policyOf } from '../../schema/primitives.ts'
import { flag, hex, integer, nullable, text } from '../engine/table/column.ts'
import { Rows } from '../engine/table/rows.ts'
import { positionOf, type RowOf, stateTable, unique } from '../engine/table/table.ts'
import type { WriteContext } from '../engine/table/write-context.ts'
import type { KnownPool, Pools } from '../interpret/known-pools.ts'

export const poolRegistry = stateTable('pool_registry', {
  key: ['id'],
  columns: {
    /** Position on the chain at which the pool was first seen. */
    id: integer,
    /** Asset id of the curve pool's NFT, or of the AMM pool's NFT if no curve was seen. */
    nft: text,
    /** Asset id of the token. */
    token: text,
    /** Asset id of the AMM pool's NFT; null before graduation. */
    amm_nft: nullable(text),
    /** Coefficient a of the curve, digits; null for an AMM pool whose curve was not seen. */
    a_num: nullable(text),
    /** Coefficient b of the curve, digits; null if `a_num` is null. */
    b_num: nullable(text),
    /** Position of the launch's first output; all later movements of the token are known. Null if the launch was not seen. */
    launched_at: nullable(integer),
    /** Whether the policy of the token is an instance of the configured template. */
    is_by_template: flag,
    /** Whether units of the token exist that its launch did not mint. Such a pool is closed for good. */
    has_other_supply: flag,
  },
  indexes: { nft: unique('nft'), token: unique('token'), amm_nft: unique('amm_nft') },
})

/** Policies that minted or burnt tokens since following started: several hundred thousand on mainnet. */
export const mintedPolicies = stateTable('minted_policies', {
  key: ['policy'],
  columns: {
    /** Policy id. */
    policy: hex,
  },
})

type Row = RowOf<typeof poolRegistry.columns>

const knownOf = (row: Row): KnownPool => ({
  id: row.id,
  pool: row.nft,
  token: row.token,
  curve:
    row.a_num === null || row.b_num === null ? null : { aNum: BigInt(row.a_num), bNum: BigInt(row.b_num) },
  ammPool: row.amm_nft,
  launchedAt: row.launched_at,
  isByTemplate: row.is_by_template,
  hasOtherSupply: row.has_other_supply,
})

const rowOf = ({ id, pool, token, curve, ammPool, ...known }: KnownPool): Row => ({
  id,
  nft: pool,
  token,
  amm_nft: ammPool,
  a_num: curve?.aNum.toString() ?? null,
  b_num: curve?.bNum.toString() ?? null,
  launched_at: known.launchedAt,
  is_by_template: known.isByTemplate,
  has_other_supply: known.hasOtherSupply,
})

/** Some thousands of pools are cached in memory. */
export class PoolRegistry implements Pools {
  readonly #rows: Rows<typeof poolRegistry.columns, 'id'>
  readonly #policies: Rows<typeof mintedPolicies.columns, 'policy'>
  readonly #ids: Database.Statement
  readonly #mayHaveMissed: () => boolean
  readonly #byNft = new Map<string, KnownPool>()
  readonly #byToken = new Map<string, KnownPool>()
  /** First bytes of the tokens' policies. */
  readonly #leads = new Set<number>()
  #hasTemplateLaunch = false
  #slot = -1
  #added = 0

  constructor(database: Database.Database, context: WriteContext, mayHaveMissed: () => boolean) {
    this.#rows = new Rows(database, poolRegistry, context)
    this.#policies = new Rows(database, mintedPolicies, context)
    this.#ids = database.prepare('SELECT id FROM pool_registry').pluck()
    this.#mayHaveMissed = mayHaveMissed
  }

  byNft(nft: string): KnownPool | undefined {
    return this.#byNft.get(nft)
  }

  byToken(token: string): KnownPool | undefined {
    return this.#byToken.get(token)
  }

  mayHoldToken(packed: Buffer): boolean {
    return hasPolicyLead(packed, this.#leads)
  }

  hasMinted(policy: string): boolean {
    return this.#policies.get({ policy }) !== undefined
  }

  hasTemplateLaunch(): boolean {
    return this.#hasTemplateLaunch
  }

  mayHaveMissed(): boolean {
    return this.#mayHaveMissed()
  }

  beginBlock(slot: number): void {
    this.#slot = slot
    this.#added = 0
  }

  add(pool: Omit<KnownPool, 'id' | 'hasOtherSupply'>): KnownPool {
    return this.change({ ...pool, hasOtherSupply: false, id: positionOf(this.#slot, this.#added++) })
  }

  change(pool: KnownPool): KnownPool {
    this.#rows.change({ id: pool.id }, () => rowOf(pool))
    this.#remember(pool.id)
    return pool
  }

  addMint(mint: readonly AssetAmount[]): void {
    for (const policy of new Set(mint.map(({ asset }) => policyOf(asset)))) this.addPolicy(policy)
  }

  addPolicy(policy: Hex): void {
    this.#policies.change({ policy }, (row) => row ?? {})
  }

  /** Reads the known pools; called first when the file is opened. */
  reset(): void {
    this.#byNft.clear()
    this.#byToken.clear()
    this.#leads.clear()
    this.#hasTemplateLaunch = false
    for (const id of this.#ids.all() as number[]) this.#remember(id)
  }

  /** The block's strings are slices, which would keep the block's whole text in memory. */
  #remember(id: number): void {
    const row = this.#rows.get({ id })
    if (row === undefined) return
    const pool = knownOf(row)
    this.#byNft.set(pool.pool, pool)
    if (pool.ammPool !== null) this.#byNft.set(pool.ammPool, pool)
    this.#byToken.set(pool.token, pool)
    this.#leads.add(policyLead(pool.token))
    this.#hasTemplateLaunch ||= pool.isByTemplate
  }
}
