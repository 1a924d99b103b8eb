// Libraries for wallets, unchanged, over the service's interfaces of Kupo and Ogmios alone: a wallet pays, reads a datum and a
// script, places an order and takes it back. `scripts/try-libraries.sh` installs those that are too large to be dependencies.
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { CHAIN_FILE } from '../../fixtures/chains/recording.ts'
import { createActors } from '../../fixtures/devnet/actors/actors.ts'
import { NO_RATES } from '../../fixtures/devnet/actors/rates.ts'
import { DEVELOPER_MNEMONIC } from '../../fixtures/devnet/developer-wallet.ts'
import { startDevnet } from '../../fixtures/devnet/devnet.ts'
import { genesis } from '../../fixtures/devnet/genesis.ts'
import { withServiceWallet } from '../../fixtures/devnet/service-wallet.ts'
import { PATIENCE } from '../../fixtures/testing/patience.ts'
import { temporaryDirectory } from '../../fixtures/testing/temporary-directory.ts'
import { until } from '../../fixtures/testing/until.ts'
import { startWatchedWith } from '../testing/watched-service.ts'

const SCRIPTS = fileURLToPath(new URL('../testing/libraries/', import.meta.url))
const run = promisify(execFile)

/** Runs a wallet, which prints its results last: libraries print too. */
const resultsOf = async (script: string, words: readonly string[]) => {
  const { stdout } = await run(process.execPath, [script, ...words], { timeout: PATIENCE })
  return JSON.parse(stdout.trim().split('\n').at(-1) ?? '')
}

test("Blaze's provider for Kupo and Ogmios pays, reads what it paid and places an order through the service", async (t) => {
  const devnet = await startDevnet({
    genesis,
    actors: (ledger) => createActors(ledger, 'libraries', { ...NO_RATES, launches: 0.3 }),
    blockInterval: 100,
    onError: (error) => assert.fail(`${error}`),
  })
  t.after(() => devnet.close())
  const service = await startWatchedWith(t, {
    NETWORK: 'devnet',
    OGMIOS_URL: devnet.url,
    DATA_DIR: temporaryDirectory(t),
  })
  const token = await until('a token', async (): Promise<string | false> => {
    const answer = await fetch(`${service.url}/v1/pools-main-page/initial/state?filter=Latest`)
    const pools: readonly { readonly pool: { readonly y: { readonly asset: string } } }[] =
      answer.status === 200 ? JSON.parse(await answer.text()) : []
    return pools[0]?.pool.y.asset ?? false
  })
  const { lovelace, datum, script, expectedScript, ordered, placed } = await resultsOf(
    join(SCRIPTS, 'kupmios-wallet.mjs'),
    [service.url, DEVELOPER_MNEMONIC, token],
  )
  assert.equal(lovelace, '1000010000000')
  assert.deepEqual([datum, script], ['182a', expectedScript])
  const found = await fetch(`${service.url}/kupo/matches/0@${placed}?resolve_hashes`)
  const [match]: readonly { readonly datum: string }[] = JSON.parse(await found.text())
  assert.equal(match?.datum, ordered)
})

/** Folder in which `scripts/try-libraries.sh` has installed the libraries. */
const { WALLET_LIBRARIES: libraries } = process.env

test('Lucid Evolution and Mesh pay, read what they paid, place an order and take it back through the service', {
  skip: libraries === undefined && 'they are not installed: run scripts/try-libraries.sh',
}, async (t) => {
  // Nobody fills orders.
  const devnet = await startDevnet({
    recording: fileURLToPath(CHAIN_FILE),
    genesis,
    actors: (ledger) => withServiceWallet(ledger, { act: () => {} }),
    blockInterval: 1_000,
    onError: (error) => assert.fail(`${error}`),
  })
  t.after(() => devnet.close())
  const service = await startWatchedWith(t, {
    NETWORK: 'devnet',
    OGMIOS_URL: devnet.url,
    DATA_DIR: temporaryDirectory(t),
  })
  const get = async (path: string) => {
    const answer = await fetch(`${service.url}${path}`)
    return answer.status === 200 ? JSON.parse(await answer.text()) : undefined
  }
  await until('a service that is ready', async () => (await get('/readyz')) !== undefined)
  // An order on an AMM pool can be taken back at once.
  const pools: readonly { readonly pool: { readonly y: { readonly asset: string } } }[] = await get(
    '/v1/pools-main-page/initial/state?filter=CompletedMCap',
  )
  const token = pools[0]?.pool.y.asset ?? assert.fail('no token has graduated')
  for (const [folder, script] of [
    ['@lucid-evolution-lucid@0.4.34', 'lucid-wallet.mjs'],
    ['@meshsdk-core@1.9.1', 'mesh-wallet.mjs'],
  ]) {
    // Beside the library, so that it is found.
    const directory = join(libraries ?? '', folder ?? '')
    for (const name of [script ?? '', 'trade.mjs']) cpSync(join(SCRIPTS, name), join(directory, name))
    const {
      paid,
      datum,
      script: carried,
      expectedScript,
      placed,
      lovelace,
      language,
    } = await resultsOf(join(directory, script ?? ''), [service.url, DEVELOPER_MNEMONIC, token])
    assert.deepEqual([datum, carried], ['182a', expectedScript], script)
    assert.ok(BigInt(lovelace) > 0n)
    const matches = await get(`/kupo/matches/*@${paid}?resolve_hashes&order=oldest_first`)
    assert.equal(matches[0].datum, '182a')
    assert.equal(matches[1].script.language, language)
    const { status } = await get(`/v1/orders-feed/orders/${placed}:0`)
    assert.equal(status, 'Refunded', script)
  }
})
