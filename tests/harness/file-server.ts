// Serves one file over HTTP with ranges, like a web server, and with a web server's faults.
import { createServer } from 'node:http'
import type { TestContext } from 'node:test'
import { listen } from '../kit/listen.ts'

interface ReceivedResponse {
  readonly bytes?: Uint8Array
  readonly status?: number
  readonly isWhole?: boolean
  readonly cutAfter?: number
  readonly stopAfter?: number
}

export const serveFile = async (t: Pick<TestContext, 'after'>, file: Uint8Array) => {
  const ranges: string[] = []
  let responses: ReceivedResponse[] = []
  const server = createServer((request, response) => {
    const { range = '' } = request.headers
    ranges.push(range)
    const { bytes = file, status, isWhole, cutAfter, stopAfter } = responses.shift() ?? {}
    const from = isWhole === true ? 0 : Number(/^bytes=(\d+)-$/.exec(range)?.[1] ?? 0)
    const rest = bytes.subarray(from)
    response.writeHead(status ?? (from === 0 ? 200 : 206), {
      'Content-Length': rest.length,
      ...(from > 0 && { 'Content-Range': `bytes ${from}-${bytes.length - 1}/${bytes.length}` }),
    })
    const limit = cutAfter ?? stopAfter
    if (limit === undefined) response.end(rest)
    else response.write(rest.subarray(0, limit), () => cutAfter !== undefined && response.destroy())
  })
  const port = await listen(t, server)
  return {
    host: `127.0.0.1:${port}`,
    url: `http://127.0.0.1:${port}/snapshot.tar.gz`,
    ranges,
    next(...next: ReceivedResponse[]): void {
      responses = next
      ranges.length = 0
    },
  }
}
