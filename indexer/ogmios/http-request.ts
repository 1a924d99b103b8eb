// One request on a connection of its own: GET, or POST of JSON. Not by fetch, which refuses ports that browsers block (10080, 6000), keeps
// connections for the next request, and reads a body of any size.
import { request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'

interface HttpAnswer {
  readonly status: number
  /** Undefined when it is longer than the limit; the rest is then not read. */
  readonly body: string | undefined
}

interface HttpOptions {
  /** Most bytes of the answer. */
  readonly limit: number
  readonly signal: AbortSignal
  /** JSON to post; a GET without one. */
  readonly body?: string
}

/**
 * @throws {Error} when there is no answer, or `signal` ended the request
 */
export const httpRequest = (url: string, { limit, signal, body }: HttpOptions): Promise<HttpAnswer> =>
  new Promise((resolve, reject) => {
    const open = url.startsWith('https:') ? requestHttps : requestHttp
    const options =
      body === undefined
        ? {}
        : {
            method: 'POST',
            headers: { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) },
          }
    const request = open(url, { ...options, signal, agent: false }, (response) => {
      const chunks: Buffer[] = []
      let length = 0
      const status = response.statusCode ?? 0
      response.on('data', (chunk: Buffer) => {
        length += chunk.length
        chunks.push(chunk)
        if (length <= limit) return
        resolve({ status, body: undefined })
        request.destroy()
      })
      response.on('end', () => resolve({ status, body: Buffer.concat(chunks).toString() }))
      response.on('error', reject)
    })
    request.on('error', reject)
    request.end(body)
  })
