// The page in Firefox and in WebKit: a trader uses the board, a token and a launch, without a problem in the browser.
import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { PNG } from '../../api/images/testing/sample-images.ts'
import type { Position } from '../../schema/responses/analytics.ts'
import type { LiquidityPoolInfo } from '../../schema/responses/pools.ts'
import { lacksFirefox, openFirefox } from '../engines/firefox.ts'
import { lacksWebkit, openWebkit } from '../engines/webkit.ts'
import { outsideSigner } from '../harness/outside-signer.ts'
import { startOnQuietDevnet } from '../harness/recorded-devnet.ts'
import { requestsTo } from '../kit/requests.ts'
import { temporaryDirectory } from '../kit/temporary-directory.ts'
import { until } from '../kit/until.ts'

const signer = outsideSigner()

const SIZES = [
  [1_440, 900],
  [390, 844],
] as const

const VIEWS = [
  ['#/', '.card h3'],
  ['#/map', '.tile'],
  ['#/screener', '.screener tbody tr'],
  ['#/watched', '.watch-list'],
  ['#/launch', 'form'],
  ['#/portfolio', '.portfolio'],
  ['#/status', '.stage.ok'],
] as const

for (const [name, lacks, open, token, ticker] of [
  ['Firefox', lacksFirefox, openFirefox, 'Fire Ünï', 'FOXX'],
  ['WebKit', lacksWebkit, openWebkit, 'Kit Ünï', 'WKIT'],
] as const)
  test(`a trader's way in ${name}`, { skip: lacks ?? false }, async (t) => {
    const { devnet, url } = await startOnQuietDevnet(t)
    const page = await open(t, `${url}/`)

    const show = async (
      view: string,
      sign: string,
      [width, height]: readonly [number, number] = SIZES[0],
    ) => {
      await page.resize(width, height)
      await page.evaluate(`void (location.hash = '${view}')`)
      await page.shown(sign)
      assert.equal(await page.evaluate('innerWidth'), width)
    }

    await t.test('every view fits', async () => {
      for (const size of SIZES)
        for (const [view, sign] of VIEWS) {
          await show(view, sign, size)
          const wider = await page.evaluate<number>(
            'document.documentElement.scrollWidth - document.documentElement.clientWidth',
          )
          assert.ok(wider <= 0, `${view} is ${wider} pixels wider than ${size[0]}`)
        }
    })

    const { get, post } = requestsTo(url)
    const { asset }: LiquidityPoolInfo['info'] = (await get('/v1/pools-main-page/koth')).info
    const held = async (): Promise<bigint> => {
      const path = `/balances/v1/user/positions?assetId=${asset}`
      const { items }: { items: readonly Position[] } = await post(path, [signer.pkh])
      return BigInt(items[0]?.quantity ?? 0)
    }
    await t.test('a token is bought, half of it is sold, and the portfolio has the rest', async () => {
      await show('#/', '.card h3')
      await page.press('a.king')
      await page.shown('.chart-body canvas')
      assert.equal(await page.evaluate('location.pathname'), `/token/${asset}`)
      await page.press('.connect')
      await page.press('dialog button', 'Devnet wallet')
      await page.shown('a.connect data')
      const send = async (side: string, filled: string) => {
        // On a slow machine the button may move below the pointer, and the last block may be too old for an order.
        await until('an order that waits for a block', async () => {
          if (await page.isShown('.trade .outcome', 'it waits for a block')) return true
          if (await page.isShown('.trade .outcome', 'does not have the current price')) devnet.make(1)
          await page.tryPress('.trade .go', side)
          return false
        })
        devnet.makeOfMempool()
        devnet.make(1)
        await page.shown('.trade .outcome', filled)
      }
      await page.fill('.trade input', '', '40')
      await send('Buy ₳40 of ', 'Filled: bought ')
      const bought = await held()
      await page.press('.trade button', 'Sell')
      // The page requests the wallet's outputs only after the fill.
      await until('half of the tokens', async () => {
        await page.press('.trade button', '50%')
        return (await page.evaluate(`document.querySelector('.trade input').value`)) === `${bought / 2n}`
      })
      await send('Sell ', 'Filled: sold ')
      assert.equal(await held(), bought - bought / 2n)
      await show('#/portfolio', `tr[data-token="${asset}"] [data-profit]`)
    })

    await t.test('a token with an image is launched', async () => {
      const image = join(temporaryDirectory(t), 'image.png')
      writeFileSync(image, PNG)
      await show('#/launch', 'form')
      await page.choose('form [type=file]', image)
      await page.fill('form input', 'Name', token)
      await page.fill('form input', 'Ticker', ticker)
      await page.fill('form textarea', 'Description', 'A test & <b>more</b>')
      await page.press('form .go', 'Launch')
      await page.shown('form .outcome', 'it waits for a block')
      devnet.makeOfMempool()
      await page.shown('h1', token)
      await until('the image', () =>
        page.evaluate<boolean>(`document.querySelector('.token-head img.face').naturalWidth > 0`),
      )
    })

    await page.evaluate(`console.error('a problem would be seen')`)
    assert.deepEqual(await page.problems(), ['a problem would be seen'])
  })
