// Reads published files over HTTP, from an indexer's API, another web server or an object store. File sizes are limited.
import { setTimeout as sleep } from 'node:timers/promises'
import { fetchPieces } from '../../../schema/platform/fetch-pieces.ts'
import { messageOf } from '../../../schema/platform/message-of.ts'
import { MANIFEST, MOST_MANIFEST, MOST_SENT } from './layout.ts'
import type { Carrier } from './published-link.ts'

/**
 * Empty if the file changed in the second of the response. Some web servers compute etags only from length and second, so another change in
 * that second could give the same etag.
 */
const etagOf = ({ headers }: Response): string => {
  const age = Date.parse(headers.get('date') ?? '') - Date.parse(headers.get('last-modified') ?? '')
  return age < 1_000 ? '' : (headers.get('etag') ?? '')
}

/** Header with the longest time in seconds for which the server can hold a response. */
export const WAITS = 'X-Longest-Wait'

/** An object store may refuse requests with 429. Waits and repeats are limited, so that a lasting refusal is reported. */
const TOO_MANY_REQUESTS = 429
const MOST_WAIT_S = 30
const REPEATS = 10

/** An object store's status for a missing file, for readers without the right to list files. */
const FORBIDDEN = 403

/**
 * @param etag of the reader's version, empty for none
 * @returns `etag` is empty if there is no reliable one
 * @throws {Error} when the server cannot be reached, does not respond or sends too many bytes
 */
const fetchPublished = async (url: string, mostBytes: number, ending: AbortSignal, etag = '') => {
  const headers = etag === '' ? {} : { 'if-none-match': etag }
  try {
    for (let repeats = 0; ; repeats++) {
      const { wait, ...fetched } = await fetchPieces(
        url,
        { headers, redirect: 'error', ending },
        async (response, pieces) => {
          const read: Uint8Array[] = []
          let size = 0
          for await (const piece of pieces) {
            size += piece.length
            if (size > mostBytes) throw new Error(`more than ${mostBytes} bytes`)
            read.push(piece)
          }
          const wait = Number.parseInt(response.headers.get('retry-after') ?? '', 10)
          const { status, headers } = response
          return {
            status,
            bytes: Buffer.concat(read),
            etag: etagOf(response),
            waits: headers.has(WAITS),
            wait,
          }
        },
      )
      if (fetched.status !== TOO_MANY_REQUESTS || repeats === REPEATS) return fetched
      await sleep(1_000 * Math.min(wait >= 0 ? wait : 1, MOST_WAIT_S), undefined, { signal: ending })
    }
  } catch (error) {
    throw new Error(`${url}: ${messageOf(error)}`, { cause: error })
  }
}

/** @param address URL of the directory */
export const httpCarrier = (address: string): Carrier => {
  const base = address.replace(/\/+$/, '')
  return {
    host: new URL(address).host,
    async manifest(ending, known, after) {
      const url = `${base}/${MANIFEST}${after === undefined ? '' : `?after=${after}`}`
      const { status, bytes, etag, waits } = await fetchPublished(url, MOST_MANIFEST, ending, known)
      if (status === 304) return { found: 'same', mark: known, waits }
      if (status === 404) return { found: 'none', mark: '', waits }
      if (status === FORBIDDEN)
        throw new Error(`${url}: status 403: nothing is published there yet, or this machine may not read it`)
      if (status !== 200) throw new Error(`${url}: status ${status}`)
      return { found: { text: Buffer.from(bytes).toString('utf8') }, mark: etag, waits }
    },
    async file(name, ending) {
      const url = `${base}/${name}`
      const { status, bytes } = await fetchPublished(url, MOST_SENT, ending)
      if (status === 404 || status === FORBIDDEN) return undefined
      if (status !== 200) throw new Error(`${url}: status ${status}`)
      return bytes
    },
  }
}
