// Where the body of a request ends. uWebSockets.js takes the first Content-Length of several, and any Transfer-Encoding for chunked; a
// proxy that reads such a request in another way would send one client's bytes as the beginning of another's request (RFC 9112,
// section 6.3). So these requests are refused, and their connections end.
import type { ApiError } from '../../schema/errors.ts'
import { invalidInput } from './check/validation.ts'
import type { HttpRequest } from './native-server.ts'

const LENGTH = 'content-length'
const ENCODING = 'transfer-encoding'

/** Why it cannot be known where a request ends; undefined when it can. */
export const framingProblem = (
  request: Pick<HttpRequest, 'getMethod' | 'getHeader' | 'forEach'>,
): ApiError | undefined => {
  const isBodyless = request.getHeader(LENGTH) === '' && request.getHeader(ENCODING) === ''
  // Reading all headers takes longer than a small answer. They are read for POST too, since a header without a value hides the
  // next one.
  if (isBodyless && request.getMethod() !== 'post') return undefined
  const framing: string[] = []
  request.forEach((name, value) => {
    if (name === LENGTH || name === ENCODING) framing.push(`${name}: ${value}`)
  })
  const [one = '', ...more] = framing
  if (one === '' || (more.length === 0 && /^(content-length: \d+|transfer-encoding: chunked)$/i.test(one)))
    return undefined
  return invalidInput('the request must have one Content-Length, or one Transfer-Encoding, which is chunked')
}
