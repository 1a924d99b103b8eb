// Answers for failures of the builder: the cause that the endpoint has for it, the builder's message, and its code in a header,
// since endpoints have few causes.
import { type ApiCause, ApiError } from '../../../schema/errors.ts'
import { invalidInput } from '../../http/check/validation.ts'
import type { ErrorCode } from '../../http/route/route.ts'
import { BUILD_ERRORS, BuildError, type BuildErrorCode } from '../build-error.ts'

type Causes = Readonly<Partial<Record<BuildErrorCode, ApiCause>>>

const capitalized = (message: string): string => message.charAt(0).toUpperCase() + message.slice(1)

const causeOf = (code: BuildErrorCode, otherwise: ApiCause, causes: Causes): ApiCause =>
  code === 'INVALID_REQUEST' ? 'INVALID_PARAMS' : (causes[code] ?? otherwise)

/** The answer under a cause, with the code and the seconds of waiting in headers. */
export const codedError = (
  cause: ApiCause,
  { code, message, retryAfter }: Pick<BuildError, 'code' | 'message' | 'retryAfter'>,
): ApiError =>
  new ApiError(cause, message, {
    'X-Error-Code': code,
    ...(retryAfter === undefined ? {} : { 'Retry-After': `${retryAfter}` }),
  })

/**
 * Turns a BuildError into the answer of the route; any other error is returned unchanged.
 * @param otherwise the cause for codes that `causes` does not name
 */
export const buildAnswer = (error: unknown, otherwise: ApiCause, causes: Causes = {}): unknown => {
  if (!(error instanceof BuildError)) return error
  const { code, message: said, retryAfter } = error
  const message = code === 'INVALID_REQUEST' ? invalidInput(said).message : capitalized(said)
  return codedError(causeOf(code, otherwise, causes), { code, message, retryAfter })
}

/** Codes of problems with a wallet, its coins or the node, for every kind of transaction. */
const OF_ANY_BUILD = [
  'INSUFFICIENT_FUNDS',
  'INVALID_REQUEST',
  'MISSING_CONFIG',
  'NODE_AWAY',
  'OUTPUT_TOO_SMALL',
  'TOO_LARGE',
] as const

/** Codes of transactions that run scripts. */
const OF_SCRIPTS = ['NO_COLLATERAL', 'REFUSED', 'SCRIPT_FAILED'] as const

/** Codes of failures to take an output back from a script. */
export const OF_TAKING_BACK = [...OF_SCRIPTS, 'NOT_THE_OWNER', 'TOO_EARLY'] as const

/** Codes of a launch. */
export const OF_LAUNCH = [...OF_SCRIPTS, 'NO_SEED', 'MIN_TRADE_AMOUNT', 'MAX_TRADE_AMOUNT'] as const

/** Codes of putting signatures into a transaction. */
export const OF_SIGNING = ['UNREADABLE', 'WRONG_SIGNATURE'] as const

/** Codes of handing a transaction to the node. */
export const OF_SUBMITTING = [
  'ALREADY_SPENT',
  'MISSING_SIGNATURE',
  'NODE_AWAY',
  'REFUSED',
  'UNREADABLE',
  'WRONG_SIGNATURE',
] as const

/** Codes that a route answers with, as its document lists them. @param otherwise as in {@link buildAnswer} */
export const errorCodes = (
  codes: readonly BuildErrorCode[],
  otherwise: ApiCause,
  causes: Causes = {},
): readonly ErrorCode[] =>
  [...new Set(codes)]
    .sort()
    .map((code) => ({ code, cause: causeOf(code, otherwise, causes), says: BUILD_ERRORS[code] }))

/** Codes of a route that builds: its own, and those of every build. */
export const buildCodes = (
  codes: readonly BuildErrorCode[],
  otherwise: ApiCause,
  causes: Causes = {},
): readonly ErrorCode[] => errorCodes([...OF_ANY_BUILD, ...codes], otherwise, causes)
