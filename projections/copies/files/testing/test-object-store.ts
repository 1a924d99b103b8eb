// An object store for tests with the S3 interface. It checks signatures (AWS Signature Version 4) itself. Anyone may read objects over
// plain HTTP, but only the owner may list them. It supports conditional writes and paged listings, and can refuse, cut and lose responses.
import { createHash, createHmac } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import type { TestContext } from 'node:test'
import { addressOf } from './published-world.ts'

export const KEYS = { region: 'eu-test-1', accessKeyId: 'AKTEST', secretAccessKey: 'secret/of+the=test' }

const PAGE = 10

const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest()
const sha256 = (bytes: string | Buffer): string => createHash('sha256').update(bytes).digest('hex')

const isSigned = ({ method = '', url = '', headers }: IncomingMessage, body: Buffer): boolean => {
  const [, scope = '', names = '', signature] =
    /^AWS4-HMAC-SHA256 Credential=AKTEST\/([^,]*), SignedHeaders=([^,]*), Signature=([0-9a-f]{64})$/.exec(
      headers.authorization ?? '',
    ) ?? []
  const date = String(headers['x-amz-date'])
  const [day = '', region = '', service = '', end = ''] = scope.split('/')
  const isOfNow =
    Math.abs(Date.now() - Date.parse(date.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)/, '$1-$2-$3T$4:$5:'))) <
    900_000
  const { pathname, searchParams } = new URL(url, 'http://store')
  const query = [...searchParams]
    .map((pair) => pair.map((text) => encodeURIComponent(text)).join('='))
    .sort()
    .join('&')
  const hash = String(headers['x-amz-content-sha256'])
  const canonical = [
    ...[method, pathname, query],
    ...names.split(';').map((name) => `${name}:${headers[name]}`),
    ...['', names, hash],
  ].join('\n')
  const text = ['AWS4-HMAC-SHA256', date, scope, sha256(canonical)].join('\n')
  const key = [day, region, service, end].reduce<string | Buffer>(hmac, `AWS4${KEYS.secretAccessKey}`)
  const isRight = region === KEYS.region && service === 's3' && names.split(';').includes('host')
  const isWhole = hash === 'UNSIGNED-PAYLOAD' || hash === sha256(body)
  return isOfNow && isRight && isWhole && hmac(key, text).toString('hex') === signature
}

interface StoredObject {
  readonly bytes: Buffer
  readonly headers: Readonly<Record<string, string>>
  modified: number
}

/** `weak etag`: a proxy before the store compresses the response, and then has to make its etag a weak one (as nginx does). */
export type StoreFault = 'busy' | 'cut' | 'lost answer' | 'weak etag'

export const testObjectStore = async (t: Pick<TestContext, 'after'>) => {
  const objects = new Map<string, StoredObject>()
  const log: string[] = []
  const faults: StoreFault[] = []
  const xml = (code: string): string => `<Error><Code>${code}</Code><Message>no</Message></Error>`

  const listed = (query: URLSearchParams): string => {
    const prefix = query.get('prefix') ?? ''
    const after = query.get('continuation-token') ?? ''
    const keys = [...objects.keys()].filter((key) => key.startsWith(prefix) && key > after).sort()
    const next = keys.length > PAGE ? `<NextContinuationToken>${keys[PAGE - 1]}</NextContinuationToken>` : ''
    const contents = keys.slice(0, PAGE).map((key) => {
      const modified = new Date(objects.get(key)?.modified ?? 0).toISOString()
      return `<Contents><Key>${encodeURIComponent(key)}</Key><LastModified>${modified}</LastModified></Contents>`
    })
    return `<ListBucketResult>${contents.join('')}${next}</ListBucketResult>`
  }

  /** Anyone may read; the owner may do all. */
  const answer = (request: IncomingMessage, body: Buffer, key: string, query: URLSearchParams) => {
    const { method, headers } = request
    const isOwner = isSigned(request, body)
    const found = objects.get(key)
    const etag = found && `"${createHash('md5').update(found.bytes).digest('hex')}"`
    if (headers.authorization !== undefined && !isOwner)
      return { status: 403, body: xml('SignatureDoesNotMatch') }
    if (method === 'GET' && key === '' && isOwner) return { status: 200, body: listed(query) }
    if ((method === 'GET' || method === 'HEAD') && found !== undefined) {
      if (headers['if-none-match'] === etag) return { status: 304, body: '' }
      return { status: 200, body: found.bytes, headers: { ...found.headers, ETag: etag ?? '' } }
    }
    if (!isOwner) return { status: 403, body: xml('AccessDenied') }
    if (method === 'GET' || method === 'HEAD') return { status: 404, body: xml('NoSuchKey') }
    log.push(`${method} ${key}`)
    if (method === 'DELETE') {
      objects.delete(key)
      return { status: 204, body: '' }
    }
    const isRefused =
      headers['if-none-match'] === '*' ? found !== undefined : (headers['if-match'] ?? etag) !== etag
    if (isRefused) return { status: 412, body: xml('PreconditionFailed') }
    const kept = ['content-type', 'cache-control'].map((name) => [name, String(headers[name])])
    objects.set(key, { bytes: body, headers: Object.fromEntries(kept), modified: Date.now() })
    return { status: 200, body: '', headers: { ETag: `"${createHash('md5').update(body).digest('hex')}"` } }
  }

  const server = createServer(async (request, response) => {
    const pieces: Buffer[] = []
    for await (const piece of request) pieces.push(piece)
    const fault = request.headers.authorization === undefined ? undefined : faults.shift()
    if (fault === 'busy') return response.writeHead(503).end(xml('SlowDown'))
    if (fault === 'cut') return response.destroy()
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://store')
    const [, , ...key] = pathname.split('/')
    const { status, body, headers = {} } = answer(request, Buffer.concat(pieces), key.join('/'), searchParams)
    if (fault === 'lost answer') return response.destroy()
    const weak = fault === 'weak etag' && 'ETag' in headers ? { ETag: `W/${headers.ETag}` } : {}
    response.writeHead(status, { ...headers, ...weak }).end(body)
  })
  const url = `${await addressOf(t, server)}/bucket/launchpad/published`
  return { url, objects, log, faults }
}
