// One HTTP request on its own connection: GET, or POST of JSON. `fetch` is not used because it refuses ports that browsers block (10080,
// 6000), keeps connections open, and reads a body of any size.
import { request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'

interface HttpOptions {
  /** Maximum bytes of the response. */
  readonly limit: number
  readonly signal: AbortSignal
  /** Time limit in ms. Default: only the signal ends the request. */
  readonly timeout?: number
  /** JSON to post; without it the request is a GET. */
  readonly body?: string
}

/**
 * @returns the status and the body; the body is undefined if it is longer than the limit
 * @throws {Error} if there is no response, or `signal` ended the request
 */
export const httpRequest = (url: string, { limit, signal, timeout, body }: HttpOptions) =>
  new Promise<{ readonly status: number; readonly body: string | undefined }>((resolve, reject) => {
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
    if (timeout !== undefined) {
      // Node 20 may collect an `AbortSignal.any` with `AbortSignal.timeout` before it aborts.
      const late = (): unknown => request.destroy(new Error(`no response within ${timeout} ms`))
      const timer = setTimeout(late, timeout)
      request.on('close', () => clearTimeout(timer))
    }
    request.end(body)
  })
