// Outputs are found by address through an index that a first sync makes when it is near the tip.
import type { UnspentReads } from '../../projections/read/queries/unspent-outputs.ts'
import { ApiError } from '../../schema/errors.ts'

/** @throws {ApiError} SERVICE_UNAVAILABLE while outputs cannot be found by address. */
export const checkIndexed = (unspent: UnspentReads): void => {
  if (!unspent.isIndexed())
    throw new ApiError('SERVICE_UNAVAILABLE', 'Outputs are listed once the first sync is near the tip', {
      'Retry-After': '60',
    })
}
