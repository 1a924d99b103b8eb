// The routes that a process serves for each choice of components. Every base address of the interface works alone.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { chosenComponents } from './components.ts'
import { startComponents } from './testing/start-components.ts'

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
