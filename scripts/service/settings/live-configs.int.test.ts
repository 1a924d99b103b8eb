// Config documents that change under a running service. They are replaced, broken, truncated, removed and repaired.
import assert from 'node:assert/strict'
import { cpSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { readSettings } from '../../../schema/config/settings.ts'
import { StartupError } from '../../../schema/errors.ts'
import type { Network } from '../../../schema/primitives.ts'
import { temporaryDirectory } from '../../../tests/kit/temporary-directory.ts'
import { until } from '../../../tests/kit/until.ts'
import { loadConfigs } from './configs.ts'
import { liveConfigs } from './live-configs.ts'

const DOCUMENTS = fileURLToPath(new URL('../../../schema/config/networks/', import.meta.url))
const TIMING = { settle: 20, poll: 100 }

const load = (env: Readonly<Record<string, string>>, network: Network) =>
  loadConfigs(readSettings(env, []).settings, network)

const open = (t: TestContext, timing = TIMING) => {
  const directory = temporaryDirectory(t)
  cpSync(join(DOCUMENTS, 'mainnet'), directory, { recursive: true })
  const path = (file: string) => join(directory, file)
  const env = {
    PROTOCOL_CONFIG: path('protocol-config.json'),
    CONTRACTS_CONFIG: path('contracts.json'),
    OPERATIONS_CONFIG: path('operations.json'),
  }
  const loaded = load(env, 'mainnet')
  const lines: string[] = []
  const note = (level: string) => (line: unknown) => void lines.push(`${level} ${line}`)
  const log = { info: note('info'), warn: note('warn'), error: note('error') }
  const live = liveConfigs(loaded, loaded.operations.value, log, timing)
  t.after(live.close)
  const line = async (): Promise<string> => {
    await until('a line of the log', () => lines.length > 0)
    const [first = ''] = lines.splice(0)
    return first.replaceAll(directory, 'DIR')
  }
  const edit = (file: string, change: (text: string) => string): void =>
    writeFileSync(path(file), change(readFileSync(join(DOCUMENTS, 'mainnet', file), 'utf8')))
  return { live, line, lines, edit, path }
}

const KEPT = '; the last valid document stays in use'
const protocol = 'PROTOCOL_CONFIG (DIR/protocol-config.json)'

test('a changed document is used, a bad one is reported once and the last good one stays', async (t) => {
  const { live, line, edit, path } = open(t)
  const state = () => {
    const { value, bytes, problem } = live.states().protocol ?? assert.fail()
    return { fee: value.parameters.percentFee, isFile: bytes.includes('"percentFee": 2'), problem }
  }
  assert.deepEqual(state(), { fee: 1, isFile: false, problem: undefined })
  edit('protocol-config.json', (text) => text.replace('"percentFee": 1', '"percentFee": 2'))
  assert.equal(await line(), `info ${protocol} has changed and is used`)
  assert.deepEqual(state(), { fee: 2, isFile: true, problem: undefined })

  const bad: [(text: string) => string, RegExp, boolean][] = [
    [(text) => text.slice(0, 500), /is not JSON/, false],
    [
      (text) => text.replace('"percentFee": 1', '"percentFee": 200'),
      /percentFee must be a number from 0 to 99\.99, not 200/,
      false,
    ],
    [
      (text) => text.replace('"mainnet"', '"preprod"'),
      /network is preprod, but the service runs on mainnet/,
      true,
    ],
    [
      (text) => text.replace('e865941988', '0000000000'),
      /batcherKey \w+ must be among operations config/,
      false,
    ],
  ]
  for (const [spoil, message, isOfOtherNetwork] of bad) {
    edit('protocol-config.json', spoil)
    const logged = await line()
    assert.match(logged, message)
    assert.ok(logged.startsWith('error ') && logged.endsWith(KEPT), logged)
    const { problem, ...kept } = state()
    assert.deepEqual(kept, { fee: 2, isFile: true })
    assert.equal(problem?.isOfOtherNetwork, isOfOtherNetwork)
    assert.match(problem?.message ?? '', message)
  }
  rmSync(path('protocol-config.json'))
  assert.match(
    await line(),
    /^error PROTOCOL_CONFIG cannot be read \(ENOENT: no such file or directory\) \(DIR\/protocol-config\.json\); /,
  )

  // Editors and deployments write another file and rename it.
  writeFileSync(path('new'), readFileSync(join(DOCUMENTS, 'mainnet/protocol-config.json')))
  renameSync(path('new'), path('protocol-config.json'))
  assert.equal(await line(), `info ${protocol} has changed and is used`)
  assert.deepEqual(state(), { fee: 1, isFile: false, problem: undefined })
})

test('a document that is written piece by piece is taken when it is whole, and never reported as cut', async (t) => {
  // A file is not read during short pauses in writing.
  const { live, line, lines, path } = open(t, { settle: 500, poll: 1_000 })
  const text = readFileSync(join(DOCUMENTS, 'mainnet/contracts.json'), 'utf8').replace('162000', '162001')
  for (let end = 0; end < text.length; end += 100) {
    writeFileSync(path('contracts.json'), text.slice(0, end))
    await sleep(1)
    assert.deepEqual(lines, [])
  }
  writeFileSync(path('contracts.json'), text)
  assert.match(await line(), /^info CONTRACTS_CONFIG .* has changed and is used$/)
  assert.equal(live.states().contracts?.value.contracts.serviceOrder.cost.mem, 162_001)
})

test('a changed operations config is reported and applies from the next start', async (t) => {
  const { live, line, edit } = open(t)
  const state = () => {
    const { value, problem, needsRestart } = live.states().operations
    return [value.startPoint.slice(0, 7), problem?.message, needsRestart]
  }
  edit('operations.json', (text) => text.replace('"4492799.', '"4492798.'))
  assert.equal(
    await line(),
    'warn OPERATIONS_CONFIG (DIR/operations.json) has changed: restart the service to use it',
  )
  assert.deepEqual(state(), ['4492799', undefined, true])
  edit('operations.json', () => '[')
  assert.match(await line(), /^error OPERATIONS_CONFIG: is not JSON/)
  assert.match(String(state()[1]), /is not JSON/)
})

test('preview has no launchpad, and needs both of its documents for one', () => {
  const { protocol, contracts, operations } = load({}, 'preview')
  assert.deepEqual([protocol, contracts, operations.value.network], [undefined, undefined, 'preview'])
  const file = join(DOCUMENTS, 'mainnet/contracts.json')
  assert.throws(
    () => load({ CONTRACTS_CONFIG: file }, 'preview'),
    new StartupError(
      'set both PROTOCOL_CONFIG and CONTRACTS_CONFIG for a launchpad, or neither for a service without one',
    ),
  )
})
