// The chart endpoint under load: ours beside the bare server it stands on, and beside one written the common way.

import { isDeepStrictEqual } from 'node:util'
import { ASKED, BARS, historyPath, PAIRS } from './bars-data.ts'
import type { LoadAnswer, LoadRequest } from './bars-load.ts'
import type { ServerRequest } from './bars-server.ts'
import { askOnce, type Child, startChild } from './child.ts'
import type { BenchOptions } from './options.ts'
import { withScratch } from './scratch.ts'
import { figure, median, perRound, printTable, ratio } from './table.ts'

const CONNECTIONS = 64

/** Seconds of load on each server before what counts. */
const WARM_UP = 2

interface Served {
  readonly name: string
  readonly child: Child
  readonly port: number
  readonly runs: { readonly rate: number; readonly cpuMicros: number }[]
}

const bodyOf = async (port: number): Promise<string> => {
  const response = await fetch(`http://127.0.0.1:${port}${historyPath(7, 100)}`)
  return response.text()
}

const load = async (client: Child, { port }: Served, seconds: number): Promise<LoadAnswer> => {
  const request: LoadRequest = { port, connections: CONNECTIONS, seconds }
  return client.ask<LoadAnswer>(request)
}

const measure = async (client: Child, served: Served, seconds: number): Promise<void> => {
  const cpu: ServerRequest = { kind: 'cpu' }
  const before = await served.child.ask<number>(cpu)
  const result = await load(client, served, seconds)
  const used = (await served.child.ask<number>(cpu)) - before
  served.runs.push({ rate: result.answers / result.seconds, cpuMicros: (used / result.answers) * 1e6 })
}

const rates = ({ runs }: Served): number[] => runs.map(({ rate }) => rate)

const report = (servers: readonly Served[], bare: Served, common: Served, bytes: number): void => {
  printTable(
    `bars: ${ASKED} of ${figure(BARS)} bars (${figure(bytes / 1024)} KiB) of ${PAIRS} pairs, at random; ${CONNECTIONS} connections`,
    ['', 'answers/s', 'of the bare server', 'of the common way', 'server CPU µs'],
    servers.map((served) => [
      served.name,
      figure(median(rates(served))),
      ratio(perRound(rates(served), rates(bare))),
      ratio(perRound(rates(served), rates(common))),
      figure(median(served.runs.map(({ cpuMicros }) => cpuMicros))),
    ]),
    ['', 'The client shares the processors and has a limit of its own, which the fastest may reach.'],
  )
}

export const bars = ({ rounds, seconds }: BenchOptions): Promise<void> =>
  withScratch(async (directory) => {
    await askOnce('bars-database.ts', { directory })
    const servers: Served[] = []
    const client = startChild('bars-load.ts')
    const serve = async (name: string, request: ServerRequest): Promise<Served> => {
      const child = startChild('bars-server.ts')
      const served = { name, child, port: await child.ask<number>(request), runs: [] }
      servers.push(served)
      return served
    }
    try {
      const ours = await serve('ours', { kind: 'ours', directory })
      await serve('ours, every answer from SQLite', { kind: 'ours without memory', directory })
      const common = await serve('Fastify, better-sqlite3, JSON.stringify', { kind: 'fastify', directory })
      const body = await bodyOf(ours.port)
      if (!isDeepStrictEqual(JSON.parse(body), JSON.parse(await bodyOf(common.port))))
        throw new Error('the servers do not answer the same')
      const bare = await serve('uWebSockets.js, one static buffer', {
        kind: 'static',
        bodyBytes: body.length,
      })
      const inTurn = [bare, ...servers.filter((served) => served !== bare)]
      for (const served of inTurn) await load(client, served, WARM_UP)
      for (let round = 0; round < rounds; round++)
        for (const served of inTurn) await measure(client, served, seconds)
      report(inTurn, bare, common, body.length)
    } finally {
      for (const child of [client, ...servers.map((served) => served.child)]) await child.end()
    }
  })
