// Addresses that hold listed tokens. Outputs have no index by asset, since updating it would take more time for each block than all other
// indexes together. Instead, the outputs with a token are found by the addresses of its holders.
import type Database from 'better-sqlite3'

/** In one transaction, all reads see one state. */
export type TokenAddresses = ReturnType<typeof tokenAddresses>

export const tokenAddresses = (database: Database.Database) => {
  const pools = database
    .prepare<unknown[], number>(
      `SELECT id FROM pools JOIN holder_totals ON holder_totals.pool = pools.id
       WHERE token >= @from AND token < @to LIMIT @limit`,
    )
    .pluck()
  const holders = database
    .prepare<unknown[], string>(
      'SELECT DISTINCT address FROM holders WHERE pool IN (SELECT value FROM json_each(@pools)) LIMIT @limit',
    )
    .pluck()
  return {
    /**
     * In bech32 or base58, without pools and orders. Undefined if no such token is listed, or if its launch was not seen, because some
     * holders are then unknown.
     * @param assetName hex; without it, any token of the policy
     * @param limit for addresses, and for tokens of the policy
     */
    of(policy: string, assetName: string | undefined, limit: number): string[] | undefined {
      // Bounds of asset ids as text: a slash sorts right after a full stop, an exclamation mark before all hex digits.
      const [from, to] =
        assetName === undefined
          ? [`${policy}.`, `${policy}/`]
          : [`${policy}.${assetName}`, `${policy}.${assetName}!`]
      const found = pools.all({ from, to, limit })
      return found.length === 0 ? undefined : holders.all({ pools: JSON.stringify(found), limit })
    },
  }
}
