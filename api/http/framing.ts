// Refuses requests whose end is ambiguous, and ends their connections. uWebSockets.js uses the first of several Content-Lengths, and reads
// any Transfer-Encoding as chunked. A proxy might read such a request differently, and send part of one client's bytes as the start of
// another client's request (RFC 9112, section 6.3).
import type { ApiError } from '../../schema/errors.ts'
import { invalidInput } from './check/validation.ts'
import type { HttpRequest } from './native-server.ts'

const LENGTH = 'content-length'
const ENCODING = 'transfer-encoding'

/** Undefined if the end of the request is clear. */
export const framingProblem = (
  request: Pick<HttpRequest, 'getMethod' | 'getHeader' | 'forEach'>,
): ApiError | undefined => {
  const isBodyless = request.getHeader(LENGTH) === '' && request.getHeader(ENCODING) === ''
  // Reading all headers takes longer than a small response. For POST they are always read, because `getHeader` does not find a header that
  // follows one without a value.
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
