// An operator starts the service on a recorded chain, uses HTTP, stops and starts again. A start with an invalid setting is refused with
// one line, and writes no file.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { test } from 'node:test'
import { parse } from 'yaml'
import { buildBlock, buildChain } from '../../devnet/chain/build-block.ts'
import { writeChainFile } from '../../devnet/recording/chain-writer.ts'
import { mainnetLaunch } from '../../fixtures/chains/recorded-chains.ts'
import { Log } from '../../indexer/log/log.ts'
import { blockAfter } from '../../indexer/testing/plain-blocks.ts'
import { readSettings } from '../../schema/config/settings.ts'
import { StartupError } from '../../schema/errors.ts'
import type { BlockEvent } from '../../schema/events.ts'
import type { Network } from '../../schema/primitives.ts'
import { startService } from '../../scripts/service/service.ts'
import { startProcess } from '../harness/run-script.ts'
import { startServedChain } from '../harness/served-chain.ts'
import { settingsFor, startWatched, startWatchedWith } from '../harness/watched-service.ts'
import { listen } from '../kit/listen.ts'
import { temporaryDirectory } from '../kit/temporary-directory.ts'
import { Never, until, untilReady } from '../kit/until.ts'

const TOKEN = 'ba17dfde8c19c239c19ef55982cf018f4c8d2f1d9c7dbfbca394f40a.4861696c204879647261'

type Environment = Readonly<Record<string, string>>

const refusal = async (env: Environment): Promise<string> => {
  try {
    const service = await startService(readSettings(env, []).settings)
    await service.close()
  } catch (error) {
    assert.ok(error instanceof StartupError, String(error))
    return error.message
  }
  return assert.fail('it started')
}

const getJson = async (url: string): Promise<unknown> => (await fetch(url)).json()

test('a recorded chain is followed to its end and served', async (t) => {
  const dataDir = join(temporaryDirectory(t), 'data')
  const env = { CHAIN_FILE: mainnetLaunch.path, NETWORK: 'mainnet', PORT: '0', DATA_DIR: dataDir }
  const service = startProcess(t, env)
  const url = await service.url()
  await untilReady(url)
  const tip = {
    slot: 133_697_199,
    id: '5cbc5a14be4f60278c9dfbd20ff51b69094e35b611f30446f9f6eced2def729d',
    height: 10_783_050,
  }
  // The service is ready a moment before it reports the tip.
  const { rate, digest, ...status } = await until('the tip', async () => {
    const now = (await getJson(`${url}/status`)) as Record<string, unknown>
    return now.state === 'following' && now
  })
  assert.deepEqual(status, {
    network: 'mainnet',
    state: 'following',
    problem: null,
    node: tip,
    log: tip,
    base: null,
    models: tip,
    lag: { blocks: 0, seconds: 0 },
    config: { protocol: null, contracts: null, operations: null },
    peers: [],
    blockExplorer: {
      transaction: 'https://cardanoscan.io/transaction/{}',
      address: 'https://cardanoscan.io/address/{}',
      token: 'https://cardanoscan.io/token/{}',
    },
    hasAdaUsdRate: false,
    lacks: [
      'launches need minting.nft.script and minting.other.template in CONTRACTS_CONFIG',
      'HYPED launches need a tier named hyped in OPERATIONS_CONFIG',
      'launches and cancellations without collaterals need a wallet in SERVICE_WALLET_KEY_FILE',
    ],
    mempool: { state: 'off', problem: null, transactions: 0 },
    mirror: null,
    publishing: null,
    rejections: [],
    refolding: [],
    seq: 151,
  })
  assert.equal(typeof rate, 'number')
  assert.match(String(digest), /^[0-9a-f]{16}$/)

  const query = `base=${TOKEN}&quote=.&from=1725148800&to=1727740800`
  const bars = await getJson(`${url}/v1/charts/history?${query}&resolution=min1`)
  assert.deepEqual([bars].flat().length, 1)
  const document = parse(await (await fetch(`${url}/v1/docs/openapi`)).text())
  for (const path of ['/getUtxos', '/status', '/v1/charts/history', '/v1/docs/openapi'])
    assert.ok(path in document.paths, path)

  assert.equal((await service.end()).code, 0)
  const again = startProcess(t, { ...env, COMPONENTS: 'utxos' })
  const secondUrl = await again.url()
  await untilReady(secondUrl)
  const resumed = (await getJson(`${secondUrl}/status`)) as Record<string, unknown>
  assert.deepEqual([resumed.seq, resumed.digest], [151, digest])
  assert.equal((await fetch(`${secondUrl}/v1/charts/history?${query}&resolution=min1`)).status, 404)
  again.child.kill('SIGINT')
  assert.equal((await again.ended).code, 0)
})

const SCRIPT = '/usr/bin/script'
const hasScript = existsSync(SCRIPT) || 'util-linux is not installed, which has the command script'

test('on a terminal it speaks to a person: lines, then addresses, then one line that is kept up to date', {
  skip: hasScript === true ? false : hasScript,
}, async (t) => {
  const env = {
    CHAIN_FILE: mainnetLaunch.path,
    NETWORK: 'mainnet',
    PORT: '0',
    DATA_DIR: join(temporaryDirectory(t), 'data'),
    NO_COLOR: '1',
  }
  const command = `${process.execPath} scripts/run-installed.mjs start`
  const child = spawn(SCRIPT, ['-qec', command, '/dev/null'], {
    env: { PATH: process.env.PATH, ...env },
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  t.after(() => child.kill('SIGKILL'))
  let text = ''
  child.stdout.setEncoding('utf8').on('data', (data) => {
    text += data
  })
  const ended = once(child, 'close')
  const status = /following · block 10,783,050 · 0 s old · \d+ requests\/s · 0 subscribers$/
  await until('the line of the status', () => {
    if (child.exitCode !== null) throw new Never(`it ended: ${text}`)
    return status.test(text) && text.includes('Page    ')
  })
  child.stdin.write('\u0003')
  await ended
  const shown = text.replaceAll('\r\n', '\n')
  const [lines = '', rest = ''] = shown.split('\nPage    ')
  for (const line of lines.split('\n').slice(0, -1))
    assert.match(line.slice(line.lastIndexOf('\u001b[K') + 3), /^\[\d\d:\d\d:\d\d\] (INFO|WARN): /)
  assert.match(rest, /^(http:\/\/127\.0\.0\.1:\d+)\/\nAPI {5}\1\n\n/)
})

test('a network without a launchpad is served without its documents', async (t) => {
  const directory = temporaryDirectory(t)
  const chainFile = join(directory, 'chain.ndjson')
  await writeChainFile(chainFile, buildChain(3))
  const env = {
    CHAIN_FILE: chainFile,
    NETWORK: 'preview',
    PORT: '0',
    DATA_DIR: join(directory, 'data'),
    BASE_PATHS: 'charts=/charts,feed=/live',
  }
  const service = await startService(readSettings({ ...env, LOG_LEVEL: 'silent' }, []).settings)
  t.after(() => service.close())
  await untilReady(service.url)
  const asked = (path: string, init?: RequestInit) => fetch(service.url + path, init)
  const pair = `base=${TOKEN}&quote=.&resolution=hour1&from=0&to=1`
  assert.deepEqual(await getJson(`${service.url}/v1/charts/history?${pair}`), [])
  assert.deepEqual(await getJson(`${service.url}/charts/v1/charts/history?${pair}`), [])
  assert.equal((await asked('/live/websocket/ws')).status, 426)
  assert.equal((await asked('/builder/parameters')).status, 404)
  const document = await (await asked('/v1/docs/openapi')).text()
  assert.match(document, /servers:\n\s+- url: \/\n\s+- url: \/charts\n/)
  assert.doesNotMatch(document, /\/charts\/v1\/charts/)
  const body = JSON.stringify({ pkh: '00'.repeat(28) })
  assert.deepEqual(await (await asked('/getUtxos', { method: 'POST', body })).json(), [])
  for (const path of ['/service-front/protocol-config.json', '/service-front/contracts.json', '/parameters'])
    assert.equal((await asked(path)).status, 500)
  const { config } = (await getJson(`${service.url}/status`)) as { config: unknown }
  const none = 'no document is set: the service runs without a launchpad'
  const { status, checks } = (await getJson(`${service.url}/readyz`)) as {
    status: string
    checks: { config: string }
  }
  assert.deepEqual(
    [status, checks.config],
    [
      'degraded',
      'no launchpad is known on preview: set PROTOCOL_CONFIG, CONTRACTS_CONFIG and OPERATIONS_CONFIG for one',
    ],
  )
  assert.deepEqual(config, { protocol: none, contracts: none, operations: null })
})

test('what is wrong is said in one line, and nothing is written', async (t) => {
  const directory = temporaryDirectory(t)
  const chainFile = join(directory, 'chain.ndjson')
  const blocks = buildChain(3)
  const lines = blocks.map(({ json }) => json.toString())
  writeFileSync(chainFile, `${lines.join('\n')}\n`)
  const cutFile = join(directory, 'cut.ndjson')
  writeFileSync(cutFile, `${lines.join('\n').slice(0, -20)}`)
  const badConfig = join(directory, 'operations.json')
  writeFileSync(badConfig, '{"network":"mainnet"}')

  const inside = join(chainFile, 'data')
  const port = String(await listen(t, createServer()))
  const cases: readonly (readonly [what: string, says: RegExp, env: Environment])[] = [
    ['no node', /^set OGMIOS_URL .* or CHAIN_FILE/, { CHAIN_FILE: '' }],
    ['no such file', /^.*nowhere\.ndjson/, { CHAIN_FILE: join(directory, 'nowhere.ndjson') }],
    ['a directory', new RegExp(`^.*${directory}`), { CHAIN_FILE: directory }],
    ['a port in use', /^port \d+ on 127\.0\.0\.1 is in use/, { PORT: port }],
    [
      "the devnet's port in use",
      /^port \d+ on 127\.0\.0\.1 is in use: .* DEVNET_PORT to another$/,
      { CHAIN_FILE: '', NETWORK: '', DEVNET_PORT: port },
    ],
    [
      'a data directory inside a file',
      /^DATA_DIR: \S+chain\.ndjson\/data\/devnet cannot be written to \(ENOTDIR.*\): change its permissions, or choose another$/,
      { CHAIN_FILE: '', NETWORK: '', DEVNET_PORT: '0', DATA_DIR: inside },
    ],
    ['a bad document', /^OPERATIONS_CONFIG .* is missing/, { OPERATIONS_CONFIG: badConfig }],
    ['a cut file', /cut\.ndjson.*line 3/, { CHAIN_FILE: cutFile }],
  ]
  for (const [what, says, env] of cases) {
    const dataDir = join(directory, `data of ${what}`)
    const all = {
      CHAIN_FILE: chainFile,
      NETWORK: 'mainnet',
      PORT: '0',
      DATA_DIR: dataDir,
      LOG_LEVEL: 'silent',
      ...env,
    }
    const message = await refusal(all)
    assert.equal(message.split('\n').length, 1, `${what}: ${message}`)
    assert.match(message, says, what)
    assert.equal(existsSync(dataDir), false, what)
  }
})

interface ReadinessBody {
  readonly status: string
  readonly checks: { readonly config?: string }
}

test('a data directory that is refused is left unchanged', async (t) => {
  const directory = temporaryDirectory(t)
  const chainFile = join(directory, 'chain.ndjson')
  const blocks = buildChain(2)
  blocks.push(buildBlock(blocks[1] ?? assert.fail()))
  await writeChainFile(chainFile, blocks)
  const filesIn = (dataDir: string) =>
    readdirSync(dataDir)
      .sort()
      .map((name) => [name, readFileSync(join(dataDir, name)).toString('hex')])
  const refuse = async (dataDir: string, says: RegExp): Promise<void> => {
    const before = [...filesIn(dataDir), ['lock.db', '']].sort()
    const env = { CHAIN_FILE: chainFile, PORT: '0', DATA_DIR: dataDir, LOG_LEVEL: 'silent' }
    const message = await refusal(env)
    assert.match(message, says)
    assert.equal(message.split('\n').length, 1)
    assert.deepEqual(filesIn(dataDir), before)
  }
  const withLog = (name: string, network: Network, ...blocks: readonly BlockEvent[]): string => {
    const dataDir = join(directory, name)
    mkdirSync(dataDir, { recursive: true })
    const log = Log.open(join(dataDir, 'log.db'), { network, start: 'origin' })
    log.append(blocks.map((block) => ({ kind: 'forward', block })))
    log.close()
    return dataDir
  }
  const other = withLog('preprod', 'preprod', blockAfter('origin'))
  await refuse(
    other,
    /has blocks of preprod, but this process is for mainnet: choose another DATA_DIR or NETWORK/,
  )

  // Data from before the log's first block would be missing, although responses would look complete.
  const recorded = withLog('recorded', 'mainnet', { ...blockAfter('origin'), height: 7 })
  const node = { OGMIOS_URL: 'ws://127.0.0.1:9', PORT: '0', DATA_DIR: recorded, LOG_LEVEL: 'silent' }
  assert.match(
    await refusal(node),
    /log\.db was begun from a recording, with block \S+ at height 7, and a node cannot supply the blocks before/,
  )

  // The directory has a node's log, so no devnet starts instead.
  const nodes = { DATA_DIR: other, PORT: '0', DEVNET_PORT: '0', LOG_LEVEL: 'silent' }
  assert.equal(
    await refusal(nodes),
    `${other} has the log of a node: set OGMIOS_URL to continue it, or NETWORK=devnet for an additional devnet`,
  )
  assert.deepEqual(readdirSync(other).sort(), ['lock.db', 'log.db'])

  const devnet = withLog('data/devnet', 'devnet')
  assert.equal(
    await refusal({ ...nodes, DATA_DIR: join(directory, 'data') }),
    `${devnet} has the log of a devnet whose chain is missing: remove ${devnet} to start a new one`,
  )
})

test('a log begun with START_POINT is continued without it, and the service is degraded', async (t) => {
  const { world, follow } = await startServedChain(t)
  const readiness = async (url: string) => {
    const { status, checks } = (await (await fetch(`${url}/readyz`)).json()) as ReadinessBody
    return { status, says: checks.config?.includes(`the log begins at ${follow.start}, so earlier `) }
  }
  const first = await startWatched(t, follow)
  await first.untilAtTip(world)
  assert.deepEqual(await readiness(first.url), { status: 'degraded', says: false })
  await first.close()
  const { START_POINT: _, ...settings } = settingsFor(follow)
  const second = await startWatchedWith(t, settings)
  await second.untilAtTip(world)
  assert.deepEqual(await readiness(second.url), { status: 'degraded', says: true })
})
