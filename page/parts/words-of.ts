// Explains an error of the service, of the network or of a wallet to a person.
import { ServiceError } from '../../client/response.ts'
import { ada, timeOf } from './format.ts'
import { memberOf } from './member.ts'

const OFFLINE = 'There is no connection to the service.'
const NOT_THE_SERVICE = 'Something between this device and the service answers instead of it.'

/** Used for a cause whose message is for developers, if the response has no code that is more exact. */
const BY_CAUSE: Readonly<Record<string, string>> = {
  RATE_LIMITED: 'Too many requests at once.',
  SERVICE_UNAVAILABLE: 'The service is not ready.',
  SERVER_ERROR: 'The service has a problem.',
  UTxO_SPENT: 'An output of the wallet was spent meanwhile. Try again.',
}

/** Trying again would change nothing. */
export const isRefusal = (error: unknown): boolean =>
  error instanceof ServiceError && error.cause !== '' && !(error.cause in BY_CAUSE)

const sentence = (text: string): string =>
  `${text.charAt(0).toUpperCase()}${text.slice(1).replace(/\.$/, '')}.`

/** Removes the status, and writes lovelace as ADA and times as the local time. */
const inWords = (message: string): string =>
  sentence(
    message
      .replace(/^the service answered \d+: /, '')
      .replace(/the curve can take only (\d+) more lovelace, after the fee/i, (_, left: string) =>
        left === '0' ? 'the curve is complete' : `the curve can take only ₳${ada(left)} more, after the fee`,
      )
      .replace(/(\d+) lovelace/g, (_, lovelace: string) => `₳${ada(lovelace)}`)
      .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, (time) => timeOf(Date.parse(time) / 1000)),
  )

/** One or two sentences. CIP-30 wallets throw objects with `info` instead of Errors. */
export const wordsOf = (error: unknown): string => {
  if (error instanceof ServiceError) {
    const { cause, code = cause, message } = error
    if (cause === '') return 'The service has a problem.'
    return (code === cause ? BY_CAUSE[cause] : undefined) ?? inWords(message)
  }
  // Browsers report a failed request as a TypeError, each with its own text.
  if (error instanceof TypeError && /fetch|network|load failed/i.test(error.message)) return OFFLINE
  if (error instanceof SyntaxError) return NOT_THE_SERVICE
  if (error instanceof DOMException && error.name === 'TimeoutError') return 'The service does not answer.'
  if (error instanceof Error) return sentence(error.message)
  const info = memberOf(error, 'info')
  return typeof info === 'string' ? info.slice(0, 200) : 'The wallet declined.'
}
