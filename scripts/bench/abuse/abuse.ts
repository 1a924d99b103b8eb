// What an honest client of the charts notices, and what memory the service takes, while another client abuses it.
// Every attack meets a service of its own, in a process of its own, that stands at the tip of the same chain; and before, a
// second one beside it, which tells how much of what the honest client notices is the machine that all of them share.
import { cpSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { contentIdOf } from '../../../api/images/content-id.ts'
import { largeImage } from '../../../fixtures/hostile/http/heavy-requests.ts'
import { imagesDir } from '../../service/settings/data-directory.ts'
import { withScratch } from '../../testing/scratch.ts'
import { type ServiceProcess, startReady, tokenIn } from '../../testing/service-process.ts'
import { startChild } from '../kit/child.ts'
import type { BenchOptions } from '../kit/options.ts'
import { figure, median, printTable, quantile } from '../kit/table.ts'
import type { AttackerRequest, Done } from './abuse-attacker.ts'
import { ATTACKS, type Attack, chartPath, WALLET_OUTPUTS } from './abuse-data.ts'
import type { HonestAnswer, HonestRequest } from './abuse-honest.ts'

interface Run {
  readonly idle: HonestAnswer
  /** While the attacker has another service. */
  readonly beside: HonestAnswer
  readonly attacked: HonestAnswer
  readonly done: Done
  readonly peakBytes: number
}

const TITLES: Readonly<Record<(typeof ATTACKS)[number], string>> = {
  pipelining: '1 connection, 30,000 requests for the OpenAPI document, nothing read',
  unread: '200 connections, 200 requests for the wallet each, nothing read',
  uploads: '2,000 uploads of up to 512 KiB, 128 KiB a second each',
  'deep pages': '8 clients reading pages of 1,000 in the second half of the wallet',
  'large JSON': '8 clients sending 1 MB of brackets, of keys, or of one string',
  'image reads': '8 clients reading an image of 5 MiB',
  launches: '8 clients uploading an image of 5 MiB for a launch that cannot be built',
  'held images': '8 clients asking for 200 images',
}

/** Seconds of honest requests before what counts. */
const WARM_UP = 1

interface Measured {
  readonly attack: Attack
  /** Path of the chart that the honest client requests. */
  readonly path: string
  readonly image: { readonly imagePath: string; readonly cid: string }
  readonly seconds: number
}

const measure = async (
  service: ServiceProcess,
  other: ServiceProcess,
  { attack, path, image, seconds }: Measured,
): Promise<Run> => {
  const honest = startChild('abuse/abuse-honest.ts')
  const ask = (duration: number): Promise<HonestAnswer> => {
    const request: HonestRequest = { port: service.port, path, seconds: duration }
    return honest.ask<HonestAnswer>(request)
  }
  const whileAttacked = async ({ port, ended }: ServiceProcess) => {
    const attacker = startChild('abuse/abuse-attacker.ts')
    const order = <Answer>(request: AttackerRequest): Promise<Answer> => attacker.ask<Answer>(request)
    await order({ kind: 'begin', attack, port, ...image })
    const answers = await ask(seconds)
    const { [attack]: done } = await order<Partial<Record<Attack, Done>>>({ kind: 'end' })
    if (done === undefined) throw new Error(`${attack} did not begin`)
    const how = ended()
    if (how !== undefined) throw new Error(how)
    await attacker.end()
    return { answers, done }
  }
  await ask(WARM_UP)
  const idle = await ask(seconds)
  const { answers: beside } = await whileAttacked(other)
  // What is under way there ends with it.
  await other.end()
  const { answers: attacked, done } = await whileAttacked(service)
  await honest.end()
  return { idle, beside, attacked, done, peakBytes: service.memory()?.peak ?? Number.NaN }
}

const p99 = ({ times }: HonestAnswer): number => quantile(times, 0.99)

/** Titles of the table's columns, and what of a round is in them. */
const COLUMNS: readonly (readonly [string, (run: Run) => number])[] = [
  ['p99 ms', ({ idle }) => p99(idle)],
  ['beside', ({ beside }) => p99(beside)],
  ['under', ({ attacked }) => p99(attacked)],
  ['of idle', ({ idle, attacked }) => p99(attacked) / p99(idle)],
  ['of beside', ({ beside, attacked }) => p99(attacked) / p99(beside)],
  ['p50 under', ({ attacked }) => quantile(attacked.times, 0.5)],
  ['counted %', ({ idle, attacked }) => 100 * Math.min(idle.share, attacked.share)],
  ['failed', ({ attacked }) => attacked.failed],
  ['peak MB', ({ peakBytes }) => peakBytes / 2 ** 20],
  ['opened', ({ done }) => done.connections],
  ['MB', ({ done }) => done.megabytes],
  ['answers', ({ done }) => done.answers],
]

const report = (seconds: number, results: ReadonlyMap<(typeof ATTACKS)[number], readonly Run[]>): void =>
  printTable(
    `abuse: a chart every 10 ms for ${seconds} s, alone and under attack; a wallet of ${figure(WALLET_OUTPUTS)} outputs`,
    ['attack', ...COLUMNS.map(([title]) => title)],
    Array.from(results, ([attack, runs]) => [
      TITLES[attack],
      ...COLUMNS.map(([, of]) => figure(median(runs.map(of)))),
    ]),
    [
      '',
      'Times count from when a request was due, and when the host of a virtual machine took nothing of its processors; counted: the',
      'lesser share of that. Beside: the attacker has another service on the same machine. Opened: connections of the attacker; MB:',
      'what it sent, or for requests in turn what it read. The attacker runs when no other wants to and opens at most 20 connections',
      "a second again that the service ended, so that the processors it shares with the others are the service's to give.",
    ],
  )

/** Puts a large image among those that are served. */
const keepImage = async (dataDir: string): Promise<Measured['image']> => {
  const bytes = largeImage()
  const cid = await contentIdOf(bytes)
  const imagePath = join(imagesDir(dataDir), cid)
  mkdirSync(imagesDir(dataDir), { recursive: true })
  writeFileSync(imagePath, bytes)
  return { imagePath, cid }
}

export const abuse = ({ rounds, seconds }: BenchOptions): Promise<void> =>
  withScratch(async (directory) => {
    const host = startChild('abuse/abuse-host.ts')
    const dataDir = join(directory, 'data')
    const otherDir = join(directory, 'other')
    const results = new Map<(typeof ATTACKS)[number], Run[]>(ATTACKS.map((attack) => [attack, []]))
    const url = await host.ask<string>(null)
    // Follows the chain once; the others begin at its tip.
    await (await startReady({ OGMIOS_URL: url, DATA_DIR: dataDir })).end()
    const image = await keepImage(dataDir)
    cpSync(dataDir, otherDir, { recursive: true })
    const path = chartPath(tokenIn(dataDir))
    for (let round = 0; round < rounds; round++)
      for (const [attack, runs] of results) {
        const service = await startReady({ OGMIOS_URL: url, DATA_DIR: dataDir })
        const other = await startReady({ OGMIOS_URL: url, DATA_DIR: otherDir })
        runs.push(await measure(service, other, { attack, path, image, seconds }))
        await service.end()
      }
    report(seconds, results)
  })
