// What building a transaction costs: beside the library's own builder in one process, and over HTTP, where 64 wallets
// ask at once and a client of the charts should not notice. What it notices while they ask a second service on the same
// machine is what the machine does to it.
import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { withScratch } from '../../testing/scratch.ts'
import { type ServiceProcess, startReady, tokenIn } from '../../testing/service-process.ts'
import { chartPath } from '../abuse/abuse-data.ts'
import type { HonestAnswer, HonestRequest } from '../abuse/abuse-honest.ts'
import { askOnce, startChild } from '../kit/child.ts'
import type { DevnetRequest } from '../kit/devnet-host.ts'
import type { LoadAnswer, LoadRequest } from '../kit/http-load.ts'
import type { BenchOptions } from '../kit/options.ts'
import { figure, median, perRound, printTable, quantile, ratio } from '../kit/table.ts'
import { type BuildChildRequest, type BuildTimes, BY_LIBRARY } from './build-child.ts'

/** Coins of the wallets that are built for. */
const SIZES = [1, 20, 500]

/** Wallets that ask at once. */
const WALLETS = 64

/** Seconds of load before what counts: the builder's thread starts, code is compiled. */
const WARM_UP = 3

/** Seconds of one request after the other before what counts: what ended connections asked for is built first. */
const SETTLE = 2

const besideLibrary = async (rounds: number): Promise<void> => {
  const rows: string[][] = []
  for (const coins of SIZES) {
    const request: BuildChildRequest = { kind: 'time', coins, rounds }
    const times = await askOnce<BuildTimes>('build/build-child.ts', request)
    const library = times[BY_LIBRARY] ?? []
    for (const [name, own] of Object.entries(times))
      rows.push([name, figure(coins), figure(median(own)), ratio(perRound(own, library))])
  }
  printTable(
    'build: processor time of a build, by coins of the wallet',
    ['', 'coins', 'ms', 'of the library'],
    rows,
  )
}

interface Round {
  readonly idle: HonestAnswer
  /** While the wallets ask another service. */
  readonly beside: HonestAnswer
  readonly busy: HonestAnswer
  readonly builds: LoadAnswer
}

const p99 = ({ times }: HonestAnswer): number => quantile(times, 0.99)

const overHttp = ({ rounds, seconds }: BenchOptions): Promise<void> =>
  withScratch(async (directory) => {
    const host = startChild('kit/devnet-host.ts')
    const charts = startChild('abuse/abuse-honest.ts')
    const load = startChild('kit/http-load.ts')
    const dataDir = join(directory, 'data')
    const url = await host.ask<string>({ kind: 'start' } satisfies DevnetRequest)
    await (await startReady({ OGMIOS_URL: url, DATA_DIR: dataDir })).end()
    const otherDir = join(directory, 'other')
    cpSync(dataDir, otherDir, { recursive: true })
    const service = await startReady({ OGMIOS_URL: url, DATA_DIR: dataDir })
    const other = await startReady({ OGMIOS_URL: url, DATA_DIR: otherDir })
    const { port } = service
    const token = tokenIn(dataDir)
    const asked: BuildChildRequest = { kind: 'requests', token, wallets: WALLETS }
    const requests = await askOnce<string[]>('build/build-child.ts', asked)
    const read = (during: number): Promise<HonestAnswer> => {
      const request: HonestRequest = { port, path: chartPath(token), seconds: during }
      return charts.ask<HonestAnswer>(request)
    }
    const build = (to: ServiceProcess, connections: number, during: number): Promise<LoadAnswer> => {
      const request: LoadRequest = {
        port: to.port,
        connections,
        seconds: during,
        requests,
        stepsBack: true,
      }
      return load.ask<LoadAnswer>(request)
    }
    await read(1)
    for (const each of [other, service]) await build(each, WALLETS, WARM_UP)
    const alone: LoadAnswer[] = []
    const measured: Round[] = []
    for (let round = 0; round < rounds; round++) {
      await build(service, 1, SETTLE)
      alone.push(await build(service, 1, seconds))
      const idle = await read(seconds)
      const [, beside] = await Promise.all([build(other, WALLETS, seconds), read(seconds)])
      await build(other, 1, SETTLE)
      const [builds, busy] = await Promise.all([build(service, WALLETS, seconds), read(seconds)])
      measured.push({ idle, beside, busy, builds })
    }
    for (const each of [other, service]) {
      const ended = each.ended()
      if (ended !== undefined) throw new Error(ended)
      await each.end()
    }
    const rate = (answers: readonly LoadAnswer[]): string =>
      figure(median(answers.map((each) => each.answers / each.seconds)))
    const middle = (of: (round: Round) => number): string => figure(median(measured.map(of)))
    printTable(
      `build: POST /order over HTTP, and a chart every 10 ms for ${seconds} s meanwhile`,
      ['', 'builds a second', 'chart p99 ms', 'of idle', 'failed'],
      [
        ['nobody builds', '', middle(({ idle }) => p99(idle)), '', middle(({ idle }) => idle.failed)],
        ['one wallet, one after the other', rate(alone), '', '', ''],
        [
          `${WALLETS} wallets ask another service`,
          '',
          middle(({ beside }) => p99(beside)),
          ratio(measured.map(({ idle, beside }) => p99(beside) / p99(idle))),
          middle(({ beside }) => beside.failed),
        ],
        [
          `${WALLETS} wallets at once`,
          rate(measured.map(({ builds }) => builds)),
          middle(({ busy }) => p99(busy)),
          ratio(measured.map(({ idle, busy }) => p99(busy) / p99(idle))),
          middle(({ busy }) => busy.failed),
        ],
      ],
    )
  })

export const build = async (options: BenchOptions): Promise<void> => {
  await besideLibrary(options.rounds)
  await overHttp(options)
}
