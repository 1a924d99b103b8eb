// The page by keys alone: the focus after each step, and the words for assistive technology.
import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { pageTests } from './testing/page-test.ts'

/** @returns the number of presses */
const tabTo = async (page: Page, selector: string, most = 60): Promise<number> => {
  for (let presses = 1; presses <= most; presses++) {
    await page.keyboard.press('Tab')
    if (await page.evaluate<boolean>(`document.activeElement.matches(${JSON.stringify(selector)})`))
      return presses
  }
  return assert.fail(`${selector} is not reached by ${most} presses of Tab`)
}

const focused = (page: Page, selector: string) =>
  page.waitForFunction(`document.activeElement.matches(${JSON.stringify(selector)})`)

const { test, open } = pageTests('the page by keys')

test('the first card is at most eight stops away, and the latest trades are one', async () => {
  const page = await open('')
  await page.locator('.hot .card').first().waitFor()
  await page.keyboard.press('Tab')
  await focused(page, '.skip')
  await page.keyboard.press('Enter')
  const presses = await tabTo(page, '.card')
  assert.ok(presses + 1 <= 8, `${presses + 1} stops`)
  const first = await page.evaluate<number>(`document.querySelectorAll('.tape a[tabindex="0"]').length`)
  assert.equal(first, 1)
  await page.locator('.tape a').first().focus()
  await page.keyboard.press('ArrowRight')
  await focused(page, '.tape li:nth-child(2) a')
  // The sticky header does not cover the focused element.
  await page.keyboard.press('Tab')
  const top = await page.evaluate<number>('document.activeElement.getBoundingClientRect().top')
  assert.ok(top >= 0, `${top}`)
})

test('Enter that chooses characters of an input method opens nothing', async () => {
  const page = await open('')
  await page.locator('.card h3').first().waitFor()
  await page.locator('.search input').fill('Yak')
  await page.locator('.found a').first().waitFor()
  await page
    .locator('.search input')
    .dispatchEvent('keydown', { key: 'Enter', isComposing: true, bubbles: true })
  await page.evaluate('new Promise((resolve) => requestAnimationFrame(resolve))')
  assert.equal(new URL(page.url()).pathname, '/')
  await page.keyboard.press('Enter')
  await page.locator('main.token').waitFor()
})
