// Takes the READMEs' pictures from a service on the devnet's recorded chain with some further blocks: `node --import tsx
// tests/harness/take-pictures.ts`
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { LIVE_RATES } from '../../devnet/actors/rates.ts'
import type { LiquidityPoolInfo } from '../../schema/responses/pools.ts'
import { requestsTo } from '../kit/requests.ts'
import { findChromium, openBrowser } from './browser.ts'
import { startOnDevnet, untilAt } from './recorded-devnet.ts'
import { endOfRecording, startStillDevnet } from './still-devnet.ts'
import { type Look, openPage, SIZES } from './watched-page.ts'

const DIRECTORY = fileURLToPath(new URL('../../page/pictures', import.meta.url))

const BLOCKS = 60

const DRAWING_MS = 1_500

/** Number of colours of a picture. With 256, it has a third of the bytes and looks the same. */
const COLOURS = 256

/** `width` in pixels. The last frame is shown three times as long. */
const FILM = { width: 960, frameMs: 1_200 }

const ends: (() => unknown)[] = []
const ending = { after: (end: () => unknown) => ends.push(end) }

const connect = async (page: Page): Promise<void> => {
  await page.locator('.connect').click()
  await page.getByRole('button', { name: /^Devnet wallet/ }).click()
  await page.locator('a.connect data').waitFor()
}

const buy = async (page: Page, ada: string): Promise<void> => {
  const panel = page.getByRole('region', { name: 'Trade' })
  await panel.getByRole('button', { name: 'Buy', exact: true }).click()
  await panel.getByRole('textbox').fill(ada)
  await panel.locator('button.go:enabled').click()
  await panel.locator('.outcome.done').waitFor()
}

/**
 * Blocks arrive on the board, a token is chosen, and an order is sent and filled.
 * @param make makes blocks, and waits until the service has them
 */
const film = async (page: Page, asset: string, make: (blocks: number) => Promise<void>): Promise<void> => {
  const frames: Buffer[] = []
  const shoot = async (): Promise<void> => {
    await sleep(DRAWING_MS)
    frames.push(
      await sharp(await page.screenshot())
        .resize(FILM.width)
        .toBuffer(),
    )
  }
  await page.locator('.card h3').first().waitFor()
  await page.locator('.skeleton').first().waitFor({ state: 'detached' })
  for (let block = 0; block < 4; block++) {
    await shoot()
    await make(1)
  }
  await page.locator(`a[href$="/token/${asset}"]`).first().click()
  await page.locator('.chart-body canvas').first().waitFor()
  await shoot()
  await connect(page)
  const panel = page.getByRole('region', { name: 'Trade' })
  await panel.getByRole('textbox').fill('150')
  await panel.locator('button.go:enabled').waitFor()
  await shoot()
  await panel.locator('button.go:enabled').click()
  await panel.locator('.outcome.done').waitFor()
  await shoot()
  for (let block = 0; block < 3; block++) {
    await make(1)
    await shoot()
  }
  const delay = frames.map((_, at) => (at === frames.length - 1 ? 3 : 1) * FILM.frameMs)
  await sharp(frames, { join: { animated: true } })
    .webp({ delay, loop: 0, quality: 60, effort: 6 })
    .toFile(join(DIRECTORY, 'trade.webp'))
}

const takePictures = async (): Promise<void> => {
  const chromium = findChromium()
  if (typeof chromium === 'string') throw new Error(chromium)
  mkdirSync(DIRECTORY, { recursive: true })
  const { recording } = await endOfRecording()
  const devnet = await startStillDevnet({ seed: 'pictures', rates: LIVE_RATES, recording })
  ends.push(() => devnet.close())
  const service = await startOnDevnet(ending, { OGMIOS_URL: devnet.url })
  const make = async (blocks: number): Promise<void> => {
    for (let made = 0; made < blocks; made++) devnet.makeBlock()
    await untilAt(service, devnet.chain)
  }
  await make(BLOCKS)
  const browser = await openBrowser(chromium)
  ends.push(() => browser.close())
  const open = async (route: string, look: Look = {}): Promise<Page> =>
    (await openPage(browser, service.url, route, look)).page
  const take = async (page: Page, name: string): Promise<void> => {
    await page.locator('.skeleton').first().waitFor({ state: 'detached' })
    for (const close of await page.locator('.messages button').all()) await close.click()
    await sleep(DRAWING_MS)
    const picture = sharp(await page.screenshot()).png({ palette: true, colours: COLOURS, effort: 10 })
    await picture.toFile(join(DIRECTORY, `${name}.png`))
  }

  const king: LiquidityPoolInfo = await requestsTo(service.url).get('/v1/pools-main-page/koth')
  await film(await open(''), king.info.asset, make)

  const phone = await open(`#/token/${king.info.asset}`, { size: SIZES[1], theme: 'light' })
  await phone.locator('.chart-body canvas').first().waitFor()
  await take(phone, 'phone')

  const token = await open(`#/token/${king.info.asset}`)
  await connect(token)
  await token.locator('.chart-body canvas').first().waitFor()
  await buy(token, '150')
  await make(2)
  await buy(token, '400')
  await token.getByRole('region', { name: 'In flight' }).waitFor()
  const handle = token.getByRole('slider')
  await handle.focus()
  for (let pressed = 0; pressed < 3; pressed++) await token.keyboard.press('ArrowRight')
  // The handle and the button are below the first screen.
  await token.evaluate(
    `for (const part of [document.scrollingElement, document.querySelector('.rail')]) part.scrollTo(0, 0)`,
  )
  await take(token, 'token')

  await make(2)
  await token.evaluate("location.hash = '#/portfolio'")
  await token.locator('.portfolio').waitFor()
  await take(token, 'portfolio')
}

try {
  await takePictures()
} finally {
  for (const end of ends.reverse()) await end()
}
