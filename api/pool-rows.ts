// The rows of the models that snapshots of pools show. A balance changes only with a holder, so it has no version of its own.
import type { AssetId } from '../schema/primitives.ts'
import type { PoolIds } from './pool-ids.ts'

/** Rows of the snapshots of all pools. */
export const ALL_POOL_ROWS = { pools: true, vestings: true, holders: true, balances: {} } as const

/** Rows of the snapshots of the pools of a request's tokens. */
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
