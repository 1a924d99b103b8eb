// Addresses that hold listed tokens. Outputs have no index by asset, which would cost each block more than all of its other
// indexes; the holders of a token are known, and outputs are found by address.
import type Database from 'better-sqlite3'

/** Reads of the holders of tokens. In one transaction they are of one state. */
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
     * Bech32 or base58 addresses that hold a token, without those of pools and orders; undefined when no such token is listed whose launch
     * was seen: holders of others are not all known.
     * @param assetName in hex; any token of the policy unless given
     * @param limit most addresses, and most tokens of the policy
     */
    of(policy: string, assetName: string | undefined, limit: number): string[] | undefined {
      // In the order of texts, a full stop is followed by a slash, and the hex of a name by an exclamation mark.
      const [from, to] =
        assetName === undefined
          ? [`${policy}.`, `${policy}/`]
          : [`${policy}.${assetName}`, `${policy}.${assetName}!`]
      const found = pools.all({ from, to, limit })
      return found.length === 0 ? undefined : holders.all({ pools: JSON.stringify(found), limit })
    },
  }
}
