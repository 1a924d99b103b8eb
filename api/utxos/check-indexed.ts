// Checks that the index of outputs by address exists, before outputs are looked up by address. A first sync creates this index only when it
// is near the tip.
import { ApiError } from '../../schema/errors.ts'

const MESSAGE = 'Outputs are not available until the first sync is almost complete'

/** @throws {ApiError} SERVICE_UNAVAILABLE if the index does not exist yet */
export const checkIndexed = (outputs: { isIndexed(): boolean }, message = MESSAGE): void => {
  if (!outputs.isIndexed()) throw new ApiError('SERVICE_UNAVAILABLE', message, { 'Retry-After': '60' })
}
