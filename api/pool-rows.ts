// A balance changes only together with a holder, so no rows of balances are named.
import type { AssetId } from '../schema/primitives.ts'
import type { PoolIds } from './pool-ids.ts'

export const ALL_POOL_ROWS = { pools: true, vestings: true, holders: true, balances: {} } as const

export const poolRowsOf = <Request>(
  { idOf }: Pick<PoolIds, 'idOf'>,
  tokensOf: (request: Request) => readonly AssetId[],
) =>
  ({
    pools: { token: tokensOf },
    vestings: { token: tokensOf },
    holders: { pool: (request: Request) => tokensOf(request).map(idOf) },
    balances: {},
  }) as const
