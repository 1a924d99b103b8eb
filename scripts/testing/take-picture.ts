// Takes the picture at the top of the README, of a service on a devnet that has run for a while:
//   node --import tsx scripts/testing/take-picture.ts http://127.0.0.1:8080 page.png
import { setTimeout as sleep } from 'node:timers/promises'
import { findChromium, openBrowser } from './browser.ts'
import { openPage } from './watched-page.ts'

/** Milliseconds in which the first trades appear. */
const A_WHILE = 3_000

const [url, file] = process.argv.slice(2)
const chromium = findChromium()
if (url === undefined || file === undefined || typeof chromium === 'string')
  throw new Error(typeof chromium === 'string' ? chromium : 'give the URL of a service and a file')
const browser = await openBrowser(chromium)
const { page, end } = await openPage(browser, url, '#/')
await page.locator('.card .spark .line').first().waitFor()
await sleep(A_WHILE)
await page.screenshot({ path: file })
await end()
await browser.close()
