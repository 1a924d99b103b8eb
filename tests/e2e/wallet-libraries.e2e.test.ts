// Unchanged wallet libraries over only the service's Kupo and Ogmios interfaces: a wallet pays, reads a datum and a script,
// places an order and cancels it. `scripts/try-libraries.sh` installs the libraries that are too large to be dependencies.
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { cpSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { DEVELOPER_MNEMONIC } from '../../devnet/developer-wallet.ts'
import { startDevnet } from '../../devnet/devnet.ts'
import { genesis } from '../../devnet/genesis.ts'
import { withServiceWallet } from '../../devnet/service-wallet.ts'
import { CHAIN_FILE } from '../../fixtures/chains/recording.ts'
import { startWatchedWith } from '../harness/watched-service.ts'
import { temporaryDirectory } from '../kit/temporary-directory.ts'
import { TEST_TIMEOUT_MS } from '../kit/test-timeout.ts'
import { until } from '../kit/until.ts'

const SCRIPTS = fileURLToPath(new URL('../libraries/', import.meta.url))
const run = promisify(execFile)

/** Runs a wallet, which prints its results last: libraries print too. */
const resultsOf = async (script: string, words: readonly string[]) => {
  const { stdout } = await run(process.execPath, [script, ...words], { timeout: TEST_TIMEOUT_MS })
  return JSON.parse(stdout.trim().split('\n').at(-1) ?? '')
}

/** Runs wallets one after the other, each as a folder and a script in it, and compares their output with the service. */
const trade = async (
  t: TestContext,
  wallets: readonly (readonly [string, string])[],
  blockInterval: number,
) => {
  // Nobody fills orders.
  const devnet = await startDevnet({
    recording: fileURLToPath(CHAIN_FILE),
    genesis,
    actors: (ledger) => withServiceWallet(ledger, { act: () => {} }),
    blockInterval,
    onError: (error) => assert.fail(`${error}`),
  })
  t.after(() => devnet.close())
  const service = await startWatchedWith(t, {
    NETWORK: 'devnet',
    OGMIOS_URL: devnet.url,
    DATA_DIR: temporaryDirectory(t),
  })
  const get = async (path: string) => {
    const response = await fetch(`${service.url}${path}`)
    return response.status === 200 ? JSON.parse(await response.text()) : undefined
  }
  await until('a service that is ready', async () => (await get('/readyz')) !== undefined)
  // An order on an AMM pool can be cancelled immediately.
  const pools: readonly { readonly pool: { readonly y: { readonly asset: string } } }[] = await get(
    '/v1/pools-main-page/initial/state?filter=CompletedMCap',
  )
  const token = pools[0]?.pool.y.asset ?? assert.fail('no token has graduated')
  for (const [directory, script] of wallets) {
    const {
      paid,
      datum,
      script: carried,
      expectedScript,
      placed,
      lovelace,
      language,
    } = await resultsOf(join(directory, script), [service.url, DEVELOPER_MNEMONIC, token])
    assert.deepEqual([datum, carried], ['182a', expectedScript], script)
    assert.ok(BigInt(lovelace) > 0n)
    const matches = await get(`/kupo/matches/*@${paid}?resolve_hashes&order=oldest_first`)
    assert.equal(matches[0].datum, '182a')
    assert.equal(matches[1].script.language, language)
    const { status } = await get(`/v1/orders-feed/orders/${placed}:0`)
    assert.equal(status, 'Refunded', script)
  }
}

test('the code of docs/api/wallet-libraries.md is that of the wallets here', () => {
  const page = readFileSync(new URL('../../docs/api/wallet-libraries.md', import.meta.url), 'utf8')
  const blocks = [...page.matchAll(/^```ts\n(.*?)^```$/gms)].map(([, code = '']) => code.trim().split('\n'))
  assert.equal(blocks.length, 2)
  for (const lines of blocks) {
    const name = lines.some((line) => line.includes('@lucid-evolution')) ? 'lucid' : 'kupmios'
    const script = readFileSync(join(SCRIPTS, `${name}-wallet.mjs`), 'utf8')
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
  trade(t, [[SCRIPTS, 'kupmios-wallet.mjs']], 100))

/** Folder in which `scripts/try-libraries.sh` has installed the libraries. */
const { WALLET_LIBRARIES: libraries } = process.env

test('Lucid Evolution and Mesh pay, read what they paid, place an order and take it back through the service', {
  skip: libraries === undefined && 'they are not installed: run scripts/try-libraries.sh',
}, async (t) => {
  const wallets = [
    ['@lucid-evolution-lucid@0.4.34', 'lucid-wallet.mjs'],
    ['@meshsdk-core@1.9.1', 'mesh-wallet.mjs'],
  ] as const
  const beside = wallets.map(([folder, script]) => {
    // The script is in the library's folder, so that it finds the library.
    const directory = join(libraries ?? '', folder)
    for (const name of [script, 'trade.mjs']) cpSync(join(SCRIPTS, name), join(directory, name))
    return [directory, script] as const
  })
  await trade(t, beside, 1_000)
})
