// Turns the builder's errors into responses. An endpoint declares few causes, so the builder's code is sent in a header. The response has
// the message of the builder's error.
import { type ApiCause, ApiError, CODE_HEADER } from '../../../schema/errors.ts'
import { invalidInput } from '../../http/check/validation.ts'
import type { ErrorCode } from '../../http/route/errors.ts'
import { BUILD_ERRORS, BuildError, type BuildErrorCode } from '../build-error.ts'

type Causes = Readonly<Partial<Record<BuildErrorCode, ApiCause>>>

const capitalized = (message: string): string => message.charAt(0).toUpperCase() + message.slice(1)

const causeOf = (code: BuildErrorCode, otherwise: ApiCause, causes: Causes): ApiCause =>
  code === 'INVALID_REQUEST' ? 'INVALID_PARAMS' : (causes[code] ?? otherwise)

/** Headers have the code and `Retry-After`. */
export const codedError = (
  cause: ApiCause,
  { code, message, retryAfter }: Pick<BuildError, 'code' | 'message' | 'retryAfter'>,
): ApiError =>
  new ApiError(cause, message, {
    [CODE_HEADER]: code,
    ...(retryAfter === undefined ? {} : { 'Retry-After': `${retryAfter}` }),
  })

/** Any build may fail because of the wallet, its coins or the node. */
const OF_ANY_BUILD = [
  'INSUFFICIENT_FUNDS',
  'INVALID_REQUEST',
  'MISSING_CONFIG',
  'NODE_AWAY',
  'OUTPUT_TOO_SMALL',
  'TOO_LARGE',
] as const

const OF_SCRIPTS = ['ALREADY_SPENT', 'NO_COLLATERAL', 'REFUSED', 'SCRIPT_FAILED'] as const

export const OF_TAKING_BACK = [...OF_SCRIPTS, 'NOT_THE_OWNER', 'TOO_EARLY'] as const

export const OF_LAUNCH = [...OF_SCRIPTS, 'NO_SEED', 'MIN_TRADE_AMOUNT', 'MAX_TRADE_AMOUNT'] as const

export const OF_SIGNING = ['UNREADABLE', 'WRONG_SIGNATURE'] as const

export const OF_SUBMITTING = [
  'ALREADY_SPENT',
  'MISSING_SIGNATURE',
  'NODE_AWAY',
  'REFUSED',
  'UNREADABLE',
  'WRONG_SIGNATURE',
] as const

/**
 * @param otherwise cause for codes that `causes` does not name
 * @param more further codes of the route's responses
 */
export const failures = (
  codes: readonly BuildErrorCode[],
  otherwise: ApiCause,
  causes: Causes = {},
  more: readonly ErrorCode[] = [],
) => ({
  codes: [
    ...[...new Set(codes)]
      .sort()
      .map((code) => ({ code, cause: causeOf(code, otherwise, causes), says: BUILD_ERRORS[code] })),
    ...more,
  ],
  failure: (error: unknown): unknown => {
    if (!(error instanceof BuildError)) return error
    const { code, message: said, retryAfter } = error
    const message = code === 'INVALID_REQUEST' ? invalidInput(said).message : capitalized(said)
    return codedError(causeOf(code, otherwise, causes), { code, message, retryAfter })
  },
})

export const buildFailures = (...[codes, ...more]: Parameters<typeof failures>) =>
  failures([...OF_ANY_BUILD, ...codes], ...more)
