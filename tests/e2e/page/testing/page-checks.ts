// Checks of a drawn page: overlaps, unreachable controls, violations of accessibility rules, and layout shifts.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Locator, Page } from 'playwright-core'
import { until } from '../../../kit/until.ts'

/** Controls that are covered, or outside the screen after scrolling to them. Only the first rows of a long list are checked. */
export const unreachable = (page: Page): Promise<string[]> =>
  page.evaluate<string[]>(`[...document.querySelectorAll('a[href], button, input, select, textarea')]
    .filter((control) => control.checkVisibility() && !control.matches('.skip, :disabled'))
    .filter((control) => control.closest(':is(li, tr):nth-child(n + 7)') === null)
    .filter((control) => {
      control.scrollIntoView({ block: 'center', inline: 'center' })
      const { left, top, width, height } = control.getBoundingClientRect()
      const hits = [0.1, 0.5, 0.9].map((share) =>
        document.elementFromPoint(left + width * share, top + height / 2))
      return !hits.every((hit) => hit !== null &&
        (control.contains(hit) || hit.closest('label')?.contains(control)))
    })
    .map((control) => control.outerHTML.slice(0, 120))`)

/** Controls outside running text that are too small for a finger. */
export const smallControls = (page: Page): Promise<string[]> =>
  page.evaluate<string[]>(`[...document.querySelectorAll(
      'button, select, input:not([type=range], [type=file]), :is(.top, .bottom, .tabs) a, a.round')]
    .filter((control) => control.checkVisibility() && !control.matches('.skip'))
    .filter((control) => {
      const { width, height } = (control.closest('.search') ?? control).getBoundingClientRect()
      return Math.min(width, height) < 43.5
    })
    .map((control) => control.outerHTML.slice(0, 120))`)

export const coveredCells = (page: Page): Promise<string[]> =>
  page.evaluate<string[]>(`[...document.querySelectorAll('main tbody tr')].flatMap((row) => {
    const cells = [...row.cells].filter((cell) => cell.checkVisibility())
    const boxes = cells.map((cell) => cell.getBoundingClientRect())
    const edge = row.closest('.scroll')?.getBoundingClientRect().right ?? innerWidth
    return cells.filter((_, at) => boxes[at].right > edge + 1 || boxes.some((other, index) => index < at &&
      other.left < boxes[at].right - 1 && boxes[at].left < other.right - 1 &&
      other.top < boxes[at].bottom - 1 && boxes[at].top < other.bottom - 1)).map((cell) => cell.innerText)
  }).slice(0, 5)`)

export const scrollToCard = (list: Locator, at: number): Promise<boolean> =>
  until(`the card at ${at}`, async () => {
    await list.locator('.card').last().scrollIntoViewIfNeeded()
    return (await list.locator('.card').count()) > at
  })

/** One or two pixels of a line may be cut, because they are empty. */
export const cutTexts = (page: Page): Promise<string[]> =>
  page.evaluate<string[]>(`[...document.querySelectorAll('#app *')].filter((element) => {
    if (!element.checkVisibility() || !element.innerText || element.closest('.sr, ul:has(> li > a)')) return false
    const { overflowX, overflowY, textOverflow, webkitLineClamp } = getComputedStyle(element)
    const isClipped = (overflow) => overflow === 'hidden' || overflow === 'clip'
    const isCutBelow = isClipped(overflowY) && webkitLineClamp === 'none'
    const isCutBeside = isClipped(overflowX) && textOverflow !== 'ellipsis'
    const { right, bottom } = element.getBoundingClientRect()
    return [...element.querySelectorAll('*')].some((text) => {
      if (!text.innerText || text.children.length > 0 || text.closest('.sr, bdi') !== null) return false
      // Text outside the visible part of a scrolling element does not count, because it can be scrolled into view.
      for (let part = text; part !== element; part = part.parentElement)
        if (part !== text && getComputedStyle(part).overflowX === 'auto') return false
      const box = text.getBoundingClientRect()
      return (isCutBelow && box.bottom > bottom + 4) || (isCutBeside && box.right > right + 4)
    })
  }).map((element) => element.className + ' ' + element.innerText.slice(0, 60))`)

export const overflowOf = (page: Page): Promise<number> =>
  page.evaluate<number>('document.documentElement.scrollWidth - document.documentElement.clientWidth')

/** Adds up the layout shifts that no input caused. Runs before the page's own scripts. */
export const COUNT_SHIFTS = `globalThis.shifts = 0
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if (!entry.hadRecentInput) shifts += entry.value
  }).observe({ type: 'layout-shift', buffered: true })`

/** Runs before the page's own scripts. Also stores the feed's last message that names a block; '' without a connection. */
export const COUNT_REQUESTS = `globalThis.made = 0
  globalThis.unanswered = 0
  globalThis.heard = ''
  const { fetch, WebSocket } = globalThis
  globalThis.fetch = async (...request) => {
    made++
    unanswered++
    try {
      const answer = await fetch(...request)
      await answer.clone().text()
      return answer
    } finally {
      unanswered--
    }
  }
  globalThis.WebSocket = class extends WebSocket {
    constructor(...where) {
      super(...where)
      this.addEventListener('message', ({ data }) => {
        if (data.includes('"models"')) heard = data
      })
      this.addEventListener('close', () => {
        heard = ''
      })
    }
  }`

export const shiftsOf = (page: Page): Promise<number> => page.evaluate<number>('shifts')

/** A slow phone: a quarter of the processor speed, 1.6 Mbit/s, 150 ms. */
export const slowDown = async (page: Page): Promise<void> => {
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 150,
    downloadThroughput: 200_000,
    uploadThroughput: 90_000,
  })
}

export const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** Violations of WCAG 2.2 A and AA and of good practice. */
export const violationsOf = (page: Page): Promise<string[]> =>
  page.evaluate<string[]>(`axe
    .run({ runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'], resultTypes: ['violations'] })
    .then(({ violations }) => violations.map(({ id, nodes }) => id + ': ' + nodes.map(({ html, failureSummary }) =>
      html.slice(0, 160) + ' ' + failureSummary.slice(0, 200)).join(' | ')))`)
