// The page in a real browser, on a devnet that moves: what people see, and that it is what the API answers. One service and
// one browser for all of it.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { type TestContext, test } from 'node:test'
import type { Page } from 'playwright-core'
import { PNG } from '../api/images/testing/sample-images.ts'
import { DEVELOPER_MNEMONIC } from '../fixtures/devnet/actors/people.ts'
import { temporaryDirectory } from '../fixtures/testing/temporary-directory.ts'
import { parseAddress } from '../schema/address.ts'
import type { Bar, MarketCapBar } from '../schema/chart-answers.ts'
import { RESOLUTIONS, type Resolution } from '../schema/charts.ts'
import type { LiquidityPoolInfo } from '../schema/pools.ts'
import { readSettings } from '../schema/settings.ts'
import type { UnspentOutputBody } from '../schema/utxos.ts'
import { startService } from './service/service.ts'
import { findChromium, openBrowser } from './testing/browser.ts'
import { outsideSigner } from './testing/outside-signer.ts'
import { openPage, type PageWallet, SIZES, THEMES, until } from './testing/watched-page.ts'

const chromium = await findChromium()

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

const start = async (t: TestContext): Promise<string> => {
  const env = { DATA_DIR: temporaryDirectory(t), PORT: '0', DEVNET_PORT: '0', LOG_LEVEL: 'silent' }
  const service = await startService(readSettings(env, []).settings)
  t.after(() => service.close())
  await until('the service is ready', () => service.isReady())
  return service.url
}

const get = async <T>(url: string): Promise<T> => {
  const response = await fetch(url)
  assert.equal(response.status, 200, url)
  return (await response.json()) as T
}

const post = async <T>(url: string, body: unknown): Promise<T> => {
  const headers = { 'Content-Type': 'application/json' }
  const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })
  assert.equal(response.status, 200, url)
  return (await response.json()) as T
}

const kingOf = (url: string) => get<LiquidityPoolInfo>(`${url}/v1/pools-main-page/koth`)

/** Serious or not, by rule with the elements. */
const violationsOf = async (page: Page): Promise<string[]> => {
  await page.evaluate(AXE)
  return page.evaluate<string[]>(`axe
    .run({ runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa'] })
    .then(({ violations }) => violations.map(({ id, nodes }) => id + ': ' + nodes.map(({ html, failureSummary }) =>
      html.slice(0, 160) + ' ' + failureSummary.slice(0, 200)).join(' | ')))`)
}

const overflowOf = (page: Page) =>
  page.evaluate<number>('document.documentElement.scrollWidth - document.documentElement.clientWidth')

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

/** The bars as the page's table has them: start in Unix seconds, then the prices and the volume. */
const shownBars = async (page: Page): Promise<string[][]> =>
  page.evaluate<string[][]>(`[...document.querySelectorAll('.chart tbody tr')].map((row) => [
    String(Date.parse(row.querySelector('time').dateTime) / 1000),
    ...[...row.querySelectorAll('data')].map(({ value }) => value)])`)

/** Pixels of candles that rose and that fell. */
const paintedOf = (page: Page) =>
  page.evaluate<{ up: number; down: number }>(`(() => {
    let up = 0, down = 0
    for (const canvas of document.querySelectorAll('.chart-body canvas')) {
      const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height)
      for (let at = 0; at < data.length; at += 4) {
        if (data[at + 3] < 200) continue
        if (data[at + 1] > 180 && data[at] < 120) up++
        if (data[at] > 220 && data[at + 1] < 140) down++
      }
    }
    return { up, down }
  })()`)

const BUTTONS: Readonly<Record<Resolution, string>> = {
  min1: '1m',
  min5: '5m',
  hour1: '1h',
  day1: '1D',
  week1: '1W',
  month1: '1M',
}

const connectWith = async (page: Page, name: RegExp): Promise<void> => {
  await page.locator('.connect').click()
  await page.getByRole('button', { name }).click()
  await page.locator('a.connect data').waitFor()
}

/** Fills in the panel, waits for the quote, and sends. @throws {Error} in the page's words when it is refused */
const trade = async (page: Page, side: 'Buy' | 'Sell', amount: string): Promise<void> => {
  const panel = page.getByRole('region', { name: 'Trade' })
  await panel.getByRole('button', { name: side, exact: true }).click()
  await panel.getByRole('textbox').fill(amount)
  await panel.locator('button.go:enabled').click()
  await panel.locator('.outcome.done, .outcome.failed').waitFor()
  if ((await panel.locator('.outcome.failed').count()) > 0)
    throw new Error(await panel.locator('.outcome.failed').innerText())
}

const untilBars = (page: Page) =>
  until('bars', async () => {
    const bars = await shownBars(page)
    return bars.length > 0 && bars
  })

const signer = outsideSigner(DEVELOPER_MNEMONIC)

/** CIP-30 made of code of others, over the same keys as the devnet's own wallet. */
const walletOf = (url: string): PageWallet => ({
  getNetworkId: async () => 0,
  getChangeAddress: async () => parseAddress(signer.address),
  getUtxos: async () =>
    signer.getUtxos(await post<UnspentOutputBody[]>(`${url}/getUtxos`, { pkh: signer.pkh, limit: 100 })),
  signTx: async (cbor) => signer.signTx(cbor),
})

test('the page in a browser', { skip: typeof chromium === 'string' ? chromium : false }, async (t) => {
  if (typeof chromium === 'string') return
  const url = await start(t)
  const browser = await openBrowser(chromium)
  t.after(() => browser.close())
  const asset = (await kingOf(url)).info.asset
  const views = {
    board: '#/',
    map: '#/map',
    token: `#/token/${asset}`,
    launch: '#/launch',
    portfolio: '#/portfolio',
    status: '#/status',
  }
  /** What is there when a view is. */
  const signs: Readonly<Record<string, string>> = {
    board: '.card h3:visible',
    map: '.tile:visible',
    token: '.chart-body canvas',
    launch: 'form',
    portfolio: '.portfolio',
    status: '.stage.ok',
  }

  for (const size of SIZES)
    for (const theme of THEMES)
      await t.test(`every view at ${size.width} in ${theme} fits and can be read by everybody`, async () => {
        const { page, assertClean } = await openPage(browser, url, views.board, { size, theme })
        for (const [view, route] of Object.entries(views)) {
          await page.evaluate(`location.hash = '${route}'`)
          await page
            .locator(signs[view] ?? '')
            .first()
            .waitFor()
          assert.ok((await overflowOf(page)) <= 0, view)
          assert.deepEqual(await violationsOf(page), [], view)
        }
        assertClean()
        await page.context().close()
      })

  await t.test('the board has cards in every list, and their figures are those of the API', async () => {
    const { page, assertClean } = await openPage(browser, url, views.board)
    for (const title of ['Newest', 'About to graduate', 'Top market cap'])
      await page.getByRole('region', { name: title }).locator('.card h3').nth(4).waitFor()
    await until('the king has its market cap', async () => {
      const { info, metrics } = await kingOf(url)
      const shown = await page
        .locator(`.king[href="#/token/${info.asset}"] .king-cap data`)
        .getAttribute('value')
      assert.equal(shown, `${metrics.marketCap}`)
      return true
    })
    assertClean()
    await page.context().close()
  })

  await t.test('search is reached by a key, finds a token and goes to it', async () => {
    const { page, assertClean } = await openPage(browser, url, views.board)
    await page.locator('.card').first().waitFor()
    const { name } = (await kingOf(url)).info
    await page.keyboard.press('/')
    await page.keyboard.type(name)
    await page.locator('.found a').first().waitFor()
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name }).waitFor()
    assertClean()
    await page.context().close()
  })

  await t.test(
    'the chart is the history of the API in every resolution, and its market cap that of the pool',
    async () => {
      const { page, assertClean } = await openPage(browser, url, views.token)
      await until('candles are painted', async () => {
        const { up, down } = await paintedOf(page)
        return up > 200 && down > 20
      })
      await press(page, 'Table')
      for (const resolution of RESOLUTIONS) {
        await press(page, BUTTONS[resolution])
        await until(`the bars of ${resolution}`, async () => {
          const query = `base=${asset}&quote=.&resolution=${resolution}&from=0&to=9999999999`
          const bars = await get<Bar[]>(`${url}/v1/charts/history?${query}`)
          assert.ok(bars.length > 0)
          assert.deepEqual(
            await shownBars(page),
            bars
              .reverse()
              .map(({ time, open, high, low, close, volume }) => [`${time}`, open, high, low, close, volume]),
          )
          const caps = await get<MarketCapBar[]>(`${url}/v1/charts/mcap/history?${query}`)
          const pool = await get<LiquidityPoolInfo>(`${url}/v1/pools-feed/initial/state?asset=${asset}`)
          const shown = await page.locator('.main-figure data').getAttribute('value')
          assert.deepEqual([shown, caps.at(-1)?.mCap], Array(2).fill(`${pool.metrics.marketCap}`))
          return true
        })
      }
      assertClean()
      await page.context().close()
    },
  )

  await t.test(
    'a wallet of the devnet buys on the curve: its row comes by itself, and the last bar moves',
    async () => {
      const { page, assertClean } = await openPage(browser, url, views.token)
      await connectWith(page, /^Devnet wallet/)
      await press(page, 'Table')
      const before = await untilBars(page)
      const own = page.locator('tr.mine')
      const rows = await own.count()
      await trade(page, 'Buy', '25')
      await until('the own row', async () => (await own.count()) > rows)
      await until('the last bar moves', async () => `${(await shownBars(page))[0]}` !== `${before[0]}`)
      assertClean()
      await page.context().close()
    },
  )

  await t.test('a wallet in the browser buys and sells on the AMM, and takes an order back', async () => {
    const [first] = await get<LiquidityPoolInfo[]>(
      `${url}/v1/pools-main-page/initial/state?filter=CompletedMCap`,
    )
    const route = `#/token/${first?.info.asset ?? assert.fail()}`
    const { page, assertClean } = await openPage(browser, url, route, { wallet: walletOf(url) })
    await connectWith(page, /^Test wallet/)
    const own = page.locator('tr.mine')
    for (const side of ['Buy', 'Sell'] as const) {
      const rows = await own.filter({ hasText: side }).count()
      await trade(page, side, side === 'Buy' ? '40' : '100000')
      await until(`the own row: ${side}`, async () => (await own.filter({ hasText: side }).count()) > rows)
    }
    await page.getByRole('button', { name: /^Open orders/ }).click()
    await until('an order is taken back before it is filled', async () => {
      await trade(page, 'Buy', '12')
      const cancel = own.getByRole('button', { name: 'Cancel', exact: true })
      await cancel.click({ timeout: 5_000 })
      await page
        .getByText('being taken back')
        .or(page.getByText('Cancelling'))
        .first()
        .waitFor({ timeout: 5_000 })
      const { ledger } = await post<{ ledger: { items: { status: string }[] } }>(
        `${url}/v1/user-history-feed/initial/state`,
        [signer.pkh],
      )
      return ledger.items.some(({ status }) => status === 'Refunded')
    })
    await page.evaluate(`location.hash = '#/portfolio'`)
    await page.getByRole('region', { name: 'History' }).getByText('taken back').first().waitFor()
    // An order that is filled while it is taken back: the builder or the node refuses the cancellation.
    assertClean(/status of 500 .*\/(cancel|sign-and-submit|submit)$/)
    await page.context().close()
  })

  await t.test('a token that is launched from the form appears on another open page by itself', async () => {
    const watching = await openPage(browser, url, views.board)
    await watching.page.locator('.card').first().waitFor()
    const { page, assertClean } = await openPage(browser, url, views.launch)
    await connectWith(page, /^Devnet wallet/)
    await page.getByLabel('Name').fill('Page Panda')
    await page.getByLabel('Ticker').fill('PANDA')
    await page.getByLabel('Description').fill('A panda <script>alert(1)</script>.')
    await page.getByLabel('Website').fill('https://panda.example')
    await page.getByLabel(/^Image/).setInputFiles({ name: 'panda.png', mimeType: 'image/png', buffer: PNG })
    await page.getByLabel(/^First purchase/).fill('50')
    await press(page, 'Launch')
    await page.getByRole('heading', { level: 1, name: 'Page Panda' }).waitFor()
    await page.locator('.token-head img.face[src^="/ipfs/"]').waitFor()
    await watching.page.getByRole('region', { name: 'Newest' }).getByText('Page Panda').waitFor()
    assertClean()
    watching.assertClean()
    for (const each of [page, watching.page]) await each.context().close()
  })

  await t.test('a curve that is completed turns to graduated without a reload', async () => {
    const [first] = await get<LiquidityPoolInfo[]>(`${url}/v1/pools-main-page/initial/state?filter=Progress`)
    const token = first?.info.asset ?? assert.fail()
    const { page, assertClean } = await openPage(browser, url, `#/token/${token}`)
    await connectWith(page, /^Devnet wallet/)
    const graduated = page.locator('.chip.grad')
    await until('graduated', async () => {
      if ((await graduated.count()) > 0) return true
      const { pool } = await get<LiquidityPoolInfo>(`${url}/v1/pools-feed/initial/state?asset=${token}`)
      const left = (pool.adaCapThreshold ?? 0) - Number(pool.x.amount)
      // The percentage fee is taken from what is spent. What others buy meanwhile can make it too much.
      if (left > 0)
        await trade(page, 'Buy', `${Math.max(2, Math.ceil((left * 1.0004) / 0.99 / 1e6))}`).catch(() => {})
      return graduated.waitFor({ timeout: 8_000 }).then(
        () => true,
        () => false,
      )
    })
    await page.getByRole('region', { name: 'Graduated' }).waitFor()
    assertClean()
    await page.context().close()
  })
})
