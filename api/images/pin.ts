// A copy of an image where the IPFS network finds it: at a Kubo node, or at a pinning service with the API of Pinata.
// Either answers with the content id it stored the image under, which has to be ours.
import { isRecord } from '../../schema/ogmios/read-json.ts'
import { printUrl } from '../../schema/print-url.ts'
import type { Image } from './image.ts'

/** Where copies go. */
export interface PinService {
  readonly kind: 'kubo' | 'pinata'
  /** Of its API, without a slash at its end. */
  readonly url: string
  /** Sent as `Authorization: Bearer`. */
  readonly token: string | undefined
}

/** The image is not pinned. The message is for the operator: it names the service and what it answered. */
export class PinFailed extends Error {
  override readonly name = 'PinFailed'
}

/** Milliseconds that a service has for its whole answer. */
const DEADLINE = 60_000

/** Most bytes of an answer. */
const MAX_ANSWER = 64 * 1024

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
  let status: number
  let text: string
  try {
    const response = await fetch(`${url}${path}`, {
      method: 'POST',
      body,
      headers: token === undefined ? {} : { Authorization: `Bearer ${token}` },
      redirect: 'error',
      signal: AbortSignal.timeout(DEADLINE),
    })
    status = response.status
    text = await beginningOf(response)
  } catch (error) {
    throw fail(`cannot be reached: ${reasonOf(error)}`)
  }
  if (status !== 200) throw fail(`answered ${status}`)
  const stored = attempt(() => cidIn(text))
  if (typeof stored !== 'string') throw fail('answered without a content id')
  if (stored !== cid) throw fail(`stored the image as ${JSON.stringify(stored.slice(0, 100))}, not as ${cid}`)
}

/** What is past the limit is not read. */
const beginningOf = async ({ body }: Response): Promise<string> => {
  const pieces: Uint8Array[] = []
  let size = 0
  for await (const piece of body ?? []) {
    pieces.push(piece)
    size += piece.length
    if (size > MAX_ANSWER) break
  }
  return Buffer.concat(pieces).toString('utf8')
}

/** fetch says "fetch failed", and why in the cause. */
const reasonOf = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error)
  return error.cause instanceof Error ? error.cause.message : error.message
}

const attempt = (read: () => unknown): unknown => {
  try {
    return read()
  } catch {
    return undefined
  }
}
