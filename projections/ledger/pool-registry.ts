// The pools the launchpad has, as far as interpretation must know them: names, coefficients, and a number to key
// rows with. Not a read model: what a pool holds and what it is worth is for the models to say.
import type Database from 'better-sqlite3'
import { hasPolicyLead, policyLead } from '../../schema/packed-assets.ts'
import { flag, integer, nullable, text } from '../engine/column.ts'
import { Rows } from '../engine/rows.ts'
import { type RowOf, stateTable, unique } from '../engine/table.ts'
import type { WriteContext } from '../engine/write-context.ts'
import type { KnownPool, KnownPools } from '../interpret/known-pools.ts'

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
    /** Whether every movement of its token was seen, from the minting on. */
    is_whole: flag,
  },
  indexes: { nft: unique('nft'), token: unique('token'), amm_nft: unique('amm_nft') },
})

type Row = RowOf<typeof poolRegistry.columns>

const knownOf = ({ id, nft, token, amm_nft, a_num, b_num, is_whole }: Row): KnownPool => ({
  id,
  pool: nft,
  token,
  curve: a_num === null || b_num === null ? null : { aNum: BigInt(a_num), bNum: BigInt(b_num) },
  ammPool: amm_nft,
  isWhole: is_whole,
})

const rowOf = ({ id, pool, token, curve, ammPool, isWhole }: KnownPool): Row => ({
  id,
  nft: pool,
  token,
  amm_nft: ammPool,
  a_num: curve?.aNum.toString() ?? null,
  b_num: curve?.bNum.toString() ?? null,
  is_whole: isWhole,
})

/** The registry in the models' file. */
export class PoolRegistry implements KnownPools {
  readonly #rows: Rows<typeof poolRegistry.columns, 'id'>
  readonly #idByNft: Database.Statement
  readonly #idByToken: Database.Statement
  readonly #wholeTokens: Database.Statement
  readonly #mayHaveMissed: () => boolean
  /** Ids of pools with `isWhole` by token: as many as were launched, some thousands. */
  readonly #whole = new Map<string, number>()
  /** What the policies of these tokens begin with. */
  readonly #leads = new Set<number>()

  /** @param mayHaveMissed see `KnownPools`. */
  constructor(database: Database.Database, context: WriteContext, mayHaveMissed: () => boolean) {
    this.#rows = new Rows(database, poolRegistry, context)
    this.#idByNft = database
      .prepare(
        'SELECT id FROM pool_registry WHERE nft = @nft UNION ALL SELECT id FROM pool_registry WHERE amm_nft = @nft',
      )
      .pluck()
    this.#idByToken = database.prepare('SELECT id FROM pool_registry WHERE token = ?').pluck()
    this.#wholeTokens = database.prepare('SELECT token, id FROM pool_registry WHERE is_whole = 1').raw()
    this.#mayHaveMissed = mayHaveMissed
    this.#readWhole()
  }

  byNft(nft: string): KnownPool | undefined {
    return this.#known(this.#idByNft.get({ nft }))
  }

  byToken(token: string): KnownPool | undefined {
    return this.#known(this.#idByToken.get(token))
  }

  wholePool(asset: string): number | undefined {
    return this.#whole.get(asset)
  }

  mayHoldWhole(packed: Buffer): boolean {
    return hasPolicyLead(packed, this.#leads)
  }

  mayHaveMissed(): boolean {
    return this.#mayHaveMissed()
  }

  /** Takes in what a block has made of a pool. */
  put(pool: KnownPool): void {
    this.#rows.change({ id: pool.id }, () => rowOf(pool))
    if (pool.isWhole) this.#addWhole(pool.token, pool.id)
  }

  /** Forgets what it remembers of the table. */
  reset(): void {
    this.#readWhole()
  }

  #readWhole(): void {
    this.#whole.clear()
    this.#leads.clear()
    for (const [token, id] of this.#wholeTokens.all() as [token: string, id: number][])
      this.#addWhole(token, id)
  }

  #addWhole(token: string, id: number): void {
    this.#whole.set(token, id)
    this.#leads.add(policyLead(token))
  }

  #known(id: unknown): KnownPool | undefined {
    const row = typeof id === 'number' ? this.#rows.get({ id }) : undefined
    return row && knownOf(row)
  }
}
