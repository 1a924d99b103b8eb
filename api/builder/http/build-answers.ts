// How what the builder cannot do is answered: under the causes that each endpoint has for it, with the builder's own
// words.
import { type ApiCause, ApiError } from '../../../schema/errors.ts'
import { invalidInput } from '../../http/check/validation.ts'
import { BuildError, type BuildErrorCode } from '../build-error.ts'

type Causes = Readonly<Partial<Record<BuildErrorCode, ApiCause>>>

const capitalized = (message: string): string => message.charAt(0).toUpperCase() + message.slice(1)

/**
 * The failure as a caller is answered; what is no BuildError stays as it is.
 * @param otherwise the cause for codes that `causes` does not name
 */
export const buildAnswer = (error: unknown, otherwise: ApiCause, causes: Causes = {}): unknown => {
  if (!(error instanceof BuildError)) return error
  const { code, message } = error
  if (code === 'INVALID_REQUEST') return invalidInput(message)
  return new ApiError(causes[code] ?? otherwise, capitalized(message))
}
