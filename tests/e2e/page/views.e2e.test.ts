// The page's views on scripted responses, without a service. At each width, every control can be reached, and no element moves while the
// page loads. Each empty state has an explanation.
import assert from 'node:assert/strict'
import type { Locator, Page } from 'playwright-core'
import sharp from 'sharp'
import { ada } from '../../../schema/responses/numbers.ts'
import type { LiquidityPoolInfo } from '../../../schema/responses/pools.ts'
import { until } from '../../kit/until.ts'
import {
  COUNT_SHIFTS,
  coveredCells,
  cutTexts,
  overflowOf,
  scrollToCard,
  shiftsOf,
  slowDown,
  smallControls,
  unreachable,
} from './testing/page-checks.ts'
import { GRADUATED, holdersOf, ON_CURVE, ordersOf } from './testing/page-server.ts'
import { connectWallet, pageTests, sizeOf } from './testing/page-test.ts'
import {
  sampleBars,
  sampleBlocks,
  sampleHolders,
  sampleOrder,
  samplePool,
  samplePosition,
  TIP,
  WALLET,
} from './testing/sample-state.ts'

/** An asset id without its point, as wallets and explorers write it. */
const POINTLESS = ON_CURVE.replace('.', '')

const SCREENS = [
  ...[320, 390, 768, 820, 1_024, 1_280, 1_440, 1_920].map(sizeOf),
  { width: 844, height: 390 },
  { width: 2_560, height: 1_440 },
  { width: 3_840, height: 2_160 },
]
/** Screens whose smaller side is at most this wide are used only with fingers. */
const NARROW = 390
const USED = 0.7
/** Text spacing that a reader may set (WCAG 1.4.12). */
const SPACING =
  '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }'
const SHIFT = 0.05

const VIEWS = {
  board: ['#/', '.card h3'],
  map: ['#/map', '.tile'],
  screener: ['#/screener', 'tbody tr'],
  watched: ['#/watched', '.watch-list'],
  traders: ['#/traders', 'tbody tr'],
  trader: [`#/trader/${WALLET.address}`, '.panel .pairs'],
  token: [`#/token/${ON_CURVE}`, '.chart-body canvas'],
  graduated: [`#/token/${GRADUATED}`, '.chart-body canvas'],
  launch: ['#/launch', 'form'],
  portfolio: ['#/portfolio', '.empty'],
  status: ['#/status', '.stage.ok'],
  nothing: ['#/nothing', 'h1'],
} as const

const { test, server, open } = pageTests('the views of the page')

const setFacts = (facts: object): void => {
  const status = server.responses.get('/status')?.({ query: new URLSearchParams(), body: '' })
  server.responses.set('/status', () => Object.assign({}, status, facts))
}

test('a number that is copied, or read by a screen reader, is the number', async () => {
  const page = await open(`#/token/${ON_CURVE}`)
  await page.locator('[data-order]').first().waitFor()
  /** The value, its text in a selection, and its text for screen readers. */
  const numbers = await page.evaluate<[value: string, copied: string, read: string][]>(`(() => {
      const shown = [...document.querySelectorAll('main data')].filter((data) => data.checkVisibility())
      return shown.map((data) => {
        getSelection().selectAllChildren(data)
        const texts = document.createTreeWalker(data, NodeFilter.SHOW_TEXT)
        let words = ''
        while (texts.nextNode())
          if (texts.currentNode.parentElement.closest('[aria-hidden]') === null) words += texts.currentNode.data
        return [data.value, getSelection().toString().trim(), words]
      })
    })()`)
  const prices = numbers.filter(([, copied]) => /[₀-₉]/.test(copied))
  assert.ok(prices.length >= 10, `${prices.length} prices with counted zeros`)
  const digits = '₀₁₂₃₄₅₆₇₈₉'
  for (const [value, copied, read] of prices) {
    const plain = copied
      .replace(/^₳/, '')
      .replace(/0([₀-₉])/, (_, count: string) => '0'.repeat(digits.indexOf(count)))
    assert.equal(plain, value)
    assert.equal(read.trim(), `${value} ADA`)
  }
  for (const [, copied, read] of numbers) {
    assert.doesNotMatch(copied, /ADA/)
    assert.match(read, /^[^₳]* ADA$/)
  }
})

test('a token with the name of an older one is marked wherever it is named, and leads to it', async () => {
  const words = ['Name like PP3, older, ₳9,145 ADA', 'Mixed alphabets', 'Invisible characters']
  const marks = async (page: Page, place: string): Promise<string[]> => {
    await page.locator(`${place} .warn`, { hasText: '₳' }).first().waitFor()
    const found = page.locator(place).filter({ has: page.locator('.warn') })
    return found.first().locator('.warn').allTextContents()
  }
  const page = await open('')
  assert.deepEqual(await marks(page, '[aria-label="New"] li'), words)
  await page.locator('.search input').fill('Slow Snail 1')
  assert.deepEqual(await marks(page, '.found li'), words)
  await page.keyboard.press('Escape')
  await page.evaluate(`location.hash = '#/screener'`)
  assert.deepEqual(await marks(page, 'tbody td'), words)
  await page.evaluate(`location.hash = '${VIEWS.token[0]}'`)
  for (const place of ['.token-head .name', '.panel.trade']) assert.deepEqual(await marks(page, place), words)
  await page.locator('.trade a.warn').click()
  await page.locator('h1', { hasText: 'Pale Penguin 3' }).waitFor()
  assert.equal(await page.locator('main .warn').count(), 0)
})

test('the bars of the blocks differ by their intervals, also where a block comes every 20 seconds', async () => {
  const times = [0, 20, 40, 100, 120, 120, 140]
  const blocks = times.map((time, at) => ({ ...sampleBlocks(TIP + at)[0], time: 1_700_000_000 + time }))
  server.responses.set('/v1/blocks/latest', () => blocks.toReversed())
  const page = await open('#/status')
  await page
    .locator('.heart i')
    .nth(times.length - 2)
    .waitFor()
  const heights = await page.evaluate<string[]>(
    `[...document.querySelectorAll('.heart i')].map(({ style }) => style.height)`,
  )
  assert.deepEqual(heights, ['50%', '50%', '25%', '50%', '100%', '50%'])
})

test('the launch form states the fee that is signed', async () => {
  const page = await open('view/launch')
  const fee = page.locator('dt:has-text("Fee of the launch") + dd')
  const purchase = page.getByLabel('First purchase')
  for (const [ada, lovelace] of [
    ['', 1_500_000],
    ['100', 1_500_000],
    ['250', 3_000_000],
  ] as const) {
    await purchase.fill(ada)
    await fee.locator(`data[value="${lovelace}"]`).waitFor()
  }
})

test('no control of any view is covered or out of reach, at any width', async () => {
  const page = await open('#/')
  for (const [view, [route, sign]] of Object.entries(VIEWS)) {
    await page.evaluate(`location.hash = '${route}'`)
    for (const { width, height } of SCREENS) {
      await page.setViewportSize({ width, height })
      await page.locator(sign).first().waitFor()
      // Waits for parts that are drawn again after their size changes.
      await page.evaluate('new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))')
      const what = `${view} at ${width} x ${height} pixels`
      assert.ok((await overflowOf(page)) <= 0, what)
      assert.deepEqual(await unreachable(page), [], what)
      assert.deepEqual(await coveredCells(page), [], what)
      if (Math.min(width, height) <= NARROW) assert.deepEqual(await smallControls(page), [], what)
      const { width: used = 0 } = (await page.locator('main').boundingBox()) ?? {}
      assert.ok(used >= width * USED, `${what}: ${used}`)
    }
  }
})

test('a phone on its side shows the first card, the chart and the button to buy', async () => {
  for (const [view, seen] of [
    ['board', ['.card h3']],
    ['token', ['.chart-body', '.dock .buy']],
  ] as const) {
    const page = await open(VIEWS[view][0])
    await page.setViewportSize({ width: 844, height: 390 })
    await page.locator(VIEWS[view][1]).first().waitFor()
    for (const selector of seen) {
      const { y = Number.NaN } = (await page.locator(selector).first().boundingBox()) ?? {}
      assert.ok(y >= 0 && y < 375, `${selector} at ${y}`)
    }
  }
})

const seenWhole = (page: Page, selector: string): Promise<number> =>
  page.evaluate<number>(`[...document.querySelectorAll('${selector}')].filter((element) => {
    const { left, right, top, bottom } = element.getBoundingClientRect()
    const isThere = ([x, y]) => element.contains(document.elementFromPoint(x, y))
    return bottom > top && [[left + 8, top + 3], [(left + right) / 2, bottom - 3]].every(isThere)
  }).length`)

test('a token is on one screen: chart, panel and trades, and its lists are moved by themselves', async () => {
  for (const [width, height] of [
    [1_280, 800],
    [1_440, 900],
  ] as const) {
    const page = await open(`token/${ON_CURVE}`, width)
    await page.setViewportSize({ width, height })
    await page.locator('[data-order]').nth(20).waitFor()
    await page.locator('.chart-body canvas').first().waitFor()
    for (const part of ['.chart', '.in-flight', '.panel.trade', '.pager'])
      await until(`${part} at ${width} x ${height}`, async () => (await seenWhole(page, part)) === 1)
    const rows = await seenWhole(page, '[data-order]')
    assert.ok(rows >= 4, `${rows} trades at ${width} x ${height}`)
    await page.locator('[data-order]').nth(40).scrollIntoViewIfNeeded()
    await page.locator('.rail .about').scrollIntoViewIfNeeded()
    assert.equal(await page.evaluate('scrollY'), 0)
  }
})

test('eleven cards of a list are on a screen of 900 pixels; lists are moved by themselves and use a wide screen', async () => {
  for (const width of [1_440, 1_920]) {
    const page = await open('', width)
    for (const list of ['Hot', 'New', 'Almost there'])
      await page.locator(`.columns > [aria-label="${list}"] .card`).nth(11).waitFor()
    const cards = await seenWhole(page, '[aria-label="Almost there"] .card')
    assert.ok(cards >= 11, `${cards} cards at ${width} pixels`)
    for (const list of ['Hot', 'New', 'Almost there']) {
      const box = page.locator(`.columns > [aria-label="${list}"]`)
      await scrollToCard(box, 16)
      await page.evaluate('scrollTo(0, 0)')
      await box.evaluate((element) => element.scrollTo(0, 200))
      assert.equal(await box.evaluate(({ scrollTop }) => scrollTop), 200, list)
    }
    assert.equal(await page.evaluate('scrollY'), 0)
    const { width: used = 0 } = (await page.locator('.columns').boundingBox()) ?? {}
    assert.ok(used >= width - 40, `${used} of ${width} pixels`)
  }
})

test('a list grows at its end also if a busy browser reports that its last card was out of sight and came into it at once', async () => {
  const page = await open('', 1_440)
  await page.addInitScript(`
    const Observer = IntersectionObserver
    globalThis.IntersectionObserver = class extends Observer {
      constructor(callback, options) {
        const held = []
        super((entries) => {
          held.push(...entries)
          if (held.some(({ isIntersecting }) => isIntersecting)) callback(held.splice(0))
        }, options)
      }
    }`)
  await page.reload()
  await scrollToCard(page.getByRole('region', { name: 'New', exact: true }), 19)
})

test('each card says who holds the token, live; a list is limited to tokens of which the creator has little', async () => {
  const page = await open('', 1_440)
  const list = page.getByRole('region', { name: 'New', exact: true })
  const linesOf = async (of: Locator) =>
    (await of.locator('.risk').allTextContents()).map((words) => words.replaceAll(/\s+/g, ' '))
  const lineOf = ({ metrics: { risk, sells, totalTxCount } }: LiquidityPoolInfo): string => {
    const share = (tokens: string | null = null): string => {
      const percent = Number(tokens) / 1e7
      return tokens === null ? '—' : `${percent.toFixed(percent > 0 && percent < 1 ? 1 : 0)}%`
    }
    const shares = `dev ${share(risk?.creator)}top10 ${share(risk?.top10)}first ${share(risk?.firstBuyers)}`
    return `${risk?.holders ?? '—'} holder${risk?.holders === 1 ? '' : 's'}${shares}${totalTxCount - sells} / ${sells}`
  }
  const young = server.pools.filter(({ pool }) => pool.cpmmPoolId === null).slice(0, 20)
  await scrollToCard(list, 19)
  assert.deepEqual(await linesOf(list), young.map(lineOf))
  assert.ok(young.some(({ metrics }) => metrics.risk === null))
  assert.ok(young.some(({ metrics }) => metrics.risk?.creator === null))
  // The first holder received all tokens, without a trade.
  const [first = assert.fail()] = young
  const risk = { holders: 1, creator: '0', top10: '412000000', firstBuyers: '99900000' }
  const moved = { ...first, metrics: { ...first.metrics, risk } }
  server.send('Latest', moved)
  await list.getByText('1 holder', { exact: true }).waitFor()
  assert.equal((await linesOf(list))[0], lineOf(moved))
  const tones = await list
    .locator('.risk')
    .first()
    .locator('> span')
    .evaluateAll((all) => all.map((each) => each.className))
  assert.deepEqual(tones, ['', '', 'warned', '', ''])

  await page.getByLabel('Filter of New').selectOption({ label: 'Creator ≤ 5%' })
  const wanted = [moved, ...server.pools.filter(({ pool }) => pool.cpmmPoolId === null).slice(1)].filter(
    ({ metrics }) => Number(metrics.risk?.creator ?? 1e9) <= 5e7,
  )
  assert.ok(wanted.length > 1)
  await page.waitForFunction(
    `document.querySelectorAll('[aria-label="New"] .card').length === ${Math.min(20, wanted.length)}`,
  )
  assert.deepEqual(
    await list.locator('.card h3').allTextContents(),
    wanted.slice(0, 20).map(({ info }) => info.name),
  )
})

test('watched tokens have a column of their own where five columns have room', async () => {
  const watching = async (page: Page): Promise<void> => {
    await page.addInitScript(`localStorage.setItem('watched', '[{"asset":"${ON_CURVE}"}]')`)
  }
  const wide = await open('', 1_920, watching)
  await wide.locator('.columns > [aria-label="Watchlist"] .card h3').waitFor()
  assert.deepEqual(
    await wide
      .locator('.columns > *')
      .evaluateAll((all) => all.map(({ offsetTop }) => offsetTop === all[0]?.offsetTop)),
    Array(5).fill(true),
  )
  for (const page of [await open('', 1_440, watching), await open('', 1_920)]) {
    await page.locator('.columns .card').first().waitFor()
    assert.equal(await page.locator('.columns > *').count(), 4)
  }
})

test('each list has a filter of its own, which is kept over a reload', async () => {
  const page = await open('')
  const cardsOf = (list: string) => page.getByRole('region', { name: list, exact: true }).locator('.card h3')
  await cardsOf('New').nth(5).waitFor()
  const before = await cardsOf('Almost there').count()
  const wanted = server.pools.filter(
    ({ pool, metrics }) => pool.cpmmPoolId === null && metrics.marketCap >= 20_000e6,
  )
  await page.getByLabel('Filter of New').selectOption({ label: 'Cap ≥ ₳20K' })
  await page.waitForFunction(
    `document.querySelectorAll('[aria-label="New"] .card').length === ${Math.min(12, wanted.length)}`,
  )
  assert.equal(await cardsOf('Almost there').count(), before)
  await page.reload()
  await cardsOf('New').first().waitFor()
  assert.deepEqual(
    await cardsOf('New').allTextContents(),
    wanted.slice(0, 12).map(({ info }) => info.name),
  )
  await page.getByLabel('Filter of New').selectOption({ label: 'Without warnings' })
  await page.waitForFunction(`document.querySelector('[aria-label="New"] .warn') === null`)
  await page.getByLabel('Filter of Hot').selectOption({ label: 'Creator ≤ 1%' })
  const few = server.pools
    .slice(0, 20)
    .filter(({ metrics }) => Number(metrics.risk?.creator ?? Number.NaN) <= 1e7)
  await page.waitForFunction(`document.querySelectorAll('[aria-label="Hot"] .card').length === ${few.length}`)
  assert.deepEqual(
    await cardsOf('Hot').allTextContents(),
    few.map(({ info }) => info.name),
  )
})

test('a phone shows Hot first, its first card in the upper third, and a token is bought by two taps', async () => {
  const browser = (await open('')).context().browser() ?? assert.fail()
  for (const width of [320, 390]) {
    const { height } = sizeOf(width)
    const context = await browser.newContext({ viewport: { width, height }, hasTouch: true, isMobile: true })
    const page = await context.newPage()
    await page.goto(server.url)
    await page.locator('.hot .card').first().waitFor()
    const { y = Number.NaN } = (await page.locator('.card').first().boundingBox()) ?? {}
    assert.ok(y < height / 3, `the first card begins at ${y}`)
    await connectWallet(page)
    await page.getByRole('button', { name: 'Buy SS1 for 50 ADA' }).tap()
    await page.getByRole('dialog', { name: 'Trade SS1' }).getByRole('button', { name: 'Close' }).tap()
    await page.goto(`${server.url}/token/${ON_CURVE}`)
    const button = page.locator('dialog .go:not([aria-disabled="true"])')
    await page.locator('a.connect data[value="1000000000"]').waitFor()
    await page.locator('.dock .buy').tap()
    assert.equal(await button.innerText(), 'Buy ₳50 of SS1')
    const asked = page.waitForRequest(/\/order$/)
    await button.tap()
    assert.equal((await asked).postDataJSON().amount, '50000000')
  }
})

test('in each language times are its own, amounts are read as its people write them, and nothing overflows', async () => {
  for (const [locale, typed] of [
    ['de-DE', '1.000,50'],
    ['fr-FR', '1\u202f000,50'],
    ['ja-JP', '１，０００．５０'],
    ['ar-EG', '١٬٠٠٠٫٥٠'],
  ] as const) {
    const page = await open(`token/${ON_CURVE}`, 390, async (page) => {
      await page.addInitScript(`Object.defineProperty(navigator, 'language', { get: () => '${locale}' })`)
    })
    await page.locator('.chart-body canvas').first().waitFor()
    await page.locator('.dock .buy').click()
    const asked = page.waitForRequest(
      (request) => request.url().endsWith('/order/quote') && request.postDataJSON().amount === '1000500000',
    )
    await page.locator('dialog .trade input').fill(typed)
    await asked
    await page.keyboard.press('Escape')
    const time = page.locator('[data-order] time').first()
    const moment = new Date((await time.getAttribute('datetime')) ?? '')
    const format = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' })
    assert.equal(await time.getAttribute('title'), format.format(moment))
    assert.ok((await overflowOf(page)) <= 0, locale)
  }
})

test('wide letters and lines are not cut', async () => {
  for (const width of [390, 1_440]) {
    const page = await open('#/', width)
    for (const [view, [route, sign]] of Object.entries(VIEWS)) {
      await page.evaluate(`location.hash = '${route}'`)
      await page.locator(sign).first().waitFor()
      const style = await page.addStyleTag({ content: SPACING })
      assert.deepEqual(await cutTexts(page), [], `${view} at ${width} pixels`)
      assert.ok((await overflowOf(page)) <= 0, view)
      await style.evaluate('(style) => style.remove()')
    }
  }
})

for (const [device, width, prepare] of [
  ['a desktop', 1_440, undefined],
  ['a laptop', 1_280, undefined],
  ['a slow phone', 390, slowDown],
] as const)
  for (const view of ['board', 'token'] as const)
    test(`nothing moves while the ${view} loads on ${device}`, async (t) => {
      const [route, sign] = VIEWS[view]
      const page = await open(route, width, async (page) => {
        await page.addInitScript(COUNT_SHIFTS)
        await prepare?.(page)
      })
      await page.locator(sign).first().waitFor()
      await page
        .locator(view === 'board' ? '.card-cap :is(.up, .down)' : '.legend, .curve')
        .first()
        .waitFor()
      await page.waitForLoadState('networkidle')
      const shifts = await shiftsOf(page)
      t.diagnostic(`${view} on ${device}: ${shifts.toFixed(4)}`)
      assert.ok(shifts <= SHIFT, `${shifts}`)
    })

test('the creator has a record; transactions, addresses, tokens and pools lead to the block explorer, where there is one', async () => {
  const links = (page: Page) =>
    page.evaluate<string[]>(
      `[...document.querySelectorAll('.look-up')].map(({ href, rel }) => href + ' ' + rel)`,
    )
  const page = await open(`#/token/${ON_CURVE}`)
  await page.locator('tbody tr .look-up').first().waitFor()
  await page.locator('.about .look-up').nth(1).waitFor()
  for (const words of ['3 tokens, 1 graduated', '31.0M SS1 for ₳120'])
    await page.locator('.about', { hasText: words }).waitFor()
  const { evaluatedTransactionId } = sampleOrder(ON_CURVE, 0)
  const { pool } = samplePool(1)
  const shown = await links(page)
  for (const path of [
    `tx/${evaluatedTransactionId}`,
    `token/${ON_CURVE.replace('.', '')}`,
    `token/${pool.id.replace('.', '')}`,
  ])
    assert.ok(shown.includes(`https://explorer.example/${path} noopener noreferrer`), path)
  await page.locator('.about .who a').click()
  await page.locator('h1', { hasText: 'Trader' }).waitFor()
  await page.evaluate(`location.hash = '#/trader/${WALLET.address}'`)
  await page.locator('.purse .look-up').waitFor()
  assert.ok(
    (await links(page)).includes(`https://explorer.example/address/${WALLET.address} noopener noreferrer`),
  )
  await page.goBack()
  await page.goBack()
  setFacts({ blockExplorer: { transaction: null, address: null, token: null } })
  await page.reload()
  await page.locator('tbody tr').first().waitFor()
  assert.deepEqual(await links(page), [])
})

test('amounts are in dollars by a button that is there with a rate, and those of a trade stay in ADA', async () => {
  const page = await open('#/')
  const toDollars = page.locator('.top').getByRole('button', { name: 'Amounts in dollars' })
  const cap = page.locator('.card-cap data').first()
  await cap.waitFor()
  assert.equal(await toDollars.count(), 0)
  const value = (await cap.getAttribute('value')) ?? ''
  setFacts({ hasAdaUsdRate: true })
  server.responses.set('/v1/utility/ada-usd/rate', () => '0.5')
  await page.reload()
  await toDollars.click()
  const half = `$${ada(Number(value) * 0.5)} dollars`
  await page.getByText(half, { exact: true }).first().waitFor()
  assert.deepEqual([await cap.textContent(), await cap.getAttribute('value')], [half, value])
  await page.evaluate(`location.hash = '#/token/${ON_CURVE}'`)
  await page.reload()
  await page.locator('.main-figure', { hasText: '$' }).waitFor()
  const panel = page.getByRole('region', { name: 'Trade' })
  await panel.getByRole('textbox').fill('25')
  assert.equal(await panel.locator('dd data[value="27600000"]').textContent(), '₳27.6 ADA')
  await page.getByRole('button', { name: 'Amounts in ADA' }).first().click()
  await page.locator('.main-figure', { hasText: '₳' }).waitFor()
})

test('a few candles fill the chart', async () => {
  const page = await open(`#/token/${ON_CURVE}`)
  await page.locator('.chart-body canvas').first().waitFor()
  const painted = await page.waitForFunction<number>(`(() => {
      const canvas = document.querySelectorAll('.chart-body canvas')[0]
      const { data, width } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height)
      let first = width
      for (let at = 0; at < data.length; at += 4)
        if (data[at + 3] > 200 && Math.abs(data[at] - data[at + 1]) > 60) first = Math.min(first, (at / 4) % width)
      return first < width && 1 - first / width
    })()`)
  assert.ok(Number(await painted.jsonValue()) > 0.9)
})

test('a newcomer reads what the page is for, and every term in one sheet', async () => {
  for (const width of [1_280, 430, 390, 320]) {
    const page = await open('', width)
    await page.locator('.card h3').first().waitFor()
    const sentence = page.getByText('Launch and trade tokens on Cardano')
    await sentence.waitFor()
    if (width < 700) assert.ok(((await sentence.boundingBox())?.height ?? 99) < 30, 'it takes one line')
    await page.getByRole('button', { name: 'How it works' }).last().click()
    const sheet = page.getByRole('dialog', { name: 'How it works' })
    await sheet.getByText('Anybody can launch a token here').waitFor()
    const terms = await sheet.locator('dt').allInnerTexts()
    for (const term of ['Graduation', 'Hyped', 'In flight', 'MA, VWAP', 'Slippage', 'Models, refolding'])
      assert.ok(terms.includes(term), term)
    await page.keyboard.press('Escape')
    await sheet.waitFor({ state: 'detached' })
  }
})

test("the wallet's profit is a picture that the person has, in its colour, and no address has it", async () => {
  const picture = await sharp({ create: { width: 1_200, height: 630, channels: 3, background: '#0a0c10' } })
    .png()
    .toBuffer()
  const page = await open(`token/${ON_CURVE}`, 1_280, async (page) => {
    // A route that is added to an open page may miss requests.
    await page.route('**/picture', (route) => route.fulfill({ contentType: 'image/png', body: picture }))
    await page.addInitScript(
      '{ const make = URL.createObjectURL; URL.createObjectURL = (of) => (made = make(of)) }',
    )
  })
  await page.locator('.chart-body canvas').first().waitFor()
  await connectWallet(page)
  const downloaded = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Share as a picture' }).click()
  const download = await downloaded
  assert.equal(download.suggestedFilename(), 'SS1.png')
  // A browser may read the file later, so its URL stays valid.
  await page.evaluate('Object.assign(new Image(), { src: made }).decode()')
  const { data, info } = await sharp(await download.path())
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  assert.deepEqual([info.width, info.height], [1_200, 630])
  const [gain, loss] = [
    [0x3d, 0xdc, 0x97],
    [0xff, 0x8a, 0x94],
  ].map((color) => {
    let count = 0
    for (let at = 0; at < data.length; at += 3) if (color.every((part, of) => data[at + of] === part)) count++
    return count
  })
  const { openCost, realised, fees, netNow } = samplePosition(ON_CURVE)
  const isGain = BigInt(realised) + BigInt(netNow ?? 0) - BigInt(openCost) - BigInt(fees) >= 0n
  assert.ok(Number(isGain ? gain : loss) > 1_000, `${gain} ${loss}`)
  assert.equal(isGain ? loss : gain, 0)
})

test('results of the search on a phone are as wide as the screen', async () => {
  const page = await open('#/', 390)
  await page.getByLabel('Search tokens').fill(POINTLESS)
  const found = page.locator('.found a')
  await found.first().waitFor()
  assert.equal(await found.count(), 1)
  assert.ok(((await page.locator('.found').boundingBox())?.width ?? 0) > 340)
})

test('on the narrowest phone the search has room beside a connected wallet', async () => {
  const page = await open('', 320)
  await page.locator('.card h3').first().waitFor()
  await connectWallet(page)
  const field = page.getByLabel('Search tokens')
  const { width = 0 } = (await field.boundingBox()) ?? {}
  assert.ok(width >= 60, `the field has ${width} pixels`)
  assert.ok((await overflowOf(page)) <= 0)
  await field.fill(POINTLESS)
  await page.locator('.found a').first().waitFor()
  // The narrow screen hides the balance. Screen readers read it.
  await page.getByRole('link', { name: /^Portfolio,\s*1,000 ADA$/ }).waitFor()
})

test('an address with another form of an id becomes the usual one', async () => {
  const page = await open(`#/token/${POINTLESS}`, 390)
  await page.waitForURL((url) => url.pathname.endsWith(`/token/${ON_CURVE}`))
})

test('the life of a token is replayed, and a link leads to a moment of it', async () => {
  const page = await open(`#/token/${ON_CURVE}`, 390)
  const chart = (bars: number) => page.getByRole('img', { name: `: ${bars} bars` }).waitFor()
  const control = page.getByRole('slider', { name: 'Time in the life of the token' })
  await chart(18)
  await page.getByRole('button', { name: 'Replay' }).click()
  await control.focus()
  await chart(1)
  for (let step = 0; step < 10; step++) await page.keyboard.press('ArrowRight')
  await chart(11)
  const bars = sampleBars(ON_CURVE, 18)
  const orders = Array.from({ length: 179 }, (_, n) => sampleOrder(ON_CURVE, n))
  const last = orders.find(({ timestamp }) => timestamp < (bars[11]?.time ?? 0))
  await page.locator(`.replay tbody tr:first-child[data-order="${last?.entityId}"]`).waitFor()
  await page.waitForFunction(`location.search === '?at=${bars[10]?.time}'`)
  assert.ok((await overflowOf(page)) <= 0)
  assert.deepEqual(await unreachable(page), [])
  assert.deepEqual(await smallControls(page), [])
  await page.reload()
  await chart(11)
  await page.getByRole('button', { name: 'Play', exact: true }).click()
  await chart(18)
  await page.getByRole('button', { name: 'Now' }).click()
  await control.waitFor({ state: 'detached' })
  assert.equal(new URL(page.url()).search, '')
})

test('10,000 trades and holders are read to the end in pages of 50 rows', async () => {
  const pool = samplePool(1)
  const metrics = { ...pool.metrics, totalTxCount: 10_000 }
  server.responses.set('/v1/orders-feed/initial/state/filled', ordersOf(10_000))
  server.responses.set('/v1/pools-feed/initial/state', () => ({ ...pool, metrics }))
  server.responses.set('/balances/v1/pool/holders', holdersOf(10_000))
  const page = await open(`#/token/${ON_CURVE}`, 320)
  const rows = page.locator('tbody tr')
  const press = (name: string) => page.getByRole('button', { name }).click()
  const first = async (words: string): Promise<void> => {
    await rows.first().getByText(words, { exact: true }).waitFor()
    assert.equal(await rows.count(), 50)
  }
  const orderOf = (n: number) => page.locator(`[data-order="${sampleOrder(ON_CURVE, n).entityId}"]`)
  await orderOf(49).waitFor()
  await press('Next page of the trades')
  await orderOf(50).waitFor()
  await press('Last page of the trades')
  await orderOf(9_999).waitFor()
  assert.equal(await rows.count(), 50)
  assert.ok((await overflowOf(page)) <= 0)
  await page.getByText('200 of 200').waitFor()
  assert.deepEqual(await smallControls(page), [])
  // A trade does not move the rows of an older page.
  server.send('LiveOrdersFeed', sampleOrder(ON_CURVE, 10_001, { timestamp: Math.floor(Date.now() / 1000) }))
  await press('First page of the trades')
  await orderOf(10_001).waitFor()
  assert.equal(await rows.count(), 50)

  await page.getByRole('button', { name: /^Holders/ }).click()
  await first('1')
  await press('Last page of the holders')
  await first('9,951')
  const asked = server.requests.length
  server.send('PoolFeed', samplePool(1, 0.5))
  await press('Previous page of the holders')
  await first('9,901')
  assert.ok(server.requests.slice(asked).filter((path) => path.endsWith('/holders')).length <= 4)
})

test('trades are listed, however many newer orders wait, and open orders are in pages', async () => {
  const items = Array.from({ length: 120 }, (_, n) => sampleOrder(ON_CURVE, n, { status: 'Pending' }))
  const waiting = () => ({ ledger: { count: 120, items: items.slice(0, 100) }, mempool: [] })
  server.responses.set('/v1/orders-feed/initial/state', waiting)
  server.responses.set('/v1/orders-feed/initial/state/open', ({ query }) => ({
    ledger: { count: 120, items: items.slice(Number(query.get('offset'))).slice(0, 100) },
    mempool: [],
  }))
  server.responses.set('/v1/orders-feed/initial/state/filled', ({ query }) => ({
    ledger: { count: 1, items: query.get('offset') === '0' ? [sampleOrder(ON_CURVE, 500)] : [] },
    mempool: [],
  }))
  const page = await open(`#/token/${ON_CURVE}`)
  const rows = page.getByRole('table', { name: 'Trades' }).locator('tbody tr')
  const orderOf = (n: number) => page.locator(`[data-order="${sampleOrder(ON_CURVE, n).entityId}"]`)
  await orderOf(500).waitFor()
  assert.equal(await rows.count(), 1)
  await page.getByRole('button', { name: 'Open orders 120', exact: true }).click()
  await orderOf(49).waitFor()
  await page.getByRole('button', { name: 'Last page of the open orders' }).click()
  await orderOf(119).waitFor()
  assert.deepEqual([await orderOf(99).count(), await orderOf(100).count()], [0, 1])
})

test('the latest trades stay, however many newer orders wait', async () => {
  const page = await open('#/')
  const rows = page.locator('.tape li')
  await rows.nth(39).waitFor()
  const timestamp = Math.floor(Date.now() / 1000)
  for (let n = 1_000; n < 1_030; n++)
    server.send('LatestOrders', sampleOrder(ON_CURVE, n, { status: 'Pending', timestamp }))
  server.send('LatestOrders', sampleOrder(GRADUATED, 1_031, { timestamp }))
  await page.locator(`.tape li:first-child a[href$="${GRADUATED}"]`).waitFor()
  assert.equal(await rows.count(), 24)
})

test('orders that wait behind 100 newer ones are in flight and among the open orders, and those that fill come first', async () => {
  const waiting = { from: '.', to: ON_CURVE, status: 'Pending' } as const
  const resting = Array.from({ length: 12 }, (_, n) =>
    sampleOrder(ON_CURVE, 700 + n, { ...waiting, worstPrice: '999' }),
  )
  const fills = sampleOrder(ON_CURVE, 699, { ...waiting, worstPrice: '0.0001', fromAmount: '90000000' })
  const items = [fills, ...resting]
  server.responses.set('/v1/orders-feed/initial/state/open', () => ({
    ledger: { count: items.length, items },
    mempool: [],
  }))
  const page = await open(`#/token/${ON_CURVE}`)
  await page.locator('.in-flight[data-count="13"]').waitFor()
  assert.deepEqual(
    await page
      .locator('.in-flight li')
      .evaluateAll((all) => all.map((each) => each.getAttribute('data-waits'))),
    ['false', ...Array(11).fill('true'), null],
  )
  await page.getByRole('button', { name: 'Open orders 13', exact: true }).click()
  for (const { entityId } of items) await page.locator(`[data-order="${entityId}"]`).waitFor()
})

test('a token with one holder has two slices, and locked tokens are a share of its supply', async () => {
  server.responses.set('/balances/v1/pool/holders', () => sampleHolders('x', 1))
  const pool = samplePool(1)
  const lock = (totalLocked: string, lockUntil: number) => ({
    id: `${'ab'.repeat(32)}:0`,
    totalLocked,
    lockUntil: `${lockUntil}`,
    redeemerVkh: '',
  })
  const locks = [
    lock('50000000', 3_470_256_000_000),
    lock('1', 4_102_444_800_000),
    lock('70000000', 1_700_000_000_000),
  ]
  server.responses.set('/v1/pools-feed/initial/state', () => ({
    ...pool,
    metrics: { ...pool.metrics, locks },
  }))
  const page = await open(`#/token/${ON_CURVE}`)
  await page.locator('.legend .who').waitFor()
  assert.equal(await page.locator('.stack i').count(), 3)
  await page
    .getByText(/^5\.00% of supply, at least half of it until .*2079, the last until .*2100$/)
    .waitFor()
})

test('a complete curve is graduating on card and page: nothing is quoted until its pool opens', async () => {
  const complete = samplePool(1, 1)
  server.responses.set('/v1/pools-feed/initial/state', () => complete)
  server.responses.set('/v1/pools-main-page/initial/state', () => [complete])
  server.responses.set('/v1/pools-main-page/hot', () => ({ count: 0, items: [] }))
  const page = await open('#/')
  const card = page.getByRole('region', { name: 'Almost there' }).locator('.card')
  await card.getByText('Graduating: the pool opens soon').waitFor()
  server.responses.set('/v1/pools-feed/initial/state', () => samplePool(1, 0.99))
  await page.evaluate(`location.hash = '#/token/${ON_CURVE}'`)
  const panel = page.getByRole('region', { name: 'Trade' })
  await page.getByRole('button', { name: 'Watch this token' }).click()
  // Alerts also subscribe to the token.
  const followed = page.waitForResponse(/pools-feed/)
  await page.getByRole('button', { name: 'Watch', exact: true }).click()
  await followed
  await panel.getByRole('textbox').fill('25')
  await panel.getByText('You receive about').waitFor()
  const quotes = () => server.requests.filter((path) => path === '/order/quote').length
  const before = quotes()
  server.send('PoolFeed', complete)
  await page.getByRole('region', { name: 'Graduating' }).waitFor()
  await page.locator('.token-head .chip.grad', { hasText: 'Graduating' }).waitFor()
  await panel.getByText('Trading pauses').waitFor()
  assert.equal(await page.locator('button.go').count(), 0)
  assert.equal(quotes(), before)
  // An alert's message disappears after a while, so the wait begins before the graduation.
  const alerted = page.getByText('SS1 has graduated').waitFor()
  server.send('PoolFeed', samplePool(1, 1.1))
  await Promise.all([alerted, page.getByRole('region', { name: 'Graduated' }).waitFor()])
  await panel.getByText('You receive about').waitFor()
})

test('a view of each state has a title, and choices are kept over a reload', async () => {
  const page = await open('#/launch')
  await page.waitForFunction(`document.title === 'Launch a token · Launchpad'`)
  await page.evaluate(`location.hash = '#/nothing'`)
  await page.getByRole('heading', { name: 'Page not found' }).waitFor()
  await page.evaluate(`location.hash = '#/token/${GRADUATED}'`)
  await page.getByRole('button', { name: '1h', exact: true }).click()
  await page.getByRole('button', { name: 'Dark colours' }).click()
  await page.reload()
  await page.locator('button[aria-pressed=true]', { hasText: /^1h$/ }).waitFor()
  await page.getByRole('button', { name: 'Light colours' }).waitFor()
  assert.equal(await page.evaluate('document.documentElement.style.colorScheme'), 'dark')
})

test('the first frame has the colours of the system', async () => {
  const page = await open('#/', 1_280, async (page) => {
    await page.emulateMedia({ colorScheme: 'light' })
    await page.route('**/*.js', () => {})
  })
  await page.waitForFunction(`getComputedStyle(document.body).backgroundColor === 'rgb(245, 246, 248)'`)
})

test('with the colours of a contrast theme, what is chosen and what can be pressed have a frame, and bars are seen', async () => {
  const page = await open(`#/token/${ON_CURVE}`)
  await page.locator('.chart-body canvas').first().waitFor()
  await page.emulateMedia({ forcedColors: 'active' })
  const styleOf = (selector: string, property: string) =>
    page.evaluate<string>(
      `getComputedStyle(document.querySelector('${selector}')).getPropertyValue('${property}')`,
    )
  assert.equal(await styleOf('.chart [aria-pressed="true"]', 'outline-style'), 'solid')
  assert.equal(await styleOf('.chart [aria-pressed="false"]', 'outline-style'), 'none')
  assert.equal(await styleOf('.trade .go', 'border-style'), 'solid')
  const [bar, ground] = await Promise.all([
    styleOf('.curve .bar', 'background-image'),
    styleOf('.curve .bar', 'background-color'),
  ])
  assert.equal(new Set([/rgb\([^)]*\)/.exec(bar)?.[0], ground, 'rgb(255, 255, 255)']).size, 3)
})

test('every card beside the chart can be seen whole on a laptop', async () => {
  const page = await open(`#/token/${ON_CURVE}`)
  await page.setViewportSize({ width: 1_366, height: 657 })
  await page.locator('.holders .who').first().waitFor()
  for (const card of ['.holders', '.about']) {
    await page.locator(`.rail ${card}`).scrollIntoViewIfNeeded()
    const covered = await page.evaluate<number[]>(`(() => {
      const element = document.querySelector('.rail ${card}')
      const { left, right, top, bottom } = element.getBoundingClientRect()
      return [top + 4, (top + bottom) / 2, bottom - 4].filter(
        (y) => !element.contains(document.elementFromPoint((left + right) / 2, y)))
    })()`)
    assert.deepEqual(covered, [], card)
  }
})

test('bars of 15 minutes and 4 hours are made of shorter ones', async () => {
  const page = await open(`#/token/${ON_CURVE}`)
  await page.locator('.chart-body canvas').first().waitFor()
  await page.getByRole('button', { name: 'Table', exact: true }).click()
  const bars = sampleBars(ON_CURVE, 18)
  for (const [name, seconds] of [
    ['15m', 900],
    ['4h', 14_400],
  ] as const) {
    await page.getByRole('button', { name, exact: true }).click()
    const starts = [...new Set(bars.map(({ time }) => Math.floor(time / seconds) * seconds))].reverse()
    await page.waitForFunction(
      `JSON.stringify([...document.querySelectorAll('.chart tbody time')].map(({ dateTime }) => Date.parse(dateTime) / 1000))
        === '${JSON.stringify(starts)}'`,
    )
    const volumes = await page
      .locator('.chart tbody td:last-child data')
      .evaluateAll((cells) => cells.reduce((sum, cell) => sum + Number(cell.getAttribute('value')), 0))
    assert.equal(
      volumes,
      bars.reduce((sum, { volume }) => sum + Number(volume), 0),
    )
  }
})
