// The page with the OpenAPI document as a browser loads it. The service serves every file, and no script is inline.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkResponse } from '../http/testing/check-response.ts'
import { startTestServer } from '../http/testing/test-server.ts'
import { docsRoutes } from './docs-routes.ts'

test('the page and its files are served by the service, compressed, and cached until they change', async (t) => {
  const routes = docsRoutes('/v1/docs/openapi')
  const { url } = await startTestServer(t, routes)
  const [pageRoute, fileRoute] = routes
  assert.ok(pageRoute && fileRoute)
  const page = await checkResponse(url, pageRoute)
  const html = String(page.body)
  assert.match(
    page.headers.get('Content-Security-Policy') ?? '',
    /^default-src 'none'; script-src 'self'; style-src 'self';/,
  )
  assert.doesNotMatch(page.headers.get('Content-Security-Policy') ?? '', /unsafe|https?:/)
  assert.doesNotMatch(html, /https?:|<style|<script(?! src=)| on\w+=/)
  const paths = [...html.matchAll(/(?:src|href)="(\/docs\/[^"]+)"/g)].map(([, path = '']) => path)
  const types = []
  for (const path of paths) {
    const { headers } = await checkResponse(url, fileRoute, {
      params: { file: path.slice('/docs/'.length) },
      headers: { 'Accept-Encoding': 'br' },
    })
    types.push([
      headers.get('Content-Type'),
      headers.get('Content-Encoding'),
      headers.get('Cache-Control'),
      headers.get('X-Content-Type-Options'),
    ])
  }
  const kept = ['public, max-age=31536000, immutable', 'nosniff']
  assert.deepEqual(types, [
    ['text/css; charset=utf-8', 'br', ...kept],
    ['text/javascript; charset=utf-8', 'br', ...kept],
    ['text/javascript; charset=utf-8', null, ...kept],
  ])
  const start = await (await fetch(url + paths.at(-1))).text()
  assert.match(start, /^SwaggerUIBundle\(\{\n {2}url: '\/v1\/docs\/openapi',/)
  assert.equal((await checkResponse(url, fileRoute, { params: { file: 'swagger-ui.css' } })).status, 404)
})
