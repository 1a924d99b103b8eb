// The page in a real browser when something goes wrong: the chain forks. One browser and one devnet, whose blocks are made when the tests say so.
import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import type { Page } from 'playwright-core'
import { temporaryDirectory } from '../fixtures/testing/temporary-directory.ts'
import type { LiquidityPoolInfo } from '../schema/pools.ts'
import { readSettings } from '../schema/settings.ts'
import { startService } from './service/service.ts'
import { seedOf } from './testing/begin.ts'
import { findChromium, openBrowser } from './testing/browser.ts'
import { startGrowingDevnet } from './testing/growing-devnet.ts'
import { openPage, until } from './testing/watched-page.ts'

const chromium = await findChromium()

const FORK = 20

const LISTS = [
  ['Newest', 'New'],
  ['About to graduate', 'Progress'],
] as const

const start = async (t: TestContext, node: string): Promise<string> => {
  const env = { NETWORK: 'devnet', OGMIOS_URL: node, DATA_DIR: temporaryDirectory(t), PORT: '0' }
  const { settings } = readSettings({ ...env, LOG_LEVEL: 'silent', MAX_TIP_AGE: '999999999999' }, [])
  const service = await startService(settings)
  t.after(() => service.close())
  await until('the service is ready', () => service.isReady())
  return service.url
}

/** Waits until the lists have the tokens and market caps that HTTP answers with, in its order. */
const untilEqual = (page: Page, url: string) =>
  until('the lists are those of the API', async () => {
    for (const [title, filter] of LISTS) {
      const response = await fetch(`${url}/v1/pools-main-page/initial/state?filter=${filter}`)
      const pools = (await response.json()) as LiquidityPoolInfo[]
      const shown = await page.evaluate<
        string[]
      >(`[...document.querySelectorAll('[aria-label="${title}"] .card')].map(
        (card) => card.getAttribute('href') + ' ' + card.querySelector('.card-cap data').value)`)
      assert.ok(shown.length > 0)
      assert.deepEqual(
        shown,
        pools.slice(0, shown.length).map(({ info, metrics }) => `#/token/${info.asset} ${metrics.marketCap}`),
      )
    }
    return true
  })

test('the page when something goes wrong', {
  skip: typeof chromium === 'string' ? chromium : false,
}, async (t) => {
  if (typeof chromium === 'string') return
  const devnet = await startGrowingDevnet(t, seedOf(t))
  const url = await start(t, devnet.url)
  const browser = await openBrowser(chromium)
  t.after(() => browser.close())

  await t.test('a fork of 20 blocks is said, and then the page is what the API answers', async () => {
    const { page, assertClean } = await openPage(browser, url, '#/')
    devnet.make(FORK + 5)
    await untilEqual(page, url)
    const height = await page.locator('.sync .num').innerText()
    devnet.fork(FORK)
    await page.locator('.notice', { hasText: /forked: \d+ blocks? w(as|ere) rolled back/ }).waitFor()
    await until('a block after the fork', async () => (await page.locator('.sync .num').innerText()) > height)
    await untilEqual(page, url)
    assertClean()
    await page.context().close()
  })
})
