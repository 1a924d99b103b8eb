// Pages that stay open through trades, launches and forks show what a page shows that is opened now: every text of every view.
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

/** Number of rounds: with RUNS=25 the pages live for more than an hour of their clock. */
const ROUNDS = runs(2)
/** Seconds of a step at least, and steps of a round: with trades and forks, then without, since no figure may be older than a minute. */
const STEP_S = 6
/** Seconds without a request after which a page is settled. */
const SETTLED_S = 3
const BUSY = 4
const QUIET = 10

const start = async (t: TestContext, clock: { readonly now: number }) => {
  const seed = seedOf(t)
  const { devnet, service } = await startOnGrowingDevnet(t, seed, { clock: () => clock.now })
  const random = new Random(`lived ${seed}`)
  return {
    service,
    devnet,
    /** Makes the blocks of a step, with a fork or without. */
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

/** Every text of the page, with the exact values of its figures. */
const textOf = (page: Page): Promise<string[]> =>
  page.evaluate<string[]>(`[
    ...document.querySelector('#app').innerText.split('\\n').map((line) => line.trim()).filter(Boolean),
    ...[...document.querySelectorAll('#app data')].map((data) => data.innerText + ' = ' + data.value),
  ]`)

/**
 * Buys tokens with the devnet's wallet, which stays connected in the pages that are opened later.
 * @param pass lets a second pass
 * @param makeBlock makes a block, without which the page would soon say that its price is old
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
  await amount.fill('50')
  const button = panel.locator('button.go:not([aria-disabled="true"])')
  const isOld = panel.getByText('does not have the current price')
  // The service refuses an order whose price has moved since its quote; a person presses the button again. The field is empty once the
  // order is sent. Its state tells no more: a block may have the order before the next look.
  await until('the order is sent', async () => {
    if ((await amount.inputValue()) === '') return true
    if (await button.isVisible()) await button.click()
    else if (await isOld.isVisible()) await makeBlock()
    await pass()
    return false
  })
}

const chromium = findChromium()

test('pages that stay open', { skip: typeof chromium === 'string' ? chromium : false }, async (t) => {
  if (typeof chromium === 'string') return
  // One time of day for the devnet, the service and the pages: it stands still but for the steps of the test, in the middle of a second,
  // since ages change at its beginning.
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
  const pass = async (seconds = 1): Promise<void> => {
    clock.now += seconds * 1_000
    await context.clock.runFor(seconds * 1_000)
  }
  const open = async (route: string): Promise<Page> => {
    const page = await context.newPage()
    await page.goto(`${service.url}/${route}`)
    return page
  }
  /** Waits until all pages show the last block, and all their requests are answered and they make no others. */
  const settle = async (): Promise<void> => {
    const pages = context.pages()
    const { tip } = devnet.chain
    const height = tip === 'origin' ? assert.fail('no block') : tip.height.toLocaleString('en-US')
    const look = async (): Promise<string> => {
      const looks = pages.map((page) =>
        page.evaluate<string>(
          `\`\${document.querySelector('.sync .num')?.innerText} \${unanswered} unanswered of \${made}\${document.querySelector('a.connect data') ? '' : ' without a balance'}\``,
        ),
      )
      return (await Promise.all(looks)).join()
    }
    const isSettled = new RegExp(`^(?:${height} 0 unanswered of \\d+,?)+$`)
    let [before, same] = ['', 0]
    await until(`all pages show block ${height}`, async () => {
      // A request waits some hundred milliseconds for other requests of its kind, or for a later part of the page.
      await pass()
      const shown = await look()
      same = shown === before ? same + 1 : 0
      before = shown
      return same === SETTLED_S - 1 && isSettled.test(shown)
    })
  }
  await buy(await open(`token/${asset}`), pass, () => step(false))
  await context.pages()[0]?.close()
  await pass()
  await step(false)
  const routes = ['', `token/${asset}`, 'view/screener', 'view/map', 'view/watched', 'view/portfolio']
  const lived: (readonly [string, Page])[] = []
  for (const route of routes) lived.push([route, await open(route)])
  await settle()

  /**
   * Whether the last 24 hours, which begin in a bar of five minutes, neither have just left a bar nor are about to: those that end now, and
   * those that end in a minute. Early in the bar, since the comparisons take more time of the pages on a busy machine.
   */
  const isMidBar = (): boolean => {
    const seconds = (clock.now / 1_000) % 300
    return seconds > 75 && seconds < 120
  }

  for (let round = 0; round < ROUNDS; round++)
    await t.test(`round ${round}`, async () => {
      for (let count = 0; count < BUSY + QUIET || !isMidBar(); count++) {
        await step(count < BUSY)
        await settle()
        await pass(STEP_S - SETTLED_S)
      }
      for (const [route, page] of lived) {
        await step(false)
        const fresh = await open(route)
        await settle()
        const [shown, expected] = await Promise.all([textOf(page), textOf(fresh)])
        assert.deepEqual(shown, expected, `lived and fresh page /${route}`)
        await fresh.close()
      }
    })
})
