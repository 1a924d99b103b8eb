// Tests with a browser, which are skipped if Chromium does not run here.
import { type TestContext, test } from 'node:test'
import type { Browser } from 'playwright-core'
import { findChromium, openBrowser } from '../../../harness/browser.ts'

export const browserTest = (
  name: string,
  run: (t: TestContext, browser: Browser) => Promise<void>,
  parent?: TestContext,
): Promise<void> => {
  const chromium = findChromium()
  const skip = typeof chromium === 'string' && chromium
  const withBrowser = async (t: TestContext): Promise<void> => {
    if (typeof chromium === 'string') return
    const browser = await openBrowser(chromium)
    t.after(() => browser.close())
    await run(t, browser)
  }
  return parent === undefined ? test(name, { skip }, withBrowser) : parent.test(name, { skip }, withBrowser)
}
