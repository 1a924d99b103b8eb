// Every setting that accepts a secret gets one. All output of the service is searched for the secrets, in normal operation and during
// failures. Passwords, keys and tokens never appear. Paths appear only in the log.
import assert from 'node:assert/strict'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { PNG } from '../../api/images/testing/sample-images.ts'
import { runScript, startProcess } from '../harness/run-script.ts'
import { startServedChain } from '../harness/served-chain.ts'
import { settingsFor, WatchedService } from '../harness/watched-service.ts'
import { hasFileSizeLimit, limitFileSize } from '../kit/file-size-limit.ts'
import { temporaryDirectory } from '../kit/temporary-directory.ts'

const PASSWORD = 'planted-password'
const KEY = `${'5ec7e7'.repeat(10)}5ec7`
const TOKEN = 'planted-token'
const DIRECTORY = 'planted-directory'
const ADDRESS =
  'addr1qy32agk6zhjffcqhvu296j9a594k6smlr3zfsgaqgsvnmtefn2pw7433r2ss4hcycqrj6jrsaw056hlnz5fjgdyyrd6qsw8ngt'

const responsesOf = async (url: string): Promise<string> => {
  const order = { assetId: `${'00'.repeat(28)}.00`, amount: '20000000', side: 'BUY', slippage: '15' }
  const lock = { address: ADDRESS, assetId: order.assetId, amount: '9', lockEnd: 8e12, stagesCount: 3 }
  const wallet = { changeAddress: ADDRESS, utxos: 'service-wallet' }
  const form = new FormData()
  form.set('image', new Blob([PNG], { type: 'image/png' }))
  const info = { assetType: 'Meme', name: 'Newt', ticker: 'NEWT', description: 'A newt.', ...wallet }
  form.set('info', JSON.stringify(info))
  const posts: Readonly<Record<string, unknown>> = {
    '/order': { ...order, ...wallet },
    '/cancel': { txHash: '00'.repeat(32), index: '0', ...wallet },
    '/create-lock': lock,
    '/sign': { cbor: '84a0a0f5f6', witness: 'a0', changeAddress: ADDRESS },
    '/submit': { cbor: '84a0a0f5f6' },
    '/getUtxos': { pkh: '00'.repeat(28) },
  }
  const gets = [
    '/status',
    '/readyz',
    '/healthcheck',
    '/parameters',
    '/v1/docs/openapi',
    '/v1/devnet',
    '/ipfs/x',
  ]
  const configs = ['/service-front/protocol-config.json', '/service-front/contracts.json', '/v1/koth']
  const headers = { 'content-type': 'application/json' }
  const responses = await Promise.all([
    ...[...gets, ...configs].map((path) => fetch(url + path)),
    ...Object.entries(posts).map(([path, body]) =>
      fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) }),
    ),
    fetch(`${url}/launch`, { method: 'POST', body: form }),
  ])
  const texts = responses.map(
    async (response) => `${response.status} ${[...response.headers]} ${await response.text()}`,
  )
  return (await Promise.all(texts)).join('\n')
}

test('secrets of the operator are in no answer and no log line, whatever fails', async (t) => {
  const { world, server, follow } = await startServedChain(t)
  const directory = join(temporaryDirectory(t), DIRECTORY)
  mkdirSync(directory)
  const fileWith = (name: string, content: string): string => {
    writeFileSync(join(directory, name), content, { mode: 0o600 })
    return join(directory, name)
  }
  const { port } = new URL(server.url)
  const documents = new URL('../../schema/config/networks/mainnet/protocol-config.json', import.meta.url)
  const document = readFileSync(fileURLToPath(documents), 'utf8')
  const env = {
    ...settingsFor({ ...follow, dataDir: join(directory, 'data') }),
    OGMIOS_URL: `ws://operator:${PASSWORD}@127.0.0.1:${port}`,
    POSTGRES_URL: `postgres://operator:${PASSWORD}@127.0.0.1:9/${PASSWORD}`,
    IMAGE_STORE: `kubo+http://127.0.0.1:9/${PASSWORD}`,
    IMAGE_STORE_TOKEN_FILE: fileWith('token', TOKEN),
    SERVICE_WALLET_KEY_FILE: fileWith('key', KEY),
    PROTOCOL_CONFIG: fileWith('protocol.json', document),
    LOG_LEVEL: 'debug',
  }
  const running = startProcess(t, env)
  const url = await running.url()
  const service = new WatchedService(url, () => undefined)
  await service.untilAtTip(world)
  let responses = await responsesOf(url)

  writeFileSync(env.PROTOCOL_CONFIG, '{')
  await service.until('a bad document', ({ config }) => config.protocol !== null)
  responses += await responsesOf(url)
  if (hasFileSizeLimit) {
    limitFileSize(running.child.pid, 4_096)
    world.grow(5)
    await service.untilUnready('waiting', /^\w+(-1)?\.db cannot /)
    responses += await responsesOf(url)
    limitFileSize(running.child.pid, 'unlimited')
    await service.untilAtTip(world)
  }
  await server.close()
  await service.untilUnready('waiting', /^Ogmios cannot be reached$/)
  responses += await responsesOf(url)
  const { code, stdout, stderr } = await running.end()
  assert.equal(code, 0, stderr)

  const failures = [
    runScript('start', [], { ...env, OGMIOS_URL: `http://operator:${PASSWORD}@host` }),
    runScript('start', [], { ...env, POSTGRES_URL: `postgres://operator:${PASSWORD}@host:port/db` }),
    runScript('start', [], { ...env, IMAGE_STORE: `kubo+http://operator:${PASSWORD}@host` }),
    runScript('start', [], { ...env, SERVICE_WALLET_KEY_FILE: fileWith('bad', `${KEY}${PASSWORD}`) }),
    runScript('record', [join(directory, 'chain.ndjson')], env),
  ]
  let output = stdout + stderr
  for (const failure of failures) {
    const ended = await failure
    assert.equal(ended.code, 1, ended.stderr)
    output += ended.stdout + ended.stderr
  }
  for (const secret of [PASSWORD, KEY, TOKEN])
    assert.equal(
      output.split('\n').find((line) => line.includes(secret)),
      undefined,
    )
  for (const secret of [PASSWORD, KEY, TOKEN, DIRECTORY, 'operator:'])
    assert.equal(
      responses.split('\n').find((line) => line.includes(secret)),
      undefined,
    )
  assert.match(output, /Ogmios at 127\.0\.0\.1:\d+ cannot be reached/)
  assert.match(output, /ECONNREFUSED 127\.0\.0\.1:9/)
})
