// Simulates a person who uses the page by keys and hears it. Each step gives the focused element as the accessibility tree names it, and
// the words that a screen reader says.
import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { until } from '../../../kit/until.ts'

/** Runs before the page's own scripts. A screen reader says changes of existing regions, and new alerts, but not other new regions. */
const LISTEN = `(() => {
  globalThis.said = []
  const LIVE = 'output, [role=status], [role=alert], [aria-live=polite]'
  const known = new Map()
  const wordsOf = (region) => {
    const texts = document.createTreeWalker(region, NodeFilter.SHOW_TEXT)
    let words = ''
    while (region.checkVisibility() && texts.nextNode())
      if (texts.currentNode.parentElement.closest('[aria-hidden=true]') === null) words += texts.currentNode.data
    return words.replace(/\\s+/g, ' ').trim()
  }
  new MutationObserver(() => {
    for (const region of document.querySelectorAll(LIVE)) {
      const words = wordsOf(region)
      const isSaid = known.has(region) ? known.get(region) !== words : region.matches('[role=alert]')
      if (isSaid && words !== '') said.push(words)
      known.set(region, words)
    }
  }).observe(document, { subtree: true, childList: true, characterData: true, attributes: true })
})()`

const FAR = 80

export interface Step {
  readonly what: string
  readonly focus: string
  readonly said: readonly string[]
}

/** Prepares a page for {@link byKeys}, before its address is opened. */
export const listen = async (page: Page): Promise<void> => {
  await page.addInitScript(LISTEN)
}

export const byKeys = (page: Page) => {
  const focus = async (): Promise<string> => {
    const focused = page.locator(':focus')
    if ((await focused.count()) === 0) return 'nothing'
    return /^- '?(\w+(?: "(?:[^"\\]|\\.)*")?(?: \[.*?\])*)/.exec(await focused.ariaSnapshot())?.[1] ?? ''
  }
  return {
    async to(name: string, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
      const passed: string[] = []
      while (passed.length < FAR) {
        await page.keyboard.press(key)
        const now = await focus()
        if (now.startsWith(name)) return
        passed.push(now)
      }
      assert.fail(`${name} is not among ${passed.join(', ')}`)
    },
    /** @returns the step as a row of a table */
    async now(what: string, expected: Omit<Step, 'what'>): Promise<string> {
      let actual: Omit<Step, 'what'> = { focus: '', said: [] }
      await until(what, async () => {
        actual = { focus: await focus(), said: await page.evaluate<string[]>('said') }
        assert.deepEqual(actual, expected)
        return true
      }).catch(() => assert.deepEqual(actual, expected, what))
      await page.evaluate('said.length = 0')
      return `${what} | ${actual.focus} | ${actual.said.join(' / ')}`
    },
  }
}
