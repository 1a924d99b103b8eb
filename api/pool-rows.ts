// The rows of the models that snapshots of pools show. For balances no rows are named, since a balance changes only together with a holder.
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
