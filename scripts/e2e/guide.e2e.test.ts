// The documents as pages in a browser: the site that `npm run docs` writes, without a server, and the guide that a service serves. Their
// search finds a section, whose link opens its page.
import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { COMPONENTS } from '../../api/components.ts'
import { wholeSite } from '../../api/guide/site.ts'
import { startComponents } from '../../api/testing/start-components.ts'
import { runs } from '../../fixtures/testing/random-runs.ts'
import { temporaryDirectory } from '../../fixtures/testing/temporary-directory.ts'
import { findChromium, openBrowser } from '../testing/browser.ts'
import { THEMES } from '../testing/watched-page.ts'
import { AXE, violationsOf } from './page/testing/page-checks.ts'

const chromium = findChromium()

/** Pages of the guide whose accessibility is checked; RUNS=10 checks all. */
const PAGES = runs(6)

test('the search of the documents finds a section', {
  skip: typeof chromium === 'string' && chromium,
}, async (t) => {
  if (typeof chromium === 'string') return
  const directory = temporaryDirectory(t)
  for (const [name, content] of wholeSite()) writeFileSync(join(directory, name), content)
  const { url } = await startComponents(t, COMPONENTS, 3)
  const browser = await openBrowser(chromium)
  t.after(() => browser.close())
  const cases = [
    [
      pathToFileURL(join(directory, 'index.html')).href,
      'Start from a snapshot',
      'operate-mainnet.html#start-from-a-snapshot',
    ],
    [`${url}/docs/guide`, 'Close codes', 'api-feed.html#close-codes'],
  ] as const
  for (const [at, heading, target] of cases) {
    const page = await browser.newPage()
    const requested: string[] = []
    page.on('request', (request) => requested.push(request.url()))
    await page.goto(at)
    await page.getByRole('searchbox', { name: 'Search' }).fill(heading.toLowerCase())
    await page.getByRole('link', { name: heading }).first().click()
    await page.getByRole('heading', { name: heading, exact: true }).waitFor()
    assert.ok(page.url().endsWith(target), page.url())
    assert.deepEqual(
      requested.filter((each) => new URL(each).host !== new URL(at).host && !each.startsWith('data:')),
      [],
    )
    await page.getByRole('searchbox', { name: 'Search' }).fill('zzzz no such words')
    await page.locator('#found').waitFor({ state: 'hidden' })
  }
})

test('the documents violate no rule of accessibility', {
  skip: typeof chromium === 'string' && chromium,
}, async (t) => {
  if (typeof chromium === 'string') return
  const directory = temporaryDirectory(t)
  for (const [name, content] of wholeSite()) writeFileSync(join(directory, name), content)
  const browser = await openBrowser(chromium)
  t.after(() => browser.close())
  const pages = [...wholeSite().keys()].filter((name) => name.endsWith('.html')).slice(0, PAGES)
  for (const colorScheme of THEMES) {
    const page = await browser.newPage({ colorScheme, viewport: { width: 390, height: 844 } })
    await page.addInitScript(AXE)
    for (const name of pages) {
      await page.goto(pathToFileURL(join(directory, name)).href)
      await page.locator('h1').first().waitFor()
      assert.deepEqual(await violationsOf(page), [], `${name}, ${colorScheme}`)
    }
  }
})
