// A library for wallets, unchanged, over the service's interfaces of Kupo and Ogmios alone: a wallet pays, reads a datum and a
// script, and places an order.
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { createActors } from '../../fixtures/devnet/actors/actors.ts'
import { NO_RATES } from '../../fixtures/devnet/actors/rates.ts'
import { DEVELOPER_MNEMONIC } from '../../fixtures/devnet/developer-wallet.ts'
import { startDevnet } from '../../fixtures/devnet/devnet.ts'
import { genesis } from '../../fixtures/devnet/genesis.ts'
import { PATIENCE } from '../../fixtures/testing/patience.ts'
import { temporaryDirectory } from '../../fixtures/testing/temporary-directory.ts'
import { until } from '../../fixtures/testing/until.ts'
import { startWatchedWith } from '../testing/watched-service.ts'

const SCRIPT = fileURLToPath(new URL('../testing/libraries/kupmios-wallet.mjs', import.meta.url))
const run = promisify(execFile)

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
  const { stdout } = await run(process.execPath, [SCRIPT, service.url, DEVELOPER_MNEMONIC, token], {
    timeout: PATIENCE,
  })
  // The library prints where it connects to.
  const { lovelace, datum, script, expectedScript, ordered, placed } = JSON.parse(
    stdout.trim().split('\n').at(-1) ?? '',
  )
  assert.equal(lovelace, '1000010000000')
  assert.deepEqual([datum, script], ['182a', expectedScript])
  const found = await fetch(`${service.url}/kupo/matches/0@${placed}?resolve_hashes`)
  const [match]: readonly { readonly datum: string }[] = JSON.parse(await found.text())
  assert.equal(match?.datum, ordered)
})
