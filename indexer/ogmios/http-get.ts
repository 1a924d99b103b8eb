// One GET request on a connection of its own. Not by fetch, which refuses ports that browsers block (10080, 6000), keeps
// connections for the next request, and reads a body of any size.
import { get as getHttp } from 'node:http'
import { get as getHttps } from 'node:https'

export interface HttpAnswer {
  readonly status: number
  /** Undefined when it is longer than the limit; the rest is then not read. */
  readonly body: string | undefined
}

/**
 * @param limit bytes of the body
 * @throws {Error} when there is no answer, or `signal` ended the request
 */
export const httpGet = (
  url: string,
  { limit, signal }: { readonly limit: number; readonly signal: AbortSignal },
): Promise<HttpAnswer> =>
  new Promise((resolve, reject) => {
    const get = url.startsWith('https:') ? getHttps : getHttp
    const request = get(url, { signal, agent: false }, (response) => {
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
  })
