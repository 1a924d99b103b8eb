// Sends requests that a client breaks off, or that are refused, through a proxy with two servers. If the proxy counted such requests as
// failures of a server, no client would reach that server.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { request } from 'node:https'
import type { Readable } from 'node:stream'
import type { TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { connect } from 'node:tls'
import { freePort } from '../kit/free-port.ts'
import { runs } from '../kit/random-runs.ts'
import { Never, until } from '../kit/until.ts'
import { startServedChain } from './served-chain.ts'
import { startWatchedProcess } from './watched-service.ts'

const HOSTILE: Readonly<Record<string, readonly [head: readonly string[], bytes: number, status?: number]>> =
  {
    'a body that stops': [
      ['POST /launch HTTP/1.1', 'Content-Type: multipart/form-data; boundary=b', 'Content-Length: 4000'],
      1_000,
      408,
    ],
    'a body that is too large': [
      ['POST /submit HTTP/1.1', 'Content-Type: application/json', 'Content-Length: 11000000'],
      11_000_000,
      413,
    ],
    'a body that is a little too large': [
      ['POST /submit HTTP/1.1', 'Content-Type: application/json', 'Content-Length: 3000000'],
      3_000_000,
      413,
    ],
    // The older build of uWebSockets.js refuses a head of more than 50 lines. Caddy then repeats the request on each of its connections.
    'a head of 500 lines': [
      ['GET /healthz HTTP/1.1', ...Array.from({ length: 500 }, (_, n) => `h${n}: 1`)],
      0,
    ],
  }

const statusOf = async (url: string): Promise<number | undefined> => {
  const [response] = await once(request(url, { rejectUnauthorized: false }).end(), 'response')
  response.resume()
  return response.statusCode
}

/** Resolves to the response's status: NaN without a response, undefined if the client does not wait. */
const sent = async (
  t: TestContext,
  port: number,
  [head, bytes, status]: (typeof HOSTILE)[string],
): Promise<number | undefined> => {
  const socket = connect({ port, host: '127.0.0.1', rejectUnauthorized: false }).on('error', () => {})
  t.after(() => socket.destroy())
  let text = ''
  socket.on('data', (piece) => {
    text += piece
  })
  socket.write(`${[...head, `Host: 127.0.0.1:${port}`].join('\r\n')}\r\n\r\n`)
  socket.write(Buffer.alloc(bytes, 'a'))
  if (status === undefined) return undefined
  await until(head[0] ?? '', () => text.includes('\r\n\r\n') || socket.destroyed)
  socket.destroy()
  return Number(/^HTTP\/1.1 (\d+)/.exec(text)?.[1])
}

/** Each request gets its response, and other clients notice nothing. `RUNS=10` takes more than a minute. */
export const assertHarmless = async (
  t: TestContext,
  start: (
    port: number,
    services: readonly string[],
  ) => { readonly stderr: Readable | null; readonly exitCode: number | null },
): Promise<void> => {
  const { world, follow } = await startServedChain(t)
  const services = await Promise.all(
    ['first', 'second'].map(async (name) => {
      const options = { ...follow, dataDir: `${follow.dataDir}-${name}` }
      const service = await startWatchedProcess(t, options, {
        TRUST_PROXY: '127.0.0.1',
        RATE_LIMIT_BUILD: '0',
        RATE_LIMIT_LAUNCH: '0',
      })
      await service.until('the tip', ({ models }) => models?.height === world.tip.height)
      return new URL(service.url).host
    }),
  )
  const port = await freePort()
  const proxy = start(port, services)
  const url = `https://127.0.0.1:${port}/healthz`
  await until('the services behind the proxy', async () => {
    if (proxy.exitCode !== null) throw new Never('the proxy ended')
    return (await statusOf(url)) === 200
  })
  const others: (number | undefined)[] = []
  let isOver = false
  const asking = (async () => {
    while (!isOver) {
      others.push(await statusOf(url))
      await sleep(20)
    }
  })()
  const wrong: string[] = []
  for (let round = 0; round < runs(1); round++)
    await Promise.all(
      Object.entries(HOSTILE).flatMap(([name, hostile]) =>
        Array.from({ length: 4 }, async () => {
          const status = await sent(t, port, hostile)
          if (status !== hostile[2]) wrong.push(`${name}: ${status}`)
        }),
      ),
    )
  const after = others.length
  await until('requests of others after them', () => others.length > after + 20)
  isOver = true
  await asking
  t.diagnostic(`${others.length} requests of others`)
  assert.deepEqual([wrong, [...new Set(others)]], [[], [200]])
}
