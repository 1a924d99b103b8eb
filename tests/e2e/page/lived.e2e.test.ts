// A page stays open through trades, launches and forks. In every view it must show the same texts as a page that is opened now.
import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { Random } from '../../../devnet/actors/random.ts'
import type { LiquidityPoolInfo } from '../../../schema/responses/pools.ts'
import { findChromium, openBrowser } from '../../harness/browser.ts'
import { startOnGrowingDevnet, untilAt } from '../../harness/recorded-devnet.ts'
import { runs, seedOf } from '../../kit/random-runs.ts'
import { requestsTo } from '../../kit/requests.ts'
import { TEST_TIMEOUT_MS } from '../../kit/test-timeout.ts'
import { until } from '../../kit/until.ts'
import { COUNT_REQUESTS } from './testing/page-checks.ts'

/** With RUNS=25, the pages' clocks run for more than an hour. */
const ROUNDS = runs(2)
/** The later steps have no trades, to find figures that stay older than a minute. */
const STEP_S = 6
const SETTLED_S = 3
/**
 * Pages are compared at this second of a minute. An open page requests the last hours' figures each minute, at the second at which it was
 * opened.
 */
const COMPARED_AT_S = 30
const CLOCK_STEP_S = 10
const BUSY = 4
const QUIET = 10

const start = async (t: TestContext, clock: { readonly now: number }) => {
  const seed = seedOf(t)
  const { devnet, service } = await startOnGrowingDevnet(t, seed, { clock: () => clock.now })
  const random = new Random(`lived ${seed}`)
  return {
    service,
    devnet,
    async step(isBusy: boolean): Promise<void> {
      if (!isBusy) devnet.makeOfMempool()
      else {
        const depth = random.integer(-8, 8)
        if (depth > 0) devnet.fork(depth)
        devnet.make(random.integer(depth > 0 ? 0 : 1, 2))
      }
      await untilAt(service, devnet.chain)
    },
  }
}

interface PageLook {
  readonly height?: string
  readonly hasBalance: boolean
  readonly isAnswered: boolean
  readonly made: number
}

/**
 * A list of the board draws its first 12 cards, and more once the last of them was on the screen. Whether that happened depends on the
 * machine, so further cards are not compared. A browser draws no card that was not yet on the screen, and such a card has no
 * `innerText`, so it must draw the others.
 */
const LATER_CARDS = '.columns ol > li:nth-child(n + 13)'

const textOf = (page: Page): Promise<string[]> =>
  page.evaluate<string[]>(`(() => {
    const later = [...document.querySelectorAll('${LATER_CARDS}')]
    const cards = [...document.querySelectorAll('.columns ol > li')]
    for (const { style } of later) style.display = 'none'
    for (const { style } of cards) style.contentVisibility = 'visible'
    const texts = [
      ...document.querySelector('#app').innerText.split('\\n').map((line) => line.trim()).filter(Boolean),
      ...[...document.querySelectorAll('#app data')].filter((data) => data.closest('${LATER_CARDS}') === null)
        .map((data) => data.innerText + ' = ' + data.value),
    ]
    for (const { style } of later) style.display = ''
    for (const { style } of cards) style.contentVisibility = ''
    return texts
  })()`)

/**
 * The wallet stays connected in pages that are opened later.
 * @param pass lets one second pass
 * @param makeBlock makes a block
 */
const buy = async (page: Page, pass: () => Promise<void>, makeBlock: () => Promise<void>): Promise<void> => {
  const shown = (what: Locator): Promise<boolean> =>
    until(`${what}`, async () => {
      await pass()
      return what.isVisible()
    })
  const connect = page.locator('.connect')
  const wallet = page.getByRole('button', { name: /^Devnet wallet/ })
  await shown(connect)
  await connect.click()
  await shown(wallet)
  await wallet.click()
  await shown(page.locator('a.connect data'))
  const panel = page.getByRole('region', { name: 'Trade' })
  const amount = panel.getByRole('textbox')
  // At first, a new pool limits each purchase, to ₳25 or more.
  await amount.fill('20')
  const button = panel.locator('button.go:not([aria-disabled="true"])')
  const isOld = panel.getByText('does not have the current price')
  // The service refuses an order whose price moved after its quote, and a person presses again. An empty field shows that the order was
  // sent.
  await until('the order is sent', async () => {
    if ((await amount.inputValue()) === '') return true
    if (await button.isVisible()) await button.click()
    else if (await isOld.isVisible()) await makeBlock()
    await pass()
    return false
  }).catch(async (cause: unknown) => {
    throw new Error(`The panel does not send: ${await panel.innerText()}`, { cause })
  })
}

const chromium = findChromium()

test('pages that stay open', { skip: typeof chromium === 'string' ? chromium : false }, async (t) => {
  if (typeof chromium === 'string') return
  // Only the test advances the time. It starts in the middle of a second, because ages change at the beginning of a second.
  const clock = { now: Math.ceil(Date.now() / 1_000) * 1_000 + 500 }
  t.mock.method(Date, 'now', () => clock.now)
  const { service, devnet, step } = await start(t, clock)
  devnet.make(10)
  await untilAt(service, devnet.chain)
  const pools: LiquidityPoolInfo[] = await requestsTo(service.url).get(
    '/v1/pools-main-page/initial/state?filter=New',
  )
  const asset = pools[0]?.info.asset ?? assert.fail('no token')
  const browser = await openBrowser(chromium)
  t.after(() => browser.close())
  const context = await browser.newContext({ viewport: { width: 1_280, height: 800 }, locale: 'en-GB' })
  context.setDefaultTimeout(TEST_TIMEOUT_MS)
  await context.addInitScript(COUNT_REQUESTS)
  await context.clock.install({ time: clock.now })
  await context.clock.pauseAt(clock.now)
  /** Both clocks advance in short steps, so that no page reports a wrong clock. */
  const pass = async (seconds = 1): Promise<void> => {
    for (let left = seconds; left > 0; left -= CLOCK_STEP_S) {
      const step = Math.min(left, CLOCK_STEP_S) * 1_000
      clock.now += step
      await context.clock.runFor(step)
    }
  }
  const passTo = (second: number): Promise<void> =>
    pass((60 + second - (Math.floor(clock.now / 1_000) % 60)) % 60)
  const open = async (route: string): Promise<Page> => {
    const page = await context.newPage()
    await page.goto(`${service.url}/${route}`)
    return page
  }
  /** The pages' clock stops while messages wait for the pages, so that a busy machine compares the same time of day. */
  const settle = async (): Promise<void> => {
    const pages = context.pages()
    const tip = devnet.chain.tip === 'origin' ? assert.fail('no block') : devnet.chain.tip
    const height = tip.height.toLocaleString('en-US')
    const look = async (): Promise<PageLook[]> =>
      Promise.all(
        pages.map((page) =>
          page.evaluate<PageLook>(`({
            height: document.querySelector('.sync .num')?.innerText,
            hasBalance: document.querySelector('a.connect data') !== null,
            isAnswered: unanswered === 0 && (heard === '' || heard.includes('${tip.id}')),
            made,
          })`),
        ),
      )
    let [before, same] = ['', 0]
    await until(`all pages show block ${height}`, async () => {
      const looks = await look()
      if (!looks.every(({ isAnswered }) => isAnswered)) return false
      const shown = JSON.stringify(looks)
      same = shown === before ? same + 1 : 0
      before = shown
      const isShown = looks.every((page) => page.height === height && page.hasBalance)
      if (isShown && same >= SETTLED_S) return true
      // The page delays requests to combine those of one kind.
      await pass()
      return false
    })
  }
  await buy(await open(`token/${asset}`), pass, () => step(false))
  await context.pages()[0]?.close()
  await pass()
  await step(false)
  await passTo(0)
  const routes = ['', `token/${asset}`, 'view/screener', 'view/map', 'view/watched', 'view/portfolio']
  const lived: (readonly [string, Page])[] = []
  for (const route of routes) lived.push([route, await open(route)])
  await settle()

  for (let round = 0; round < ROUNDS; round++)
    await t.test(`round ${round}`, async () => {
      for (let count = 0; count < BUSY + QUIET; count++) {
        await step(count < BUSY)
        await settle()
        await pass(STEP_S - SETTLED_S)
      }
      for (const [route, page] of lived) {
        await passTo(COMPARED_AT_S)
        await step(false)
        const fresh = await open(route)
        await settle()
        const [shown, expected] = await Promise.all([textOf(page), textOf(fresh)])
        assert.deepEqual(shown, expected, `lived and fresh page /${route}`)
        await fresh.close()
      }
    })
})
