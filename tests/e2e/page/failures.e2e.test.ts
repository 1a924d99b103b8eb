// The page on scripted responses after failures. Each part of the page reports its failure, and recovers without the user. The page follows
// a sent order until it is filled or cancelled.
import assert from 'node:assert/strict'
import { isDeepStrictEqual } from 'node:util'
import type { Page } from 'playwright-core'
import { PNG } from '../../../api/images/testing/sample-images.ts'
import { until } from '../../kit/until.ts'
import { COUNT_REQUESTS } from './testing/page-checks.ts'
import { GRADUATED, ON_CURVE, Refused } from './testing/page-server.ts'
import { connectWallet, pageTests } from './testing/page-test.ts'
import { sampleOrder, TIP, WALLET } from './testing/sample-state.ts'
import { builtOrder, builtReturn, CHANGE } from './testing/sample-transactions.ts'

const ORDER = builtOrder({ assetId: ON_CURVE, amount: '250000000', side: 'BUY', minOutput: '4250000' })

const { test, server, open, mend } = pageTests('the page when a part fails')

const refuse = (...paths: string[]): void => {
  for (const path of paths)
    server.responses.set(path, () => new Refused(503, 'SERVICE_UNAVAILABLE', 'not ready'))
}

for (const [view, route, path, part, sign] of [
  ['board', '#/', '/v1/pools-main-page/initial/state', 'The tokens', '.card h3'],
  ['board', '#/', '/v1/pools-main-page/hot', 'The hot tokens', '.hot .card h3'],
  ['token', `#/token/${ON_CURVE}`, '/v1/pools-feed/initial/state', 'The token', 'h1'],
  ['token', `#/token/${ON_CURVE}`, '/v1/charts/history', 'The chart', '.chart-body canvas'],
  ['token', `#/token/${ON_CURVE}`, '/v1/orders-feed/initial/state', 'The orders', 'tbody tr'],
] as const)
  test(`${part} of the ${view} says that it cannot be loaded, and heals`, async () => {
    refuse(path)
    const page = await open(route)
    const words = page.locator('.empty', {
      hasText: `${part} cannot be loaded now. The service is not ready.`,
    })
    await words.first().waitFor()
    await page.locator('.notice').waitFor()
    await page.locator('.sync.busy').waitFor()
    mend()
    await page.locator(sign).first().waitFor()
    await page.locator('.notice').waitFor({ state: 'hidden' })
  })

test('a page of a hotel in place of an answer is said to be none of the service', async () => {
  const page = await open('#/', 1_280, async (page) => {
    await page.route('**/v1/pools-main-page/hot*', (route) =>
      route.fulfill({ contentType: 'text/html', body: '<!doctype html><p>Please log in' }),
    )
  })
  await page
    .locator('.empty', { hasText: 'Something between this device and the service answers instead of it.' })
    .waitFor()
})

test('a token that does not exist is said once, and asked for once', async () => {
  const asset = `${'00'.repeat(28)}.00`
  for (const path of ['/v1/pools-feed/initial/state', '/balances/v1/pool/holders'])
    server.responses.set(path, () => new Refused(404, 'NOT_FOUND', 'No launch of this token'))
  const page = await open(`token/${asset}`)
  await page.getByRole('heading', { name: 'Token not found' }).waitFor()
  assert.equal(await page.locator('.notice').isVisible(), false)
  assert.deepEqual(
    server.requests.filter((path) => path.includes('/pool/holders') && path.includes(asset)),
    [],
  )
})

test('a watched token that is no longer listed can be removed', async () => {
  const asset = `${'11'.repeat(28)}.11`
  server.responses.set('/v1/pools-feed/initial/state', () => new Refused(404, 'NOT_FOUND', 'none'))
  const page = await open('view/watched', 1_280, async (page) => {
    await page.addInitScript(`localStorage.watched ??= '${JSON.stringify([{ asset }])}'`)
  })
  const row = page.locator('.watch-list li', { hasText: 'is not listed here.' })
  await row.getByRole('button', { name: 'Remove' }).click()
  await page.getByText('You watch no tokens.').waitFor()
  assert.equal(await page.evaluate('localStorage.watched'), undefined)
})

test('a wallet of an earlier visit waits for a service that is away', async () => {
  refuse('/status')
  const page = await open('view/portfolio', 1_280, async (page) => {
    await page.addInitScript(`localStorage.wallet = 'devnet'`)
  })
  await page.getByText('The wallet is connected as soon as it and the service answer.').waitFor()
  mend()
  await page.locator('a.connect data').waitFor()
})

test('a view whose file is gone after an upgrade is there again after one reload by itself', async () => {
  server.lost = /\/explorer\/launch-/
  const page = await open('#/')
  await page.locator('.card h3').first().waitFor()
  await page.evaluate(`globalThis.isTheOldPage = true; location.hash = '#/launch'`)
  await page.waitForFunction('globalThis.isTheOldPage === undefined')
  await page.getByText('This part of the page cannot be loaded now.').first().waitFor()
  server.lost = undefined
  await page.evaluate(`sessionStorage.removeItem('reloaded')`)
  await page.locator('form').waitFor()
})

test('a page whose scripts do not arrive says so, and is there by itself when they can be had', async () => {
  for (const lost of [/\/explorer\/(main|chunk)-/, /\/explorer\/chunk-/]) {
    server.lost = lost
    const page = await open('', 1_280, async (page) => {
      await page.addInitScript('sessionStorage.clear()')
    })
    await page.getByText('The page is loading. If this stays, load it again.').waitFor()
    const asked = server.requests.length
    await until('the script is asked for again', () =>
      server.requests.slice(asked).some((path) => lost.test(path)),
    )
    server.lost = undefined
    await page.locator('.card h3').first().waitFor()
  }
})

test('what is typed survives a reload, and a new version of the page is said and not forced', async () => {
  const page = await open('view/launch')
  const fill = async () => {
    await page.getByLabel('Name').fill('Draft Dragon')
    await page.getByLabel(/^First purchase/).fill('2,5')
    await page.getByLabel(/^Image/).setInputFiles({ name: 'dragon.png', mimeType: 'image/png', buffer: PNG })
  }
  await fill()
  await page.locator('.drop', { hasText: 'dragon.png' }).waitFor()
  await page.evaluate(`new Promise((resolve) => {
        const opening = indexedDB.open('drafts')
        opening.onsuccess = () =>
          opening.result.transaction('files').objectStore('files').getAll().onsuccess = resolve
      }).then(() => {})`)
  await page.reload()
  await page.locator('.drop', { hasText: 'dragon.png' }).waitFor()
  assert.equal(await page.getByLabel('Name').inputValue(), 'Draft Dragon')
  assert.equal(await page.getByLabel(/^First purchase/).inputValue(), '2,5')

  await page.evaluate(`location.hash = '#/token/${ON_CURVE}'`)
  const amount = page.getByRole('region', { name: 'Trade' }).getByRole('textbox')
  await amount.fill('77')
  const newer = async (page: Page) =>
    page.route(`${server.url}/`, async (route) => {
      const response = await route.fetch()
      const body = (await response.text()).replace(
        /main-[A-Z0-9]+\.js" data-main/,
        'main-NEWER.js" data-main',
      )
      await route.fulfill({ response, body })
    })
  await newer(page)
  server.cut()
  await page.locator('.notice', { hasText: 'The connection is lost' }).waitFor()
  server.mend()
  await page.getByText('A new version of this page is here.').waitFor()
  assert.equal(await amount.inputValue(), '77')
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await page.reload()
  await page.locator('.chart-body canvas').first().waitFor()
  assert.equal(await amount.inputValue(), '77')
})

test('a lost connection and a lost node are said, without an address of the service', async () => {
  const page = await open('#/status')
  await page.locator('.stage.ok').nth(3).waitFor()
  server.block(TIP + 1, { state: 'waiting', problem: 'Ogmios at ws://127.0.0.1:1337: ECONNREFUSED' })
  await page.locator('.stage.bad', { hasText: 'Node' }).waitFor()
  await page
    .locator('.notice', { hasText: /no connection to the Cardano node: no new block since/ })
    .waitFor()
  assert.doesNotMatch(await page.locator('body').innerText(), /127\.0\.0\.1|ECONNREFUSED/)
  server.block(TIP + 2)
  await page.locator('.notice').waitFor({ state: 'hidden' })
  server.cut()
  await page.locator('.notice', { hasText: 'The connection is lost' }).waitFor()
  server.mend()
  await page.locator('.notice').waitFor({ state: 'hidden' })
  await page.context().setOffline(true)
  await page.locator('.notice', { hasText: 'This device is offline' }).waitFor()
})

test('a connection that dies without a word is said to be lost within 8 seconds', async () => {
  const page = await open('#/status', 1_280, (page) => page.clock.install())
  await page.locator('.stage.ok').nth(3).waitFor()
  server.fallSilent()
  await page.clock.runFor(8_000)
  await page.locator('.notice', { hasText: 'The connection is lost' }).waitFor()
  await page.locator('.sync.bad').waitFor()
  server.mend()
  await page.evaluate(`dispatchEvent(new Event('online'))`)
  await page.locator('.notice', { hasText: 'The connection is lost' }).waitFor({ state: 'hidden' })
})

for (const [what, block] of [
  ['are refused', () => server.cut()],
  ['are never answered', () => server.fallSilent()],
] as const)
  test(`where WebSockets ${what} every view has its data, and says how old they are`, async () => {
    block()
    for (const [route, sign] of [
      ['', '.hot .card h3'],
      [`token/${ON_CURVE}`, '[data-order]'],
    ] as const) {
      const page = await open(route)
      await page.locator(sign).first().waitFor()
      await page.locator('.notice', { hasText: 'Live updates are blocked here' }).waitFor()
    }
  })

test('where WebSockets are refused, a service that is gone is said, until it is back', async () => {
  server.cut()
  const page = await open('#/status', 1_280, (page) => page.clock.install())
  const blocked = page.locator('.notice', { hasText: 'Live updates are blocked here' })
  await page.clock.runFor(2_000)
  await blocked.waitFor()
  await page.route('**/status', (route) => route.abort())
  await page.clock.runFor(12_000)
  await page.locator('.notice', { hasText: 'The connection is lost' }).waitFor()
  await page.unroute('**/status')
  await page.clock.runFor(12_000)
  await blocked.waitFor()
})

test('where a connection has no room for a subscription, a token is still shown', async () => {
  server.refuseTopics()
  const page = await open(`token/${ON_CURVE}`)
  await page.locator('[data-order]').first().waitFor()
  assert.equal(await page.getByText('Token not found').count(), 0)
})

test('a hidden page asks for nothing, and is current when it is seen again', async () => {
  const page = await open('', 1_280, async (page) => {
    await page.addInitScript(COUNT_REQUESTS)
    await page.addInitScript(`globalThis.isHidden = false
        Object.defineProperty(document, 'hidden', { get: () => isHidden })`)
  })
  await page.locator('.hot .card h3').first().waitFor()
  let height = TIP
  await until('the page follows the chain', () => {
    server.block(++height)
    return page.locator('.sync', { hasText: height.toLocaleString('en-US') }).isVisible()
  })
  await server.beat()
  await until('all requests are answered', async () => (await page.evaluate('unanswered')) === 0)
  const show = (isHidden: boolean) =>
    page.evaluate(`isHidden = ${isHidden}, document.dispatchEvent(new Event('visibilitychange'))`)
  await show(true)
  const [pool] = server.pools
  assert.ok(pool)
  const before = server.requests.length
  const cap = page.locator('.card-cap data[value="7777000000"]').first()
  server.send('Latest', { ...pool, metrics: { ...pool.metrics, marketCap: 7_777_000_000 } })
  server.send('LatestOrders', sampleOrder(pool.info.asset, 500, { timestamp: Math.ceil(Date.now() / 1000) }))
  await cap.waitFor()
  // The browser may still preload scripts.
  assert.deepEqual(
    server.requests.slice(before).filter((path) => !path.startsWith('/explorer/')),
    [],
  )
  const totals = page.waitForRequest(/totals/)
  await show(false)
  await totals
})

test('an order is followed to its end, and the balance counts its change while it is in the mempool', async () => {
  server.responses.set('/order', () => ORDER)
  server.responses.set('/sign-and-submit', () => ({ txHash: ORDER.txHash }))
  const page = await open(`#/token/${ON_CURVE}`)
  const panel = page.getByRole('region', { name: 'Trade' })
  await panel.getByText('The fee is 1%').waitFor()
  await connectWallet(page)
  await panel.getByRole('textbox').fill('abc')
  await panel.getByText('This is not an amount of ADA.').waitFor()
  await panel.getByRole('textbox').fill('250')
  await panel.locator('dd data[value="252600000"]').waitFor()
  await panel.getByRole('button', { name: 'Buy ₳250 of SS1' }).click()
  await panel.getByText('Sent as').waitFor()

  const own = {
    entityId: ORDER.entityId,
    address: WALLET.address,
    pkh: WALLET.pkh,
    fromAmount: '250000000',
    toAmount: '4960000',
  }
  const tell = (changes: Parameters<typeof sampleOrder>[2]): void => {
    for (const topic of ['UserHistoryByAddress', 'LiveOrdersFeed'] as const)
      server.send(topic, sampleOrder(ON_CURVE, 1, { ...own, ...changes }))
  }
  server.responses.set('/getUtxos', () => [{ value: [{ unit: 'lovelace', amount: '3' }] }])
  tell({ status: 'Mempool' })
  await panel.getByText('it waits for a block').waitFor()
  server.block(TIP + 3)
  await page.locator(`a.connect data[value="${3n + CHANGE}"]`).waitFor()
  tell({ status: 'Pending' })
  await panel.getByText('In a block').waitFor()
  await page.locator('a.connect data[value="3"]').waitFor()
  await page.getByRole('button', { name: /^Open orders/ }).click()
  const cancel = page.getByRole('button', { name: /^Cancel from \d/ })
  await cancel.waitFor()
  assert.ok(await cancel.isDisabled())
  // An alert's message disappears after a while, so the wait begins before the fill.
  const alerted = page.getByText('You bought 4.96M SS1 for ₳250').waitFor()
  tell({ status: 'Evaluated' })
  await Promise.all([alerted, panel.getByText(/Filled: bought 4.96M SS1 for ₳250/).waitFor()])

  // A launch's first purchase, or a payment, changes the wallet without an order.
  server.responses.set('/getUtxos', () => [{ value: [{ unit: 'lovelace', amount: '7' }] }])
  server.block(TIP + 4)
  await page.locator('a.connect data[value="7"]').waitFor()
  await page.reload()
  await page.locator('a.connect data[value="7"]').waitFor()
})

test('a vesting is redeemed with one click, once its lock has ended, and followed to its block', async () => {
  const [tokenPolicyId = '', tokenAssetName = ''] = ON_CURVE.split('.')
  const vesting = (n: number, lockUntil: number) => ({
    id: `${'cd'.repeat(32)}:${n}`,
    lockUntil: `${lockUntil}`,
    redeemerVkh: WALLET.pkh,
    tokenPolicyId,
    tokenAssetName,
    totalLocked: '4900000',
    vestingOwnerAddress: WALLET.address,
    spent: false,
  })
  const ended = vesting(0, 1_700_000_000_000)
  const locked = vesting(1, 4_102_444_800_000)
  server.responses.set('/v1/vesting/get-by-redeemer', () => ({ vestings: [ended, locked] }))
  server.responses.set('/withdraw', () => new Refused(400, 'NO_COLLATERAL', 'the wallet has no collateral'))
  const page = await open('#/portfolio')
  await connectWallet(page)
  const rowOf = ({ id }: typeof ended) => page.locator(`[data-lock="${id}"]`)
  await rowOf(locked)
    .getByText(/until .*2100/)
    .waitFor()
  assert.equal(await rowOf(locked).getByRole('button').count(), 0)
  const button = rowOf(ended).getByRole('button', { name: 'Redeem' })
  await button.click()
  await rowOf(ended).getByText('The wallet has no collateral.').waitFor()

  const asked: string[] = []
  server.responses.set('/withdraw', ({ body }) => {
    asked.push((JSON.parse(body) as { id: string }).id)
    return builtReturn(ended.id)
  })
  const { txHash } = builtReturn(ended.id)
  server.responses.set('/sign-and-submit', () => ({ txHash }))
  await button.click()
  await rowOf(ended).getByText('it waits for a block').waitFor()
  await rowOf(ended).locator(`[href="https://explorer.example/tx/${txHash}"]`).waitFor()
  assert.ok(await button.isDisabled())
  const submissions = server.requests.filter((path) => path === '/sign-and-submit').length
  server.block(TIP + 30)
  await rowOf(ended).getByText('but not confirmed').waitFor()
  await rowOf(ended).getByText('it waits for a block').waitFor()
  assert.deepEqual(asked, [ended.id])
  assert.equal(server.requests.filter((path) => path === '/sign-and-submit').length, submissions + 1)
  server.responses.set('/v1/vesting/get-by-redeemer', () => ({ vestings: [locked] }))
  server.block(TIP + 31)
  await page.getByText('Redeemed 4.90M').waitFor()
  assert.equal(await rowOf(ended).count(), 0)

  const later = vesting(2, 4_102_444_800_000)
  server.responses.set('/v1/vesting/get-by-redeemer', () => ({ vestings: [locked, later] }))
  let height = TIP + 31
  await until('the lock of a later block is shown', async () => {
    server.block(++height)
    return rowOf(later).isVisible()
  })
})

test('dust that a stranger locks for a wallet comes after its locks of listed tokens, and every lock can be redeemed', async () => {
  const vesting = (n: number, asset: string, lockUntil: number) => {
    const [tokenPolicyId, tokenAssetName] = asset.split('.')
    const id = `${'cd'.repeat(32)}:${n}`
    return {
      id,
      lockUntil: `${lockUntil}`,
      redeemerVkh: WALLET.pkh,
      tokenPolicyId,
      tokenAssetName,
      totalLocked: '1',
    }
  }
  const dust = Array.from({ length: 50 }, (_, n) => vesting(n, `${'ef'.repeat(28)}.00`, n))
  const own = [vesting(50, ON_CURVE, 1_700_000_000_000), vesting(51, GRADUATED, 4_102_444_800_000)]
  server.responses.set('/v1/vesting/get-by-redeemer', () => ({ vestings: [...dust, ...own] }))
  const page = await open('#/portfolio')
  await connectWallet(page)
  const rows = page.locator('[data-lock]')
  const untilShown = (locks: typeof own) =>
    until(`${locks.length} locks in their order`, async () => {
      const shown = await rows.evaluateAll((all) => all.map((row) => row.getAttribute('data-lock')))
      return isDeepStrictEqual(
        shown,
        locks.map(({ id }) => id),
      )
    })
  await untilShown([...own, ...dust.slice(0, 48)])
  await page.getByRole('button', { name: 'Last page of the locks' }).click()
  await page.locator(`[data-lock="${dust[49]?.id}"]`).getByRole('button', { name: 'Redeem' }).waitFor()
  await untilShown(dust.slice(48))
  server.responses.set('/v1/vesting/get-by-redeemer', () => ({ vestings: own }))
  let height = TIP
  await until('the first page is shown again', async () => {
    server.block(++height)
    return (await rows.count()) === 2 && rows.first().isVisible()
  })
  await untilShown(own)
})

test('a refusal of the service is in the words of a trader', async () => {
  server.responses.set(
    '/order/quote',
    () =>
      new Refused(500, 'MAX_TRADE_AMOUNT', 'the curve can take only 4866859494 more lovelace, after the fee'),
  )
  const page = await open(`#/token/${ON_CURVE}`)
  const panel = page.getByRole('region', { name: 'Trade' })
  await panel.getByRole('textbox').fill('9000')
  await panel.getByText('The curve can take only ₳4,867 more, after the fee.').waitFor()
})
