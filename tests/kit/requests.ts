// Requests of a client to a service.
import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import { noteBuilt } from '../contract/note-example.ts'
import { limitNow } from './test-timeout.ts'

export interface ReceivedResponse {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  /** Parsed JSON, or the text if it is not JSON. */
  // biome-ignore lint/suspicious/noExplicitAny: tests read members of responses
  readonly body: any
}

/**
 * Repeats a request after `Retry-After`, as clients must.
 * @param ignored codes of errors that are returned at once
 */
export const untilAvailable = async <
  Answer extends { readonly status: number | undefined; readonly headers: Headers },
>(
  request: () => Promise<Answer>,
  ignored: readonly string[] = [],
): Promise<Answer> => {
  const began = performance.now()
  for (;;) {
    const answer = await request()
    const waitMs = 1_000 * Number(answer.headers.get('retry-after') ?? Number.NaN)
    const isBusy =
      Number(answer.status) >= 500 && !ignored.includes(String(answer.headers.get('x-error-code')))
    if (!isBusy || !(performance.now() + waitMs < began + limitNow())) return answer
    await sleep(waitMs)
  }
}

type Query = Readonly<Record<string, string | number | undefined>>

/** @param hear called with the text and the headers of each response */
export const requestsTo = (url: string, hear: (text: string, headers: Headers) => void = () => {}) => {
  const call = async (path: string, init: RequestInit = {}, query: Query = {}): Promise<ReceivedResponse> => {
    const parameters = new URLSearchParams()
    for (const [name, value] of Object.entries(query))
      if (value !== undefined) parameters.set(name, `${value}`)
    const response = await fetch(`${url}${path}${parameters.size > 0 ? `?${parameters}` : ''}`, init)
    const text = await response.text()
    const { status, headers } = response
    hear(text, headers)
    const isJson = headers.get('content-type')?.startsWith('application/json')
    return { status, headers, text, body: isJson ? JSON.parse(text) : text }
  }
  const tell = async (path: string, body: unknown, query: Query = {}): Promise<ReceivedResponse> => {
    const content =
      body instanceof FormData
        ? { body }
        : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }
    const answer = await call(path, { method: 'POST', ...content }, query)
    if (answer.status === 200) noteBuilt(path, answer.body)
    return answer
  }
  const right = async (path: string, request: () => Promise<ReceivedResponse>) => {
    const { status, body } = await untilAvailable(request)
    assert.equal(status, 200, `${path}: ${JSON.stringify(body)}`)
    return body
  }
  return {
    url,
    call,
    tell,
    get: (path: string, query?: Query) => right(path, () => call(path, {}, query)),
    post: (path: string, body: unknown, query?: Query) => right(path, () => tell(path, body, query)),
  }
}
