// A web server for the directories into which an episode's indexers publish. It can fail like a real web server.
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'

export interface FilesServer {
  /** Without a final slash. */
  readonly url: string
  /** Cuts all connections, and gives the next requests status 503. */
  fail(requests: number): void
  close(): Promise<void>
}

export const serveFiles = async (directory: string): Promise<FilesServer> => {
  let failing = 0
  const server = createServer(async ({ url = '' }, response) => {
    if (failing > 0) {
      failing -= 1
      response.writeHead(503).end()
      return
    }
    try {
      const bytes = await readFile(join(directory, new URL(url, 'http://localhost').pathname))
      response.writeHead(200, { 'content-length': bytes.length }).end(bytes)
    } catch {
      response.writeHead(404).end()
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    fail(requests) {
      failing = requests
      server.closeAllConnections()
    },
    async close() {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}
