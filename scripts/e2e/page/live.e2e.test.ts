// The open page on frames that the test sends: it requests only data that no frame has, and nothing moves away under the mouse.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { PATIENCE } from '../../../fixtures/testing/patience.ts'
import { until } from '../../../fixtures/testing/until.ts'
import { findChromium, openBrowser } from '../../testing/browser.ts'
import { coveredCells, overflowOf, unreachable } from './testing/page-checks.ts'
import { GRADUATED, ON_CURVE, startPageServer } from './testing/page-server.ts'
import { sampleOrder, samplePool, TIP, WALLET } from './testing/sample-state.ts'

const chromium = findChromium()

test('the open page', { skip: typeof chromium === 'string' ? chromium : false }, async (t) => {
  if (typeof chromium === 'string') return
  const server = await startPageServer(t)
  const browser = await openBrowser(chromium)
  t.after(() => browser.close())
  const usual = new Map(server.answers)
  t.beforeEach(() => {
    for (const [path, answer] of usual) server.answers.set(path, answer)
  })
  const open = async (): Promise<Page> => {
    const page = await browser.newPage()
    page.setDefaultTimeout(PATIENCE / 12)
    return page
  }

  await t.test(
    'a block causes no request; a trade has one frame of its pool, and one request for each figure that the feed lacks',
    async () => {
      const page = await open()
      await page.clock.install()
      await page.goto(server.url)
      const list = (name: string) => page.getByRole('region', { name, exact: true }).locator('.card')
      let height = TIP
      /** Requests caused by ten blocks and by the actions after them. */
      const asked = async (ready: string, act: () => Promise<void>): Promise<readonly string[]> => {
        await page.locator(ready).first().waitFor()
        // Changes since the page was loaded are fetched.
        await page.clock.runFor(11_000)
        await page.waitForLoadState('networkidle')
        const before = server.requests.length
        for (let blocks = 0; blocks < 10; blocks++) server.block(++height)
        await page.locator('.sync', { hasText: height.toLocaleString('en-US') }).waitFor()
        await page.clock.runFor(5_000)
        assert.deepEqual(server.requests.slice(before), [])
        await act()
        // The frame may come after the clock has run.
        await until('requests because of the frame', async () => {
          await page.clock.runFor(11_000)
          return server.requests.length >= before + 2
        })
        await page.waitForLoadState('networkidle')
        return server.requests.slice(before).sort()
      }
      const pool = samplePool(5, 0.995)
      assert.deepEqual(
        await asked('.hot .card', async () => {
          server.send('Latest', pool)
          server.send(
            'LatestOrders',
            sampleOrder(pool.info.asset, 500, { timestamp: Math.ceil(Date.now() / 1000) }),
          )
          await page.locator('.king', { hasText: pool.info.name }).waitFor()
          for (const name of ['New', 'Almost there'])
            await list(name)
              .filter({ hasText: pool.info.name })
              .getByRole('progressbar', { name: / graduation$/ })
              .and(page.locator('[aria-valuenow="99.5"]'))
              .waitFor()
        }),
        ['/v1/pools-main-page/hot', '/v1/pools-main-page/totals'],
      )
      await page.evaluate(`location.hash = '#/token/${ON_CURVE}'`)
      assert.deepEqual(await asked('.legend .who', async () => server.send('PoolFeed', samplePool(1, 0.5))), [
        '/balances/v1/pool/holders',
        '/v1/charts/sparklines',
      ])
      await page.close()
    },
  )

  await t.test('a list keeps its order under the mouse', async () => {
    const page = await open()
    await page.goto(server.url)
    const list = page.getByRole('region', { name: 'New', exact: true })
    const first = list.locator('.card h3').first()
    const before = await first.innerText()
    await first.hover()
    const launched = samplePool(-1)
    server.send('Latest', launched)
    await list.getByText('paused').waitFor()
    assert.equal(await first.innerText(), before)
    await page.locator('.top').hover()
    await list.locator('li').first().getByText(launched.info.name).waitFor()
    await page.close()
  })

  await t.test('the table of trades is limited to those of the creator, or of the wallet', async () => {
    const pool = samplePool(1)
    const { pkh } = sampleOrder(ON_CURVE, 3)
    const info = { ...pool.info, poolAuthor: { pkh, skh: '' } }
    server.answers.set('/v1/pools-feed/initial/state', () => ({ ...pool, info }))
    const page = await open()
    await page.goto(`${server.url}/token/${ON_CURVE}`)
    await page.locator('[data-order]').first().waitFor()
    await page.getByRole('button', { name: "The creator's" }).click()
    await page.locator('[data-order]').nth(10).waitFor()
    const shown = await page
      .locator('[data-order]')
      .evaluateAll((rows) => rows.map((row) => row.getAttribute('data-order')))
    const orders = Array.from({ length: 100 }, (_, n) => sampleOrder(ON_CURVE, n))
    assert.deepEqual(
      shown,
      orders.filter((order) => order.pkh === pkh).map(({ entityId }) => entityId),
    )
    await page.getByRole('button', { name: 'Yours' }).click()
    await page.getByText('Connect a wallet to see its trades.').waitFor()
    await page.close()
  })

  await t.test('an own open order and its button are on the screen of a phone', async () => {
    const own = { status: 'Pending', orderType: 'CFMM', address: WALLET.address, pkh: WALLET.pkh } as const
    const orders = { ledger: { count: 1, items: [sampleOrder(GRADUATED, 1, own)] }, mempool: [] }
    server.answers.set('/v1/user-history-feed/initial/state', () => orders)
    server.answers.set('/v1/orders-feed/initial/state', () => orders)
    const page = await open()
    await page.goto(`${server.url}/#/portfolio`)
    await page.locator('.connect').click()
    await page.getByRole('button', { name: /^Devnet wallet/ }).click()
    for (const route of ['#/portfolio', `#/token/${GRADUATED}`])
      for (const width of [320, 390]) {
        await page.setViewportSize({ width, height: 844 })
        await page.evaluate(`location.hash = '${route}'`)
        if (route === '#/portfolio')
          for (const title of [/^Tokens/, /^Open orders/, /^History/])
            await page.getByRole('heading', { name: title }).waitFor()
        else await page.getByRole('button', { name: /^Open orders/ }).click()
        await page.getByRole('button', { name: 'Cancel', exact: true }).waitFor()
        assert.deepEqual(await unreachable(page), [], `${route} at ${width}`)
        assert.deepEqual(await coveredCells(page), [], `${route} at ${width}`)
        assert.ok((await overflowOf(page)) <= 0, `${route} at ${width}`)
      }
    await page.close()
  })
})
