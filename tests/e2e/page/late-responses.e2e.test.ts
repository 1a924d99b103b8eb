// The page with scripted responses that arrive late, never, or in another order than their requests. The page shows the response to its
// last request, no value that is older than a received frame, and a dash for an unknown value.
import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import type { LiquidityPoolInfo } from '../../../schema/responses/pools.ts'
import { deferred } from '../../kit/deferred.ts'
import { until } from '../../kit/until.ts'
import { GRADUATED, NEVER, ON_CURVE } from './testing/page-server.ts'
import { connectWallet, pageTests } from './testing/page-test.ts'
import { sampleHot, sampleOrder, TIP, WALLET } from './testing/sample-state.ts'

const withCap = (pool: LiquidityPoolInfo, marketCap: number): LiquidityPoolInfo => ({
  ...pool,
  metrics: { ...pool.metrics, marketCap },
})

/** Requests one more response, which arrives after all earlier ones. */
const drawn = (page: Page): Promise<void> =>
  page.evaluate<void>(`fetch('/healthz').catch(() => {}).then(() => new Promise((resolve) =>
    requestAnimationFrame(() => requestAnimationFrame(resolve))))`)

const { test, server, open } = pageTests('answers in any order')

const count = (path: string): number => server.requests.filter((each) => each === path).length

for (const [route, list] of [
  ['#/', '.hot .card h3'],
  ['#/screener', '.screener tbody tr'],
] as const)
  test(`the list of the chosen window stays when the answer of another one is late: ${route}`, async () => {
    const released = deferred()
    const [few, many] = [server.pools.slice(0, 3), server.pools.slice(3, 14)]
    let sent = 0
    server.responses.set('/v1/pools-main-page/hot', async ({ query }) => {
      const pools = query.get('window') === 'day1' ? many : few
      if (query.get('window') === 'day1') await released.promise
      sent++
      return { count: pools.length, items: pools.map(sampleHot) }
    })
    const page = await open(route)
    // On the board the choice is a list; on the screener it is a button.
    const span = page.getByLabel('In the last')
    const choose = (label: string): Promise<unknown> =>
      route === '#/'
        ? span.selectOption({ label })
        : page.getByRole('button', { name: label, exact: true }).click()
    await page
      .locator(list)
      .nth(few.length - 1)
      .waitFor()
    const before = count('/v1/pools-main-page/hot')
    await choose('24h')
    await until('24h is asked for', () => count('/v1/pools-main-page/hot') > before)
    await choose('5m')
    await until('5m is asked for', () => count('/v1/pools-main-page/hot') > before + 1)
    const received = sent
    released.resolve()
    await until('24h is answered', () => sent > received)
    await drawn(page)
    assert.equal(await page.locator(list).count(), few.length)
    if (route === '#/') assert.equal(await span.inputValue(), 'min5')
    else await page.locator('[aria-pressed="true"]', { hasText: /^5m$/ }).waitFor()
  })

test('a late list does not set a price back', async () => {
  const released = deferred()
  const [pool] = server.pools
  assert.ok(pool)
  let sent = 0
  server.responses.set('/v1/pools-main-page/hot', async () => {
    await released.promise
    sent++
    return { count: 1, items: [sampleHot(withCap(pool, 1_111_000_000))] }
  })
  const page = await open('#/')
  const cap = page.getByRole('region', { name: 'New', exact: true }).locator('.card-cap data').first()
  await cap.waitFor()
  await until('the hot tokens are asked for', () => count('/v1/pools-main-page/hot') > 0)
  server.send('Latest', withCap(pool, 9_999_000_000))
  await page.locator('.card-cap data[value="9999000000"]').first().waitFor()
  released.resolve()
  await until('the list is answered', () => sent > 0)
  await page.locator('.hot .card').first().waitFor()
  await drawn(page)
  assert.equal(await page.locator('.card-cap data[value="1111000000"]').count(), 0)
})

test('the portfolio has the price of a token that nothing else of the page follows', async () => {
  const page = await open('#/')
  await page.locator('.card h3').first().waitFor()
  await connectWallet(page)
  await page.evaluate(`location.hash = '#/portfolio'`)
  const worth = page.locator(`tr[data-token="${ON_CURVE}"] td.right data`).first()
  await worth.waitFor()
  await page.evaluate(`location.hash = '#/status'`)
  await page.locator('.stage').first().waitFor()
  const at = server.pools.findIndex(({ info }) => info.asset === ON_CURVE)
  const before = server.pools[at]
  assert.ok(before)
  server.pools[at] = withCap(before, 2 * before.metrics.marketCap)
  server.block(TIP + 1)
  await page.evaluate(`location.hash = '#/portfolio'`)
  // 5 million tokens are 5/1000 of a billion tokens, and the market cap is the value of a billion.
  await page
    .locator(
      `tr[data-token="${ON_CURVE}"] td.right data[value="${(2 * before.metrics.marketCap * 5) / 1_000}"]`,
    )
    .waitFor()
  server.pools[at] = before
})

test('hundreds of unlisted tokens in a wallet are in pages after the listed one, and each block asks only for that one', async () => {
  const junk = Array.from({ length: 450 }, (_, n) => ({
    unit: `${'ef'.repeat(28)}.${n.toString(16).padStart(4, '0')}`,
    amount: '1',
  }))
  const value = [...junk, { unit: ON_CURVE, amount: '5' }, { unit: 'lovelace', amount: '1000000000' }]
  server.responses.set('/getUtxos', () => [{ value }])
  const asked: string[][] = []
  const response = server.responses.get('/v1/following/list')
  server.responses.set('/v1/following/list', (request) => {
    asked.push(JSON.parse(request.body) as string[])
    return response?.(request)
  })
  const page = await open('#/portfolio')
  await connectWallet(page)
  const rows = page.locator('tr[data-token]')
  const names = () => rows.evaluateAll((all) => all.map((row) => row.getAttribute('data-token')))
  const units = junk.map(({ unit }) => unit)
  await rows.nth(49).getByText('no market here').waitFor()
  assert.deepEqual(await names(), [ON_CURVE, ...units.slice(0, 49)])
  await page.getByRole('button', { name: 'Last page of the tokens' }).click()
  await page.locator(`[data-token="${units.at(-1)}"]`).waitFor()
  assert.deepEqual(await names(), units.slice(449))

  const all = [...units, ON_CURVE].toSorted()
  for (const [block, wanted] of [
    [1, all],
    [2, [ON_CURVE]],
    [3, [ON_CURVE]],
    [11, all],
    [12, [ON_CURVE]],
  ] as const) {
    const before = asked.length
    const assets = (): ReadonlySet<string> => new Set(asked.slice(before).flat())
    server.block(TIP + block)
    await until(`the tokens at block ${block}`, () => wanted.every((asset) => assets().has(asset)))
    assert.deepEqual([...assets()].toSorted(), wanted, `block ${block}`)
  }
})

test('a balance that is not known is a dash, and refuses no order', async () => {
  server.responses.set('/getUtxos', () => NEVER)
  const page = await open(`#/token/${ON_CURVE}`)
  await page.locator('.connect').click()
  await page.getByRole('button', { name: /^Devnet wallet/ }).click()
  await page.locator('a.connect', { hasText: '—' }).waitFor()
  const panel = page.getByRole('region', { name: 'Trade' })
  await panel.getByText('Wallet: —').waitFor()
  await panel.getByRole('textbox').fill('250')
  await panel.locator('.go:not([aria-disabled="true"])').waitFor()
  await page.evaluate(`location.hash = '#/portfolio'`)
  await page.locator('.purse', { hasText: '—' }).waitFor()
  assert.equal(await page.locator('a.connect data, .purse data').count(), 0)
})

test('orders, positions and a sum that are not known are dashes, and nothing is said to be none', async () => {
  for (const path of ['/v1/user-history-feed/initial/state', '/balances/v1/user/positions', '/getUtxos'])
    server.responses.set(path, () => NEVER)
  server.responses.set('/v1/orders-feed/initial/state', () => NEVER)
  const page = await open('#/portfolio')
  await page.locator('.connect').click()
  await page.getByRole('button', { name: /^Devnet wallet/ }).click()
  for (const title of ['Tokens', 'Open orders', 'History']) {
    const part = page.getByRole('region', { name: title, exact: true })
    await part.locator('.box-head .num', { hasText: /^—$/ }).first().waitFor()
    await part.locator('.skeleton').waitFor()
    assert.equal(await part.locator('data, .empty').count(), 0, title)
  }
  await page.evaluate(`location.hash = '#/token/${ON_CURVE}'`)
  await page.locator('.in-flight', { hasText: '— in flight' }).waitFor()
})

test('a wallet whose order this page did not send shows no balance until its change is known', async () => {
  const own = { address: WALLET.address, pkh: WALLET.pkh, status: 'Mempool' } as const
  server.responses.set('/v1/user-history-feed/initial/state', () => ({
    ledger: { count: 0, items: [] },
    mempool: [sampleOrder(GRADUATED, 1, own)],
  }))
  const page = await open('#/portfolio')
  await page.locator('.connect').click()
  await page.getByRole('button', { name: /^Devnet wallet/ }).click()
  await page.getByRole('region', { name: 'Open orders' }).locator('tbody tr').waitFor()
  await until('the outputs are asked for', () => count('/getUtxos') > 0)
  await drawn(page)
  await page.locator('a.connect', { hasText: '—' }).waitFor()
  server.send('UserHistoryByAddress', sampleOrder(GRADUATED, 1, { ...own, status: 'Pending' }))
  await page.locator('a.connect data[value="1000000000"]').waitFor()
})
