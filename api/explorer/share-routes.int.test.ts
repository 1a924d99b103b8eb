// URLs in the preview of a token's page, for requests with a proxy's headers.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { poolTokenQuery } from '../../projections/read/queries/pool-id.ts'
import { GrowingChain } from '../../projections/testing/growing-chain.ts'
import { testModels } from '../../projections/testing/test-models.ts'
import { randomFrom } from '../../tests/kit/random-from.ts'
import { seedOf } from '../../tests/kit/random-runs.ts'
import { readTrustedProxies } from '../http/route/client-address.ts'
import { serveModels } from '../testing/start-components.ts'

test('the page of a token requests its view at once, and its preview names the host and scheme that a trusted proxy forwards', async (t) => {
  const models = testModels(t)
  const reader = models.openReader()
  const chain = new GrowingChain(randomFrom(seedOf(t)))
  const newest = models.database.prepare<[], { id: number | null }>('SELECT max(id) AS id FROM pools')
  let id: number | null | undefined
  while (id === undefined || id === null) {
    models.apply(...chain.grow(1))
    id = newest.get()?.id
  }
  reader.refresh()
  const asset = reader.prepared(poolTokenQuery)()(id) ?? assert.fail()
  for (const [trusted, forwardedHost, says] of [
    [undefined, 'evil.example', 'http://127.0.0.1'],
    ['192.0.2.1', 'evil.example', 'http://127.0.0.1'],
    ['127.0.0.1', 'launchpad.example', 'https://launchpad.example'],
    ['127.0.0.1', 'no host', 'https://127.0.0.1'],
  ] as const) {
    const { url } = await serveModels(t, ['explorer'], reader, {
      directory: models.directory,
      trustedProxies: readTrustedProxies(trusted),
    })
    const headers = { 'x-forwarded-proto': 'https', 'x-forwarded-host': forwardedHost }
    const response = await fetch(`${url}/token/${asset}`, { headers })
    assert.equal(response.headers.get('vary'), 'Accept-Encoding, Host, X-Forwarded-Host, X-Forwarded-Proto')
    const html = await response.text()
    assert.match(html, /<link rel="modulepreload" href="\/explorer\/token-/)
    const port = says.endsWith('.1') ? `:${new URL(url).port}` : ''
    assert.equal(
      /<meta property="og:url" content="([^"]*)">/.exec(html)?.[1],
      `${says}${port}/token/${asset}`,
    )
  }
})

test('a link to a trader, and one that was cut, is answered with the page', async (t) => {
  const models = testModels(t)
  const { url } = await serveModels(t, ['explorer'], models.openReader(), { directory: models.directory })
  const page = await (await fetch(`${url}/view/portfolio`)).text()
  for (const path of [
    `trader/${'d4'.repeat(28)}`,
    'trader/addr1q8lsj',
    'token/abc',
    'token/asset1qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqq',
  ]) {
    const response = await fetch(`${url}/${path}`)
    assert.deepEqual(
      [response.status, response.headers.get('content-type'), (await response.text()) === page],
      [200, 'text/html; charset=utf-8', true],
      path,
    )
  }
  const { status } = await fetch(`${url}/trader/${'a'.repeat(141)}`)
  assert.equal(status, 400)
})
