// How a failure is answered: `{"cause","message"}` under the cause's status, whatever failed. An ApiError is
// meant for the caller and is answered unchanged; anything else is a bug, whose text stays in the log.
import { Type } from '@sinclair/typebox'
import { type ApiCause, ApiError } from '../../../schema/errors.ts'

export const ErrorBody = Type.Object(
  {
    cause: Type.String({ description: 'Machine-readable error code.', examples: ['INVALID_PARAMS'] }),
    message: Type.String({
      description: 'Description of the problem and its remedy, for people.',
      examples: ['Invalid input: limit must be an integer from 1 to 101'],
    }),
  },
  { $id: 'Error' },
)

const BUG = 'The server failed to answer this request; report it with the X-Request-ID of this answer'

/**
 * The failure as the caller sees it.
 * @param unexpected the cause of a bug
 */
export const apiErrorOf = (failure: unknown, unexpected: ApiCause = 'SERVER_ERROR'): ApiError =>
  failure instanceof ApiError ? failure : new ApiError(unexpected, BUG)

/** The body of an error answer, exactly two keys. */
export const errorJson = ({ cause, message }: ApiError): string => JSON.stringify({ cause, message })
