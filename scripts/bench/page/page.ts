// Measures the page in a browser on the same machine, over a devnet that makes a block every second: the time until it is shown,
// and its resources at rest. For comparison it measures a file of a few bytes from the same server, the minimum for any page, and
// the page of another commit, whose service runs from a copy of its files with the present dependencies.
import { join } from 'node:path'
import { withScratch } from '../../testing/scratch.ts'
import { type ServiceProcess, startReady } from '../../testing/service-process.ts'
import { startChild } from '../kit/child.ts'
import { filesOfCommit } from '../kit/files-of-commit.ts'
import type { BenchOptions } from '../kit/options.ts'
import { figure, median, perRound, printTable, ratio } from '../kit/table.ts'
import type { Visit, VisitRequest } from './page-browser.ts'

/** Seconds for which a page is observed at rest. */
const REST = 10

/** Whether a candle is painted: a pixel in the colour of candles that rose or fell. */
const HAS_CANDLE = `[...document.querySelectorAll('.chart-body canvas')].some((canvas) => {
  if (canvas.width === 0 || canvas.height === 0) return false
  const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height)
  for (let at = 0; at < data.length; at += 4)
    if (data[at + 3] > 200 && ((data[at + 1] > 180 && data[at] < 120) || (data[at] > 220 && data[at + 1] < 140)))
      return true
  return false
})`

/** The token that is nearest to its graduation. */
const tokenAt = async (url: string): Promise<string> => {
  const response = await fetch(`${url}/v1/koth`)
  const { info } = (await response.json()) as { readonly info: { readonly asset: string } }
  return info.asset
}

const percent = (shares: readonly number[]): string => `${figure(median(shares) * 100)} %`
const kilobytes = (bytes: readonly number[]): string => figure(median(bytes) / 1_000)

interface Place {
  readonly name: string
  readonly url: string
  readonly isThere: string
}

/** The page of a service. @param of name of the service, for the page's name */
const placesOf = async ({ url }: ServiceProcess, of: string): Promise<Place[]> => [
  { name: `the board, its first card${of}`, url, isThere: `document.querySelector('.card h3') !== null` },
  { name: `a token, its candles${of}`, url: `${url}/#/token/${await tokenAt(url)}`, isThere: HAS_CANDLE },
]

export const page = ({ rounds, beside }: BenchOptions): Promise<void> =>
  withScratch(async (scratch) => {
    const browser = startChild('page/page-browser.ts')
    const start = (name: string, directory?: string): Promise<ServiceProcess> =>
      startReady({ DATA_DIR: join(scratch, name), DEVNET_PORT: '0', NETWORK: '' }, directory)
    const service = await start('data')
    const other = beside === undefined ? undefined : await start('other', filesOfCommit(beside, scratch))
    const places: Place[] = [
      {
        name: 'an answer of a few bytes',
        url: `${service.url}/healthz`,
        isThere: `document.querySelector('pre') !== null`,
      },
      ...(await placesOf(service, '')),
      ...(other === undefined ? [] : await placesOf(other, `, at ${beside}`)),
    ]
    const visit = ({ url, isThere }: Place, seconds: number) =>
      browser.ask<Visit>({ url, isThere, seconds } satisfies VisitRequest)
    // The first page of a browser waits for its processes.
    for (const place of places) await visit(place, 0)
    const visits = places.map((place) => ({ place, seen: [] as Visit[] }))
    for (let round = 0; round < rounds; round++)
      for (const { place, seen } of visits) seen.push(await visit(place, REST))
    const leastTimes = visits[0]?.seen.map(({ there }) => there) ?? []
    printTable(
      `page: in Chromium on the service's machine, a block a second; ${REST} s at rest`,
      [
        '',
        'there after ms',
        'of the least',
        'LCP ms',
        'CLS',
        'files KB',
        'all KB',
        'main thread',
        'browser',
        'requests at rest',
        'KB at rest',
      ],
      visits.map(({ place, seen }) => {
        const times = seen.map(({ there }) => there)
        return [
          place.name,
          figure(median(times)),
          ratio(perRound(times, leastTimes)),
          figure(median(seen.map(({ lcp }) => lcp))),
          median(seen.map(({ cls }) => cls)).toFixed(4),
          kilobytes(seen.map(({ files }) => files)),
          kilobytes(seen.map(({ bytes }) => bytes)),
          percent(seen.map(({ main }) => main)),
          percent(seen.map(({ browser }) => browser)),
          figure(median(seen.map(({ requests }) => requests))),
          kilobytes(seen.map(({ restBytes }) => restBytes)),
        ]
      }),
      [
        '',
        'KB: received, compressed; of the files of the page until it is there, and of all requests until it is at rest. Main thread of the page',
        'and all processes of the browser: shares of one processor at rest.',
      ],
    )
    await service.end()
    await other?.end()
  })
