// Turns a response of the typed client into its value or a thrown error, for callers that can only show errors.

interface ReceivedResponse<Data> {
  readonly data?: Data
  readonly error?: unknown
  readonly response: {
    readonly status: number
    readonly headers: { get(name: string): string | null }
  }
}

/** Error response of the service. Its message is meant for people. */
export class ServiceError extends Error {
  override readonly name = 'ServiceError'

  readonly status: number
  /** Cause of the error; empty if a proxy responded instead of the service. */
  override readonly cause: string
  /** Distinguishes failures of one cause. The OpenAPI document lists the codes of each path. */
  readonly code: string | undefined
  /** Seconds after which the same request may succeed, if known. */
  readonly retryAfter: number | undefined

  constructor(
    status: number,
    cause: string,
    message: string,
    code: string | undefined,
    retryAfter: number | undefined,
  ) {
    super(message)
    this.status = status
    this.cause = cause
    this.code = code
    this.retryAfter = retryAfter
  }
}

const textOf = (error: unknown, field: 'cause' | 'message'): string | undefined => {
  if (typeof error !== 'object' || error === null || !(field in error)) return undefined
  const value: unknown = Reflect.get(error, field)
  return typeof value === 'string' ? value : undefined
}

/** @throws {ServiceError} if the response is an error */
export const dataOf = <Data>({
  data,
  error,
  response: { status, headers },
}: ReceivedResponse<Data>): Data => {
  if (data !== undefined) return data
  const message = `the service answered ${status}: ${textOf(error, 'message') ?? 'without a reason'}`
  // A proxy may send a date instead of seconds.
  const seconds = Number.parseInt(headers.get('Retry-After') ?? '', 10)
  throw new ServiceError(
    status,
    textOf(error, 'cause') ?? '',
    message,
    headers.get('X-Error-Code') ?? undefined,
    Number.isNaN(seconds) ? undefined : seconds,
  )
}

/**
 * Null if the value does not exist yet.
 * @throws {ServiceError}
 */
export const foundOf = <Data>(received: ReceivedResponse<Data>): Data | null =>
  received.response.status === 404 ? null : dataOf(received)
