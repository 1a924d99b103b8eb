// A copy of an image where the IPFS network finds it: at a Kubo node, or at a pinning service with the API of Pinata.
// Either answers with the content id it stored the image under, which has to be ours.
import { isRecord } from '../../schema/ogmios/read-json.ts'
import { printUrl } from '../../schema/platform/print-url.ts'
import { fetchText } from '../fetch-text.ts'
import type { Image } from './image.ts'

/** Where copies go. */
export interface PinService {
  readonly kind: 'kubo' | 'pinata'
  /** URL of its API, without a slash at its end. */
  readonly url: string
  /** Sent as `Authorization: Bearer`. */
  readonly token: string | undefined
}

/** The image is not pinned. The message is for the operator: it names the service and what it answered. */
export class PinFailed extends Error {
  override readonly name = 'PinFailed'
}

const BOUNDS = { deadline: 60_000, mostBytes: 64 * 1024 }

interface Protocol {
  readonly path: string
  readonly fields: Readonly<Record<string, string>>
  /** The content id in an answer. */
  cidIn(text: string): unknown
}

/** How Kubo adds a file: the options that the content id depends on are given, as its config may have others. */
const KUBO: Protocol = {
  path: '/api/v0/add?cid-version=1&raw-leaves=true&hash=sha2-256&chunker=size-262144&pin=true&progress=false',
  fields: {},
  // A line for each file; the last is of the whole.
  cidIn: (text) => memberOf(JSON.parse(text.trim().split('\n').at(-1) ?? ''), 'Hash'),
}

/** Pinata's upload of a file, version 3. Without `network` files are private. */
const PINATA: Protocol = {
  path: '/v3/files',
  fields: { network: 'public' },
  cidIn: (text) => memberOf(memberOf(JSON.parse(text), 'data'), 'cid'),
}

const memberOf = (value: unknown, name: string): unknown => (isRecord(value) ? value[name] : undefined)

/** @throws {PinFailed} when the service cannot be reached, refuses, or stores something else */
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
