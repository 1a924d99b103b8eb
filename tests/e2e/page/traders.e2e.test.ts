// Leaderboards, the traders of a token, and the view of one trader, on scripted responses.
import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { NEVER, ON_CURVE } from './testing/page-server.ts'
import { connectWallet, pageTests } from './testing/page-test.ts'
import {
  samplePool,
  sampleRanked,
  sampleTokenTrader,
  sampleTrader,
  sampleTrades,
  WALLET,
} from './testing/sample-state.ts'

const { test, server, open } = pageTests('the views of traders')

const valuesOf = (page: Page, part: string, name: string): Promise<string[]> =>
  page.evaluate(
    `[...document.querySelectorAll('${part} [${name}]')].map((each) => each.getAttribute('${name}'))`,
  )

const TABLE = '[aria-label="Traders"] tbody'

test('a leaderboard has the exact figures of its time and rank, page by page, and leads to each trader', async () => {
  const asked: string[] = []
  const respond = server.responses.get('/v1/traders')
  server.responses.set('/v1/traders', (request) => {
    asked.push(request.query.toString())
    return respond?.(request)
  })
  const page = await open('#/traders')
  await page.locator(`${TABLE} tr`).nth(49).waitFor()
  const rows = Array.from({ length: 50 }, (_, n) => sampleRanked(n))
  assert.deepEqual(
    await valuesOf(page, TABLE, 'data-profit'),
    rows.map(({ profit }) => profit),
  )
  assert.equal(
    await page.locator(`${TABLE} tr`).first().locator('[title*="sale"]').getAttribute('title'),
    '0 of 0 sales with a profit',
  )
  await page.getByRole('button', { name: 'Last page of the traders' }).click()
  await page.locator(`${TABLE} tr:first-child td`, { hasText: '101' }).waitFor()
  await page.getByRole('button', { name: '30 days' }).click()
  await page.locator(`${TABLE} tr:nth-child(50)`).waitFor()
  await page.getByLabel('Ranked by').selectOption('volume')
  await page.locator(`${TABLE} tr`).first().waitFor()
  await page.locator(`${TABLE} .who a`).nth(2).click()
  await page.waitForURL(`${server.url}/trader/${sampleRanked(2).address}`)
  for (const query of [
    'window=7d&by=profit&limit=50&offset=0',
    'window=7d&by=profit&limit=50&offset=100',
    'window=30d&by=profit&limit=50&offset=0',
    'window=30d&by=volume&limit=50&offset=0',
  ])
    assert.ok(asked.includes(query), `${query} is not among ${asked.join(' ')}`)
})

test('the traders of a token have what they earned, and what the rest would bring; what is unknown is a dash', async () => {
  const page = await open(`#/token/${ON_CURVE}`)
  await page.getByRole('button', { name: 'Traders' }).click()
  await page.locator(`${TABLE} tr`).nth(2).waitFor()
  assert.deepEqual(await valuesOf(page, TABLE, 'data-profit'), ['3100000', '3100000', '3100000'])
  assert.deepEqual(
    await valuesOf(page, TABLE, 'data-brings'),
    [1, 2].map((n) => sampleTokenTrader(n).netNow),
  )
  assert.equal(await page.locator(`${TABLE} tr:first-child td`).last().textContent(), '—')
})

test("the view of a trader has its figures, trades and launches, and marks the wallet's own one", async () => {
  const page = await open(`#/trader/${WALLET.address}`)
  await page.locator('[aria-label="Profit"] .pairs').waitFor()
  const { windows, all } = sampleTrader
  assert.deepEqual(await valuesOf(page, '[aria-label="Figures"] tbody', 'data-profit'), [
    ...(['1d', '7d', '30d'] as const).map((window) => windows[window].profit),
    all.profit,
  ])
  assert.deepEqual(await valuesOf(page, '[aria-label="Profit"]', 'data-profit'), [all.profit, '7100000'])
  await page.locator('[aria-label="Profit"]', { hasText: '2, 1 graduated' }).waitFor()
  await page.locator('[aria-label="Profit"]', { hasText: 'Left out: 1 without a price.' }).waitFor()
  assert.deepEqual(
    await valuesOf(page, '[aria-label="Trades"] tbody', 'value'),
    sampleTrades.map(({ lovelace }) => lovelace),
  )
  assert.equal(await page.locator('h1 .chip').count(), 0)
  await connectWallet(page)
  await page.locator('h1 .chip', { hasText: 'you' }).waitFor()
})

test('the page is looked at as any wallet, over a reload, and nothing is sent for it', async () => {
  const page = await open(`trader/${WALLET.address}`)
  await page.getByRole('button', { name: 'View as this wallet' }).click()
  await page.locator('a.connect data[value="1000000000"]').waitFor()
  await page.goto(`${server.url}/view/portfolio`)
  await page.locator('.purse', { hasText: 'Only looked at' }).waitFor()
  await page.locator('tr[data-token]').first().waitFor()
  await page.goto(`${server.url}/token/${ON_CURVE}`)
  await page.locator('a.connect data[value="1000000000"]').waitFor()
  await page.locator('.trade input').fill('25')
  await page.locator('.trade .go:not([aria-disabled="true"])').click()
  await page
    .locator('.trade .failed', { hasText: 'This wallet is only looked at. Connect it to send something.' })
    .waitFor()
  assert.ok(!server.requests.includes('/order'))
  await page.goto(`${server.url}/view/portfolio`)
  await page.getByRole('button', { name: 'Disconnect' }).click()
  await page.getByText('Connect a wallet to see').waitFor()
})

test('an open position without a known price has a dash and no profit', async () => {
  server.responses.set(`/v1/traders/${WALLET.address}`, () => ({
    ...sampleTrader,
    open: { ...sampleTrader.open, netNow: null },
  }))
  const page = await open(`#/trader/${WALLET.address}`)
  await page.locator('[aria-label="Profit"] .pairs').waitFor()
  assert.deepEqual(await valuesOf(page, '[aria-label="Profit"]', 'data-profit'), [sampleTrader.all.profit])
})

test('a trader that the service has not told yet has no figures', async () => {
  server.responses.set(`/v1/traders/${WALLET.address}`, () => NEVER)
  const page = await open(`#/trader/${WALLET.address}`)
  await page.locator('[aria-label="Trades"] tbody tr').first().waitFor()
  assert.equal(await page.locator('[data-profit]').count(), 0)
  await page.locator('[aria-label="Trades"] tbody', { hasText: samplePool(0).info.name }).waitFor()
})

test('a link that was cut is said to lead nowhere', async () => {
  for (const [path, words] of [
    [`trader/${WALLET.address.slice(0, 40)}`, 'Trader not found'],
    ['trader/nobody', 'Trader not found'],
    [`token/${ON_CURVE.slice(0, 40)}`, 'Token not found'],
  ] as const) {
    const page = await open(path)
    await page.locator('h1', { hasText: words }).waitFor()
  }
})

test('the search leads from an address to its trader', async () => {
  const page = await open('')
  await page.locator('.search input').fill(` ${WALLET.address} `)
  await page.locator('.found a', { hasText: 'Trader' }).waitFor()
  await page.keyboard.press('Enter')
  await page.waitForURL(`${server.url}/trader/${WALLET.address}`)
  await page.waitForFunction(`document.activeElement.matches('main')`)
  await page.locator('.search input').fill(WALLET.address.slice(0, 30))
  await page.locator('.found', { hasText: 'This is no whole address of a wallet.' }).waitFor()
})
