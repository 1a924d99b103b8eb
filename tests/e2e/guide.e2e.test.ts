// The documents as pages in a browser: the site that `npm run docs` writes, without a server, and the guide that a service serves. Their
// search finds a section, whose link opens its page.
import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { pathToFileURL } from 'node:url'
import { COMPONENTS } from '../../api/components.ts'
import { wholeSite } from '../../api/guide/site.ts'
import { startComponents } from '../../api/testing/start-components.ts'
import { THEMES } from '../harness/watched-page.ts'
import { runs } from '../kit/random-runs.ts'
import { temporaryDirectory } from '../kit/temporary-directory.ts'
import { browserTest } from './page/testing/browser-test.ts'
import { AXE, violationsOf } from './page/testing/page-checks.ts'

/** Writes the site. @returns the URL of each of its files */
const writeSite = (t: TestContext): ReadonlyMap<string, string> => {
  const directory = temporaryDirectory(t)
  const urls = new Map<string, string>()
  for (const [name, content] of wholeSite()) {
    writeFileSync(join(directory, name), content)
    urls.set(name, pathToFileURL(join(directory, name)).href)
  }
  return urls
}

/** Pages of the guide whose accessibility is checked; RUNS=10 checks all. */
const PAGES = runs(6)

browserTest('the search of the documents finds a section', async (t, browser) => {
  const site = writeSite(t)
  const { url } = await startComponents(t, COMPONENTS, 3)
  const index = site.get('index.html') ?? assert.fail()
  const cases = [
    [index, 'Start from a snapshot', 'operate-mainnet.html#start-from-a-snapshot'],
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

browserTest('the documents violate no rule of accessibility', async (t, browser) => {
  const pages = [...writeSite(t)].filter(([name]) => name.endsWith('.html')).slice(0, PAGES)
  for (const colorScheme of THEMES) {
    const page = await browser.newPage({ colorScheme, viewport: { width: 390, height: 844 } })
    await page.addInitScript(AXE)
    for (const [name, url] of pages) {
      await page.goto(url)
      await page.locator('h1').first().waitFor()
      assert.deepEqual(await violationsOf(page), [], `${name}, ${colorScheme}`)
    }
  }
})
