// Checked before outputs are looked up by address: a first sync creates the index for this lookup only once it is near the tip.
import { ApiError } from '../../schema/errors.ts'

const MESSAGE = 'Outputs are not available until the first sync is almost complete'

/** @throws {ApiError} SERVICE_UNAVAILABLE while the index does not exist */
export const checkIndexed = (outputs: { isIndexed(): boolean }, message = MESSAGE): void => {
  if (!outputs.isIndexed()) throw new ApiError('SERVICE_UNAVAILABLE', message, { 'Retry-After': '60' })
}
