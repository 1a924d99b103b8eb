// The open page with frames that the test sends. The page requests only data that the frames lack, and no element moves under the mouse.
import assert from 'node:assert/strict'
import type { Locator, Page } from 'playwright-core'
import { poolList, poolsUpTo } from '../../../client/pool-list.ts'
import type { ApiOrder } from '../../../schema/responses/orders.ts'
import { LIST_LENGTH, POOL_LISTS } from '../../../schema/responses/pool-lists.ts'
import type { LiquidityPoolInfo } from '../../../schema/responses/pools.ts'
import { until } from '../../kit/until.ts'
import { COUNT_REQUESTS, coveredCells, overflowOf, scrollToCard, unreachable } from './testing/page-checks.ts'
import { GRADUATED, ON_CURVE, type PageServer, setOrders } from './testing/page-server.ts'
import { connectWallet, pageTests } from './testing/page-test.ts'
import {
  assetOf,
  NOW,
  sampleBars,
  sampleBlocks,
  sampleHot,
  sampleOrder,
  samplePool,
  sampleSpark,
  TIP,
  WALLET,
} from './testing/sample-state.ts'

const QUIET_MS = 3_000

const runFor = async (page: Page, server: PageServer, milliseconds: number): Promise<void> => {
  for (let left = milliseconds; left > 0; left -= QUIET_MS) {
    await page.clock.runFor(Math.min(left, QUIET_MS))
    await server.beat()
  }
  for (let before = -1, made = 0; made !== before; ) {
    before = made
    await page.waitForFunction('unanswered === 0')
    // The page delays requests to combine those of one kind.
    await page.clock.runFor(400)
    made = await page.evaluate<number>('made')
  }
}

/** @param share share of the curve's cap that is collected */
const worth = (n: number, ada: number, share = 1.01): LiquidityPoolInfo => {
  const pool = samplePool(n, share)
  return { ...pool, metrics: { ...pool.metrics, marketCap: ada * 1e6 } }
}

const { test, server, open } = pageTests('the open page')

test('a block causes no request; a trade has one frame of its pool, and one request for each figure that the feed lacks', async () => {
  // The clock stands still between steps: the page would connect again if the machine were busy for some seconds.
  const time = Date.now()
  const page = await open('', 1_280, async (page) => {
    await page.clock.install({ time })
    await page.clock.pauseAt(time)
    await page.addInitScript(COUNT_REQUESTS)
  })
  const shown = (what: Locator): Promise<boolean> =>
    until(`${what}`, async () => {
      await page.clock.runFor(100)
      await server.beat()
      return what.isVisible()
    })
  const list = (name: string) => page.getByRole('region', { name, exact: true }).locator('.card')
  let height = TIP
  const asked = async (ready: string, act: () => Promise<void>): Promise<readonly string[]> => {
    await shown(page.locator(ready).first())
    await runFor(page, server, 11_000)
    const before = server.requests.length
    for (let blocks = 0; blocks < 10; blocks++) server.block(++height)
    await shown(page.locator('.sync', { hasText: height.toLocaleString('en-US') }))
    await runFor(page, server, 5_000)
    assert.deepEqual(server.requests.slice(before), [])
    await act()
    await runFor(page, server, 11_000)
    return server.requests.slice(before).sort()
  }
  const pool = samplePool(5, 0.995)
  assert.deepEqual(
    await asked('.hot .card', async () => {
      server.send('Latest', pool)
      server.send('LatestOrders', sampleOrder(pool.info.asset, 500, { timestamp: Math.ceil(time / 1000) }))
      await shown(page.locator(`.tape li:first-child a[href$="${pool.info.asset}"]`))
      await shown(page.locator('.king', { hasText: pool.info.name }))
      for (const name of ['New', 'Almost there'])
        await shown(
          list(name)
            .filter({ hasText: pool.info.name })
            .getByRole('progressbar', { name: / graduation$/ })
            .and(page.locator('[aria-valuenow="99.5"]')),
        )
    }),
    ['/v1/charts/sparklines', '/v1/pools-main-page/hot', '/v1/pools-main-page/totals'],
  )
  await page.evaluate(`location.hash = '#/token/${ON_CURVE}'`)
  const traded = samplePool(1, 0.5)
  assert.deepEqual(
    await asked('.legend .who', async () => {
      server.send('PoolFeed', traded)
      await shown(page.locator(`.main-figure data[value="${traded.metrics.marketCap}"]`))
    }),
    ['/balances/v1/pool/holders', '/v1/charts/sparklines'],
  )
})

test('on a device whose clock is a day off, ages and the last 24 hours are by the service’s clock', async () => {
  const DAY = 86_400
  const time = NOW + 600
  server.responses.set('/v1/utility/server/time', () => ({ timestamp: time * 1_000 }))
  const asked: (readonly [number, number])[] = []
  server.responses.set('/v1/charts/sparklines', ({ query, body }) => {
    asked.push([Number(query.get('from')), Number(query.get('to'))])
    return (JSON.parse(body) as string[]).map(sampleSpark)
  })
  for (const off of [-DAY, DAY]) {
    const page = await open('', 1_280, async (page) => {
      await page.clock.install({ time: (time + off) * 1_000 })
      // The ages are drawn before the service's clock is read.
      await page.route('**/v1/utility/server/time', async (route) => {
        await page.locator('.tape li:first-child time').waitFor()
        await route.continue()
      })
    })
    await page.locator('.tape li:first-child time', { hasText: /^1[01]m$/ }).waitFor()
    await page.locator('.hot .card').first().waitFor()
    const before = asked.length
    await until('the sparklines are asked for', () => asked.length > before)
    await page.close()
  }
  for (const [from, to] of asked) {
    assert.equal(to - from, DAY)
    assert.ok(Math.abs(to - time) < DAY / 24, `${to} is not about ${time}`)
  }
})

test('a token that the page does not have comes onto the map and becomes king when another one falls', async () => {
  const capped = (n: number, ada: number): LiquidityPoolInfo => worth(n, ada, 0.1)
  // Token 199 has the highest market cap, and token 139 the sixtieth. The newest tokens have the lowest market caps.
  const all = new Map(
    Array.from({ length: 200 }, (_, n) => capped(n, 10_000 + n)).map((pool) => [pool.pool.id, pool]),
  )
  server.responses.set('/v1/pools-main-page/initial/state', ({ query }) =>
    poolList(
      POOL_LISTS.find((each) => each === query.get('filter')) ?? assert.fail('an unknown list'),
      all.values(),
    ),
  )
  server.responses.set('/v1/pools-main-page/koth', () => poolList('MCapDesc', all.values())[0])
  const fall = (n: number): void => {
    const pool = capped(n, 1)
    all.set(pool.pool.id, pool)
    server.send('Latest', pool)
  }
  const page = await open('')
  const kingIs = (n: number) => page.locator(`.king[href$="${assetOf(n)}"]`).waitFor()
  await kingIs(199)
  fall(199)
  await kingIs(198)
  const map = await open('view/map')
  const tile = (n: number) => map.locator(`a.tile[href$="${assetOf(n)}"]`)
  await tile(139).waitFor()
  assert.equal(await tile(138).count(), 0)
  fall(170)
  await tile(138).waitFor()
  assert.equal(await tile(170).count(), 0)
})

test('all tokens of each list are reached, each once, while tokens move in the lists', async () => {
  const young = Array.from({ length: 130 }, (_, n) => samplePool(n, 0.5 + (n % 40) / 100))
  const done = Array.from({ length: 150 }, (_, n) => worth(200 + n, 10_000 - n))
  const all = new Map([...young, ...done].map((pool) => [pool.pool.id, pool]))
  let asked = 0
  server.responses.set('/v1/pools-main-page/initial/state', ({ query }) => {
    // Only later pages count, because a slow machine requests the first page again before the feed opens.
    if (query.get('after') !== null) asked++
    const list = POOL_LISTS.find((each) => each === query.get('filter')) ?? assert.fail('an unknown list')
    const [value, id = ''] = query.get('after')?.split(':') ?? []
    const before = value === undefined ? [] : poolsUpTo(list, all.values(), { value: Number(value), id })
    return poolList(list, all.values(), Number.POSITIVE_INFINITY).slice(before.length).slice(0, LIST_LENGTH)
  })
  const move = (topic: 'Latest' | 'CompletedMCap', pool: LiquidityPoolInfo): void => {
    all.set(pool.pool.id, pool)
    server.send(topic, pool)
  }
  const page = await open('')
  const more = page.getByRole('button', { name: 'More of each list' })
  const titles = { New: 'New', Progress: 'Almost there', CompletedMCap: 'Graduated' } as const
  const shown = (title: string) =>
    page.evaluate<string[]>(
      `[...document.querySelectorAll('[aria-label="${title}"] .card')].map(({ pathname }) => decodeURI(pathname).slice(7))`,
    )
  const list = (title: string) => page.locator(`[aria-label="${title}"]`)
  const comesFirst = (n: number) =>
    list('Graduated')
      .locator('.card')
      .first()
      .and(page.locator(`[href$="${assetOf(n)}"]`))
      .waitFor()
  await scrollToCard(list('Graduated'), 19)
  await more.click()
  await scrollToCard(list('Graduated'), 59)
  move('CompletedMCap', worth(200 + 100, 20_000))
  move('CompletedMCap', worth(200 + 10, 1))
  move('Latest', samplePool(39, 0.99))
  move('Latest', samplePool(38, 0.51))
  await comesFirst(300)
  await more.click()
  await scrollToCard(list('Graduated'), 118)
  move('CompletedMCap', worth(200 + 140, 30_000))
  move('Latest', samplePool(7, 0.97))
  await comesFirst(340)
  await more.click()
  await more.waitFor({ state: 'detached' })
  await scrollToCard(list('Graduated'), 149)
  await scrollToCard(list('New'), 129)
  await scrollToCard(list('Almost there'), 129)
  for (const list of ['New', 'Progress', 'CompletedMCap'] as const)
    assert.deepEqual(
      await shown(titles[list]),
      poolList(list, all.values(), Number.POSITIVE_INFINITY).map(({ info }) => info.asset),
      list,
    )
  // A list that lost a token requests one more page.
  assert.ok(asked <= 3 * 3, `${asked} later pages for three lists of two later pages`)
})

test('one list has all tokens on curves until it is full; then those near graduation have one of their own', async () => {
  const far = samplePool(99, 0.7)
  const asked: (string | null)[] = []
  const pools: Record<string, readonly LiquidityPoolInfo[]> = { Progress: [far] }
  server.responses.set('/v1/pools-main-page/initial/state', ({ query }) => {
    asked.push(query.get('filter'))
    return pools[query.get('filter') ?? ''] ?? []
  })
  for (const [count, also] of [
    [59, []],
    [60, ['Progress']],
  ] as const) {
    pools.New = Array.from({ length: count }, (_, n) => samplePool(n, n === 7 ? 0.9 : 0.1))
    asked.length = 0
    const page = await open('')
    const near = page.getByRole('region', { name: 'Almost there' })
    await near.locator('.card h3').nth(also.length).waitFor()
    const lists = ['CompletedMCap', 'New', ...also]
    await until('the requests of the lists', () => lists.every((list) => asked.includes(list)))
    // A page whose feed opens late requests its lists again.
    assert.deepEqual([...new Set(asked)].sort(), lists)
    await page.close()
  }
})

test('a filter of the screener is seen, in the address, and cleared; every token is on a page', async () => {
  server.responses.set('/v1/pools-main-page/hot', ({ query }) => {
    const isFiltered = query.get('minCap') === '60000500000'
    const count = isFiltered ? 6 : 140
    const offset = Number(query.get('offset'))
    const items = Array.from({ length: Math.min(50, Math.max(0, count - offset)) }, (_, n) =>
      sampleHot(samplePool((offset + n) % 40)),
    )
    return { count, items }
  })
  const page = await open('view/screener')
  const said = (words: string) => page.locator('.screener .tools', { hasText: words }).waitFor()
  await said('140 tokens')
  await page.getByRole('button', { name: 'Last page of the tokens' }).click()
  await page.getByText('3 of 3').waitFor()
  await page.locator('.screener tbody tr', { hasText: '140' }).last().waitFor()
  await page.getByRole('button', { name: 'Filter' }).click()
  await page.getByLabel('Cap from ₳').fill('60000,50')
  await said('6 tokens')
  await said('Filter · 1')
  assert.equal(new URL(page.url()).search, '?minCap=60000%2C50')
  await page.locator('.screener tbody a').first().click()
  await page.locator('main.token').waitFor()
  await page.goBack()
  await said('6 tokens')
  await page.reload()
  await said('Cap ≥ ₳60000.5 ×')
  await said('6 tokens')
  await page.getByRole('button', { name: 'Clear' }).click()
  await said('140 tokens')
  assert.equal(new URL(page.url()).search, '')
})

test('an image that cannot be drawn is the face of its token', async () => {
  server.responses.set('/ipfs/held', ({ body }) => JSON.parse(body))
  const info = {
    ...samplePool(1).info,
    logoCID: 'bafkreifzjut3te2nhyekklss27nh3k72ysco7y32koao5eei66wof36n5e',
  }
  server.responses.set('/v1/pools-feed/initial/state', () => ({ ...samplePool(1), info }))
  const page = await open(`token/${ON_CURVE}`)
  const refused = page.waitForResponse(/\/ipfs\/bafk/)
  await refused
  await page.locator('.token-head svg.face').waitFor()
})

test('a list keeps its order under the mouse', async () => {
  const page = await open('')
  const list = page.getByRole('region', { name: 'New', exact: true })
  const first = list.locator('.card h3').first()
  await first.hover()
  const before = await first.innerText()
  const launched = samplePool(-1)
  server.send('Latest', launched)
  await list.getByText('paused').waitFor()
  assert.equal(await first.innerText(), before)
  await page.locator('.top').hover()
  await list.locator('li').first().getByText(launched.info.name).waitFor()
})

test('tokens are ranked in each window, and sorted and filtered by the screener', async () => {
  let asked = ''
  const response = server.responses.get('/v1/pools-main-page/hot')
  server.responses.set('/v1/pools-main-page/hot', (request) => {
    asked = String(request.query)
    return response?.(request)
  })
  const page = await open('')
  const asks = (query: string) => until(query, () => Promise.resolve(asked === query))
  const hot = page.getByRole('region', { name: 'Hot' })
  const press = (of: Page | Locator, name: string) => of.getByRole('button', { name, exact: true }).click()
  for (const [title, window] of [
    ['5m', 'min5'],
    ['6h', 'hour6'],
    ['24h', 'day1'],
    ['1h', 'hour1'],
  ] as const) {
    await hot.getByLabel('In the last').selectOption({ label: title })
    await asks(`window=${window}&rank=volume&limit=20`)
  }
  for (const rank of ['buyers', 'change']) {
    await hot.getByLabel('Ranked by').selectOption(rank)
    await asks(`window=hour1&rank=${rank}&limit=20`)
  }
  await page.evaluate(`location.hash = '#/screener'`)
  await press(page, 'Holders')
  await asks('window=hour6&rank=holders&order=desc&limit=50&offset=0')
  await press(page, 'Holders')
  await press(page, 'Filter')
  await page.getByLabel('Age').selectOption('86400')
  await page.getByLabel('Creator').selectOption('0')
  for (const [label, value] of [
    ['Cap from ₳', '5000'],
    ['Cap to ₳', '90000.5'],
    ['Volume from ₳', '20'],
    ['Holders from', '7'],
  ] as const)
    await page.getByLabel(label).fill(value)
  await asks(
    'window=hour6&rank=holders&order=asc&limit=50&offset=0&maxAge=86400&maxCreator=0&minCap=5000000000&maxCap=90000500000&minVolume=20000000&minHolders=7',
  )
})

test('on the page of a token each block adds a dot to a trade, a trade that a fork took away is struck through for a while, and all is current after a drop', async () => {
  const at = sampleBlocks(TIP)[0]?.time ?? assert.fail()
  const [first, second, third] = [0, 1, 2].map((n) => sampleOrder(ON_CURVE, n, { timestamp: at - 2 - n }))
  assert.ok(first && second && third)
  setOrders(server, [first, second])
  const page = await open(`token/${ON_CURVE}`, 1_280, (page) => page.clock.install())
  const row = ({ entityId }: ApiOrder) => page.locator(`[data-order="${entityId}"]`)
  await row(first).waitFor()
  await page.clock.runFor(1_000)
  await row(first).getByRole('img', { name: '3 blocks' }).waitFor()
  server.block(TIP + 1)
  await row(first).getByRole('img', { name: '4 blocks' }).waitFor()
  await row(second).getByRole('img', { name: '5 blocks' }).waitFor()

  server.remove('LiveOrdersFeed', first)
  server.send('LiveOrdersFeed', { ...second, status: 'Pending' })
  const ghosts = page.locator('tr.ghost')
  await ghosts.nth(1).getByText('rolled back').waitFor()
  assert.equal(await row(first).count(), 0)
  assert.equal(
    await page.evaluate(`getComputedStyle(document.querySelector('tr.ghost td')).textDecorationLine`),
    'line-through',
  )
  await page.getByRole('button', { name: 'Open orders 1' }).waitFor()
  server.block(TIP + 2, { rolledBack: 3 })
  await page.clock.runFor(1_000)
  await page.locator('.notice', { hasText: 'forked: 3 blocks were rolled back' }).waitFor()
  for (let seconds = 0; seconds < 8; seconds += 2) {
    await page.clock.runFor(2_000)
    await server.beat()
  }
  await ghosts.first().waitFor({ state: 'detached' })
  await page.locator('.notice').waitFor({ state: 'hidden' })

  server.block(TIP + 3, { state: 'waiting' })
  await page.locator('.notice', { hasText: 'no connection to the Cardano node' }).waitFor()
  server.block(TIP + 4)
  await page.locator('.notice').waitFor({ state: 'hidden' })
  server.cut()
  await page.locator('.notice', { hasText: 'The connection is lost' }).waitFor()
  setOrders(server, [third])
  server.mend()
  await page.clock.runFor(10_000)
  await row(third).waitFor()
  await page.locator('.notice').waitFor({ state: 'hidden' })
})

test('all trades of the creator are marked on the chart and in pages of the table, and lines are drawn', async () => {
  const pool = samplePool(1)
  const bars = sampleBars(ON_CURVE, 40)
  server.responses.set('/v1/charts/history', () => bars)
  const { pkh } = sampleOrder(ON_CURVE, 3)
  const sale = sampleOrder(ON_CURVE, 999, { pkh, timestamp: bars[4]?.time ?? 0 })
  const newer = Array.from({ length: 120 }, (_, n) =>
    sampleOrder(ON_CURVE, 1_000 + n, { pkh, timestamp: NOW - n }),
  )
  const other = sampleOrder(ON_CURVE, 2, { timestamp: NOW - 200 })
  setOrders(server, [...newer, other, sale])
  const info = { ...pool.info, poolAuthor: { pkh, skh: '' } }
  server.responses.set('/v1/pools-feed/initial/state', () => ({ ...pool, info }))
  const page = await open(`token/${ON_CURVE}`)
  await page.locator('[data-order]').first().waitFor()
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
  const hasColor = (variable: string, share = 1) => `(() => {
        const probe = document.body.appendChild(document.createElement('i'))
        probe.style.color = 'var(${variable})'
        const wanted = getComputedStyle(probe).color.match(/[0-9]+/g).slice(0, 3).map(Number)
        probe.remove()
        return [...document.querySelectorAll('.chart-body canvas')].some((canvas) => {
          if (canvas.width === 0 || canvas.height === 0) return false
          const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height)
          for (let at = 0; at < data.length; at += 4)
            if ((at / 4) % canvas.width < canvas.width * ${share} && wanted.every((part, of) => Math.abs(data[at + of] - part) < 4) && data[at + 3] > 250) return true
          return false
        })
      })()`
  // The sale is in a bar on the left, and the newer trades are in the last bar.
  await page.waitForFunction(hasColor('--hype', 0.25))
  for (const [line, variable] of [
    ['MA', '--s1'],
    ['VWAP', '--warn'],
  ] as const) {
    assert.equal(await page.evaluate(hasColor(variable)), false)
    await press(line)
    await page.waitForFunction(hasColor(variable))
  }
  await press("The creator's")
  const shown = async (first: ApiOrder) => {
    await page.locator(`tbody tr:first-child[data-order="${first.entityId}"]`).waitFor()
    return page
      .locator('[data-order]')
      .evaluateAll((rows) => rows.map((row) => row.getAttribute('data-order')))
  }
  const idsOf = (orders: readonly ApiOrder[]) => orders.map(({ entityId }) => entityId)
  const [first = assert.fail(), hundredth = assert.fail()] = [newer[0], newer[100]]
  assert.deepEqual(await shown(first), idsOf(newer.slice(0, 50)))
  await page.getByRole('button', { name: 'Last page of the trades' }).click()
  assert.deepEqual(await shown(hundredth), idsOf([...newer.slice(100), sale]))
  await press('Yours')
  await page.getByText('Connect a wallet to see its trades.').waitFor()
})

/** Runs before the page's own scripts. */
const NOTE_MOMENTS = `globalThis.moments = []
  globalThis.notes = 0
  const { animate } = Element.prototype
  Element.prototype.animate = function (frames, options) {
    if (!moments.includes(options.id)) moments.push(options.id)
    return animate.call(this, frames, options)
  }
  const { start } = OscillatorNode.prototype
  OscillatorNode.prototype.start = function (time) {
    notes++
    return start.call(this, time)
  }`

test("a launch, a graduation, a new king and a fill of the wallet's order are moments, with sounds for who wants them; less motion has none", async () => {
  for (const reducedMotion of ['no-preference', 'reduce'] as const)
    for (const sound of ['off', 'on']) {
      const page = await open('', 1_280, async (page) => {
        await page.emulateMedia({ reducedMotion })
        await page.addInitScript(NOTE_MOMENTS)
      })
      await page.locator('.hot .card').first().waitFor()
      await page.getByRole('button', { name: 'How it works' }).first().click()
      await page.getByRole('button', { name: `Sounds ${sound}` }).click()
      await page.keyboard.press('Escape')
      await connectWallet(page)
      const own = { address: WALLET.address, pkh: WALLET.pkh, timestamp: NOW }
      server.send('UserHistoryByAddress', sampleOrder(ON_CURVE, 1, { ...own, status: 'Pending' }))
      const happened = (moment: string) =>
        reducedMotion === 'reduce' || page.waitForFunction(`moments.includes('${moment}')`)
      const isIn = (list: string, name: string) =>
        page.locator(`[aria-label="${list}"] .card`, { hasText: name }).waitFor()
      const launched = samplePool(-1)
      server.send('Latest', launched)
      await isIn('New', launched.info.name)
      await happened('launch')
      const done = samplePool(7, 1.2)
      server.send('CompletedMCap', {
        ...done,
        pool: { ...done.pool, graduatedOn: Math.floor(Date.now() / 1000) },
      })
      await isIn('Graduated', done.info.name)
      await happened('graduation')
      const crowned = worth(9, 65_000, 0.99)
      server.send('Latest', crowned)
      await page.locator('.king', { hasText: crowned.info.name }).waitFor()
      await happened('king')
      server.send('UserHistoryByAddress', sampleOrder(ON_CURVE, 1, own))
      await page.getByText('You bought').waitFor()
      await happened('fill')
      const still = reducedMotion === 'reduce'
      assert.deepEqual(
        await page.evaluate('[moments, notes]'),
        [still ? [] : ['launch', 'graduation', 'king', 'fill'], still || sound === 'off' ? 0 : 8],
        `${reducedMotion}, ${sound}`,
      )
    }
})

test("the wallet's open order and its button are on the screen of a phone", async () => {
  const own = { status: 'Pending', orderType: 'CFMM', address: WALLET.address, pkh: WALLET.pkh } as const
  const items = [sampleOrder(GRADUATED, 1, own), sampleOrder(GRADUATED, 2, { ...own, orderType: 'Spot' })]
  const orders = { ledger: { count: 2, items }, mempool: [] }
  server.responses.set('/v1/user-history-feed/initial/state', () => orders)
  setOrders(server, items)
  const page = await open('#/portfolio')
  await connectWallet(page)
  for (const route of ['#/portfolio', `#/token/${GRADUATED}`])
    for (const width of [320, 390]) {
      await page.setViewportSize({ width, height: 844 })
      await page.evaluate(`location.hash = '${route}'`)
      if (route === '#/portfolio')
        for (const title of [/^Tokens/, /^Open orders/, /^History/])
          await page.getByRole('heading', { name: title }).waitFor()
      else await page.getByRole('button', { name: /^Open orders/ }).click()
      await page.getByRole('button', { name: 'Cancel', exact: true }).waitFor()
      // The token has graduated, so nobody can fill the order on its curve.
      await page.getByText('left on the curve').waitFor()
      assert.deepEqual(await unreachable(page), [], `${route} at ${width}`)
      assert.deepEqual(await coveredCells(page), [], `${route} at ${width}`)
      assert.ok((await overflowOf(page)) <= 0, `${route} at ${width}`)
    }
})
