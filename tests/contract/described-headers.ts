// Compares the headers of responses with the OpenAPI document. Clients do not learn of a header that the document lacks, and a web page
// cannot read a header that CORS does not expose.
import assert from 'node:assert/strict'
import { isRecord } from '../../schema/ogmios/read-json.ts'

type Json = Readonly<Record<string, unknown>>

const membersOf = (value: unknown): Json => (isRecord(value) ? value : {})
const at = (root: unknown, ...keys: readonly string[]): unknown =>
  keys.reduce((value, key) => membersOf(value)[key], root)

const responseOf = (document: unknown, response: unknown): unknown => {
  const { $ref } = membersOf(response)
  return typeof $ref === 'string' ? at(document, ...$ref.slice(2).split('/')) : response
}

/** Some headers are only for browsers. */
const isOwn = (name: string): boolean => /^(?:x-(?!content-type-|frame-)|etag$|retry-after$)/i.test(name)
const namesOf = (list: string): string[] => list.toLowerCase().split(',')

interface ReceivedResponse {
  readonly status: number
  readonly headers: Headers
}

export const describedHeaders = (document: unknown) => ({
  /**
   * @throws {AssertionError} if the response has a header that the document does not list for this response, or that web pages cannot read
   */
  check(method: string, path: string, { status, headers }: ReceivedResponse): void {
    const response = at(document, 'paths', path, method.toLowerCase(), 'responses', `${status}`)
    const described = Object.keys(membersOf(at(responseOf(document, response), 'headers')))
    const exposed = namesOf(headers.get('access-control-expose-headers') ?? '')
    for (const name of [...headers.keys()].filter(isOwn)) {
      assert.ok(
        described.some((each) => each.toLowerCase() === name),
        `${method} ${path} ${status}: ${name}`,
      )
      assert.ok(exposed.includes(name), `${name} is not exposed`)
    }
  },
  names(): Set<string> {
    const names = new Set<string>()
    const add = (response: unknown): void => {
      for (const name of Object.keys(membersOf(at(response, 'headers')))) names.add(name.toLowerCase())
    }
    Object.values(membersOf(at(document, 'components', 'responses'))).forEach(add)
    for (const methods of Object.values(membersOf(at(document, 'paths'))))
      for (const operation of Object.values(membersOf(methods)))
        Object.values(membersOf(at(operation, 'responses'))).forEach(add)
    return names
  },
})
