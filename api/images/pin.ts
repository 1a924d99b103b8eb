// Pins an image on IPFS, at a Kubo node or at a service with Pinata's API. Both return the content id under which they stored the image.
// This id must equal the id that this service computed.
import { isRecord } from '../../schema/ogmios/read-json.ts'
import { printUrl } from '../../schema/platform/print-url.ts'
import { fetchText } from '../fetch-text.ts'
import type { Image } from './image.ts'

export interface PinService {
  readonly kind: 'kubo' | 'pinata'
  /** Without a final slash. */
  readonly url: string
  /** Sent as `Authorization: Bearer`. */
  readonly token: string | undefined
}

/** The message is for the operator, and names the service and its response. */
class PinFailed extends Error {
  override readonly name = 'PinFailed'
}

const BOUNDS = { deadline: 60_000, mostBytes: 64 * 1024 }

interface Protocol {
  readonly path: string
  readonly fields: Readonly<Record<string, string>>
  cidIn(text: string): unknown
}

/** The node's config may differ, so the request sets every option that affects the content id. */
const KUBO: Protocol = {
  path: '/api/v0/add?cid-version=1&raw-leaves=true&hash=sha2-256&chunker=size-262144&pin=true&progress=false',
  fields: {},
  // A line of JSON per file. The last one is about the whole upload.
  cidIn: (text) => memberOf(JSON.parse(text.trim().split('\n').at(-1) ?? ''), 'Hash'),
}

/** Pinata's file upload, version 3. Without `network`, a file is private. */
const PINATA: Protocol = {
  path: '/v3/files',
  fields: { network: 'public' },
  cidIn: (text) => memberOf(memberOf(JSON.parse(text), 'data'), 'cid'),
}

const memberOf = (value: unknown, name: string): unknown => (isRecord(value) ? value[name] : undefined)

/** @throws {PinFailed} if the service cannot be reached, refuses the image, or stores it under another id */
export const pin = async (
  { cid, bytes, mediaType }: Image,
  { kind, url, token }: PinService,
): Promise<void> => {
  const { path, fields, cidIn } = kind === 'kubo' ? KUBO : PINATA
  const fail = (what: string): PinFailed => new PinFailed(`${kind} at ${printUrl(url)} ${what}`)
  const body = new FormData()
  for (const [name, value] of Object.entries(fields)) body.set(name, value)
  body.set('file', new Blob([bytes], { type: mediaType }), cid)
  const { status, text } = await fetchText(`${url}${path}`, BOUNDS, {
    method: 'POST',
    body,
    headers: token === undefined ? {} : { Authorization: `Bearer ${token}` },
  }).catch((error: unknown) => {
    throw fail(error instanceof Error ? error.message : String(error))
  })
  if (status !== 200) throw fail(`answered ${status}`)
  const stored = attempt(() => cidIn(text))
  if (typeof stored !== 'string') throw fail('answered without a content id')
  if (stored !== cid) throw fail(`stored the image as ${JSON.stringify(stored.slice(0, 100))}, not as ${cid}`)
}

const attempt = (read: () => unknown): unknown => {
  try {
    return read()
  } catch {
    return undefined
  }
}
