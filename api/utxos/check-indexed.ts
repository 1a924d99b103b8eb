// Checked before outputs are looked up by address: a first sync creates the index for this lookup only once it is near the tip.
import type { UnspentReads } from '../../projections/read/queries/outputs/unspent-outputs.ts'
import { ApiError } from '../../schema/errors.ts'

/** @throws {ApiError} SERVICE_UNAVAILABLE while the index does not exist */
export const checkIndexed = (unspent: UnspentReads): void => {
  if (!unspent.isIndexed())
    throw new ApiError(
      'SERVICE_UNAVAILABLE',
      'Outputs are not available until the first sync is almost complete',
      {
        'Retry-After': '60',
      },
    )
}
