// A browser that opens pages and measures the time until the content is on the screen, and the page's resources from then on
// without input.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Browser } from 'playwright-core'
import { StartupError } from '../../../schema/errors.ts'
import { findChromium, openBrowser } from '../../testing/browser.ts'
import { answer } from '../kit/child.ts'

export interface VisitRequest {
  readonly url: string
  /** An expression that becomes true when the awaited content is on the page. */
  readonly isThere: string
  /** Seconds for which the page is observed at rest. */
  readonly seconds: number
}

export interface Visit {
  /** Time in ms from the navigation to the frame with the awaited content. */
  readonly there: number
  /** Shares of one processor at rest: of the page's main thread, and of all processes of the browser. */
  readonly main: number
  readonly browser: number
  /** Time in ms from the navigation to the largest contentful paint. */
  readonly lcp: number
  /** Sum of the layout shifts while the page loads. */
  readonly cls: number
  /**
   * Compressed bytes that were received: of the page's files until the content was there, and of all requests until the page was
   * at rest.
   */
  readonly files: number
  readonly bytes: number
  /** Number of requests at rest, and received bytes of these requests and of the feed. */
  readonly requests: number
  readonly restBytes: number
}

/** Script that keeps the current values of these measurements in variables of the page. */
const PAINTS = `globalThis.lcp = 0
  globalThis.shifts = 0
  new PerformanceObserver((list) => { lcp = list.getEntries().at(-1).startTime })
    .observe({ type: 'largest-contentful-paint', buffered: true })
  new PerformanceObserver((list) => { for (const { value } of list.getEntries()) shifts += value })
    .observe({ type: 'layout-shift', buffered: true })`

/** Time in ms from then until the page counts as at rest: in this time it fetches the data after the first draw. */
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
  /** Seconds so far: processor time of the page's main thread and of all processes, and time of the clock. */
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
