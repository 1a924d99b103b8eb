// Requests that a client breaks off, or that are refused, through a proxy with two servers: a proxy that counts them as failures of a server
// would take it from all other clients.
import assert from 'node:assert/strict'
import type { spawn } from 'node:child_process'
import { connect } from 'node:net'
import type { TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { temporaryDirectory } from '../../fixtures/testing/temporary-directory.ts'
import { Never, until } from '../../fixtures/testing/until.ts'
import { freePort } from '../../projections/postgres/testing/free-port.ts'
import { startServedChain } from './served-chain.ts'
import { startWatched } from './watched-service.ts'

/** Requests that end badly, by a name: what a client sends, and the statuses that it may get. */
const HOSTILE: Readonly<
  Record<string, readonly [head: readonly string[], bytes: number, statuses: readonly number[]]>
> = {
  'a body that stops': [
    ['POST /launch HTTP/1.1', 'Content-Type: multipart/form-data; boundary=b', 'Content-Length: 4000'],
    1_000,
    [408],
  ],
  'a body that is too large': [
    ['POST /submit HTTP/1.1', 'Content-Type: application/json', 'Content-Length: 11000000'],
    11_000_000,
    [413],
  ],
  'a body that is a little too large': [
    ['POST /submit HTTP/1.1', 'Content-Type: application/json', 'Content-Length: 3000000'],
    3_000_000,
    [413],
  ],
}

/** Sends requests that end badly through a proxy with two servers: each gets its answer, and other clients notice nothing. */
export const assertHarmless = async (
  t: TestContext,
  start: (directory: string, port: number, service: string) => ReturnType<typeof spawn>,
): Promise<void> => {
  const { world, follow } = await startServedChain(t)
  const service = await startWatched(t, follow, { TRUST_PROXY: '127.0.0.1' })
  await service.until('the tip', ({ models }) => models?.height === world.tip.height)
  const port = await freePort()
  const proxy = start(temporaryDirectory(t), port, new URL(service.url).host)
  t.after(() => proxy.kill('SIGKILL'))
  const url = `http://127.0.0.1:${port}/healthz`
  await until('the service behind the proxy', async () => {
    if (proxy.exitCode !== null) throw new Never('the proxy ended')
    return (await fetch(url)).status === 200
  })
  const others: number[] = []
  let isOver = false
  const asking = (async () => {
    while (!isOver) {
      others.push((await fetch(url)).status)
      await sleep(20)
    }
  })()
  const attacks = Object.entries(HOSTILE).flatMap(([name, attack]) => Array(4).fill([name, attack] as const))
  const outcomes = await Promise.all(
    attacks.map(async ([name, [head, bytes, statuses]]) => {
      const socket = connect(port, '127.0.0.1').on('error', () => {})
      let text = ''
      socket.on('data', (piece) => {
        text += piece
      })
      socket.write(`${[...head, 'Host: a'].join('\r\n')}\r\n\r\n`)
      socket.write(Buffer.alloc(bytes, 'a'))
      await until(name, () => text.includes('\r\n\r\n') || socket.destroyed)
      socket.destroy()
      const status = Number(/^HTTP\/1.1 (\d+)/.exec(text)?.[1])
      return statuses.includes(status) ? [] : [`${name}: ${status}`]
    }),
  )
  const after = others.length
  await until('requests of others after them', () => others.length > after + 20)
  isOver = true
  await asking
  assert.deepEqual([outcomes.flat(), [...new Set(others)]], [[], [200]])
}
