// Measures servers in turns under the same load, each in its own process. The load generator is our own, because autocannon is slower than
// the servers.
import { type Child, startChild } from './child.ts'
import type { LoadAnswer, LoadRequest } from './http-load.ts'
import { median } from './table.ts'

export const CONNECTIONS = 64

export interface Served {
  readonly child: Child
  readonly port: number
}

interface Run {
  /** Number of responses a second. */
  readonly rate: number
  readonly cpuMicros: number
}

export const serve = async (entry: string, request: unknown): Promise<Served> => {
  const child = startChild(entry)
  return { child, port: await child.call<number>(request) }
}

export const startClient = (): Child => startChild('kit/http-load.ts')

export const getRequest = (path: string, headers = ''): string =>
  `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\n${headers}\r\n`

export const postRequest = (path: string, body: unknown): string => {
  const text = JSON.stringify(body)
  const head = `POST ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n`
  return `${head}Content-Length: ${text.length}\r\n\r\n${text}`
}

interface Load {
  readonly requests: readonly string[]
  readonly rounds: number
  /** Seconds of load on each server per round. */
  readonly seconds: number
  /** Seconds of the warm-up of each server. */
  readonly warmUp: number
}

export const measureInTurns = async (
  client: Child,
  servers: readonly Served[],
  { requests, rounds, seconds, warmUp }: Load,
): Promise<Run[][]> => {
  const load = ({ port }: Served, during: number): Promise<LoadAnswer> => {
    const request: LoadRequest = { port, connections: CONNECTIONS, seconds: during, requests }
    return client.call<LoadAnswer>(request)
  }
  const runs = servers.map(() => [] as Run[])
  for (const served of servers) await load(served, warmUp)
  for (let round = 0; round < rounds; round++)
    for (const [at, served] of servers.entries()) {
      const before = await served.child.usage()
      const result = await load(served, seconds)
      const used = (await served.child.usage()).cpuSeconds - before.cpuSeconds
      runs[at]?.push({ rate: result.responses / result.seconds, cpuMicros: (used / result.responses) * 1e6 })
    }
  return runs
}

export const ratesOf = (runs: readonly Run[] = []): number[] => runs.map(({ rate }) => rate)

export const medianCpu = (runs: readonly Run[] = []): number => median(runs.map(({ cpuMicros }) => cpuMicros))
