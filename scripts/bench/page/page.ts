// The page as a browser on the same machine has it, over a devnet that makes a block every second: how soon it is there, and
// what it takes at rest. Beside it a file of a few bytes from the same server, which is the least that a page can take.

import { withScratch } from '../../testing/scratch.ts'
import { startReady } from '../../testing/service-process.ts'
import { startChild } from '../kit/child.ts'
import type { BenchOptions } from '../kit/options.ts'
import { figure, median, perRound, printTable, ratio } from '../kit/table.ts'
import type { Visit, VisitRequest } from './page-browser.ts'

/** Seconds that a page is watched at rest. */
const REST = 10

/** Whether a candle is painted: a pixel in the colour of those that rose or fell. */
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

export const page = ({ rounds }: BenchOptions): Promise<void> =>
  withScratch(async (directory) => {
    const browser = startChild('page/page-browser.ts')
    const service = await startReady({ DATA_DIR: directory, DEVNET_PORT: '0', NETWORK: '' })
    const url = `http://127.0.0.1:${service.port}`
    const places = [
      {
        name: 'an answer of a few bytes',
        path: '/healthz',
        isThere: `document.querySelector('pre') !== null`,
      },
      {
        name: 'the board, its first card',
        path: '/',
        isThere: `document.querySelector('.card h3') !== null`,
      },
      { name: 'a token, its candles', path: `/#/token/${await tokenAt(url)}`, isThere: HAS_CANDLE },
    ]
    const visit = ({ path, isThere }: (typeof places)[number], seconds: number) =>
      browser.ask<Visit>({ url: `${url}${path}`, isThere, seconds } satisfies VisitRequest)
    // The first page of a browser waits for its processes.
    for (const place of places) await visit(place, 0)
    const visits = places.map((place) => ({ place, seen: [] as Visit[] }))
    for (let round = 0; round < rounds; round++)
      for (const { place, seen } of visits) seen.push(await visit(place, REST))
    const leastTimes = visits[0]?.seen.map(({ there }) => there) ?? []
    printTable(
      `page: in Chromium on the service's machine, a block a second; ${REST} s at rest`,
      ['', 'there after ms', 'of the least', 'LCP ms', 'CLS', 'KB', 'main thread', 'browser'],
      visits.map(({ place, seen }) => {
        const times = seen.map(({ there }) => there)
        return [
          place.name,
          figure(median(times)),
          ratio(perRound(times, leastTimes)),
          figure(median(seen.map(({ lcp }) => lcp))),
          median(seen.map(({ cls }) => cls)).toFixed(4),
          figure(median(seen.map(({ bytes }) => bytes)) / 1_000),
          percent(seen.map(({ main }) => main)),
          percent(seen.map(({ browser }) => browser)),
        ]
      }),
      [
        '',
        'KB: received until at rest, compressed. Main thread of the page and all processes of the browser: shares of one processor at rest.',
      ],
    )
    await service.end()
  })
