// The generated files of the typed client are current, and the service accepts its requests.
import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { COMPONENT_NAMES } from '../api/components.ts'
import { MAINNET_CONFIGS } from '../api/testing/mainnet-configs.ts'
import { startComponents } from '../api/testing/start-components.ts'
import { SMALL } from '../projections/testing/large-wallets.ts'
import { temporaryDirectory } from '../tests/kit/temporary-directory.ts'
import { launchpadClient } from './client.ts'
import { declarations } from './testing/declarations.ts'
import { documentTypes } from './testing/document-types.ts'

/** Writes the file if RENEW_CLIENT is set. */
const isCurrent = (name: string, text: string): void => {
  const file = fileURLToPath(new URL(name, import.meta.url))
  if (process.env.RENEW_CLIENT === '1') writeFileSync(file, text)
  assert.ok(
    readFileSync(file, 'utf8') === text,
    `${name} is not current: run RENEW_CLIENT=1 npm test -- client/client.int`,
  )
}

test('the types of the client are current, and it asks and understands the service', async (t) => {
  const { url } = await startComponents(t, COMPONENT_NAMES, 3)
  isCurrent('paths.ts', await documentTypes(await (await fetch(`${url}/openapi.json`)).text()))
  isCurrent('declarations.d.ts', declarations(temporaryDirectory(t)))

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
    // @ts-expect-error an unknown resolution
    params: { query: { ...range, resolution: 'year1' } },
  })
  assert.deepEqual([wrong.response.status, wrong.error?.cause], [400, 'INVALID_PARAMS'])
  // @ts-expect-error a path that is not served
  assert.equal((await client.GET('/none')).response.status, 404)
})
