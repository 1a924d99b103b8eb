// The routes that a process serves for each choice of components. Every base address of the interface works alone.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { requestsTo } from '../tests/kit/requests.ts'
import { COMPONENT_NAMES, chosenComponents } from './components.ts'
import { startComponents } from './testing/start-components.ts'

/** The part of OpenAPI that states where a path is served. */
interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, { readonly servers?: { url: string }[] }>>>>
}

test('a component that is served alone is complete, and beside others nothing is served twice', async (t) => {
  const pathsOf = async (text: string | undefined): Promise<readonly string[]> => {
    const { routes } = await startComponents(t, chosenComponents(text), 1)
    return routes.map(({ method, path }) => `${method} ${path}`)
  }
  const own: Readonly<Record<string, readonly string[]>> = {
    builder: ['POST /order', 'POST /create-lock', 'POST /withdraw', 'GET /parameters'],
    vesting: ['POST /v1/vesting/get-by-redeemer', 'POST /create-lock', 'POST /withdraw'],
    analytics: [
      'GET /balances/v1/pool/holders',
      'GET /service-front/contracts.json',
      'GET /v1/pools-main-page/initial/state',
      'GET /v1/pools-feed/initial/state',
      'POST /v1/orders-feed/initial/state',
      'POST /v1/user-history-feed/initial/state',
    ],
    feed: ['GET /v1/pools-main-page/initial/state', 'POST /v1/orders-feed/initial/state'],
  }
  for (const [name, paths] of Object.entries(own)) {
    const served = await pathsOf(name)
    for (const path of paths) assert.ok(served.includes(path), `${name} has no ${path}`)
  }
  const all = await pathsOf(undefined)
  assert.equal(new Set(all).size, all.length)
  assert.equal((await pathsOf('vesting')).includes('POST /order'), false)
})

test('the document lists each path under every prefix that serves it, itself under that of charts', async (t) => {
  const basePaths = new Map([
    ['charts', '/charts'],
    ['analytics', '/analytics'],
    ['builder', '/builder'],
    ['feed', '/live'],
  ])
  const { url, routes } = await startComponents(t, COMPONENT_NAMES, 1, { basePaths })
  const { call, get } = requestsTo(url)
  const { paths }: Document = await get('/openapi.json')
  const listed = Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).flatMap(([method, { servers = [{ url: '/' }] }]) =>
      servers.map(({ url: base }) => `${method.toUpperCase()} ${base.replace(/\/$/, '')}${path}`),
    ),
  )
  const served = routes.filter(({ isForeign }) => isForeign !== true)
  assert.deepEqual(listed.sort(), served.map(({ method, path }) => `${method} ${path}`).sort())
  const shared = ['GET /analytics/v1/koth', 'GET /live/v1/koth', 'POST /builder/create-lock']
  for (const path of [...shared, 'GET /charts/v1/docs/openapi', 'GET /v1/docs/openapi'])
    assert.ok(listed.includes(path), path)
  const [plain, prefixed] = [await call('/v1/docs/openapi'), await call('/charts/v1/docs/openapi')]
  assert.deepEqual([prefixed.status, prefixed.text], [200, plain.text])
})
