// The chart endpoint under load: ours beside the bare server it stands on, and beside one written the common way.
import { isDeepStrictEqual } from 'node:util'
import { askOnce } from '../kit/child.ts'
import {
  CONNECTIONS,
  getRequest,
  measureInTurns,
  medianCpu,
  type Run,
  ratesOf,
  type Served,
  serve,
  startClient,
} from '../kit/http-compare.ts'
import type { BenchOptions } from '../kit/options.ts'
import { withScratch } from '../kit/scratch.ts'
import type { StaticRequest } from '../kit/static-server.ts'
import { figure, median, perRound, printTable, ratio } from '../kit/table.ts'
import { ASKED, BARS, historyPath, PAIRS, randomFrom } from './bars-data.ts'
import type { ServerRequest } from './bars-server.ts'

/** Seconds of load on each server before what counts. */
const WARM_UP = 2

/** Requests prepared; they come round again and again. */
const REQUESTS = 16_384

const bodyOf = async ({ port }: Served): Promise<string> => {
  const response = await fetch(`http://127.0.0.1:${port}${historyPath(7, 100)}`)
  return response.text()
}

const report = (runs: ReadonlyMap<Served, readonly Run[]>, bare: Served, common: Served, bytes: number) =>
  printTable(
    `bars: ${ASKED} of ${figure(BARS)} bars (${figure(bytes / 1024)} KiB) of ${PAIRS} pairs, at random; ${CONNECTIONS} connections`,
    ['', 'answers/s', 'of the bare server', 'of the common way', 'server CPU µs'],
    Array.from(runs, ([{ name }, own]) => [
      name,
      figure(median(ratesOf(own))),
      ratio(perRound(ratesOf(own), ratesOf(runs.get(bare)))),
      ratio(perRound(ratesOf(own), ratesOf(runs.get(common)))),
      figure(medianCpu(own)),
    ]),
    ['', 'The client shares the processors and has a limit of its own, which the fastest may reach.'],
  )

export const bars = ({ rounds, seconds }: BenchOptions): Promise<void> =>
  withScratch(async (directory) => {
    await askOnce('bars/bars-database.ts', { directory })
    const servers: Served[] = []
    const client = startClient()
    const start = async (name: string, entry: string, request: ServerRequest | StaticRequest) => {
      const served = await serve(name, entry, request)
      servers.push(served)
      return served
    }
    try {
      const ours = await start('ours', 'bars/bars-server.ts', { kind: 'ours', directory })
      await start('ours, every answer from SQLite', 'bars/bars-server.ts', {
        kind: 'ours without memory',
        directory,
      })
      const common = await start('Fastify, better-sqlite3, JSON.stringify', 'bars/bars-server.ts', {
        kind: 'fastify',
        directory,
      })
      const body = await bodyOf(ours)
      if (!isDeepStrictEqual(JSON.parse(body), JSON.parse(await bodyOf(common))))
        throw new Error('the servers do not answer the same')
      const bare = await start('uWebSockets.js, one static buffer', 'kit/static-server.ts', {
        kind: 'static',
        bodyBytes: body.length,
      })
      const random = randomFrom(2)
      const requests = Array.from({ length: REQUESTS }, () =>
        getRequest(historyPath(Math.floor(random() * PAIRS), Math.floor(random() * (BARS - ASKED)))),
      )
      const inTurn = [bare, ...servers.filter((served) => served !== bare)]
      const runs = await measureInTurns(client, inTurn, { requests, rounds, seconds, warmUp: WARM_UP })
      report(runs, bare, common, body.length)
    } finally {
      for (const child of [client, ...servers.map((served) => served.child)]) await child.end()
    }
  })
