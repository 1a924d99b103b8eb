// The launch of a token on mainnet, requested from every endpoint that shows it, and viewed in a browser without a wallet. Expected
// responses are derived from the block's JSON: the pool's output, its datum's bytes, and the CIP-25 metadata of early launches.
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { mainnetLaunch } from '../../fixtures/chains/recorded-chains.ts'
import { openPage } from '../harness/watched-page.ts'
import { startWatchedWith } from '../harness/watched-service.ts'
import { get } from '../independent/comparison.ts'
import { temporaryDirectory } from '../kit/temporary-directory.ts'
import { browserTest } from './page/testing/browser-test.ts'

const TOKEN = 'ba17dfde8c19c239c19ef55982cf018f4c8d2f1d9c7dbfbca394f40a.4861696c204879647261'
const POOL =
  '63f947b8d9535bc4e4ce6919e3dc056547e8d30ada12f29aa5f826b8.57575e9b7a961d61d912708ea406d0f246e327c479db62dbb759d12a9aafb37f'
const STAKE_KEY = '0cdd9907e35671296cc54499c7d1717fd5667dd5c325a4d9ece5c27b'

/** Unix time of slot 133,695,305. */
const TIME = 1_725_261_596

const INFO = {
  asset: TOKEN,
  ticker: 'Hydra',
  logoCID: 'QmXFXDACcQySZ4iijEvz6rPN2LnkKW82Azyea2DptK5Fym',
  description:
    'Roaring like a Hydra on Cardano! Unleashing the power of nine colors to bring good fortune this September',
  launchType: 0,
  poolAuthor: { pkh: 'd4f05bd13965ce0c52b9c5ab264bad0ccb054e7d552f8dd1763548be', skh: STAKE_KEY },
  socials: { twitter: null, telegram: null, discord: null, website: null },
  outputId: '',
  assetType: 'Meme',
  name: 'Hail Hydra',
  marks: [],
  olderAlike: null,
}

/** Number of bought tokens, at the coefficients a = 0x1166b125ce / 10^27 and b = 0x1373c2 / 10^6. */
const SOLD = 210_343_976n
const MARKET_CAP =
  (2n * (0x1166b125cen * 10n ** 6n * SOLD * SOLD + 0x1373c2n * 10n ** 27n) * 10n ** 9n + 10n ** 33n) /
  (2n * 10n ** 33n)

const SNAPSHOT = {
  pool: {
    id: POOL,
    x: { asset: '.', amount: '500000000' },
    y: { asset: TOKEN, amount: '789656024' },
    outputId: {
      transactionId: '5cfaf853d0d79e3cd31dbebadb0cac02473f32f80f156b22362a1714eb0b9163',
      transactionIndex: 2,
    },
    aNum: 0x1166b125ce,
    bNum: 0x1373c2,
    adaCapThreshold: 0x28f200558 - 3_000_000,
    poolAuthor: STAKE_KEY,
    launchType: '',
    createdOn: TIME,
    graduatedOn: null,
    closed: null,
    permittedExecutor: '5cb2c968e5d1c7197a6ce7615967310a375545d9bc65063a964335b2',
    cpmmPoolId: null,
    ammFees: null,
    version: 'v1',
    timestamp: TIME,
  },
  metrics: {
    marketCap: Number(MARKET_CAP),
    // The launch's purchase.
    totalVolumeAda: 500_000_000,
    totalTxCount: 1,
    sells: 0,
    crowned: TIME,
    // The creator holds the tokens that the launch's purchase bought.
    risk: { holders: 1, creator: '210343976', top10: '210343976', firstBuyers: '0' },
    sequentialOrderingEnabled: false,
    locks: [],
  },
  info: INFO,
}

const assertAsInBlock = async (url: string): Promise<void> => {
  const asset = TOKEN
  assert.deepEqual(await get([url], '/v1/pools-feed/initial/state', { asset }), SNAPSHOT)
  assert.deepEqual(await get([url], '/v1/asset-info', { asset }), INFO)
  // The curve has collected 500 of 10,988.175 ADA.
  assert.deepEqual(await get([url], '/v1/pools-feed/curve/progress', { asset }), { percent: '4.55' })
  for (const filter of ['Latest', 'New', 'MCapDesc', 'Progress'])
    assert.deepEqual(await get([url], '/v1/pools-main-page/initial/state', { filter }), [SNAPSHOT])
  for (const filter of ['CompletedCreateOn', 'CompletedMCap'])
    assert.deepEqual(await get([url], '/v1/pools-main-page/initial/state', { filter }), [])
  assert.deepEqual(await get([url], '/v1/koth'), SNAPSHOT)
  assert.deepEqual(await get([url], '/v1/pools-main-page/search', { pattern: 'HAIL' }), {
    count: 1,
    items: [SNAPSHOT],
  })
  assert.deepEqual(await get([url], '/v1/pools-main-page/totals'), {
    tokens: 1,
    graduated: 0,
    volume24h: '0',
    trades24h: 0,
  })
}

const run = promisify(execFile)

const VIEWS = [
  ['#/', 'Hail Hydra'],
  ['#/map', 'Hydra'],
  [`#/token/${TOKEN}`, 'Connect to buy'],
  ['#/launch', 'Connect to launch'],
  ['#/portfolio', 'Connect a wallet to see its tokens and orders.'],
  ['#/status', 'All is well'],
] as const

test('a launch on mainnet', async (t) => {
  const { path } = mainnetLaunch
  const service = await startWatchedWith(t, {
    NETWORK: 'mainnet',
    CHAIN_FILE: path,
    DATA_DIR: temporaryDirectory(t),
  })
  await service.until('the end of the recording', ({ models }) => models?.height === 10_783_050)
  const { url } = service

  await t.test('is shown by every endpoint as its block says', () => assertAsInBlock(url))

  await t.test('is what the requests of the README are answered with', async () => {
    const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8')
    const [, commands = '', response = ''] =
      /```sh\n((?:curl .*\n)+)```(?:(?!```).)*```json\n(.*?)\n```/s.exec(readme) ?? assert.fail()
    for (const command of commands.trim().split('\n')) {
      const here = command.replace('localhost:8080', new URL(url).host)
      const { stdout } = await run('sh', ['-c', `${here} -sSf`], { maxBuffer: 2 ** 26 })
      if (command.includes('/v1/charts/history')) assert.deepEqual(JSON.parse(stdout), JSON.parse(response))
    }
  })

  await browserTest(
    'is shown in a browser that has no wallet, which is offered none',
    async (_, browser) => {
      const { page, end } = await openPage(browser, url, '#/')
      for (const [route, words] of VIEWS) {
        await page.evaluate(`location.hash = '${route}'`)
        await page.getByRole('main').getByText(words).first().waitFor()
      }
      await page.getByText('mainnet').first().waitFor()
      await page.getByRole('button', { name: 'Connect a wallet' }).click()
      const panel = page.getByRole('dialog')
      await panel.getByText('This browser has no wallet.').waitFor()
      assert.deepEqual(await panel.getByRole('button').allInnerTexts(), [''])
      assert.equal((await fetch(`${url}/v1/devnet`)).status, 404)
      await end()
    },
    t,
  )
})
