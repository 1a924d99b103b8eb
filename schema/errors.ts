// The kinds of failure that are not bugs. A StartupError needs the operator: it is printed as one line and ends the process. An ApiError is
// a response to the caller. The reason for a PassingError may go away, so the work is tried again. Any other error is a bug, and keeps its
// stack.

/** The message says what is wrong and what the operator must do. */
export class StartupError extends Error {
  override readonly name = 'StartupError'
}

export class PassingError extends Error {}

/**
 * Every cause in an error's body, with its HTTP status. Causes of the builder have the status of the original interface, which responds
 * with 500 even to a request that the builder refuses.
 */
export const API_CAUSES = {
  INVALID_PARAMS: 400,
  INVALID_LOCK_END: 400,
  INVALID_AMOUNT: 400,
  UTxO_SPENT: 400,
  INVALID_DATUM: 400,
  LOCK_NOT_EXPIRED: 400,
  NOT_OWNER: 403,
  UTxO_NOT_FOUND: 404,
  NOT_FOUND: 404,
  METHOD_NOT_ALLOWED: 405,
  REQUEST_TIMEOUT: 408,
  PAYLOAD_TOO_LARGE: 413,
  UPGRADE_REQUIRED: 426,
  RATE_LIMITED: 429,
  SERVER_ERROR: 500,
  ASSET_NOT_FOUND: 500,
  MIN_TRADE_AMOUNT: 500,
  MAX_TRADE_AMOUNT: 500,
  PROTOCOL_CONFIG: 500,
  OPERATIONS_CONFIG: 500,
  UNKNOWN: 500,
  PROTOCOL_CONFIG_NETWORK_MISMATCH: 500,
  CONTRACTS_CONFIG_NETWORK_MISMATCH: 500,
  SERVICE_UNAVAILABLE: 503,
} as const

export type ApiCause = keyof typeof API_CAUSES

/** The code distinguishes failures with the same cause. */
export const CODE_HEADER = 'X-Error-Code'

/** Codes that many endpoints share, with their meaning. */
export const COMMON_CODES = {
  INVALID_REQUEST: 'a field of the request is invalid; the message names it',
  MISSING_CONFIG:
    'the configuration of the service is missing, incomplete or invalid; only its operator can change that',
} as const

/** Code of an error that has no code of its own. */
export const codeOfCause = (cause: ApiCause): string =>
  cause === 'INVALID_PARAMS' ? ('INVALID_REQUEST' satisfies keyof typeof COMMON_CODES) : cause

/** A response `{"cause","message"}` with the cause's status. */
export class ApiError extends Error {
  override readonly name = 'ApiError'

  override readonly cause: ApiCause
  /** Such as Retry-After, or the error's code if it differs from the cause's code. */
  readonly headers: Readonly<Record<string, string>>

  constructor(cause: ApiCause, message: string, headers: Readonly<Record<string, string>> = {}) {
    super(message)
    this.cause = cause
    this.headers = headers
  }

  get status(): number {
    return API_CAUSES[this.cause]
  }
}
