// Wallets of every kind that traders have (CIP-30). Each is connected and buys a token, or the page says why it cannot.
import assert from 'node:assert/strict'
import { formatAddress } from '../../../schema/codecs/address.ts'
import { cborBytes, cborInteger, cborList } from '../../../schema/codecs/cbor-write.ts'
import { ON_CURVE, Refused } from './testing/page-server.ts'
import { pageTests } from './testing/page-test.ts'
import { TIP, WALLET } from './testing/sample-state.ts'
import {
  buildHonestly,
  builtOrder,
  COIN as COIN_REFERENCE,
  changeOf,
  coinOf,
  OWN,
  outputOf,
  transactionOf,
} from './testing/sample-transactions.ts'

const OTHER = OWN.replace(WALLET.pkh, '0e'.repeat(28))
const [COIN, MORE] = [999_771_000n, 5_000_000n]
/** The same witness, plain and as a tagged set. */
const [PLAIN, TAGGED] = [`a10081825820${'aa'.repeat(32)}5840${'bb'.repeat(64)}`, 'a100d9010280']

const { test, server, open } = pageTests('wallets of every kind')

/** @param api members that differ from the usual wallet's */
const injecting = (api: string, enable = 'async () => api'): string => `{
  let changed = false
  const api = {
    getNetworkId: async () => 0,
    getChangeAddress: async () => '${OWN}',
    getUsedAddresses: async () => ['${OWN}'],
    getUnusedAddresses: async () => [],
    getUtxos: async () => ['${coinOf(COIN)}'],
    getCollateral: async () => [],
    signTx: async () => '${PLAIN}',
    ${api}
  }
  globalThis.cardano = { kind: { name: 'Kind', icon: '', isEnabled: async () => false, enable: ${enable} } }
}`

interface Kind {
  readonly api?: string
  readonly enable?: string
  readonly isLate?: true
  readonly lovelace?: bigint
  /** Words of the dialog to connect; undefined if the wallet is connected. */
  readonly asked?: string
  /** Message in the panel; undefined if the order is sent. */
  readonly refused?: string
  readonly witness?: string
  /** Owner of each order. A second order follows if the first is refused. */
  readonly owners?: readonly string[]
}

const KINDS: Readonly<Record<string, Kind>> = {
  'of several addresses': {
    api: `getChangeAddress: async () => '${OTHER}', getUsedAddresses: async () => ['${OWN}', '${OTHER}'],
      getUtxos: async () => ['${coinOf(COIN)}', '${coinOf(MORE, undefined, undefined, 1)}']`,
    lovelace: COIN + MORE,
  },
  'of more outputs than the service takes': {
    api: `getUtxos: async () => [...Array(5_000).fill('${coinOf(MORE, undefined, undefined, 1)}'), '${coinOf(COIN)}']`,
    lovelace: COIN + 5_000n * MORE,
  },
  'that signs with a tagged set': { api: `signTx: async () => '${TAGGED}'`, witness: TAGGED },
  'that is injected late': { isLate: true },
  'without collateral': { api: `getCollateral: () => { throw { code: -2, info: 'no collateral' } }` },
  'that changes its account': {
    api: `signTx: async () => { changed = true; throw { code: -4, info: 'account changed' } },
      getUsedAddresses: async () => [changed ? '${OTHER}' : '${OWN}'],
      getChangeAddress: async () => changed ? '${OTHER}' : '${OWN}'`,
    refused: 'The wallet has another account now. Try again with it.',
    owners: [OWN, OTHER],
  },
  'that refuses to sign': {
    api: `signTx: async () => { throw { code: 2, info: 'The person declined.' } }`,
    refused: 'The person declined.',
    owners: [OWN, OWN],
  },
  'that hangs': { enable: '() => new Promise(() => {})', asked: 'Confirm the request in the wallet.' },
  'on the wrong network': {
    api: 'getNetworkId: async () => 1',
    asked: 'Kind is on another network: this launchpad is on devnet.',
  },
}

for (const [name, kind] of Object.entries(KINDS))
  test(`a wallet ${name}`, async () => {
    const { api = '', enable, isLate, lovelace = COIN, asked, refused, witness = PLAIN } = kind
    buildHonestly(server)
    const owners: string[] = []
    const witnesses: string[] = []
    server.responses.set('/order', ({ body }) => {
      const { changeAddress, utxos } = JSON.parse(body)
      if (utxos.length > 5_000) return new Refused(400, 'INVALID_PARAMS', 'utxos has too many items')
      owners.push(changeAddress)
      return builtOrder(JSON.parse(body))
    })
    server.responses.set('/sign-and-submit', ({ body }) => {
      witnesses.push(JSON.parse(body).witness)
      return { txHash: '00'.repeat(32) }
    })
    const page = await open(`token/${ON_CURVE}`, 1_280, async (page) => {
      if (!isLate) await page.addInitScript(injecting(api, enable))
    })
    await page.locator('.connect').click()
    if (isLate) {
      await page.getByText('This browser has no wallet.').waitFor()
      await page.evaluate(injecting(api, enable))
    }
    await page.getByRole('button', { name: /^Kind/ }).click()
    if (asked !== undefined) {
      await page.getByRole('dialog').getByText(asked).waitFor()
      assert.equal(await page.locator('a.connect').count(), 0)
      return
    }
    await page.locator(`a.connect data[value="${lovelace}"]`).waitFor()
    const panel = page.getByRole('region', { name: 'Trade' })
    for (const press of refused === undefined ? [1] : [1, 2]) {
      await panel.getByRole('textbox').fill(press === 1 ? '250' : '251')
      await panel.locator('.go:not([aria-disabled="true"])').click()
      const outcome = panel.locator(refused === undefined ? '.outcome.done' : '.outcome.failed')
      await outcome.waitFor()
      if (press === 1 && refused !== undefined) assert.equal(await outcome.innerText(), refused)
      await page.locator(`a.connect data[value="${lovelace}"]`).waitFor()
    }
    assert.deepEqual(witnesses, refused === undefined ? [witness] : [])
    assert.deepEqual(
      owners,
      (kind.owners ?? [OWN]).map((owner) => formatAddress(owner)),
    )
  })

test('a wallet that a person chooses is not replaced by the last one, which answers late', async () => {
  const last = `{
    const api = {
      getNetworkId: async () => 0,
      getChangeAddress: async () => '${OTHER}',
      getUtxos: async () => ['${coinOf(MORE)}'],
      getUsedAddresses: async () => ['${OTHER}']
    }
    const enable = () => new Promise((resolve) => { globalThis.answer = () => resolve(api) })
    globalThis.cardano.last = { name: 'Last', icon: '', isEnabled: async () => true, enable }
    localStorage.setItem('wallet', 'last')
  }`
  const page = await open(`token/${ON_CURVE}`, 1_280, async (page) => {
    await page.addInitScript(`${injecting('')}\n${last}`)
  })
  await page.waitForFunction('globalThis.answer !== undefined')
  await page.locator('.connect').click()
  await page.getByRole('button', { name: /^Kind/ }).click()
  await page.locator(`a.connect data[value="${COIN}"]`).waitFor()
  await page.evaluate('globalThis.answer()')
  // The page has taken the answer when the browser runs another task.
  for (let task = 0; task < 3; task++) await page.evaluate('new Promise((resolve) => setTimeout(resolve))')
  await page.evaluate(`location.hash = '#/portfolio'`)
  assert.match(await page.locator('.purse p').first().innerText(), /^Kind /)
})

test('a wallet whose dialog was closed does not replace the wallet that was chosen after it', async () => {
  const late = `{
    const api = { getNetworkId: async () => 0, getChangeAddress: async () => '${OTHER}', getUtxos: async () => [] }
    const enable = () => new Promise((resolve) => { globalThis.answer = () => resolve(api) })
    globalThis.cardano.late = { name: 'Late', icon: '', isEnabled: async () => false, enable }
  }`
  const page = await open(`token/${ON_CURVE}`, 1_280, async (page) => {
    await page.addInitScript(`${injecting('')}\n${late}`)
  })
  await page.locator('.connect').click()
  await page.getByRole('button', { name: /^Late/ }).click()
  await page.waitForFunction('globalThis.answer !== undefined')
  await page.keyboard.press('Escape')
  await page.locator('.connect').click()
  await page.getByRole('button', { name: /^Kind/ }).click()
  await page.locator(`a.connect data[value="${COIN}"]`).waitFor()
  await page.evaluate('globalThis.answer()')
  // The page has taken the answer when the browser runs another task.
  for (let task = 0; task < 3; task++) await page.evaluate('new Promise((resolve) => setTimeout(resolve))')
  await page.evaluate(`location.hash = '#/portfolio'`)
  assert.match(await page.locator('.purse p').first().innerText(), /^Kind /)
})

test("a withdrawal that pledges the wallet's outputs as collateral is not signed", async () => {
  const [tokenPolicyId = '', tokenAssetName = ''] = ON_CURVE.split('.')
  const id = `${'cd'.repeat(32)}:0`
  const lock = { id, tokenPolicyId, tokenAssetName, totalLocked: '50000000', lockUntil: '1700000000000' }
  server.responses.set('/v1/vesting/get-by-redeemer', () => ({
    vestings: [{ ...lock, redeemerVkh: WALLET.pkh }],
  }))
  const thief = { address: `60${'aa'.repeat(28)}`, lovelace: COIN - 1_000_000n }
  const more = { 13: cborList([cborList([cborBytes('77'.repeat(32)), cborInteger(0)])]), 16: outputOf(thief) }
  const outputs = [{ address: OWN, lovelace: 60_000_000n, asset: ON_CURVE, quantity: 60_000_000n }]
  server.responses.set('/withdraw', () => transactionOf({ inputs: [id], outputs, more }))
  const page = await open('#/portfolio', 1_280, async (page) => {
    await page.addInitScript(injecting(''))
  })
  await page.locator('.connect').click()
  await page.getByRole('button', { name: /^Kind/ }).click()
  await page.getByRole('button', { name: 'Redeem' }).click()
  await page.getByText('it pledges too much collateral. Nothing was signed').waitFor()
})

test('a lock is redeemed with the change of redemptions that wait for a block, which the wallet does not list yet', async () => {
  const [tokenPolicyId = '', tokenAssetName = ''] = ON_CURVE.split('.')
  const locks = [0, 1, 2].map((index) => {
    const id = `${'cd'.repeat(32)}:${index}`
    const lockUntil = `${1_700_000_000_000 + index}`
    return { id, tokenPolicyId, tokenAssetName, totalLocked: '5', lockUntil, redeemerVkh: WALLET.pkh }
  })
  let left = locks
  server.responses.set('/v1/vesting/get-by-redeemer', () => ({ vestings: left }))
  const back = { address: OWN, lovelace: 2_000_000n, asset: ON_CURVE, quantity: 5n }
  let paid = `${COIN_REFERENCE.transaction}:${COIN_REFERENCE.index}`
  const given: unknown[] = []
  server.responses.set('/withdraw', ({ body }) => {
    const { id, utxos } = JSON.parse(body) as { readonly id: string; readonly utxos: readonly string[] }
    given.push(utxos)
    const built = transactionOf({ inputs: [id, paid], outputs: [back, changeOf(COIN)] })
    paid = `${built.txHash}:1`
    return built
  })
  let sent = 0
  server.responses.set('/sign-and-submit', () => ({ txHash: `${++sent}`.padStart(64, '0') }))
  const page = await open('#/portfolio', 1_280, async (page) => {
    await page.addInitScript(injecting(''))
  })
  await page.locator('.connect').click()
  await page.getByRole('button', { name: /^Kind/ }).click()
  const lockOf = (at: number) => page.locator(`[data-lock="${locks[at]?.id}"]`)
  const redeem = async (at: number): Promise<void> => {
    await lockOf(at).getByRole('button', { name: 'Redeem' }).click()
    await lockOf(at).getByText('it waits for a block').waitFor()
  }
  await redeem(0)
  await redeem(1)
  left = locks.slice(1)
  server.block(TIP + 1)
  await page.getByText('it is in a block').waitFor()
  await redeem(2)
  assert.equal(sent, 3)
  const [first, second, third] = given
  assert.ok(Array.isArray(first) && Array.isArray(second) && Array.isArray(third))
  // Outputs of each address of the wallet, then what an open redemption paid to the key of the lock.
  const made = second.slice(first.length)
  assert.deepEqual([second.slice(0, first.length), made.length], [first, 2])
  assert.deepEqual([third.slice(0, first.length), third.length - first.length], [first, 2])
  assert.ok(!made.some((coin) => third.includes(coin)))
})
