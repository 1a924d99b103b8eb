// How a failure is answered: `{"cause","message"}` under the cause's status, and a code in a header, whatever failed. An ApiError is
// meant for the caller and is answered unchanged; anything else is a bug, whose text stays in the log.
import { type TObject, Type } from '@sinclair/typebox'
import { type ApiCause, ApiError, CODE_HEADER, COMMON_CODES, codeOfCause } from '../../../schema/errors.ts'

export const ErrorBody = Type.Object(
  {
    cause: Type.String({
      description: 'Name of the failure in the original interface; `X-Error-Code` is finer.',
      examples: ['INVALID_PARAMS'],
    }),
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

/** Another form of error answers. */
export interface ErrorForm {
  readonly schema: TObject
  readonly json: (error: ApiError) => string
}

/** Headers of an error answer. */
export const errorHeaders = ({ cause, headers }: ApiError): Readonly<Record<string, string>> => ({
  [CODE_HEADER]: codeOfCause(cause),
  ...headers,
})

/** A code, which distinguishes failures with the same cause. */
export interface ErrorCode {
  readonly code: string
  /** Cause of the answers with this code. */
  readonly cause: ApiCause
  readonly says: string
}

/** Codes of a route that answers with these causes while a config document cannot be used. */
export const configCodes = (...causes: readonly ApiCause[]): ErrorCode[] =>
  causes.map((cause) => ({ code: 'MISSING_CONFIG', cause, says: COMMON_CODES.MISSING_CONFIG }))

const sayingOf = (cause: ApiCause, unexpected: ApiCause): string => {
  if (cause === unexpected) return 'an unexpected failure; give the operator the `X-Request-ID`'
  return cause === 'INVALID_PARAMS' ? COMMON_CODES.INVALID_REQUEST : 'the cause says it all'
}

/** All codes of a route's errors: its own, and those of the causes that have none of their own or are those of a bug. */
export const codesOf = ({
  codes = [],
  errors,
  unexpected = 'SERVER_ERROR',
}: {
  readonly codes?: readonly ErrorCode[]
  readonly errors: readonly ApiCause[]
  readonly unexpected?: ApiCause
}): readonly ErrorCode[] => [
  ...codes,
  ...errors
    .filter((cause) => cause === unexpected || codes.every((own) => own.cause !== cause))
    .map((cause) => ({ code: codeOfCause(cause), cause, says: sayingOf(cause, unexpected) })),
]
