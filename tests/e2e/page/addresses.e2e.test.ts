// The page behind a proxy that removes a path prefix, and on a phone that lacks some browser functions.
import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import decodeQR from 'qr/decode.js'
import sharp from 'sharp'
import { coveredCells, scrollToCard, unreachable } from './testing/page-checks.ts'
import { GRADUATED, ON_CURVE, setOrders } from './testing/page-server.ts'
import { pageTests } from './testing/page-test.ts'
import { sampleOrder, samplePool, WALLET } from './testing/sample-state.ts'

const PREFIX = '/launchpad'

const HANGING = `globalThis.cardano = {
  hangs: { name: 'Hanging wallet', apiVersion: '1', icon: '', isEnabled: async () => false, enable: () => new Promise(() => {}) },
  fails: { name: 'Failing wallet', apiVersion: '1', icon: '', isEnabled: async () => false,
    enable: () => Promise.reject({ code: -3, info: 'x'.repeat(500) }) } }`

/** A host without TLS does not allow the page to copy. */
const NO_CLIPBOARD = `Object.defineProperty(navigator, 'clipboard', { value: undefined })
  document.execCommand = () => false`

const { test, server, open: openAt } = pageTests('the page at its addresses', PREFIX)

const open = (route: string, script?: string) =>
  openAt(route, 390, async (page) => {
    if (script !== undefined) await page.addInitScript(script)
  })

test('behind a prefix each view has its data and an address, and the old ones lead there', async () => {
  const page = await open(`#/token/${ON_CURVE}`)
  const token = `${server.url}/token/${ON_CURVE}`
  await page.locator('.chart-body canvas').first().waitFor()
  assert.equal(page.url(), token)
  await page.getByRole('link', { name: 'All tokens' }).first().click()
  await page.locator('.card h3').first().waitFor()
  assert.equal(page.url(), `${server.url}/`)
  await page.evaluate(`location.hash = '#/status'`)
  await page.locator('.stage.ok').first().waitFor()
  assert.equal(page.url(), `${server.url}/view/status`)
  await page.goBack()
  await page.locator('.card h3').first().waitFor()
  await page.goBack()
  await page.locator('.chart-body canvas').first().waitFor()
  assert.equal(page.url(), token)
  await page.reload()
  await page.locator('.chart-body canvas').first().waitFor()
  assert.deepEqual(
    server.requests.filter((path) => path.startsWith('outside')),
    [],
  )
})

test('a notification about a watched token leads to its address', async () => {
  const page = await open(
    'view/watched',
    `globalThis.notes = []
          globalThis.Notification = class {
            static permission = 'granted'
            constructor(title, options) { notes.push(Object.assign(this, options)) }
            close() { this.isClosed = true }
          }
          Object.defineProperty(document, 'hidden', { get: () => globalThis.isHidden === true })
          localStorage.setItem('watched', JSON.stringify([{ asset: '${ON_CURVE}', above: 1e15 }]))`,
  )
  await page.locator('.watch-list .card').waitFor()
  await page.evaluate('globalThis.isHidden = true')
  server.send('PoolFeed', samplePool(1, 1.1))
  await page.waitForFunction('notes.length > 0')
  await page.evaluate('globalThis.isHidden = false; notes[0].onclick()')
  await page.locator('.chart-body canvas').first().waitFor()
  assert.equal(page.url(), `${server.url}/token/${ON_CURVE}`)
  assert.deepEqual(await page.evaluate('[notes[0].body, notes[0].isClosed]'), ['SS1 has graduated', true])
})

test('a browser in which a page can make no notification shows the alert on the page, once', async () => {
  const page = await open(
    'view/watched',
    `globalThis.Notification = class {
      static permission = 'granted'
      constructor() { throw new TypeError('Illegal constructor. Use ServiceWorkerRegistration.showNotification() instead.') }
    }
    Object.defineProperty(document, 'hidden', { get: () => globalThis.isHidden ?? false })
    localStorage.setItem('watched', JSON.stringify([{ asset: '${ON_CURVE}', above: 30_000_000_000 }]))`,
  )
  const errors: Error[] = []
  page.on('pageerror', (error) => errors.push(error))
  await page.locator('.watch-list .card').waitFor()
  await page.evaluate('globalThis.isHidden = true')
  for (const share of [0.6, 0.7]) server.send('PoolFeed', samplePool(1, share))
  await page.getByText(/^SS1 rose to ₳/).waitFor()
  await page.locator('.watch-list').getByText('Alert at graduation').waitFor()
  assert.deepEqual(errors, [])
  assert.equal(await page.locator('.message').count(), 1)
})

test('where only a service worker makes notifications, an alert is one, and a click on it shows its token', async () => {
  // A headless browser has no notifications.
  const page = await open(
    'view/watched',
    `{
      const { prototype } = ServiceWorkerRegistration
      prototype.showNotification = async function (title, options) {
        globalThis.shown = { title, ...options, state: this.active.state }
      }
      Object.defineProperty(globalThis, 'Notification', { value: class {
        static permission = 'granted'
        constructor() { throw new TypeError('Illegal constructor. Use ServiceWorkerRegistration.showNotification() instead.') }
      } })
      Object.defineProperty(document, 'hidden', { get: () => globalThis.isHidden ?? false })
      localStorage.setItem('watched', JSON.stringify([{ asset: '${ON_CURVE}', above: 30_000_000_000 }]))
    }`,
  )
  await page.locator('.watch-list .card').waitFor()
  await page.evaluate('globalThis.isHidden = true')
  server.send('PoolFeed', samplePool(1, 0.6))
  await page.waitForFunction('globalThis.shown !== undefined')
  assert.deepEqual(await page.evaluate('globalThis.shown'), {
    title: 'Launchpad',
    body: 'SS1 rose to ₳38.5K, above ₳30.0K',
    tag: ON_CURVE,
    data: { path: `/token/${ON_CURVE}`, address: `/launchpad/token/${ON_CURVE}` },
    state: 'activated',
  })
  assert.equal(await page.locator('.message').count(), 0)
  // No test can click a notification, so the click's handler is called.
  const [worker] = page.context().serviceWorkers()
  await worker?.evaluate(`dispatchEvent(Object.assign(new Event('notificationclick'), {
    notification: { data: { path: '/token/${ON_CURVE}', address: '' }, close() {} }, waitUntil() {} }))`)
  await page.waitForURL(`${server.url}/token/${ON_CURVE}`)
})

test('two tabs watch the tokens of both', async () => {
  const page = await open(`token/${ON_CURVE}`)
  await page.locator('.star').waitFor()
  const other = await page.context().newPage()
  await other.goto(`${server.url}/token/${GRADUATED}`)
  for (const tab of [page, other]) {
    await tab.locator('.star').click()
    await tab.getByRole('button', { name: 'Watch', exact: true }).click()
    await tab.locator('.star.watched').waitFor()
  }
  for (const tab of [page, other]) {
    await tab.goto(`${server.url}/view/watched`)
    await tab.locator('.watch-list .card').nth(1).waitFor()
  }
})

test('every link is the address of what it shows, and is followed without a load', async () => {
  for (const route of [
    '',
    `token/${ON_CURVE}`,
    'view/map',
    'view/screener',
    'view/watched',
    'view/portfolio',
    'view/traders',
    `trader/${WALLET.address}`,
  ]) {
    const page = await openAt(route)
    await page.locator('main:not([aria-busy])').waitFor()
    await page.locator('footer').waitFor()
    await page.evaluate('globalThis.isTheSamePage = true')
    const links = await page.evaluate<string[]>(
      `[...new Set([...document.querySelectorAll('a[href]')].filter(({ target }) => target === '').map(({ href }) => href))]`,
    )
    assert.ok(links.length > 3)
    for (const link of links)
      assert.match(link, new RegExp(`^${server.url}/((token|trader|view)/[^#]+|docs)?$`), route)
  }
  const page = await openAt('')
  await page.locator('.card h3').nth(12).waitFor()
  await page.evaluate('globalThis.isTheSamePage = true')
  await scrollToCard(page.getByRole('region', { name: 'New', exact: true }), 16)
  const places = `[scrollY, document.querySelector('[aria-label="New"]').scrollTop].join()`
  await page.evaluate(`scrollTo(0, 100), document.querySelector('[aria-label="New"]').scrollTo(0, 200)`)
  await page.waitForFunction(`history.state?.tops.includes(100) && history.state.tops.includes(200)`)
  const card = page.locator('.card').nth(12)
  const token = await card.getAttribute('href')
  await card.dispatchEvent('click')
  await page.locator('.chart-body canvas').first().waitFor()
  assert.equal(new URL(page.url()).pathname, token)
  assert.equal(await page.evaluate('scrollY'), 0)
  // The keyboard focus and screen readers continue in the new view.
  await page.waitForFunction(`document.activeElement.matches('main.token:not([aria-busy])')`)
  await page.goBack()
  await page.locator('.card h3').first().waitFor()
  await page.waitForFunction(`${places} === '100,200'`)
  assert.equal(await page.evaluate('isTheSamePage'), true)
})

test('a fragment that is no view belongs to the page that it is at', async () => {
  const page = await openAt(`token/${ON_CURVE}#trades`)
  await page.locator('.chart-body canvas').first().waitFor()
})

test('a text that cannot be copied is said, with the text', async () => {
  const page = await open(`token/${ON_CURVE}`, NO_CLIPBOARD)
  await page.getByRole('button', { name: 'Copy the link Share' }).click()
  await page.getByText(`Not copied: ${server.url}/token/${ON_CURVE}`).waitFor()
  await page.getByRole('button', { name: /^Copy asset id/ }).click()
  await page.getByText(`Not copied: ${ON_CURVE}`).waitFor()
})

test('on a phone the latest trades can be moved, and a token can be launched from the top', async () => {
  const page = await open('')
  await page.locator('.tape li').nth(20).waitFor()
  const moved = await page.evaluate<number>(
    `document.querySelector('.tape ul').scrollLeft = 500, document.querySelector('.tape ul').scrollLeft`,
  )
  assert.ok(moved > 400, `${moved}`)
  await page.locator('.top').getByRole('link', { name: 'Launch a token' }).click()
  await page.locator('form').waitFor()
})

test('a wallet that does not answer leaves the others, and the parts of the portfolio have headings', async () => {
  const page = await open('#/portfolio', HANGING)
  await page.locator('.connect').click()
  await page.getByRole('button', { name: /^Hanging wallet/ }).click()
  await page.getByText('Confirm the request in the wallet.').waitFor()
  await page.getByRole('button', { name: /^Failing wallet/ }).click()
  await page.getByRole('alert').getByText('x'.repeat(200)).waitFor()
  assert.ok(
    await page.evaluate<boolean>(`(() => {
          const sheet = document.querySelector('dialog .sheet-body')
          return sheet.scrollWidth <= sheet.clientWidth
        })()`),
  )
  await page.getByRole('button', { name: /^Devnet wallet/ }).click()
  await page.locator('a.connect data[value="1000000000"]').waitFor()
  await page.locator('.portfolio').waitFor()
  const headings = await page.locator('.portfolio h2:visible').allInnerTexts()
  for (const part of ['Open orders', 'History'])
    assert.ok(
      headings.some((words) => words.startsWith(part)),
      `${part} of ${headings}`,
    )

  const { address, pkh } = WALLET
  const own = sampleOrder(ON_CURVE, 1, { address, pkh, status: 'Pending', orderType: 'CFMM' })
  setOrders(server, [own])
  await page.evaluate(`location.hash = '#/token/${ON_CURVE}'`)
  await page.locator('tr.mine').waitFor()
  await page.getByRole('button', { name: /^Open orders/ }).click()
  await page.locator('tr.mine').getByRole('button', { name: 'Cancel' }).waitFor()
  assert.deepEqual(await coveredCells(page), [])
  assert.deepEqual(await unreachable(page), [])
})

const readCode = async (page: Page): Promise<string> => {
  const picture = sharp(await page.locator('.code').screenshot())
    .ensureAlpha()
    .raw()
  const { data, info } = await picture.toBuffer({ resolveWithObject: true })
  return decodeQR({ ...info, data: new Uint8Array(data) })
}

test('a browser without a wallet offers the wallets, and this address to a phone; a wallet that comes late is found', async () => {
  const page = await openAt(`token/${ON_CURVE}`)
  await page.locator('.connect').click()
  const wallets = page.locator('.wallets a[rel="noopener noreferrer"]')
  await wallets.first().waitFor()
  assert.equal(await wallets.count(), 6)
  // A phone cannot open an address of this machine.
  assert.equal(await page.locator('.code').count(), 0)
  const { origin } = new URL(page.url())
  await page.route('http://launchpad.example/**', async (route) => {
    const url = route.request().url().replace('http://launchpad.example', origin)
    await route.fulfill({ response: await route.fetch({ url }) })
  })
  await page.goto(page.url().replace(origin, 'http://launchpad.example'))
  await page.locator('.connect').click()
  await page.locator('.code').waitFor()
  assert.equal(await readCode(page), page.url())
  assert.equal(await wallets.count(), 6)
  await page.evaluate(`globalThis.cardano = { late: { name: 'Late', icon: '', enable() {} } }`)
  await page.getByRole('button', { name: 'Late' }).waitFor()
  assert.equal(await page.locator('.code').count(), 0)
})

test('a phone without a wallet opens this address in the browser of one', async () => {
  const page = await openAt(`token/${ON_CURVE}`, 390, async (page) => {
    await page.addInitScript(`{
      const usual = matchMedia
      globalThis.matchMedia = (media) => usual(media === '(pointer: coarse)' ? 'all' : media)
    }`)
  })
  await page.locator('.connect').click()
  const link = page.getByRole('link', { name: 'Open this page in a wallet' })
  await link.waitFor()
  assert.equal(
    await link.getAttribute('href'),
    `web+cardano://browse/v1?uri=${encodeURIComponent(page.url())}`,
  )
  assert.equal(await page.locator('.code').count(), 0)
})
