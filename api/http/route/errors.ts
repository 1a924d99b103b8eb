// Turns any failure into a response: `{"cause","message"}` with the cause's status, and a code in a header. An ApiError's message is meant
// for the caller, and is sent unchanged. Any other error is a bug, whose text is only in the service's log lines.
import { type TObject, Type } from '@sinclair/typebox'
import { type ApiCause, ApiError, CODE_HEADER, COMMON_CODES, codeOfCause } from '../../../schema/errors.ts'

export const ErrorBody = Type.Object(
  {
    cause: Type.String({
      description: 'Name of the failure in the original interface; `X-Error-Code` is more precise.',
      examples: ['INVALID_PARAMS'],
    }),
    message: Type.String({
      description: 'Description of the problem and its remedy, for people.',
      examples: ['Invalid input: limit must be an integer from 1 to 101'],
    }),
  },
  { $id: 'Error' },
)

const BUG = 'The server failed to answer this request; report it with the X-Request-ID of this response'

/** @param unexpected cause of a bug */
export const apiErrorOf = (failure: unknown, unexpected: ApiCause = 'SERVER_ERROR'): ApiError =>
  failure instanceof ApiError ? failure : new ApiError(unexpected, BUG)

/** Exactly two keys. */
export const errorJson = ({ cause, message }: ApiError): string => JSON.stringify({ cause, message })

/** For another service's interface. */
export interface ErrorForm {
  readonly schema: TObject
  readonly json: (error: ApiError) => string
}

export const errorHeaders = ({ cause, headers }: ApiError): Readonly<Record<string, string>> => ({
  [CODE_HEADER]: codeOfCause(cause),
  ...headers,
})

/** Distinguishes failures that have the same cause. */
export interface ErrorCode {
  readonly code: string
  readonly cause: ApiCause
  readonly says: string
}

/** Codes if a config document cannot be used. */
export const configCodes = (...causes: readonly ApiCause[]): ErrorCode[] =>
  causes.map((cause) => ({ code: 'MISSING_CONFIG', cause, says: COMMON_CODES.MISSING_CONFIG }))

const sayingOf = (cause: ApiCause, unexpected: ApiCause): string => {
  if (cause === unexpected) return 'an unexpected failure; give the operator the `X-Request-ID`'
  return cause === 'INVALID_PARAMS' ? COMMON_CODES.INVALID_REQUEST : 'the code equals the cause'
}

/** The models or a thread may be unavailable, so every route has the default codes of these causes. */
const KEPT: ReadonlySet<ApiCause> = new Set(['SERVICE_UNAVAILABLE'])

/** Codes that the route declares, and the default codes of its other causes and of a bug. */
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
    .filter((cause) => KEPT.has(cause) || cause === unexpected || codes.every((own) => own.cause !== cause))
    .map((cause) => ({ code: codeOfCause(cause), cause, says: sayingOf(cause, unexpected) })),
]
