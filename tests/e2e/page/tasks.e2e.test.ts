// Everyday tasks by keys alone, for a person who does not see the screen. Each step's focus and words are printed as a table and compared
// as a whole.
import type { TestContext } from 'node:test'
import { PNG } from '../../../api/images/testing/sample-images.ts'
import type { ApiOrder } from '../../../schema/responses/orders.ts'
import type { VestingBody } from '../../../schema/responses/vesting.ts'
import { byKeys, listen } from './testing/by-keys.ts'
import { ON_CURVE } from './testing/page-server.ts'
import { pageTests } from './testing/page-test.ts'
import { sampleOrder, samplePool, samplePosition, TIP, WALLET } from './testing/sample-state.ts'
import { buildHonestly, builtLaunch, builtOrder, builtReturn } from './testing/sample-transactions.ts'

const [BOUGHT, SOLD] = [
  builtOrder({ assetId: ON_CURVE, amount: '250000000', side: 'BUY', minOutput: '4250000' }).txHash,
  builtOrder({ assetId: ON_CURVE, amount: '2500000', side: 'SELL', minOutput: '42500' }).txHash,
]
const ENDED = builtReturn(`${BOUGHT}:0`).txHash
const { txHash: LAUNCHED, assetId: KOALA } = builtLaunch()
const OWN = { address: WALLET.address, pkh: WALLET.pkh }
const SENT = (hash: string) => `Sent as ${hash.slice(0, 8)}…, in a block explorer`
const sending = (words: string) => ['Building…', `${words} Confirm it in the wallet.`, 'Sending…']
const RETURNED = '₳0.171 leave the wallet for the network. All that is locked comes back.'
const DEVNET = 'button "Devnet wallet A million ADA of this devnet. Its key is public."'
const ACCOUNT = 'link "Portfolio, 1,000 ADA"'

const { test, server, open } = pageTests('everyday tasks by keys')

const begin = async (t: TestContext, task: string, route: string, sign = 'main:not([aria-busy=true])') => {
  const page = await open(route, 1_280, listen)
  const keys = byKeys(page)
  await page.locator(sign).first().waitFor()
  await page.evaluate('said.length = 0')
  const step = async (what: string, act: () => unknown, focus: string, said: readonly string[] = []) => {
    await act()
    t.diagnostic(`${task} | ${await keys.now(what, { focus, said })}`)
  }
  const press = (key: string) => () => page.keyboard.press(key)
  const use = (name: string, key?: 'Shift+Tab') => async () => {
    await keys.to(name, key)
    await page.keyboard.press('Enter')
  }
  const type = (text: string) => () => page.keyboard.insertText(text)
  const inTurn =
    (...acts: readonly (() => Promise<void>)[]) =>
    async () => {
      for (const act of acts) await act()
    }
  const connect = async () => {
    await step('Connect', use('button "Connect a wallet"'), 'button "Close"')
    await step('Devnet wallet', use(DEVNET), ACCOUNT)
  }
  const to = (name: string) => () => keys.to(name)
  return { page, step, press, use, type, connect, inTurn, to }
}
const orderIs = (order: ApiOrder, status: ApiOrder['status']) => () =>
  server.send('UserHistoryByAddress', { ...order, status })

test('a token is found and opened', async (t) => {
  const { step, press, type, inTurn } = await begin(t, 'find a token', '')
  await step('/', press('/'), 'textbox "Search tokens"')
  await step('types Slow Snail 1', type('Slow Snail 1'), 'textbox "Search tokens"', ['Found: 3'])
  await step(
    'Arrow down',
    press('ArrowDown'),
    'link "Slow Snail 1 SS1 Name like PP3, older, 9,145 ADA Mixed alphabets Invisible characters 24.7K ADA"',
  )
  await step('Enter', press('Enter'), 'main')
  await step(
    'types a name that no token has',
    inTurn(press('/'), type('nobody')),
    'textbox "Search tokens"',
    ['No token has that name, ticker or id.'],
  )
})

test('a wallet is connected and disconnected', async (t) => {
  const { step, press, use } = await begin(t, 'wallet', '')
  await step('Connect', use('button "Connect a wallet"'), 'button "Close"')
  await step('Escape', press('Escape'), 'button "Connect a wallet"')
  await step('Connect', press('Enter'), 'button "Close"')
  await step('Devnet wallet', use(DEVNET), ACCOUNT)
  await step('Enter', press('Enter'), 'main')
  await step('Disconnect', use('button "Disconnect"'), 'main')
})

test('a token is bought, and half of it is sold', async (t) => {
  buildHonestly(server)
  const { page, step, press, use, type, inTurn, to } = await begin(t, 'trade', `token/${ON_CURVE}`, '.trade')
  await step(
    'types 250',
    inTurn(to('textbox "Amount in ADA'), type('250')),
    'textbox "Amount in ADA ₳ ADA"',
    ['You receive at least 4,250,000 SS1.'],
  )
  await step('Connect to buy', use('button "Connect to buy"'), 'button "Close"')
  await step('Devnet wallet', use(DEVNET), 'button "Buy ₳250 of SS1"')
  await step('Buy', press('Enter'), 'button "Buy SS1" [disabled]', [
    ...sending(
      '₳252.6 leave the wallet for the order, and ₳0.171 for the network. At least 4,250,000 SS1 come back, with the deposit of ₳1.5.',
    ),
    SENT(BOUGHT),
  ])
  const bought = sampleOrder(ON_CURVE, 1, { ...OWN, entityId: `${BOUGHT}:0` })
  await step('the mempool has it', orderIs(bought, 'Mempool'), 'button "Buy SS1" [disabled]', [
    `${SENT(BOUGHT)}: it waits for a block.`,
  ])
  await step('a block has it', orderIs(bought, 'Pending'), 'button "Buy SS1" [disabled]', [
    'In a block. It is filled when the price allows it, usually within a few blocks.',
  ])
  await step('it is filled', orderIs(bought, 'Evaluated'), 'button "Buy SS1" [disabled]', [
    'Filled: bought 980K SS1 for 50 ADA, 0.00005102 ADA each.',
    'You bought 980K SS1 for ₳50',
  ])
  await step('Sell', use('button "Sell"', 'Shift+Tab'), 'button "Sell" [pressed]')
  // Buttons for shares of the balance appear when the balance after the fill is known.
  await page.locator('.quick button:enabled').first().waitFor()
  await step('50%', use('button "50%"'), 'button "50%"', ['You receive at least ₳0.0425.'])
  await step('Sell', use('button "Sell 2'), 'button "Sell SS1" [disabled]', [
    ...sending(
      '2,500,000 SS1 and ₳2.6 leave the wallet for the order, and ₳0.171 for the network. At least ₳0.0425 come back, with the deposit of ₳1.5.',
    ),
    SENT(SOLD),
  ])
})

test('an order is cancelled', async (t) => {
  buildHonestly(server)
  const order = sampleOrder(ON_CURVE, 1, {
    ...OWN,
    entityId: `${BOUGHT}:0`,
    orderType: 'CFMM',
    status: 'Pending',
  })
  server.responses.set('/v1/user-history-feed/initial/state', () => ({
    ledger: { count: 1, items: [order] },
    mempool: [],
  }))
  const { step, press, use, connect } = await begin(t, 'cancel', '')
  await connect()
  await step('Portfolio', press('Enter'), 'main')
  await step('Cancel', use('button "Cancel"'), 'button "Cancel" [disabled]', [
    ...sending(RETURNED),
    `${SENT(ENDED)}: it waits for a block.`,
  ])
  await step('the mempool has it', orderIs(order, 'MempoolRefunded'), 'region "Open orders"')
  await step('a block has it', orderIs(order, 'Refunded'), 'region "Open orders"', [
    'Your order of SS1 is cancelled: the funds are back',
  ])
})

test('the screener is filtered, and the filter is cleared', async (t) => {
  const { step, use, type, inTurn, to } = await begin(t, 'screener', 'view/screener', 'tbody tr')
  await step('Filter', use('button "Filter"'), 'button "Filter" [expanded]')
  server.responses.set('/v1/pools-main-page/hot', () => ({ count: 0, items: [] }))
  await step('types 60000', inTurn(to('textbox "Cap from ₳"'), type('60000')), 'textbox "Cap from ₳"', [
    '0 tokens',
  ])
  await step('Clear', use('button "Clear"'), 'region "Traded tokens"')
})

test('a token is watched with an alert', async (t) => {
  const { step, press, use, type, inTurn, to } = await begin(t, 'watch', `token/${ON_CURVE}`, '.star')
  await step('Watch this token', use('button "Watch this token"'), 'button "Close"')
  await step(
    'types 1',
    inTurn(to('textbox "Alert when it rises to ₳"'), type('1')),
    'textbox "Alert when it rises to ₳"',
  )
  await step('Enter', press('Enter'), 'button "Watched: change the alerts"', ['SS1 rose to ₳24.7K, above ₳1'])
  await step('Enter', press('Enter'), 'button "Close"')
  await step('Stop watching', use('button "Stop watching"'), 'button "Watch this token"')
})

test('the portfolio is read, and locked tokens are redeemed', async (t) => {
  buildHonestly(server)
  const [tokenPolicyId = '', tokenAssetName = ''] = ON_CURVE.split('.')
  const lock: Partial<VestingBody> = {
    id: `${BOUGHT}:0`,
    tokenPolicyId,
    tokenAssetName,
    totalLocked: '50000000',
    lockUntil: '1700000000000',
    redeemerVkh: WALLET.pkh,
  }
  server.responses.set('/balances/v1/user/positions', () => ({
    count: 1,
    items: [samplePosition(ON_CURVE)],
  }))
  server.responses.set('/v1/vesting/get-by-redeemer', () => ({ vestings: [lock] }))
  const { step, press, use, connect, to } = await begin(t, 'redeem', '')
  await connect()
  await step('Portfolio', press('Enter'), 'main')
  await step('Tab to the token', to('link "Slow'), 'link "Slow Snail 1"')
  await step('Redeem', use('button "Redeem"'), 'button "Redeem" [disabled]', [
    ...sending(RETURNED),
    `${SENT(ENDED)}: it waits for a block.`,
  ])
  server.responses.set('/v1/vesting/get-by-redeemer', () => ({ vestings: [] }))
  await step('a block has it', () => server.block(TIP + 1), 'region "Locks"', [
    `Redeemed 50.0M Slow Snail 1. ${SENT(ENDED)}: it is in a block.`,
  ])
})

test('a token is launched', async (t) => {
  buildHonestly(server)
  const sample = samplePool(1)
  const launched = { ...sample, info: { ...sample.info, asset: KOALA } }
  server.responses.set('/v1/pools-main-page/search', () => ({ count: 1, items: [launched] }))
  server.responses.set('/v1/pools-feed/initial/state', () => launched)
  const { page, step, press, use, type, inTurn, to } = await begin(t, 'launch', '')
  page.on('filechooser', (chooser) =>
    chooser.setFiles({ name: 'koala.png', mimeType: 'image/png', buffer: PNG }),
  )
  await step('Launch a token', use('link "Launch a token"'), 'main')
  await step(
    'chooses an image',
    use('button "Image'),
    'button "koala.png Drop it here or choose a file: PNG, JPEG or GIF of at most 5 MB, shown as a square."',
  )
  await step('types the name', inTurn(to('textbox "Name"'), type('Key Koala')), 'textbox "Name"')
  await step('types the ticker', inTurn(press('Tab'), type('KOALA')), 'textbox "Ticker"')
  await step('types the description', inTurn(press('Tab'), type('By keys.')), 'textbox "Description"')
  await step('Connect to launch', use('button "Connect to launch"'), 'button "Close"')
  await step('Devnet wallet', use(DEVNET), 'button "Launch"')
  await step('Launch', press('Enter'), 'main', [
    ...sending('₳3 leave the wallet for the launch, and ₳0.171 for the network.'),
    `${SENT(LAUNCHED)}: it waits for a block.`,
  ])
})
