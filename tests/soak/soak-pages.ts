// The board in three browser tabs that stay open during a soak. Their memory is measured, and at the end they are compared with a new tab.
import type { Page } from 'playwright-core'
import { COUNT_REQUESTS } from '../e2e/page/testing/page-checks.ts'
import { findChromium, openBrowser } from '../harness/browser.ts'
import { until } from '../kit/until.ts'

const LOADS = 3

export interface PageMemory {
  readonly heapBytes: number
  readonly nodes: number
  readonly listeners: number
  readonly requests: number
}

export interface OpenPages {
  measure(): Promise<readonly PageMemory[]>
  /** @throws {Error} with a text that differs from a new tab's */
  assertSameAsNew(): Promise<void>
  close(): Promise<void>
}

const textOf = (page: Page): Promise<string[]> =>
  page.evaluate<string[]>(
    `document.querySelector('#app').innerText.split('\\n').map((line) => line.trim()).filter(Boolean)`,
  )

const measure = async (page: Page): Promise<PageMemory> => {
  const session = await page.context().newCDPSession(page)
  for (let count = 0; count < 3; count++) await session.send('HeapProfiler.collectGarbage')
  const { usedSize } = await session.send('Runtime.getHeapUsage')
  const { nodes, jsEventListeners } = await session.send('Memory.getDOMCounters')
  await session.detach()
  const requests = await page.evaluate<number>('made')
  return { heapBytes: usedSize, nodes, listeners: jsEventListeners, requests }
}

/** @returns a reason if this machine has no browser */
export const openPages = async (url: string): Promise<OpenPages | string> => {
  const chromium = findChromium()
  if (typeof chromium === 'string') return chromium
  const browser = await openBrowser(chromium)
  const openPage = async (): Promise<Page> => {
    const page = await browser.newPage({ viewport: { width: 1_280, height: 800 } })
    await page.addInitScript(COUNT_REQUESTS)
    await page.goto(url)
    await page.locator('.hot .card').first().waitFor()
    return page
  }
  const pages: Page[] = []
  for (let load = 0; load < LOADS; load++) pages.push(await openPage())
  return {
    measure: async () => {
      const measured: PageMemory[] = []
      for (const page of pages) measured.push(await measure(page))
      return measured
    },
    async assertSameAsNew() {
      const fresh = await openPage()
      for (const [load, page] of pages.entries())
        await until(`tab ${load} like a new tab`, async () => {
          const [shown, expected] = await Promise.all([textOf(page), textOf(fresh)])
          const at = expected.findIndex((text, index) => text !== shown[index])
          if (at === -1 && shown.length === expected.length) return true
          throw new Error(
            `${shown[at]} instead of ${expected[at]}, after ${shown.slice(Math.max(0, at - 3), at)}`,
          )
        })
    },
    close: () => browser.close(),
  }
}
