// Unchanged wallet libraries that use only the service's Kupo and Ogmios interfaces. A wallet pays, reads a datum and a script, places an
// order and cancels it. `scripts/try-libraries.sh` installs libraries that are too large to be dependencies.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { type TestContext, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { DEVELOPER_MNEMONIC } from '../../devnet/developer-wallet.ts'
import { startDevnet } from '../../devnet/devnet.ts'
import { genesis } from '../../devnet/genesis.ts'
import { withServiceWallet } from '../../devnet/service-wallet.ts'
import { CHAIN_FILE } from '../../fixtures/chains/recording.ts'
import { startWatchedWith } from '../harness/watched-service.ts'
import { requestsTo } from '../kit/requests.ts'
import { temporaryDirectory } from '../kit/temporary-directory.ts'
import { until } from '../kit/until.ts'
import {
  besideLibrary,
  type LibraryWallet,
  libraries,
  OF_THIS_PROJECT,
  openWallet,
  wordsOf,
} from '../libraries/library-wallet.ts'

/** CBOR of 42. */
const DATUM = '182a'

const trade = async (wallet: LibraryWallet, requests: ReturnType<typeof requestsTo>, assetId: string) => {
  const { address, script } = wallet
  assert.ok((await wallet.lovelace()) > 0n)
  const to = address
  const paid = await wallet.submit(
    await wallet.build([
      { to, lovelace: 3_000_000n, datum: DATUM },
      { to, lovelace: 4_000_000n, hasScript: true },
    ]),
  )
  const [withDatum, withScript] = await wallet.outputs(paid, [0, 1])
  assert.deepEqual([withDatum?.datum, withScript?.script], [DATUM, script.cbor])
  const matches = await requests.get(`/kupo/matches/*@${paid}?resolve_hashes&order=oldest_first`)
  assert.deepEqual([matches[0].datum, matches[1].script.language], [DATUM, script.language])

  const of = { changeAddress: address, utxos: 'service-wallet' }
  const send = async (path: string, body: object) => {
    const { cbor } = await requests.post(path, { ...body, ...of })
    const id = await wallet.submit(await wallet.sign(cbor))
    await wallet.outputs(id, [0])
    return id
  }
  const order = { assetId, amount: '20000000', side: 'BUY', slippage: '15' }
  const txHash = await send('/order', order)
  await send('/cancel', { txHash, index: '0' })
  assert.equal((await requests.get(`/v1/orders-feed/orders/${txHash}:0`)).status, 'Refunded')
}

const tradeWith = async (t: TestContext, paths: readonly string[], blockInterval: number) => {
  const devnet = await startDevnet({
    recording: fileURLToPath(CHAIN_FILE),
    genesis,
    actors: (ledger) => withServiceWallet(ledger, { act: () => {} }),
    blockInterval,
    onError: (error) => assert.fail(`${error}`),
  })
  t.after(() => devnet.close())
  const { url } = await startWatchedWith(t, {
    NETWORK: 'devnet',
    OGMIOS_URL: devnet.url,
    DATA_DIR: temporaryDirectory(t),
  })
  const requests = requestsTo(url)
  await until('a service that is ready', async () => (await requests.call('/readyz')).status === 200)
  // Orders on an AMM pool can be cancelled immediately.
  const pools = await requests.get('/v1/pools-main-page/initial/state', { filter: 'CompletedMCap' })
  for (const path of paths) {
    const wallet = await openWallet(path, { url, ...wordsOf(DEVELOPER_MNEMONIC) })
    await trade(wallet, requests, pools[0].pool.y.asset)
    wallet.close()
    t.diagnostic(`traded with ${path.split('/').slice(-2).join('/')}`)
  }
}

test('the code of docs/api/wallet-libraries.md is that of the wallets here', () => {
  const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8')
  const page = read('../../docs/api/wallet-libraries.md')
  const blocks = [...page.matchAll(/^```ts\n(.*?)^```$/gms)].map(([, code = '']) => code.trim().split('\n'))
  assert.equal(blocks.length, 2)
  for (const lines of blocks) {
    const name = lines.some((line) => line.includes('@lucid-evolution')) ? 'lucid' : 'blaze'
    const script = read(`../libraries/${name}-wallet.mjs`)
      .replace(/`\$\{url\.replace\('http', 'ws'\)\}([^`]*)`/g, "'ws://127.0.0.1:8080$1'")
      .replace(/`\$\{url\}([^`]*)`/g, "'http://127.0.0.1:8080$1'")
    for (const line of lines) {
      const [, names, module] = /^import \{ (.*) \} from (.*)$/.exec(line) ?? []
      const imported = script
        .split('\n')
        .find((one) => one.startsWith('import ') && one.endsWith(` from ${module}`))
      for (const each of names?.split(', ') ?? [])
        assert.match(imported ?? '', new RegExp(`\\b${each}\\b`), line)
      if (names === undefined) assert.ok(script.includes(line), line)
    }
  }
})

test("Blaze's provider for Kupo and Ogmios pays, reads what it paid, places an order and takes it back", (t) =>
  tradeWith(t, [OF_THIS_PROJECT], 100))

/** `scripts/try-libraries.sh` installs the libraries here. */
const { LIBRARIES: folder = '' } = process.env

test(
  'five libraries pay, read what they paid, place an order and take it back through the service',
  {
    skip: folder === '' && 'they are not installed: run scripts/try-libraries.sh',
  },
  (t) =>
    tradeWith(
      t,
      libraries.map((library) => besideLibrary(folder, library)),
      1_000,
    ),
)
