// Requests of a client that reads what it is answered.
import assert from 'node:assert/strict'

export interface Answer {
  readonly status: number
  readonly headers: Headers
  /** Parsed where it is JSON, else the text. */
  // biome-ignore lint/suspicious/noExplicitAny: tests read members of answers
  readonly body: any
}

type Query = Readonly<Record<string, string | number | undefined>>

/** Requests to the service at a URL. */
export const requestsTo = (url: string) => {
  const call = async (path: string, init: RequestInit = {}, query: Query = {}): Promise<Answer> => {
    const parameters = new URLSearchParams()
    for (const [name, value] of Object.entries(query))
      if (value !== undefined) parameters.set(name, `${value}`)
    const response = await fetch(`${url}${path}${parameters.size > 0 ? `?${parameters}` : ''}`, init)
    const content = await response.text()
    const isJson = response.headers.get('content-type')?.startsWith('application/json')
    return {
      status: response.status,
      headers: response.headers,
      body: isJson ? JSON.parse(content) : content,
    }
  }
  /** POST of a form, or of JSON. */
  const tell = (path: string, body: unknown, query: Query = {}): Promise<Answer> => {
    const content =
      body instanceof FormData
        ? { body }
        : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }
    return call(path, { method: 'POST', ...content }, query)
  }
  const right = ({ status, body }: Answer, path: string) => {
    assert.equal(status, 200, `${path}: ${JSON.stringify(body)}`)
    return body
  }
  return {
    url,
    call,
    tell,
    /** The body of a GET that is answered with 200. */
    ask: async (path: string, query?: Query) => right(await call(path, {}, query), path),
    /** The body of a POST that is answered with 200. */
    post: async (path: string, body: unknown, query?: Query) => right(await tell(path, body, query), path),
  }
}
