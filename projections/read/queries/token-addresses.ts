// Addresses that hold listed tokens. Outputs have no index by asset, because it would cost more for each block than all other
// indexes together. The holders of a token are known, so its outputs are found by their addresses.
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
     * Bech32 or base58 addresses that hold a token, without the addresses of pools and orders; undefined if no such token is
     * listed or its launch was not seen, because its holders are then not all known.
     * @param assetName asset name in hex; by default any token of the policy
     * @param limit maximum number of addresses, and of tokens of the policy
     */
    of(policy: string, assetName: string | undefined, limit: number): string[] | undefined {
      // In the order of texts, a slash comes after a full stop, and an exclamation mark comes before the hex digits.
      const [from, to] =
        assetName === undefined
          ? [`${policy}.`, `${policy}/`]
          : [`${policy}.${assetName}`, `${policy}.${assetName}!`]
      const found = pools.all({ from, to, limit })
      return found.length === 0 ? undefined : holders.all({ pools: JSON.stringify(found), limit })
    },
  }
}
