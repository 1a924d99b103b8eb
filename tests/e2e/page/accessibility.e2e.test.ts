// Accessibility rules on scripted responses: every view and every dialog, at three widths and in both themes.
import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { THEMES } from '../../harness/watched-page.ts'
import { runs } from '../../kit/random-runs.ts'
import { AXE, violationsOf } from './testing/page-checks.ts'
import { GRADUATED, ON_CURVE } from './testing/page-server.ts'
import { connectWallet, pageTests } from './testing/page-test.ts'
import { sampleOrder, samplePosition, WALLET } from './testing/sample-state.ts'

const WIDTHS = [360, 768, 1_440] as const

const TOKEN = `#/token/${ON_CURVE}`
const press = (name: string) => (page: Page) =>
  page.getByRole('button', { name, exact: true }).first().click()
const opened =
  (selector: string) =>
  (page: Page): Promise<void> =>
    page.locator(selector).first().waitFor()

const quote = async (page: Page): Promise<void> => {
  const dock = page.locator('.dock .buy')
  if (await dock.isVisible()) await dock.click()
  await page.locator('.trade input').fill('250')
  await page.getByText('You receive about').waitFor()
}

const STATES: readonly (readonly [string, string, string, ...((page: Page) => Promise<unknown>)[]])[] = [
  ['board', '#/', '.card h3'],
  ['map', '#/map', '.tile'],
  ['screener', '#/screener', 'tbody tr'],
  ['filter', 'view/screener?minCap=60000', 'tbody tr, .empty', press('Filter · 1'), opened('.filters')],
  ['watched', '#/watched', '.watch-list'],
  ['token', TOKEN, '.chart-body canvas', opened('tbody tr')],
  ['holders', TOKEN, '.chart-body canvas', (page) => page.getByRole('button', { name: /^Holders/ }).click()],
  ['bars', TOKEN, '.chart-body canvas', press('Table'), opened('.chart tbody tr')],
  ['replay', TOKEN, '.chart-body canvas', press('Replay'), opened('.replay')],
  ['graduated', `#/token/${GRADUATED}`, '.chart-body canvas'],
  ['what-if', TOKEN, '.what-if', (page) => page.getByRole('slider').press('ArrowRight')],
  ['alerts', TOKEN, '.star', press('Watch this token'), opened('dialog')],
  ['wallets', TOKEN, '.connect', (page) => page.locator('.connect').click(), opened('dialog .choice')],
  ['search', '#/', '.card h3', (page) => page.locator('.search input').fill('a'), opened('.found a')],
  ['launch', '#/launch', 'form'],
  ['no wallet', '#/portfolio', '.empty'],
  ['status', '#/status', '.stage.ok'],
  ['nothing', '#/nothing', 'h1'],
  [
    'portfolio',
    '#/',
    '.connect',
    connectWallet,
    (page) => page.locator('a.connect').click(),
    opened('tr[data-token]'),
  ],
  ['quote', TOKEN, '.chart-body canvas', quote],
]

const { test, server, open } = pageTests('the page for everybody')

const own = { address: WALLET.address, pkh: WALLET.pkh }
const setWallet = () => {
  server.responses.set('/balances/v1/user/positions', () => ({
    count: 1,
    items: [samplePosition(ON_CURVE)],
  }))
  server.responses.set('/v1/user-history-feed/initial/state', () => ({
    ledger: {
      count: 2,
      items: [sampleOrder(ON_CURVE, 1, own), sampleOrder(ON_CURVE, 2, { ...own, status: 'Pending' })],
    },
    mempool: [],
  }))
}

test('no view and no dialog breaks a rule of accessibility, at any width, in both themes', async () => {
  setWallet()
  for (const [at, [state, route, sign, ...steps]] of STATES.entries()) {
    const widths = WIDTHS.filter((_, index) => runs(1) > 1 || index === at % WIDTHS.length)
    for (const width of widths) {
      const page = await open(route, width)
      await page.locator(sign).first().waitFor()
      for (const step of steps) await step(page)
      await page.evaluate(AXE)
      for (const colorScheme of runs(1) > 1 ? THEMES : THEMES.slice(at % 2, (at % 2) + 1)) {
        await page.emulateMedia({ colorScheme })
        assert.deepEqual(await violationsOf(page), [], `${state} at ${width} pixels, ${colorScheme}`)
      }
      await page.context().close()
    }
  }
})
