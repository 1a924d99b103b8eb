// A publication's files in an object store with the S3 interface. Readers fetch the objects over plain HTTP. The manifest names the other
// files. It is written last, and only over the version that this process wrote or read. Then the files that the manifest no longer names
// are deleted.
import { AwsClient } from 'aws4fetch'
import { CopyStopped } from '../protocol/copy-state.ts'
import { MANIFEST } from './layout.ts'
import { GRACE_MS, type PublishedStore } from './published-store.ts'

/** Repeats of a request that the store refuses temporarily (429, 5xx): after 50 ms, then each after twice the time. */
const RETRIES = 6

const TIMEOUT_MS = 60_000

/** Interval in ms between two manifests that only have new reports. Each write is a paid request. */
const REPORT_INTERVAL_MS = 20_000

const NOT_FOUND = 404
const PRECONDITION_FAILED = 412

export interface ObjectStoreOptions {
  /** URL of the folder, without a final slash. */
  readonly url: string
  readonly region: string
  readonly accessKeyId: string
  readonly secretAccessKey: string
  readonly sessionToken?: string | undefined
}

/**
 * The strong etag of a response. A proxy that compresses responses makes the store's etag weak, which no condition would match.
 */
const etagOf = ({ headers }: Response): string | undefined => headers.get('etag')?.replace(/^W\//, '')

const elements = (xml: string, name: string): string[] =>
  [...xml.matchAll(new RegExp(`<${name}>([^<]*)</${name}>`, 'g'))].map(([, text = '']) => text)

export class ObjectFiles implements PublishedStore {
  readonly reportInterval = REPORT_INTERVAL_MS
  readonly #url: string
  readonly #client: AwsClient
  /** ETag of the manifest that this process wrote or read; undefined for none. */
  #etag: string | undefined

  constructor({ url, sessionToken, ...keys }: ObjectStoreOptions) {
    this.#url = url
    this.#client = new AwsClient({
      ...keys,
      ...(sessionToken !== undefined && { sessionToken }),
      service: 's3',
      retries: RETRIES,
    })
  }

  async readManifest(): Promise<string | undefined> {
    const response = await this.#request(MANIFEST, {}, [NOT_FOUND])
    this.#etag = response.status === NOT_FOUND ? undefined : etagOf(response)
    return response.status === NOT_FOUND ? undefined : response.text()
  }

  async read(name: string): Promise<Uint8Array | undefined> {
    const response = await this.#request(name, {}, [NOT_FOUND])
    return response.status === NOT_FOUND ? undefined : new Uint8Array(await response.arrayBuffer())
  }

  async has(name: string): Promise<boolean> {
    return (await this.#request(name, { method: 'HEAD' }, [NOT_FOUND])).ok
  }

  async write(name: string, body: Uint8Array): Promise<void> {
    const headers = {
      'Content-Type': 'application/gzip',
      'Cache-Control': 'public, max-age=31536000, immutable',
    }
    await this.#request(name, { method: 'PUT', headers, body })
  }

  /** @throws {CopyStopped} if another process has written the manifest since this process wrote or read it */
  async writeManifest(text: string): Promise<void> {
    const headers = {
      'Content-Type': 'application/json',
      'Cache-Control': 'public, max-age=1',
      ...(this.#etag === undefined ? { 'If-None-Match': '*' } : { 'If-Match': this.#etag }),
    }
    const response = await this.#request(MANIFEST, { method: 'PUT', headers, body: text }, [
      PRECONDITION_FAILED,
    ])
    if (response.status !== PRECONDITION_FAILED) {
      this.#etag = etagOf(response)
      return
    }
    // An earlier try may have been stored although its response was lost.
    const other = await this.readManifest()
    if (other === undefined) throw new Error('what was published is gone, and is published again')
    if (other !== text)
      throw new CopyStopped(
        'another process publishes at PUBLISH_URL: stop one of them, and restart this service',
      )
  }

  async remove(names: readonly string[]): Promise<void> {
    for (const name of names) await this.#request(name, { method: 'DELETE' })
  }

  async sweep(isKept: (name: string) => boolean): Promise<void> {
    const before = Date.now() - GRACE_MS
    const { origin, pathname } = new URL(this.#url)
    const [bucket, ...folders] = pathname.slice(1).split('/')
    const prefix = `${folders.join('/')}/`
    for (let token: string | undefined = ''; token !== undefined; ) {
      const query = new URLSearchParams({ 'list-type': '2', 'encoding-type': 'url', prefix })
      if (token !== '') query.set('continuation-token', token)
      const xml = await (await this.#fetch(`${origin}/${bucket}?${query}`)).text()
      const dates = elements(xml, 'LastModified')
      for (const [at, key] of elements(xml, 'Key').entries()) {
        const name = decodeURIComponent(key).slice(prefix.length)
        const isOld = Date.parse(dates[at] ?? '') < before
        if (/^[0-9a-f]{16}\//.test(name) && isOld && !isKept(name))
          await this.#request(name, { method: 'DELETE' })
      }
      token = elements(xml, 'NextContinuationToken')[0]
    }
  }

  #request(name: string, init: RequestInit, accepted: readonly number[] = []): Promise<Response> {
    return this.#fetch(`${this.#url}/${name}`, init, accepted)
  }

  /** @throws {Error} for statuses other than 2xx and the accepted ones */
  async #fetch(url: string, init: RequestInit = {}, accepted: readonly number[] = []): Promise<Response> {
    const response = await this.#client.fetch(url, { ...init, signal: AbortSignal.timeout(TIMEOUT_MS) })
    if (response.ok || accepted.includes(response.status)) return response
    const problem = await response.text()
    const words = ['Code', 'Message'].flatMap((name) => elements(problem, name).slice(0, 1))
    throw new Error(['the object store answers', response.status, ...words].join(' '))
  }
}
