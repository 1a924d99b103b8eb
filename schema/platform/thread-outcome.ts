// The outcome of work in another thread or process, as it is sent: a result or an error. A structured clone of an error loses its class,
// name, code and headers, so these are sent beside it.
import { ApiError, StartupError } from '../errors.ts'

interface SentError {
  readonly name: string
  readonly message: string
  readonly stack: string | undefined
  /** Own fields with texts or numbers, such as a code; and an ApiError's headers. */
  readonly fields: Readonly<Record<string, unknown>>
}

interface Failed {
  readonly error: SentError
}

/** Plain data. */
export type Outcome<Result> = { readonly result: Result } | Failed

interface ErrorClass {
  readonly name: string
  readonly prototype: Error
}

const sentError = (error: unknown): SentError => {
  if (!(error instanceof Error))
    return { name: 'Error', message: String(error), stack: undefined, fields: {} }
  const { name, message, stack } = error
  const fields = Object.entries(error).filter(([, value]) => ['string', 'number'].includes(typeof value))
  const headers = error instanceof ApiError ? { headers: error.headers } : {}
  return { name, message, stack, fields: { ...Object.fromEntries(fields), ...headers } }
}

/** Never rejects. */
export const outcomeOf = async <Result>(work: () => Result | Promise<Result>): Promise<Outcome<Result>> => {
  try {
    return { result: await work() }
  } catch (error) {
    return { error: sentError(error) }
  }
}

/**
 * Restores name, stack and fields.
 * @param classes classes of errors to restore, besides StartupError and ApiError
 */
export const errorOf = ({ error }: Failed, classes: readonly ErrorClass[] = []): Error => {
  const { name, message, stack, fields } = error
  const known = [StartupError, ApiError, ...classes].find((each) => each.name === name)
  const made = Object.assign(new Error(message), { ...fields, name, stack })
  return known === undefined ? made : Object.setPrototypeOf(made, known.prototype)
}

/** @throws {Error} the outcome's error, from {@link errorOf} */
export const resultOf = <Result>(outcome: Outcome<Result>, classes: readonly ErrorClass[] = []): Result => {
  if ('error' in outcome) throw errorOf(outcome, classes)
  return outcome.result
}
