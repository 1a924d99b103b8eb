// A config document that becomes invalid while the service runs.
import assert from 'node:assert/strict'
import { copyFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { startWatchedWith } from '../harness/watched-service.ts'
import { temporaryDirectory } from '../kit/temporary-directory.ts'
import { until } from '../kit/until.ts'

const project = (path: string): string => fileURLToPath(new URL(`../../${path}`, import.meta.url))

const PROBLEM = 'no transaction is built, because a config document is invalid: `config` in /status says why'

test('an invalid config document makes the service degraded and one part fail, until it is valid again', async (t) => {
  const directory = temporaryDirectory(t)
  const document = join(directory, 'protocol-config.json')
  const restore = () => copyFileSync(project('schema/config/networks/mainnet/protocol-config.json'), document)
  restore()
  const { url, adminUrl } = await startWatchedWith(t, {
    CHAIN_FILE: project('fixtures/chains/mainnet-launch.ndjson.gz'),
    NETWORK: 'mainnet',
    DATA_DIR: join(directory, 'data'),
    PROTOCOL_CONFIG: document,
    ADMIN_PORT: '0',
  })
  const seen = async (): Promise<readonly [boolean, string | undefined]> => {
    const status = await (await fetch(`${url}/status`)).text()
    const metrics = await (await fetch(`${adminUrl}/metrics`)).text()
    return [status.includes(PROBLEM), /launchpad_part_failing\{part="config"\} (.)/.exec(metrics)?.[1]]
  }
  assert.deepEqual(await seen(), [false, '0'])
  writeFileSync(document, '{')
  await until('the problem in /status', async () => (await seen())[0])
  assert.deepEqual(await seen(), [true, '1'])
  restore()
  await until('no problem', async () => !(await seen())[0])
  assert.deepEqual(await seen(), [false, '0'])
})
