// Tests of the page with scripted responses, without a service. A test's subtests share one page server and one browser. After each
// subtest, its pages are closed, and the server gives its usual responses again.
import type { TestContext } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { TEST_TIMEOUT_MS } from '../../../kit/test-timeout.ts'
import { browserTest } from './browser-test.ts'
import { type PageServer, pageServer } from './page-server.ts'

type Part = (t: TestContext) => Promise<void>

interface Tools {
  test(name: string, run: Part): void
  readonly server: PageServer
  /**
   * @param width width of the screen in pixels, as in `sizeOf`; default 1280
   * @param prepare called before the page is requested
   */
  open(route: string, width?: number, prepare?: (page: Page) => Promise<void>): Promise<Page>
  mend(): void
}

export const sizeOf = (width: number) => ({ width, height: width < 700 ? 844 : 900 })

/** @param prefix prefix of all paths, which a proxy removes */
export const pageTests = (name: string, prefix = ''): Tools => {
  const server = pageServer(prefix)
  const usual = new Map(server.responses)
  const parts: (readonly [name: string, run: Part])[] = []
  let browser: Browser | undefined
  const mend = (): void => {
    server.lost = undefined
    server.mend()
    server.responses.clear()
    for (const [path, response] of usual) server.responses.set(path, response)
  }
  // The whole file was evaluated before this test runs.
  void browserTest(name, async (t, opened) => {
    await server.listen()
    t.after(server.close)
    browser = opened
    t.beforeEach(mend)
    t.afterEach(() => Promise.all(opened.contexts().map((context) => context.close())))
    for (const [name, run] of parts) await t.test(name, run)
  })
  const open: Tools['open'] = async (route, width = 1_280, prepare) => {
    if (browser === undefined) throw new Error('a page is opened outside of a test')
    const context = await browser.newContext({
      viewport: sizeOf(width),
      reducedMotion: 'reduce',
      locale: 'en-GB',
    })
    context.setDefaultTimeout(TEST_TIMEOUT_MS / 4)
    // Browsers lack this function on a page of another host without TLS.
    await context.addInitScript('delete Crypto.prototype.randomUUID')
    const page = await context.newPage()
    await prepare?.(page)
    await page.goto(`${server.url}/${route}`, { waitUntil: 'commit' })
    return page
  }
  return { server, open, mend, test: (name, run) => void parts.push([name, run]) }
}

export const connectWallet = async (page: Page): Promise<void> => {
  await page.locator('.connect').click()
  await page.getByRole('button', { name: /^Devnet wallet/ }).click()
  await page.locator('a.connect data[value="1000000000"]').waitFor()
}
