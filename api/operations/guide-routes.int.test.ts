import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { startTestServer } from '../http/testing/test-server.ts'
import { guideRoutes } from './guide-routes.ts'

test('the list names each document about the API by its title, at an address that answers with its text', async (t) => {
  const { url } = await startTestServer(t, guideRoutes())
  const list = await (await fetch(`${url}/llms.txt`)).text()
  const links = [...list.matchAll(/^- \[(.+)\]\((docs\/guide\/(.+))\)$/gm)]
  const folder = new URL('../../docs/api/', import.meta.url)
  assert.deepEqual(
    links.map(([, , , name]) => name),
    ['tutorial.md', ...readdirSync(folder).sort()],
  )
  for (const [, title, path, name = ''] of links) {
    const response = await fetch(`${url}/${path}`)
    assert.equal(response.headers.get('Content-Type'), 'text/markdown; charset=utf-8')
    const text = await response.text()
    assert.ok(text.startsWith(`# ${title}\n`), title)
    if (name !== 'tutorial.md') assert.equal(text, readFileSync(new URL(name, folder), 'utf8'))
    // A document links only to documents that exist.
    else
      for (const [, target = ''] of text.matchAll(/\]\(([^)#:]+)/g))
        assert.equal((await fetch(`${url}/docs/guide/${target}`)).status, 200, target)
  }
})
