// Tests of the page on scripted answers, without a service. The subtests of a test share one page server and one browser; after
// each of them its pages are closed, and the server gives its usual answers again.
import { type TestContext, test } from 'node:test'
import type { Page } from 'playwright-core'
import { findChromium, openBrowser } from '../../../harness/browser.ts'
import { TEST_TIMEOUT_MS } from '../../../kit/test-timeout.ts'
import { type PageServer, startPageServer } from './page-server.ts'

interface Tools {
  readonly server: PageServer
  /**
   * Opens a page in a browser context of its own.
   * @param width width of the screen in pixels, as in `sizeOf`; default 1280
   * @param prepare called before the page is requested
   */
  open(route: string, width?: number, prepare?: (page: Page) => Promise<void>): Promise<Page>
  /** Makes the server give its usual answers again. */
  mend(): void
}

export const sizeOf = (width: number) => ({ width, height: width < 700 ? 844 : 900 })

/** @param prefix prefix of all paths, like behind a proxy that removes it */
export const pageTest = (name: string, run: (t: TestContext, tools: Tools) => Promise<void>, prefix = '') => {
  const chromium = findChromium()
  return test(name, { skip: typeof chromium === 'string' ? chromium : false }, async (t) => {
    if (typeof chromium === 'string') return
    const server = await startPageServer(t, prefix)
    const browser = await openBrowser(chromium)
    t.after(() => browser.close())
    const usual = new Map(server.responses)
    const mend = (): void => {
      server.lost = undefined
      server.mend()
      for (const [path, response] of usual) server.responses.set(path, response)
    }
    t.beforeEach(mend)
    t.afterEach(() => Promise.all(browser.contexts().map((context) => context.close())))
    const open: Tools['open'] = async (route, width = 1_280, prepare) => {
      const context = await browser.newContext({
        viewport: sizeOf(width),
        reducedMotion: 'reduce',
        locale: 'en-GB',
      })
      context.setDefaultTimeout(TEST_TIMEOUT_MS / 4)
      // A page over HTTP from another machine has none.
      await context.addInitScript('delete Crypto.prototype.randomUUID')
      const page = await context.newPage()
      await prepare?.(page)
      await page.goto(`${server.url}/${route}`, { waitUntil: 'commit' })
      return page
    }
    await run(t, { server, open, mend })
  })
}

/** Connects the devnet's wallet, and waits until its usual balance is shown. */
export const connectWallet = async (page: Page): Promise<void> => {
  await page.locator('.connect').click()
  await page.getByRole('button', { name: /^Devnet wallet/ }).click()
  await page.locator('a.connect data[value="1000000000"]').waitFor()
}
