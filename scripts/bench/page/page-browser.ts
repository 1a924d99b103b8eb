// A browser that opens pages: how long until something is on the screen, and what the page takes from then on while nobody
// touches it.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Browser } from 'playwright-core'
import { StartupError } from '../../../schema/errors.ts'
import { findChromium, openBrowser } from '../../testing/browser.ts'
import { answer } from '../kit/child.ts'

export interface VisitRequest {
  readonly url: string
  /** An expression that is true once that is there which is waited for. */
  readonly isThere: string
  /** Seconds for which it is watched at rest. */
  readonly seconds: number
}

export interface Visit {
  /** Time in ms from the navigation to the frame in which it was there. */
  readonly there: number
  /** Shares of one processor at rest: of the page's main thread, and of all processes of the browser. */
  readonly main: number
  readonly browser: number
  /** Time in ms from the navigation to the largest contentful paint. */
  readonly lcp: number
  /** Sum of the layout shifts while it loads. */
  readonly cls: number
  /** Bytes that were received, compressed: of the page's files until it was there, and for all requests until it was at rest. */
  readonly files: number
  readonly bytes: number
  /** Requests at rest, and bytes that were received for them and by the feed. */
  readonly requests: number
  readonly restBytes: number
}

/** Script that keeps the last of these in variables of the page. */
const PAINTS = `globalThis.lcp = 0
  globalThis.shifts = 0
  new PerformanceObserver((list) => { lcp = list.getEntries().at(-1).startTime })
    .observe({ type: 'largest-contentful-paint', buffered: true })
  new PerformanceObserver((list) => { for (const { value } of list.getEntries()) shifts += value })
    .observe({ type: 'layout-shift', buffered: true })`

/** Time in ms from then until it is at rest: what follows the first draw is fetched in them. */
const SETTLED = 2_000

let opened: Promise<Browser> | undefined

const open = async (): Promise<Browser> => {
  const chromium = await findChromium()
  if (typeof chromium === 'string') throw new StartupError(chromium)
  return openBrowser(chromium)
}

answer<VisitRequest>(async ({ url, isThere, seconds }): Promise<Visit> => {
  opened ??= open()
  const browser = await opened
  const ofBrowser = await browser.newBrowserCDPSession()
  const context = await browser.newContext({ colorScheme: 'dark', locale: 'en-GB' })
  await context.addInitScript(`globalThis.there = new Promise((resolve) => {
    const look = () => { if (${isThere}) resolve(performance.now()); else requestAnimationFrame(look) }
    requestAnimationFrame(look)
  })`)
  await context.addInitScript(PAINTS)
  const page = await context.newPage()
  const ofPage = await context.newCDPSession(page)
  await ofPage.send('Performance.enable')
  await ofPage.send('Network.enable')
  let [bytes, files, requests] = [0, 0, 0]
  const fileRequests = new Set<string>()
  ofPage.on('Network.requestWillBeSent', ({ requestId, type, request }) => {
    requests++
    if (type === 'Document' || request.url.includes('/explorer/')) fileRequests.add(requestId)
  })
  ofPage.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    bytes += encodedDataLength
    if (fileRequests.has(requestId)) files += encodedDataLength
  })
  ofPage.on('Network.webSocketFrameReceived', ({ response }) => {
    bytes += response.payloadData.length
  })
  /** Seconds so far: of the page's main thread, of all processes, of the clock. */
  const spent = async () => {
    const { metrics } = await ofPage.send('Performance.getMetrics')
    const { processInfo } = await ofBrowser.send('SystemInfo.getProcessInfo')
    return {
      main: metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN,
      browser: processInfo.reduce((sum, { cpuTime }) => sum + cpuTime, 0),
      clock: performance.now() / 1000,
    }
  }
  await page.goto(url)
  const there = await page.evaluate<number>('there')
  const filesThere = files
  await sleep(SETTLED)
  const [lcp, cls, received, asked] = [
    await page.evaluate<number>('lcp'),
    await page.evaluate<number>('shifts'),
    bytes,
    requests,
  ]
  const before = await spent()
  await sleep(seconds * 1000)
  const after = await spent()
  await context.close()
  const took = after.clock - before.clock
  return {
    there,
    main: (after.main - before.main) / took,
    browser: (after.browser - before.browser) / took,
    lcp,
    cls,
    files: filesThere,
    bytes: received,
    requests: requests - asked,
    restBytes: bytes - received,
  }
})
