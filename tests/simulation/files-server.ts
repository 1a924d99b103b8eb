// A web server for the directories into which an episode's indexers publish. It can fail like a real web server.
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { listen } from '../kit/listen.ts'

export const serveFiles = async (t: Pick<TestContext, 'after'>, directory: string) => {
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
  return {
    url: `http://127.0.0.1:${await listen(t, server)}`,
    /** Cuts all connections, and gives the next requests status 503. */
    fail(requests: number): void {
      failing = requests
      server.closeAllConnections()
    },
  }
}
