// A page in a browser, with its problems: errors, requests to other hosts, violations of its content security policy.
import assert from 'node:assert/strict'
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { TEST_TIMEOUT_MS } from '../kit/test-timeout.ts'

export const SIZES = [
  { width: 1280, height: 800 },
  { width: 390, height: 844 },
] as const
type Size = (typeof SIZES)[number]

export const THEMES = ['dark', 'light'] as const
type Theme = (typeof THEMES)[number]

interface WatchedPage {
  readonly page: Page
  readonly problems: readonly string[]
  /** @throws {AssertionError} if the page had a problem, or requested another host */
  end(): Promise<void>
}

const REPORT_REFUSALS = `addEventListener('securitypolicyviolation', (e) =>
  console.error('policy refused ' + e.violatedDirective + ' ' + e.blockedURI))`

export interface Look {
  readonly size?: Size
  readonly theme?: Theme
  readonly wallet?: PageWallet
}

/** The part of CIP-30 that the page uses, called outside the browser. */
export interface PageWallet {
  getNetworkId(): Promise<number>
  getUsedAddresses(): Promise<string[]>
  getChangeAddress(): Promise<string>
  getUtxos(): Promise<string[]>
  signTx(cbor: string): Promise<string>
}

const injectWallet = async (context: BrowserContext, wallet: PageWallet): Promise<void> => {
  const names = ['getNetworkId', 'getUsedAddresses', 'getChangeAddress', 'getUtxos', 'signTx'] as const
  for (const name of names)
    await context.exposeFunction(`wallet_${name}`, (cbor: string) => wallet[name](cbor))
  const api = names.map((name) => `${name}: (cbor) => wallet_${name}(cbor ?? '')`).join()
  await context.addInitScript(
    `globalThis.cardano = { test: { name: 'Test wallet', icon: '', enable: async () => ({ ${api} }) } }`,
  )
}

/** @param url URL of the service, without a final slash */
export const openPage = async (
  browser: Browser,
  url: string,
  route: string,
  { size = SIZES[0], theme = 'dark', wallet }: Look = {},
): Promise<WatchedPage> => {
  const options: BrowserContextOptions = {
    viewport: { ...size },
    colorScheme: theme,
    reducedMotion: 'reduce',
    locale: 'en-GB',
  }
  const context = await browser.newContext(options)
  context.setDefaultTimeout(TEST_TIMEOUT_MS)
  await context.addInitScript(REPORT_REFUSALS)
  if (wallet !== undefined) await injectWallet(context, wallet)
  const page = await context.newPage()
  const problems: string[] = []
  const hosts = new Set<string>()
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(`${message.text()} at ${message.location().url}`)
  })
  page.on('pageerror', (error) => problems.push(String(error.stack)))
  page.on('request', (request) => {
    if (!/^(data|blob):/.test(request.url())) hosts.add(new URL(request.url()).host)
  })
  page.on('websocket', (socket) => hosts.add(new URL(socket.url()).host))
  await page.goto(`${url}/${route}`)
  return {
    page,
    problems,
    async end() {
      assert.deepEqual(problems, [])
      assert.deepEqual([...hosts], [new URL(url).host])
      // Without this call, a request that a test intercepts could fail outside the test.
      await page.unrouteAll({ behavior: 'ignoreErrors' })
      await context.close()
    },
  }
}
