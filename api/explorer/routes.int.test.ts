// The page as a browser loads it. The service serves every file. Files may be cached for ever and are small. No script is inline.
import assert from 'node:assert/strict'
import { get, type IncomingHttpHeaders } from 'node:http'
import { test } from 'node:test'
import { startComponents } from '../testing/start-components.ts'

/** Compressed bytes of the files that the board needs, with the fonts, and number of scripts among them. */
const FIRST_LOAD = 60 * 1024
const FIRST_SCRIPTS = 3

/** Does not decompress the file. */
const loaded = (url: string) =>
  new Promise<{ headers: IncomingHttpHeaders; body: Buffer }>((resolve, reject) => {
    get(url, { headers: { 'Accept-Encoding': 'br' } }, (response) => {
      const parts: Buffer[] = []
      response.on('data', (part: Buffer) => parts.push(part))
      response.on('end', () => resolve({ headers: response.headers, body: Buffer.concat(parts) }))
    }).on('error', reject)
  })

test('the page and its files come from the service, are not sent again until they change, and the first ones are small and few', async (t) => {
  const { url } = await startComponents(t, ['explorer'], 3)
  const page = await fetch(url)
  assert.equal(page.status, 200)
  assert.equal(page.headers.get('Cache-Control'), 'no-cache')
  const etag = page.headers.get('ETag') ?? assert.fail()
  assert.equal((await fetch(url, { headers: { 'If-None-Match': etag } })).status, 304)
  const policy = page.headers.get('Content-Security-Policy') ?? ''
  assert.match(policy, /^default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self';/)
  assert.doesNotMatch(policy, /unsafe|https?:|\*/)
  const html = await page.text()
  assert.doesNotMatch(html, /<style|<script(?! type="module" src=)| on\w+=|%[A-Z]+%/)
  const files = [...html.matchAll(/(?:href|src)="(\/explorer\/[^"]+)"/g)].map(([, path = '']) => path)
  assert.ok(files.length >= 4, `${files}`)
  let first = html.length
  for (const path of files) {
    const { headers, body } = await loaded(`${url}${path}`)
    assert.equal(headers['cache-control'], 'public, max-age=31536000, immutable')
    assert.equal(headers['x-content-type-options'], 'nosniff')
    if (body.length > 1024 && !path.endsWith('.woff2')) assert.equal(headers['content-encoding'], 'br', path)
    first += body.length
  }
  t.diagnostic(`${first} bytes of first files`)
  assert.ok(first <= FIRST_LOAD, `${first} bytes`)
  assert.ok(files.filter((path) => path.endsWith('.js')).length <= FIRST_SCRIPTS, `${files}`)
  assert.equal((await fetch(`${url}/explorer/main-00000000.js`)).status, 404)
})

test('the page says what it is to browsers and search engines', async (t) => {
  const { url } = await startComponents(t, ['explorer'], 3)
  const html = await (await fetch(url)).text()
  assert.match(html, /<meta name="description" content="Tokens launched on Cardano: [^"]{50,}">/)
  assert.equal(html.match(/<meta name="theme-color" content="#[0-9a-f]{6}" media="/g)?.length, 2)
  const path = /<link rel="manifest" href="([^"]+)">/.exec(html)?.[1] ?? assert.fail('no manifest')
  const manifest = (await (await fetch(`${url}${path}`)).json()) as {
    readonly start_url: string
    readonly icons: readonly { readonly src: string }[]
  }
  assert.equal(new URL(manifest.start_url, `${url}${path}`).href, `${url}/`)
  const icon = new URL(manifest.icons[0]?.src ?? assert.fail('no icon'), `${url}${path}`)
  assert.equal((await fetch(icon)).headers.get('Content-Type'), 'image/svg+xml')
  const robots = (await (await fetch(`${url}/robots.txt`)).text()).split('\n')
  for (const line of ['User-agent: *', 'Allow: /token/', 'Disallow: /v1/']) assert.ok(robots.includes(line))
})
