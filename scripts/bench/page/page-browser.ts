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
  /** Milliseconds from the navigation to the frame in which it was there. */
  readonly there: number
  /** Shares of one processor at rest: of the page's main thread, and of all processes of the browser. */
  readonly main: number
  readonly browser: number
}

/** Milliseconds from then until it is at rest: what follows the first draw is fetched in them. */
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
  const page = await context.newPage()
  const ofPage = await context.newCDPSession(page)
  await ofPage.send('Performance.enable')
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
  await sleep(SETTLED)
  const before = await spent()
  await sleep(seconds * 1000)
  const after = await spent()
  await context.close()
  const took = after.clock - before.clock
  return { there, main: (after.main - before.main) / took, browser: (after.browser - before.browser) / took }
})
