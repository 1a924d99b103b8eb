// The page in a real browser: its contents are compared with the API's responses. The tests share one service, one browser and one devnet.
// The tests make the blocks, so the state before each block is known.
import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import type { Browser, Locator, Page } from 'playwright-core'
import { readPng } from '../../api/images/image-structure.ts'
import { PNG } from '../../api/images/testing/sample-images.ts'
import { parseAddress } from '../../schema/codecs/address.ts'
import type { Position } from '../../schema/responses/analytics.ts'
import type { Bar, MarketCapBar } from '../../schema/responses/chart-responses.ts'
import { RESOLUTIONS, type Resolution } from '../../schema/responses/charts.ts'
import type { PoolList } from '../../schema/responses/pool-lists.ts'
import type { LiquidityPoolInfo } from '../../schema/responses/pools.ts'
import { outsideSigner } from '../harness/outside-signer.ts'
import { startOnQuietDevnet } from '../harness/recorded-devnet.ts'
import { type Look, openPage, type PageWallet } from '../harness/watched-page.ts'
import { requestsTo } from '../kit/requests.ts'
import { until } from '../kit/until.ts'
import { browserTest } from './page/testing/browser-test.ts'

const get = <T>(url: string): Promise<T> => requestsTo(url).get('')

const kingOf = (url: string) => get<LiquidityPoolInfo>(`${url}/v1/pools-main-page/koth`)

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

/** Profit or loss in lovelace, after every fee. */
const netOf = ({ realised, netNow, openCost, fees }: Position): bigint =>
  BigInt(realised) + BigInt(netNow ?? assert.fail('no price')) - BigInt(openCost) - BigInt(fees)

const shownBars = async (page: Page): Promise<string[][]> =>
  page.evaluate<string[][]>(`[...document.querySelectorAll('.chart tbody tr')].map((row) => [
    String(Date.parse(row.querySelector('time').dateTime) / 1000),
    ...[...row.querySelectorAll('data')].map(({ value }) => value)])`)

const paintedOf = (page: Page) =>
  page.evaluate<{ up: number; down: number }>(`(() => {
    let up = 0, down = 0
    for (const canvas of document.querySelectorAll('.chart-body canvas')) {
      const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height)
      for (let at = 0; at < data.length; at += 4) {
        if (data[at + 3] < 200) continue
        if (data[at + 1] > 180 && data[at] < 120) up++
        if (data[at] > 220 && data[at + 1] < 140) down++
      }
    }
    return { up, down }
  })()`)

const BUTTONS: Readonly<Record<Resolution, string>> = {
  min1: '1m',
  min5: '5m',
  hour1: '1h',
  day1: '1D',
  week1: '1W',
  month1: '1M',
}

const connectWith = async (page: Page, name: RegExp): Promise<void> => {
  await page.locator('.connect').click()
  await page.getByRole('button', { name }).click()
  await page.locator('a.connect data').waitFor()
}

/**
 * @returns the order's row in the list of the wallet's orders
 * @throws {Error} with the page's message if the order is refused
 */
const order = async (page: Page, side: 'Buy' | 'Sell', amount: string): Promise<Locator> => {
  const panel = page.getByRole('region', { name: 'Trade' })
  await panel.getByRole('button', { name: side, exact: true }).click()
  await panel.getByRole('textbox').fill(amount)
  await panel.locator('button.go:not([aria-disabled="true"])').click()
  const outcome = panel.locator('.outcome.done, .outcome.failed')
  await outcome.waitFor()
  const words = await outcome.innerText()
  const hash = /^Sent as ([0-9a-f]+)…/.exec(words)?.[1]
  if (hash === undefined) throw new Error(words)
  return page.locator(`tr.mine[data-order^="${hash}"]`)
}

const untilBars = (page: Page) =>
  until('bars', async () => {
    const bars = await shownBars(page)
    return bars.length > 0 && bars
  })

const signer = outsideSigner()

/** The change address is new and has no outputs. */
const walletOf = (url: string): PageWallet => ({
  getNetworkId: async () => 0,
  getUsedAddresses: async () => [parseAddress(signer.address)],
  getChangeAddress: async () => parseAddress(outsideSigner(7).address),
  getUtxos: async () =>
    signer.getUtxos(await requestsTo(url).post('/getUtxos', { pkh: signer.pkh, limit: 100 })),
  signTx: async (cbor) => signer.signTx(cbor),
})

type World = Awaited<ReturnType<typeof worldOf>>

const worldOf = async (t: TestContext, browser: Browser) => {
  const { devnet, url } = await startOnQuietDevnet(t)
  const open = (route: string, look: Look = {}) => openPage(browser, url, route, look)
  const firstOf = async (filter: PoolList): Promise<string> => {
    const pools = await get<LiquidityPoolInfo[]>(`${url}/v1/pools-main-page/initial/state?filter=${filter}`)
    return pools[0]?.info.asset ?? assert.fail(`no token in ${filter}`)
  }
  const asset = (await kingOf(url)).info.asset

  const trade = async (page: Page, side: 'Buy' | 'Sell', amount: string): Promise<void> => {
    const row = await order(page, side, amount)
    await row.getByText('you, in the mempool').waitFor()
    await page.getByRole('region', { name: 'In flight' }).getByText('yours is 1st').waitFor()
    devnet.makeOfMempool()
    await row.getByText('you, waiting').waitFor()
    devnet.make(1)
    await row.getByText('you', { exact: true }).waitFor()
  }

  return { devnet, url, open, firstOf, asset, trade }
}

const parts: (readonly [name: string, run: (world: World) => Promise<void>])[] = []
const part = (...one: (typeof parts)[number]): void => void parts.push(one)

part('the board has cards in every list, and their figures are those of the API', async ({ open, url }) => {
  const { page, end } = await open('#/')
  for (const [title, cards] of [
    ['New', 4],
    ['Almost there', 0],
    ['Graduated', 0],
  ] as const)
    await page.getByRole('region', { name: title, exact: true }).locator('.card h3').nth(cards).waitFor()
  await page.getByRole('region', { name: 'Hot' }).waitFor()
  await until('the king has its market cap', async () => {
    const { info, metrics } = await kingOf(url)
    const shown = await page.locator(`.king[href="/token/${info.asset}"] data`).getAttribute('value')
    assert.equal(shown, `${metrics.marketCap}`)
    return true
  })
  await end()
})

part(
  'a page uses the typed client as the service serves it, with fetch and the feed',
  async ({ open, url }) => {
    const { page, end } = await open('#/')
    const followed = await page.evaluate<[string, boolean]>(`(async () => {
    const { dataOf, FeedClient, initialState, launchpadClient } = await import('/client.js')
    const client = launchpadClient(location.origin)
    const feed = new FeedClient(location.origin)
    const initial = (apply) => ({ fetch: () => initialState.KOTH(client), apply })
    const king = await new Promise((apply) => feed.subscribe('KOTH', null, { initial: initial(apply), onData() {} }))
    feed.close()
    return [king.info.asset, dataOf(await client.GET('/v1/utility/server/time')) !== undefined]
  })()`)
    assert.deepEqual(followed, [(await kingOf(url)).info.asset, true])
    await end()
  },
)

part('search is reached by a key, finds a token and goes to it', async ({ open, url }) => {
  const { page, end } = await open('#/')
  await page.locator('.card').first().waitFor()
  const { name } = (await kingOf(url)).info
  await page.keyboard.press('/')
  await page.keyboard.type(name)
  await page.locator('.found a').first().waitFor()
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name }).waitFor()
  await end()
})

part(
  'the chart is the history of the API in every resolution, and its market cap that of the pool',
  async ({ open, url, asset }) => {
    const { page, end } = await open(`#/token/${asset}`)
    await until('candles are painted', async () => {
      const { up, down } = await paintedOf(page)
      return up > 200 && down > 20
    })
    await press(page, 'Table')
    for (const resolution of RESOLUTIONS) {
      await press(page, BUTTONS[resolution])
      await until(`the bars of ${resolution}`, async () => {
        const query = `base=${asset}&quote=.&resolution=${resolution}&from=0&to=9999999999`
        const bars = await get<Bar[]>(`${url}/v1/charts/history?${query}`)
        assert.ok(bars.length > 0)
        assert.deepEqual(
          await shownBars(page),
          bars
            .reverse()
            .map(({ time, open, high, low, close, volume }) => [`${time}`, open, high, low, close, volume]),
        )
        const caps = await get<MarketCapBar[]>(`${url}/v1/charts/mcap/history?${query}`)
        const pool = await get<LiquidityPoolInfo>(`${url}/v1/pools-feed/initial/state?asset=${asset}`)
        const shown = await page.locator('.main-figure data').getAttribute('value')
        assert.deepEqual([shown, caps.at(-1)?.mCap], Array(2).fill(`${pool.metrics.marketCap}`))
        return true
      })
    }
    await end()
  },
)

part('a trade is tried on the curve with keys', async ({ open, asset }) => {
  const { page, end } = await open(`#/token/${asset}`)
  const handle = page.getByRole('slider')
  await handle.focus()
  for (const [key, words] of [
    ['ArrowRight', / buys /],
    ['Home', / sell for /],
  ] as const) {
    await page.keyboard.press(key)
    await page.locator('.what-if .deal').getByText(words).waitFor()
    assert.match((await handle.getAttribute('aria-valuetext')) ?? '', words)
  }
  await end()
})

part(
  'a wallet in the browser buys on the curve, buys and sells on the AMM and takes an order back: each row is there before the next block',
  async ({ open, url, devnet, firstOf, trade }) => {
    const { page, end } = await open(`#/token/${await firstOf('MCapDesc')}`, { wallet: walletOf(url) })
    await connectWith(page, /^Test wallet/)
    await press(page, 'Table')
    const before = await untilBars(page)
    await trade(page, 'Buy', '25')
    await until('the last bar moves', async () => `${(await shownBars(page))[0]}` !== `${before[0]}`)

    await page.evaluate(`location.hash = '#/token/${await firstOf('CompletedMCap')}'`)
    await page.locator('.chip.grad').waitFor()
    await trade(page, 'Buy', '40')
    await trade(page, 'Sell', '100000')

    const row = await order(page, 'Buy', '12')
    devnet.makeOfMempool()
    await page.getByRole('button', { name: /^Open orders/ }).click()
    await row.getByRole('button', { name: 'Cancel', exact: true }).click()
    await row.getByText('being cancelled').waitFor()
    devnet.makeOfMempool()
    await row.waitFor({ state: 'detached' })
    await page.evaluate(`location.hash = '#/portfolio'`)
    await page.getByRole('region', { name: 'History' }).getByText('cancelled').first().waitFor()
    await end()
  },
)

part(
  'a trader finds the hottest token, buys, sees position and profit, is alerted, sells half and shares the link',
  async ({ open, url, trade }) => {
    const { page, end } = await open('#/')
    await page.getByRole('region', { name: 'Hot' }).getByRole('link').first().click()
    await page.locator('.chart-body canvas').first().waitFor()
    await connectWith(page, /^Devnet wallet/)
    const panel = page.getByRole('region', { name: 'Trade' })
    await trade(page, 'Buy', '250')
    await panel.getByText(/^Filled: bought /).waitFor()

    const token = decodeURIComponent(new URL(page.url()).pathname.replace('/token/', ''))
    const positionsIn = async (query: string): Promise<readonly Position[]> => {
      const path = `/balances/v1/user/positions${query}`
      const { items }: { items: readonly Position[] } = await requestsTo(url).post(path, [signer.pkh])
      return items
    }
    /** Prices change with each block, so the positions are requested again. */
    const profitIs = async (region: Locator, query: string): Promise<readonly Position[]> => {
      let positions: readonly Position[] = []
      await until('the profit is that of the service', async () => {
        positions = await positionsIn(query)
        const profit = positions.reduce((sum, position) => sum + netOf(position), 0n)
        return (await region.locator(`[data-profit="${profit}"]`).count()) > 0
      })
      return positions
    }
    const positionIs = async (): Promise<Position> => {
      const region = page.getByRole('region', { name: 'Your position' })
      const [position] = await profitIs(region, `?assetId=${token}`)
      return position ?? assert.fail('no position')
    }
    const bought = await positionIs()
    assert.deepEqual([bought.boughtAda, bought.realised, bought.fees], ['250000000', '0', '1100000'])

    await press(page, 'Watch this token')
    const cap = Number(await page.locator('.main-figure data').getAttribute('value'))
    await page.getByLabel('Alert when it falls to ₳').fill(((cap - 1_000_000) / 1e6).toFixed(6))
    await press(page, 'Watch')
    await panel.getByRole('button', { name: 'Sell', exact: true }).click()
    await press(page, '50%')
    // An alert's message disappears after a while, so the wait begins before the trade.
    const alerted = page.getByText(/ fell to ₳/).waitFor()
    await Promise.all([alerted, trade(page, 'Sell', await panel.getByRole('textbox').inputValue())])
    await panel.getByText(/^Filled: sold /).waitFor()
    const sold = await positionIs()
    assert.equal(BigInt(sold.soldTokens), BigInt(bought.quantity) / 2n)
    assert.ok(BigInt(sold.realised) < 0n, 'the fees are a loss')

    await page.evaluate(`location.hash = '#/portfolio'`)
    await profitIs(page.locator(`tr[data-token="${token}"]`), `?assetId=${token}`)
    await profitIs(page.getByRole('region', { name: 'Profit' }), '')
    await page.goBack()

    const link = (await page.getByRole('button', { name: 'Copy the link Share' }).getAttribute('title')) ?? ''
    const head = await (await fetch(link)).text()
    const tagOf = (name: string) =>
      new RegExp(`<meta property="og:${name}" content="([^"]*)"`).exec(head)?.[1] ?? ''
    const { name } = (await get<LiquidityPoolInfo>(`${url}/v1/pools-feed/initial/state?asset=${token}`)).info
    assert.ok(tagOf('title').startsWith(`${name} (`), tagOf('title'))
    assert.equal(tagOf('url'), link)
    const picture = await fetch(tagOf('image'))
    const { width, height } = readPng(Buffer.from(await picture.arrayBuffer())) ?? assert.fail('no picture')
    assert.deepEqual([picture.headers.get('Content-Type'), width, height], ['image/png', 1_200, 630])
    await end()
  },
)

part(
  'a token that is launched from the form appears on another open page by itself',
  async ({ open, devnet }) => {
    const watching = await open('#/')
    await watching.page.locator('.card').first().waitFor()
    const { page, end } = await open('#/launch')
    await connectWith(page, /^Devnet wallet/)
    await page.getByLabel('Name').fill('Page Panda')
    await page.getByLabel('Ticker').fill('PANDA')
    await page.getByLabel('Description').fill('A panda <script>alert(1)</script>.')
    await page.getByLabel('Website').fill('https://panda.example')
    await page.getByLabel(/^Image/).setInputFiles({ name: 'panda.png', mimeType: 'image/png', buffer: PNG })
    await page.getByLabel(/^First purchase/).fill('50')
    await press(page, 'Launch')
    await page.getByText('it waits for a block').waitFor()
    devnet.makeOfMempool()
    await page.getByRole('heading', { level: 1, name: 'Page Panda' }).waitFor()
    await page.locator('.token-head img.face[src*="/ipfs/"]').waitFor()
    await page.getByRole('button', { name: 'Copy the link Share' }).waitFor()
    // The launch's first purchase is a position.
    await page.getByRole('region', { name: 'Your position' }).locator('[data-brings]').waitFor()
    // A creator's text is not read as markup in the preview of a shared link.
    const head = await (await fetch(page.url())).text()
    assert.match(
      head,
      /<meta property="og:description" content="[^"]*A panda &lt;script&gt;alert\(1\)&lt;\/script&gt;\."/,
    )
    await watching.page.getByRole('region', { name: 'New', exact: true }).getByText('Page Panda').waitFor()
    await end()
    await watching.end()
  },
)

part(
  'a curve that is completed turns to graduated without a reload',
  async ({ open, url, devnet, firstOf, trade }) => {
    const token = await firstOf('Progress')
    const { page, end } = await open(`#/token/${token}`)
    await connectWith(page, /^Devnet wallet/)
    const { pool } = await get<LiquidityPoolInfo>(`${url}/v1/pools-feed/initial/state?asset=${token}`)
    const left = pool.adaCapThreshold - Number(pool.x.amount)
    await trade(page, 'Buy', `${Math.ceil((left * 1.0004) / 0.99 / 1e6)}`)
    devnet.make(1)
    await page.getByRole('region', { name: 'Graduated' }).waitFor()
    await end()
  },
)

browserTest('the page in a browser', async (t, browser) => {
  const world = await worldOf(t, browser)
  for (const [name, run] of parts) await t.test(name, () => run(world))
})
