// Prepared heads of responses. Status line and headers change only with the indexed block, a few times per minute. So they are prepared
// once per block, and written with one call. Writing each header separately would take as long as the rest of a small response.
import { randomUUID } from 'node:crypto'
import { STATUS_CODES } from 'node:http'
import type { Point } from '../../../schema/primitives.ts'
import type { HttpResponse } from '../native-server.ts'
import type { CacheRule } from '../route/reply.ts'
import { CORS_HEADERS } from './cors.ts'

interface ResponseHead {
  /** The last header is `X-Request-ID`, with room for an id at `idOffset`. */
  readonly withId: Buffer
  readonly idOffset: number
  readonly withoutId: Buffer
}

interface Described {
  readonly status: number
  /** Empty if the response has no body. */
  readonly contentType: string
  readonly cache: CacheRule
  readonly point: Point | undefined
}

export const headersOf = ({ status, contentType, cache, point }: Described): Record<string, string> => ({
  ...(contentType === '' ? {} : { 'Content-Type': contentType }),
  'Cache-Control': cache,
  // A cache must not give a compressed response to a client that cannot read it. A 304 has the same headers as the 200.
  ...(status === 200 || status === 304 ? { Vary: 'Accept-Encoding' } : {}),
  ...(point === undefined ? {} : { 'X-Indexed-Slot': `${point.slot}`, 'X-Indexed-Block': point.id }),
})

const render = (described: Described, isForPages: boolean): ResponseHead => {
  const headers = { ...headersOf(described), ...(isForPages ? CORS_HEADERS : {}) }
  const { status } = described
  const lines = Object.entries(headers).map(([name, value]) => `\r\n${name}: ${value}`)
  const fixed = `${status} ${STATUS_CODES[status] ?? 'Unknown'}${lines.join('')}`
  const beforeId = `${fixed}\r\nX-Request-ID: `
  const withId = Buffer.from(beforeId + randomUUID(), 'latin1')
  return { withId, idOffset: beforeId.length, withoutId: withId.subarray(0, fixed.length) }
}

/** A line break in a value would begin another header. */
const oneLine = (value: string): string =>
  // Faster than a regular expression here.
  value.includes('\n') || value.includes('\r') ? value.replace(/[\r\n]+/g, ' ') : value

/** Passed to the library as the status line of a connection's last response, so the line break that the library adds ends the head. */
export const lastHead = (
  { withoutId }: ResponseHead,
  id: string,
  headers: Readonly<Record<string, string>>,
  length: number | undefined,
): Buffer => {
  const more = {
    'X-Request-ID': id,
    ...headers,
    ...(length === undefined ? {} : { 'Content-Length': `${length}` }),
    Connection: 'close',
  }
  const lines = Object.entries(more).map(([name, value]) => `${name}: ${oneLine(value)}\r\n`)
  return Buffer.concat([withoutId, Buffer.from(`\r\n${lines.join('')}`)])
}

/** There are few combinations of status, type and cache rule. */
export class ResponseHeads {
  #slot: number | undefined
  #block: string | undefined
  #heads = new Map<number, Map<CacheRule, Map<string, ResponseHead>>>()
  readonly #isForPages: boolean

  /** @param isForPages pages of any origin may read the responses */
  constructor(isForPages: boolean) {
    this.#isForPages = isForPages
  }

  /**
   * Write the head before the next call, because the place for the id is shared.
   * @param contentType empty for a head without Content-Type
   */
  get(status: number, contentType: string, cache: CacheRule, point: Point | undefined): ResponseHead {
    if (point?.slot !== this.#slot || point?.id !== this.#block) {
      this.#slot = point?.slot
      this.#block = point?.id
      this.#heads.clear()
    }
    // Making a combined key would take longer than three look-ups.
    const known = this.#heads.get(status)?.get(cache)?.get(contentType)
    if (known !== undefined) return known
    const head = render({ status, contentType, cache, point }, this.#isForPages)
    const byCache = this.#heads.get(status) ?? new Map<CacheRule, Map<string, ResponseHead>>()
    const byType = byCache.get(cache) ?? new Map<string, ResponseHead>()
    this.#heads.set(status, byCache.set(cache, byType.set(contentType, head)))
    return head
  }
}

/**
 * The connection stays open after the response.
 * @param id given by the client; undefined for a new id
 */
export const writeHead = (
  response: HttpResponse,
  { withId, idOffset, withoutId }: ResponseHead,
  id: string | undefined,
  headers: Readonly<Record<string, string>>,
): void => {
  if (id === undefined) {
    withId.write(randomUUID(), idOffset, 'latin1')
    response.writeStatus(withId)
  } else response.writeStatus(withoutId).writeHeader('X-Request-ID', id)
  for (const name in headers) response.writeHeader(name, oneLine(headers[name] ?? ''))
}
