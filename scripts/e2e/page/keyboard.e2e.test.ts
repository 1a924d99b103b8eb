// The page by keys alone: where the focus is after each step, and which words an assistive technology hears.
import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { ON_CURVE } from './testing/page-server.ts'
import { connectWallet, pageTest } from './testing/page-test.ts'
import { sampleOrder, WALLET } from './testing/sample-state.ts'

const TX_HASH = 'ab'.repeat(32)

/** Presses Tab until the focus is on an element. @returns the number of presses */
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

pageTest('the page by keys', async (t, { server, open }) => {
  await t.test('the first card is at most eight stops away, and the latest trades are one', async () => {
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
    // What has the focus is below the sticky header.
    await page.keyboard.press('Tab')
    const top = await page.evaluate<number>('document.activeElement.getBoundingClientRect().top')
    assert.ok(top >= 0, `${top}`)
  })

  await t.test(
    'a wallet is connected, and an order is sent and filled, without a loss of the focus',
    async () => {
      server.answers.set('/order', () => ({ cbor: '84a0a0f5f6', entityId: `${TX_HASH}:0`, txHash: TX_HASH }))
      server.answers.set('/sign-and-submit', () => ({ txHash: TX_HASH }))
      const page = await open(`token/${ON_CURVE}`)
      await page.locator('.trade input').waitFor()
      await page.locator('.trade input').focus()
      await page.keyboard.type('250')
      await tabTo(page, '.trade .go')
      await page.keyboard.press('Enter')
      await page.locator('dialog').waitFor()
      await tabTo(page, 'dialog .choice')
      await page.keyboard.press('Enter')
      await page.locator('dialog').waitFor({ state: 'detached' })
      await focused(page, '.trade .go')
      await page.locator('.go:not([aria-disabled="true"])', { hasText: 'Buy ₳250' }).waitFor()
      // The element of the outcome is there before its words, so that they are said.
      await page.evaluate(`globalThis.outcome = document.querySelector('.trade output.outcome')`)
      await page.keyboard.press('Enter')
      await page.getByText('Sent as').waitFor()
      await focused(page, '.trade .go')
      const own = { entityId: `${TX_HASH}:0`, address: WALLET.address, pkh: WALLET.pkh }
      for (const [status, words] of [
        ['Mempool', 'it waits for a block'],
        ['Pending', 'In a block.'],
        ['Evaluated', 'Filled: bought'],
      ] as const) {
        server.send('UserHistoryByAddress', sampleOrder(ON_CURVE, 1, { ...own, status }))
        await page.waitForFunction(
          `outcome.isConnected && outcome.textContent.includes(${JSON.stringify(words)})`,
        )
      }
      await focused(page, '.trade .go')
    },
  )

  await t.test('the quote is said when it rests', async () => {
    const page = await open(`token/${ON_CURVE}`)
    await connectWallet(page)
    await page.locator('.trade input').fill('250')
    await page.locator('.trade output.sr', { hasText: 'You receive at least 4,250,000 SS1.' }).waitFor()
  })

  await t.test('Enter that chooses characters of an input method opens nothing', async () => {
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
})
