// The first use of the service. It starts without settings on a live devnet, is killed, and starts again.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { LedgerStateQuery } from '@cardano-ogmios/client'
import { DEVELOPER } from '../../devnet/actors/people.ts'
import { DEVELOPER_MNEMONIC, DEVELOPER_PAYMENT_KEY } from '../../devnet/developer-wallet.ts'
import { RECORDED_BLOCKS } from '../../fixtures/chains/recording.ts'
import { healthOf, openConnection } from '../../indexer/ogmios/connection.ts'
import { formatAddress, paymentCredential } from '../../schema/codecs/address.ts'
import { outsideSigner } from '../harness/outside-signer.ts'
import { outputOf, type Running, startNpm, startProcess } from '../harness/run-script.ts'
import { walletAt } from '../harness/wallet-requests.ts'
import { requestsTo } from '../kit/requests.ts'
import { temporaryDirectory } from '../kit/temporary-directory.ts'
import { TEST_TIMEOUT_MS } from '../kit/test-timeout.ts'
import { until, untilReady } from '../kit/until.ts'

const ENV = { PORT: '0', DEVNET_PORT: '0', LOG_LEVEL: 'warn' }

const bannerOf = async ({ stdout, ended }: Running): Promise<string> =>
  Promise.race([
    until('the banner', () => /curl[\s\S]*\n$|npm start/.test(stdout()) && stdout()),
    ended.then(({ code, stderr }) => assert.fail(`ended with ${code}: ${stderr}`)),
  ])

interface Status {
  readonly network: string
  readonly models: { readonly slot: number; readonly id: string; readonly height: number } | null
  readonly digest: string
}

const statusOf = async (api: string): Promise<Status> =>
  (await fetch(`${api}/status`)).json() as Promise<Status>

const untilHeight = (api: string, height: number): Promise<Status> =>
  until(`height ${height}`, async () => {
    const status = await statusOf(api)
    return (status.models?.height ?? 0) >= height && status
  })

const callIn = (banner: string, path: string): string =>
  new RegExp(`curl '?(http[^' ]*${path}[^' \\n]*)`).exec(banner)?.[1] ??
  assert.fail(`no ${path} in ${banner}`)

test('a start without settings runs a live launchpad, which continues after a kill', async (t) => {
  const env = { ...ENV, DATA_DIR: temporaryDirectory(t) }
  const service = startProcess(t, env)
  const banner = await bannerOf(service)
  const api = /API +(http\S+)/.exec(banner)?.[1] ?? assert.fail(banner)
  assert.ok(banner.includes(DEVELOPER_MNEMONIC.split(' ').slice(0, 12).join(' ')))
  assert.ok(banner.includes(formatAddress(DEVELOPER.address)))
  await untilReady(api)
  const ready = await statusOf(api)
  assert.equal(ready.network, 'devnet')
  assert.deepEqual(await (await fetch(`${api}/v1/devnet`)).json(), {
    mnemonic: DEVELOPER_MNEMONIC,
    address: formatAddress(DEVELOPER.address),
    pkh: paymentCredential(DEVELOPER.address)?.hash,
    paymentKey: DEVELOPER_PAYMENT_KEY,
  })
  const height = ready.models?.height ?? 0
  assert.ok(height >= RECORDED_BLOCKS - 1, `${height}`)

  const latest = callIn(banner, '/v1/charts/initial-state')
  const { bar } = (await (await fetch(latest)).json()) as { readonly bar: { readonly close: string } }
  assert.match(bar.close, /^\d+(\.\d+)?$/)
  const now = Math.floor(Date.now() / 1000)
  const history = latest.replace('initial-state', 'history')
  const bars = (await (await fetch(`${history}&from=${now - 400_000}&to=${now}`)).json()) as unknown[]
  assert.ok(bars.length > 1, `${bars.length} bars`)
  const requests = requestsTo(api)
  const wallet = walletAt(requests, outsideSigner())
  assert.ok((await wallet.outputs()).length >= 5)

  const url = /Ogmios +(ws\S+)/.exec(banner)?.[1] ?? assert.fail()
  const link = await openConnection({ url, timeout: TEST_TIMEOUT_MS })
  link.drop()
  const began = Math.floor(Date.now() / 60_000) * 60
  const assetId = new URL(latest).searchParams.get('base') ?? assert.fail(latest)
  const txHash = await wallet.send((await requests.post('/order', wallet.order(assetId))).cbor)
  await until('its fill', async () => (await wallet.orderOf(txHash))?.status === 'Evaluated')
  const traded = `${api}/v1/charts/history?base=${assetId}&quote=.&resolution=min1&from=${began - 60}&to=${began + 600}`
  await until(
    'the bar of the trade',
    async () => ((await (await fetch(traded)).json()) as unknown[]).length > 0,
  )

  await untilHeight(api, height + 3)
  await service.kill()

  const again = startProcess(t, env)
  const secondApi = /API +(http\S+)/.exec(await bannerOf(again))?.[1] ?? assert.fail()
  const resumed = await untilHeight(secondApi, height + 5)
  assert.ok((resumed.models?.slot ?? 0) > (ready.models?.slot ?? 0))
  assert.equal((await again.end()).code, 0)

  assert.ok(JSON.parse(await outputOf('verify', [], env)).height >= height + 5)
})

test('the devnet alone answers, makes blocks, and ends when npm is asked to', async (t) => {
  const devnet = startNpm('devnet', [], { ...ENV, DATA_DIR: temporaryDirectory(t) })
  t.after(() => devnet.child.kill('SIGKILL'))
  const banner = await bannerOf(devnet)
  const url = /Ogmios +(ws\S+)/.exec(banner)?.[1] ?? assert.fail(banner)
  const link = await openConnection({ url, timeout: TEST_TIMEOUT_MS })
  t.after(() => link.drop())
  const heightNow = async (): Promise<number> =>
    Number(await LedgerStateQuery.networkBlockHeight(link.context))
  const before = await heightNow()
  await until('two blocks', async () => (await heightNow()) >= before + 2)
  devnet.child.kill('SIGTERM')
  assert.equal((await devnet.ended).code, 0)
  await assert.rejects(healthOf({ url, timeout: 10_000 }), /cannot be reached/)
})
