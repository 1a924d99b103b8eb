// The typed client: its types are those of the document, and what it sends is what the service takes.
import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { SMALL } from '../../projections/testing/large-wallets.ts'
import { COMPONENTS } from '../components.ts'
import { MAINNET_CONFIGS } from '../testing/mainnet-configs.ts'
import { startComponents } from '../testing/start-components.ts'
import { launchpadClient } from './client.ts'
import { documentTypes } from './testing/document-types.ts'

const FILE = fileURLToPath(new URL('paths.ts', import.meta.url))

test('the types of the client are current, and it asks and understands the service', async (t) => {
  const { url } = await startComponents(t, COMPONENTS, 3)
  const types = await documentTypes(await (await fetch(`${url}/v1/docs/openapi`)).text())
  if (process.env.RENEW_CLIENT === '1') writeFileSync(FILE, types)
  const isCurrent = readFileSync(FILE, 'utf8') === types
  assert.ok(isCurrent, 'paths.ts is not of this document: run RENEW_CLIENT=1 npm test -- api/client')

  const client = launchpadClient(url)
  const config = await client.GET('/service-front/protocol-config.json')
  assert.deepEqual(config.data, MAINNET_CONFIGS.protocol?.value)
  const { data: outputs } = await client.POST('/getUtxos', { body: { pkh: SMALL, limit: 2 } })
  assert.equal(outputs?.length, 2)
  assert.equal(outputs?.[0]?.value[0]?.unit, 'lovelace')
  const range = { base: `${'00'.repeat(28)}.00`, quote: '.', resolution: 'hour1', from: 0, to: 1 } as const
  const bars = await client.GET('/v1/charts/history', { params: { query: range } })
  assert.deepEqual(bars.data, [])

  const wrong = await client.GET('/v1/charts/history', {
    // @ts-expect-error an unknown resolution does not compile
    params: { query: { ...range, resolution: 'year1' } },
  })
  assert.deepEqual([wrong.response.status, wrong.error?.cause], [400, 'INVALID_PARAMS'])
  // @ts-expect-error nor does a path that is not served
  assert.equal((await client.GET('/none')).response.status, 404)
})
