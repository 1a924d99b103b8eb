// The open board releases the memory of earlier drawings, in whatever order the first responses arrive. So a tab can stay open for a day.
import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { runs } from '../../kit/random-runs.ts'
import { NEVER, type PageServer } from './testing/page-server.ts'
import { pageTests } from './testing/page-test.ts'
import { sampleHot, sampleOrder, TIP } from './testing/sample-state.ts'

const FRAMES = 300
const MAX_GROWTH_BYTES = 1_000_000
const FIRST = [
  '/v1/pools-main-page/initial/state',
  '/v1/pools-main-page/koth',
  '/v1/pools-main-page/hot',
  '/v1/pools-main-page/totals',
  '/v1/orders-feed/latest/filled',
  '/v1/charts/sparklines',
] as const

const heapOf = async (page: Page): Promise<number> => {
  const session = await page.context().newCDPSession(page)
  for (let count = 0; count < 3; count++) await session.send('HeapProfiler.collectGarbage')
  const { usedSize } = await session.send('Runtime.getHeapUsage')
  await session.detach()
  return usedSize
}

const trade = async (page: Page, server: PageServer, from: number): Promise<void> => {
  for (let n = from; n < from + FRAMES; n++) {
    const pool = server.pools[n % server.pools.length] ?? assert.fail()
    const marketCap = pool.metrics.marketCap + 1_000_000 * n
    server.send(pool.pool.cpmmPoolId === null ? 'Latest' : 'CompletedMCap', {
      ...pool,
      metrics: { ...pool.metrics, marketCap },
      pool: { ...pool.pool, y: { ...pool.pool.y, amount: `${Number(pool.pool.y.amount) - n}` } },
    })
    if (n % 3 === 0) server.send('LatestOrders', sampleOrder(pool.info.asset, n + 1_000))
    server.block(TIP + n)
    if (n % 10 === 0) {
      await page.evaluate('new Promise((resolve) => requestAnimationFrame(resolve))')
      // After twelve seconds the page fetches the hot tokens again.
      for (let count = 0; count < 3; count++) {
        await page.clock.runFor(4_000)
        await server.beat()
      }
    }
  }
  await page.locator('.sync', { hasText: (TIP + from + FRAMES - 1).toLocaleString('en-US') }).waitFor()
}

const { test, server, open } = pageTests('the memory of the open board')

for (let load = 0; load < runs(3); load++)
  test(`load ${load}`, async (t) => {
    let volume = 912_000_000
    server.responses.set('/v1/pools-main-page/hot', () => {
      volume += 1_000_000
      const items = server.pools.slice(0, 20).map(sampleHot)
      const traded = items[(volume / 1_000_000) % items.length] ?? assert.fail()
      return {
        count: server.pools.length,
        items: items.map((item) => (item === traded ? { ...item, volume: `${volume}` } : item)),
      }
    })
    const usual = FIRST.map((path) => [path, server.responses.get(path)] as const)
    // In each load, the responses arrive in another order, and some only after others are drawn.
    const releases: (() => void)[] = []
    for (const [at, [path, response]] of usual.entries()) {
      if ((load + at) % 3 !== 0) continue
      const isReleased = new Promise<void>((resolve) => releases.push(resolve))
      server.responses.set(path, async (asked) => {
        await isReleased
        return response?.(asked) ?? NEVER
      })
    }
    const page = await open('', undefined, (page) => page.clock.install())
    await page
      .locator(load % 3 === 1 ? '.card' : '.hot .card')
      .first()
      .waitFor()
    await page.evaluate(
      'new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))',
    )
    for (const release of releases) {
      release()
      await page.evaluate(
        'new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))',
      )
    }
    await page.locator('.hot .card').first().waitFor()
    await trade(page, server, 0)
    const before = await heapOf(page)
    await trade(page, server, FRAMES)
    const after = await heapOf(page)
    t.diagnostic(`load ${load}: ${before} bytes, then ${after - before} more`)
    assert.ok(after - before < MAX_GROWTH_BYTES, `${after - before} bytes more`)
  })
