// The page in a real browser under faults. The chain forks, connections are cut, the service is killed, and creators write hostile texts.
// The tests share one browser and one devnet, whose blocks they make.
import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { slowLink } from '../../projections/copies/testing/slow-link.ts'
import type { LiquidityPoolInfo } from '../../schema/responses/pools.ts'
import { foldedRecording } from '../harness/folded-recording.ts'
import { startGrowingDevnet } from '../harness/growing-devnet.ts'
import { startProcess } from '../harness/run-script.ts'
import { tokenIn } from '../harness/service-process.ts'
import { openPage, SIZES } from '../harness/watched-page.ts'
import { freePort } from '../kit/free-port.ts'
import { seedOf } from '../kit/random-runs.ts'
import { until, untilReady } from '../kit/until.ts'
import { browserTest } from './page/testing/browser-test.ts'
import { overflowOf, scrollToCard } from './page/testing/page-checks.ts'

const FORK = 20

const LISTS = [
  ['New', 'New'],
  ['Graduated', 'CompletedMCap'],
] as const

const startKillable = async (t: TestContext, node: string) => {
  const { dataDir } = await foldedRecording(t)
  const env = {
    NETWORK: 'devnet',
    OGMIOS_URL: node,
    DATA_DIR: dataDir,
    PORT: `${await freePort()}`,
    MAX_TIP_AGE: '999999999999',
  }
  let running = startProcess(t, env)
  const url = await running.url()
  await untilReady(url)
  return {
    url,
    dataDir,
    kill: () => running.kill(),
    startAgain: () => {
      running = startProcess(t, env)
      return running.url()
    },
  }
}

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
        pools.slice(0, shown.length).map(({ info, metrics }) => `/token/${info.asset} ${metrics.marketCap}`),
      )
    }
    return true
  })

const untilEqualToken = (page: Page, url: string, asset: string) =>
  until('the market cap is that of the API', async () => {
    const response = await fetch(`${url}/v1/pools-feed/initial/state?asset=${asset}`)
    const { metrics } = (await response.json()) as LiquidityPoolInfo
    const shown = await page.evaluate<string>(`document.querySelector('.main-figure data').value`)
    return shown === String(metrics.marketCap)
  })

const HOSTILE = [
  '<script>hostile=1</script>',
  '<img src=x onerror="hostile=1">',
  '"><svg onload=hostile=1>',
  "';hostile=1;//",
  '{{hostile=1}}',
  'javascript:hostile=1',
  '\u202egnp.exe',
  '\u2066\u2067\u2068abc\u061c\u200f',
  '\u0000\u0007\u001b[31m\u009b2J',
  '🚀'.repeat(3_000),
  '👩‍👩‍👧‍👦'.repeat(200),
  'W'.repeat(5_000),
  `z${'\u0301'.repeat(500)}`,
  '﷽'.repeat(100),
  'a\r\nb\u2028c\u2029d',
  '\u3164\u200b\ufeff',
  '',
  '   ',
  '\ud800',
  '%00%0a../../',
  '-'.repeat(300),
  '\u{e0041}\u{e0042}',
  'שלום العالم',
]
const LINKS = [
  'javascript:hostile=1',
  ' \u0001JaVaScRiPt:hostile=1',
  'data:text/html,<script>hostile=1</script>',
  'https://good.example@bad.example/',
  'vbscript:hostile',
  '//bad.example',
  'https://ok.example/"onmouseover="hostile=1',
  `https://ok.example/${'a'.repeat(5_000)}`,
]

const hostile = (n: number): string =>
  `${HOSTILE[n % HOSTILE.length]}${HOSTILE[Math.floor(n / HOSTILE.length) % HOSTILE.length]}`

let texts = 0
const withHostileTexts = (pool: LiquidityPoolInfo): LiquidityPoolInfo => {
  const link = () => LINKS[texts++ % LINKS.length] ?? ''
  const socials = { twitter: link(), telegram: link(), discord: link(), website: link() }
  const info = { name: hostile(texts++), ticker: hostile(texts++), description: hostile(texts++), socials }
  return { ...pool, info: { ...pool.info, ...info, logoCID: hostile(texts++) } }
}

const showHostileTexts = async (browser: Browser, url: string): Promise<void> => {
  for (const size of SIZES) {
    const { page, end } = await openPage(browser, url, '#/status', { size })
    for (const pattern of ['**/v1/pools-main-page/**', '**/v1/pools-feed/**'])
      await page.route(pattern, async (route) => {
        const response = await route.fetch()
        const body: unknown = await response.json()
        const change = (value: unknown): unknown =>
          typeof value === 'object' && value !== null && 'info' in value
            ? withHostileTexts(value as LiquidityPoolInfo)
            : value
        await route.fulfill({ response, json: Array.isArray(body) ? body.map(change) : change(body) })
      })
    await page.evaluate(`location.hash = '#/'`)
    await page.locator('.view-switch').waitFor()
    // A narrow screen first shows the hot tokens.
    const young = page.getByRole('button', { name: 'New', exact: true })
    if (await young.isVisible()) await young.click()
    await page.locator('.card:visible').first().waitFor()
    await page.getByRole('button', { name: 'More of each list' }).click()
    await scrollToCard(page.getByRole('region', { name: 'New', exact: true }), 29)
    assert.ok((await overflowOf(page)) <= 0)
    const heights = await page.evaluate<number[]>(
      `[...document.querySelectorAll('.card')].map((card) => card.offsetHeight).filter((height) => height > 0)`,
    )
    assert.ok(
      heights.length >= 30 && Math.max(...heights) <= 120,
      `${heights.length} cards, ${Math.max(...heights)} pixels`,
    )
    const [asset] = await page.evaluate<string[]>(
      `[...document.querySelectorAll('.card')].map((card) => card.getAttribute('href'))`,
    )
    await page.evaluate(`location.hash = '#${asset}'`)
    await page.locator('.chart-body canvas').first().waitFor()
    assert.ok((await overflowOf(page)) <= 0)
    const links = await page.evaluate<string[]>(
      `[...document.querySelectorAll('a[rel~=ugc]')].map(({ href }) => href)`,
    )
    assert.deepEqual(
      links.filter((link) => !/^https:\/\/ok\.example\//.test(link)),
      [],
    )
    assert.equal(await page.evaluate('typeof hostile'), 'undefined')
    await end()
  }
  assert.ok(texts >= 500, `${texts} texts`)
}

browserTest('the page when something goes wrong', async (t, browser) => {
  const devnet = await startGrowingDevnet(t, seedOf(t))
  const service = await startKillable(t, devnet.url)
  const { url } = service

  await t.test('a fork of 20 blocks is said, and then the page is what the API answers', async () => {
    const { page, end } = await openPage(browser, url, '#/')
    devnet.make(FORK + 5)
    await untilEqual(page, url)
    const height = await page.locator('.sync .num').innerText()
    devnet.fork(FORK)
    await page.locator('.notice', { hasText: /forked: \d+ blocks? w(as|ere) rolled back/ }).waitFor()
    await until('a block after the fork', async () => (await page.locator('.sync .num').innerText()) > height)
    await untilEqual(page, url)
    await end()
  })

  const link = await slowLink(Number(new URL(url).port))
  t.after(() => link.close())
  const asset = tokenIn(service.dataDir)
  for (const [what, leave, comeBack, route, untilSame] of [
    ['connections that are cut', () => link.down(true), () => link.down(false), '#/', untilEqual],
    ['a service that is killed and started again', service.kill, service.startAgain, '#/', untilEqual],
    [
      'a service that is killed below the page of a token',
      service.kill,
      service.startAgain,
      `#/token/${asset}`,
      (page: Page) => untilEqualToken(page, url, asset),
    ],
  ] as const)
    await t.test(`${what}: the page says so, and heals without a reload`, async () => {
      const { page, problems } = await openPage(browser, `http://127.0.0.1:${link.port}`, route)
      await untilSame(page, url)
      // The page reloads if a script is cut off. Other tests cover this.
      await page.waitForLoadState('networkidle')
      await page.evaluate('globalThis.isTheSamePage = true')
      await leave()
      await page.locator('.notice', { hasText: 'The connection is lost' }).waitFor()
      devnet.make(10)
      await comeBack()
      await page.locator('.notice').waitFor({ state: 'hidden' })
      await untilSame(page, url)
      assert.equal(await page.evaluate('globalThis.isTheSamePage'), true)
      // The browser reports each failed attempt to connect.
      assert.deepEqual(
        problems.filter((problem) => !/WebSocket connection|Failed to load resource/.test(problem)),
        [],
      )
      await page.context().close()
    })

  await t.test('500 hostile texts run nothing and break no layout', () => showHostileTexts(browser, url))
})
