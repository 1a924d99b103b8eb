// Serves a published directory over HTTP: for replicas, and for proxies and caches in front of it. It knows the possible names and sends
// files unchanged; a proxy, a CDN or any web server can do the same.
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open, readFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { isImmutable, MANIFEST } from './layout.ts'
import { isMissing } from './published-files.ts'

/** Maximum number of connections, and milliseconds after which an idle one is closed. */
const CONNECTIONS = 1_000
const SILENCE = 60_000

const sendManifest = async (
  directory: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> => {
  const bytes = await readFile(join(directory, MANIFEST))
  const etag = `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`
  response.setHeader('Cache-Control', 'public, max-age=1').setHeader('ETag', etag)
  if (request.headers['if-none-match'] === etag) response.writeHead(304).end()
  else
    response
      .writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': bytes.length })
      .end(request.method === 'HEAD' ? undefined : bytes)
}

const sendFile = async (path: string, request: IncomingMessage, response: ServerResponse): Promise<void> => {
  const file = await open(path)
  try {
    response.writeHead(200, {
      'Content-Type': 'application/gzip',
      'Content-Length': (await file.stat()).size,
      'Cache-Control': 'public, max-age=31536000, immutable',
    })
    if (request.method === 'HEAD') response.end()
    else await pipeline(createReadStream('', { fd: file, autoClose: false }), response)
  } finally {
    await file.close()
  }
}

const answer = async (
  directory: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> => {
  const name = request.url?.slice(1) ?? ''
  const refuse = (status: number): void => {
    response.writeHead(status, { 'Cache-Control': 'no-store', 'Content-Length': 0 }).end()
  }
  if (request.method !== 'GET' && request.method !== 'HEAD') return refuse(405)
  if (name !== MANIFEST && !isImmutable(name)) return refuse(404)
  try {
    if (name === MANIFEST) await sendManifest(directory, request, response)
    else await sendFile(join(directory, name), request, response)
  } catch (error) {
    // The client has disconnected, or a file was removed while it was sent.
    if (response.headersSent) response.destroy()
    else refuse(isMissing(error) ? 404 : 500)
  }
}

/** @returns a server that does not listen yet. */
export const servePublished = (directory: string): Server => {
  const server = createServer((request, response) => void answer(directory, request, response))
  server.maxConnections = CONNECTIONS
  server.setTimeout(SILENCE)
  return server
}
