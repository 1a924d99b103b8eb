// The site in a browser on a machine without a network: every link leads to a page and an anchor of the site.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { apiSite, pageName, wholeSite } from './site.ts'

for (const [name, make] of Object.entries({ apiSite, wholeSite }))
  test(`${name}: each link of its pages leads somewhere, and nothing is loaded from elsewhere`, () => {
    const files = make()
    const pages = [...files].filter(([file]) => file.endsWith('.html'))
    for (const [page, content] of pages) {
      const html = content.toString()
      assert.doesNotMatch(html, /<(?:script|link|img)[^>]*(?:src|href)="https?:/, page)
      for (const [, link = ''] of html.matchAll(/(?:href|src)="([^"]*)"/g)) {
        if (/^(https?:|data:)/.test(link)) continue
        const [file = '', anchor] = link.split('#')
        const target = files.get(file) ?? assert.fail(`${page} links to ${link}`)
        if (anchor !== undefined) assert.ok(target.includes(`id="${anchor}"`), `${page} links to ${link}`)
      }
    }
    const index: unknown = JSON.parse(/\[.*\]/s.exec(`${files.get('search-index.js')}`)?.[0] ?? '')
    assert.ok(Array.isArray(index) && index.length > pages.length)
    for (const [page, anchor, heading] of index)
      assert.ok(files.get(page)?.includes(`id="${anchor}"`), `${page} has no ${heading}`)
  })

test('the site has all documents, and the guide those of the API alone', () => {
  const names = (files: ReadonlyMap<string, Buffer>) =>
    [...files.keys()].filter((file) => file.endsWith('.html'))
  const all = names(wholeSite())
  for (const path of [
    'README.md',
    'CHANGELOG.md',
    'docs/operate/mainnet.md',
    'docs/api/feed.md',
    'indexer/README.md',
  ])
    assert.ok(all.includes(pageName(path)), path)
  assert.deepEqual(
    names(apiSite()).filter((name) => !name.startsWith('api')),
    ['compatibility.html', 'glossary.html'].filter((name) => names(apiSite()).includes(name)),
  )
})
