// The pools the launchpad has, as far as interpretation must know them: names, coefficients, and a number to key
// rows with; and the policies that have minted, as a token that is launched must be new. Not a read model: what a pool
// holds and what it is worth is for the models to say.
import type Database from 'better-sqlite3'
import { hasPolicyLead, policyLead } from '../../schema/codecs/packed-assets.ts'
import { flag, hex, integer, nullable, text } from '../engine/table/column.ts'
import { Rows } from '../engine/table/rows.ts'
import { type RowOf, stateTable, unique } from '../engine/table/table.ts'
import type { WriteContext } from '../engine/table/write-context.ts'
import type { KnownPool, KnownPools, PoolsOfBlock } from '../interpret/known-pools.ts'

export const poolRegistry = stateTable('pool_registry', {
  key: ['id'],
  columns: {
    /** Position on the chain where it was first seen. */
    id: integer,
    /** Its curve pool's NFT; for an AMM pool whose curve was never seen, the AMM pool's. */
    nft: text,
    token: text,
    amm_nft: nullable(text),
    /** Curve coefficients, as digits; null for an AMM pool whose curve was never seen. */
    a_num: nullable(text),
    b_num: nullable(text),
    /** Position of the first output of its launch, since which every movement of its token was seen; null if it was not. */
    launched_at: nullable(integer),
    /** Whether its token's policy is the configured template's. */
    is_by_template: flag,
    /** Whether there are units of its token that its launch did not mint: it is closed for good. */
    has_other_supply: flag,
  },
  indexes: { nft: unique('nft'), token: unique('token'), amm_nft: unique('amm_nft') },
})

/** Every policy that has minted or burnt something since following began: some hundred thousand on mainnet. */
export const mintedPolicies = stateTable('minted_policies', { key: ['policy'], columns: { policy: hex } })

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

/** The registry in the models' file. Its pools are remembered: they are some thousands. */
export class PoolRegistry implements KnownPools {
  readonly #rows: Rows<typeof poolRegistry.columns, 'id'>
  readonly #policies: Rows<typeof mintedPolicies.columns, 'policy'>
  readonly #ids: Database.Statement
  readonly #mayHaveMissed: () => boolean
  readonly #byNft = new Map<string, KnownPool>()
  readonly #byToken = new Map<string, KnownPool>()
  /** First bytes of the policies of the tokens. */
  readonly #leads = new Set<number>()
  #hasTemplateLaunch = false

  /** @param mayHaveMissed see `KnownPools`. */
  constructor(database: Database.Database, context: WriteContext, mayHaveMissed: () => boolean) {
    this.#rows = new Rows(database, poolRegistry, context)
    this.#policies = new Rows(database, mintedPolicies, context)
    this.#ids = database.prepare('SELECT id FROM pool_registry').pluck()
    this.#mayHaveMissed = mayHaveMissed
    this.reset()
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

  /** Takes in what a block has made of pools and policies. */
  put({ changed, minted }: Pick<PoolsOfBlock, 'changed' | 'minted'>): void {
    for (const pool of changed) {
      this.#rows.change({ id: pool.id }, () => rowOf(pool))
      this.#remember(pool.id)
    }
    for (const policy of minted) this.#policies.change({ policy }, (row) => row ?? {})
  }

  /** Forgets what it remembers of the tables. */
  reset(): void {
    this.#byNft.clear()
    this.#byToken.clear()
    this.#leads.clear()
    this.#hasTemplateLaunch = false
    for (const id of this.#ids.all() as number[]) this.#remember(id)
  }

  /** As it is in the table: names of a block are slices that would keep the whole block's text alive. */
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
