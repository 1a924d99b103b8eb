// Orders on scripted responses. The page sends only an order that the panel shows. One press sends at most one order, whatever the service
// responds and however late.
import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import type { LiquidityPoolInfo } from '../../../schema/responses/pools.ts'
import { until } from '../../kit/until.ts'
import { NEVER, ON_CURVE, Refused } from './testing/page-server.ts'
import { connectWallet, pageTests } from './testing/page-test.ts'
import { sampleOrder, samplePool, sampleQuote, TIP, WALLET } from './testing/sample-state.ts'
import { buildHonestly, builtOrder } from './testing/sample-transactions.ts'

const ORDER = builtOrder({ assetId: ON_CURVE, amount: '250000000', side: 'BUY', minOutput: '4250000' })
const TX_HASH = ORDER.txHash

interface OrderBody {
  readonly amount: string
  readonly minOutput?: string
  readonly rest?: boolean
}

const { test, server, open, mend } = pageTests('what a person sends')

const openPanel = async () => {
  const page = await open(`#/token/${ON_CURVE}`)
  await connectWallet(page)
  const panel = page.getByRole('region', { name: 'Trade' })
  return { page, panel, button: panel.locator('button.go'), field: panel.getByRole('textbox') }
}
const count = (path: string): number => server.requests.filter((each) => each === path).length
const least = (page: Page): Promise<string> =>
  page.evaluate<string>(`[...document.querySelectorAll('.trade dt')]
      .find((dt) => dt.textContent === 'At least').nextElementSibling.textContent.split(/\\s/)[0].replaceAll(',', '')`)
const poolOf = (n: number): LiquidityPoolInfo => {
  const pool = samplePool(1)
  const transactionId = `${n}`.padStart(64, '0')
  return { ...pool, pool: { ...pool.pool, outputId: { transactionId, transactionIndex: 0 } } }
}

test('a refused amount is asked again as time passes, since the limit of a new pool ends without a trade', async () => {
  const quote = server.responses.get('/order/quote') ?? assert.fail()
  server.responses.set('/order/quote', () => {
    const words = 'purchases from this new pool are limited to 25000000 lovelace now'
    return new Refused(500, 'MAX_TRADE_AMOUNT', words, 'MAX_TRADE_AMOUNT')
  })
  const page = await open(`#/token/${ON_CURVE}`, 1_280, (page) => page.clock.install())
  const panel = page.getByRole('region', { name: 'Trade' })
  await panel.getByRole('textbox').fill('100')
  await panel.getByText('Purchases from this new pool are limited to ₳25 now.').waitFor()
  server.responses.set('/order/quote', quote)
  await page.clock.runFor(30_000)
  await panel.getByText('You receive about').waitFor()
})

test('an order gets at least what the panel shows, or nothing is sent, however the price moves', async () => {
  let price = 100
  const quote = (amount: string) => sampleQuote(ON_CURVE, (BigInt(amount) * BigInt(price)) / 100n)
  server.responses.set('/order/quote', ({ body }) => ({
    ...quote((JSON.parse(body) as OrderBody).amount),
    lovelace: '252600000',
  }))
  const built: OrderBody[] = []
  server.responses.set('/order', ({ body }) => {
    const order = JSON.parse(body) as OrderBody
    const { outputAmount } = quote(order.amount)
    if (BigInt(outputAmount) < BigInt(order.minOutput ?? 0))
      return new Refused(400, 'INVALID_PARAMS', 'the trade gives less', 'QUOTE_BELOW_MIN_OUTPUT')
    built.push(order)
    return builtOrder(JSON.parse(body))
  })
  server.responses.set('/sign-and-submit', () => ({ txHash: TX_HASH }))
  const { page, panel, button, field } = await openPanel()
  const shown: string[] = []
  let refused = 0
  for (const [step, next] of [100, 90, 60, 200, 84, 40, 100].entries()) {
    await field.fill('250')
    await panel.locator('.go:not([aria-disabled="true"])').waitFor()
    const before = await least(page)
    // The price changes after the quote, without a frame of the feed.
    price = next
    const builds = built.length
    const orders = count('/order')
    await button.click()
    await until('the service has answered', () => count('/order') > orders)
    await panel.locator('.outcome.done, .outcome.failed').waitFor()
    if (built.length > builds) shown.push(before)
    else {
      refused++
      await panel.getByText(/^The price moved: at least [\d,]+ SS1 now\. Nothing was sent\.$/).waitFor()
      const after = await least(page)
      assert.ok(BigInt(after) < BigInt(before), `step ${step}`)
      await panel.locator('.go:not([aria-disabled="true"])').click()
      await until('the order is built', () => built.length > builds)
      await panel.locator('.outcome.done').waitFor()
      shown.push(after)
    }
    server.send('PoolFeed', poolOf(step))
  }
  assert.deepEqual(
    built.map(({ minOutput }) => minOutput),
    shown,
  )
  assert.ok(refused >= 2, `${refused} refused`)
})

test('from a card an order takes two presses, for the amount of the last purchase, with what was shown', async () => {
  const built: OrderBody[] = []
  server.responses.set('/order', ({ body }) => {
    built.push(JSON.parse(body))
    return builtOrder(JSON.parse(body))
  })
  server.responses.set('/sign-and-submit', () => ({ txHash: TX_HASH }))
  for (const width of [1_280, 390]) {
    const page = await open('', width)
    await page.locator('.card h3').nth(1).waitFor()
    assert.equal(await page.locator('.quick-buy').count(), 0)
    await connectWallet(page)
    const buy = async (ada: string): Promise<void> => {
      const card = page.getByRole('listitem').filter({ has: page.locator(`.card[href$="${ON_CURVE}"]`) })
      const button = card.first().getByRole('button', { name: `Buy SS1 for ${ada} ADA` })
      await card.first().hover()
      await button.click()
      const dialog = page.getByRole('dialog', { name: 'Trade SS1' })
      await dialog.locator('.go:not([aria-disabled="true"])').waitFor()
      assert.equal(await dialog.getByRole('textbox').inputValue(), ada)
      const shown = await least(page)
      const builds = built.length
      await dialog.locator('.go').click()
      await dialog.locator('.outcome.done').waitFor()
      assert.deepEqual(
        built.slice(builds).map(({ amount, minOutput }) => [amount, minOutput]),
        [[`${ada}000000`, shown]],
      )
    }
    await buy('50')
    const dialog = page.getByRole('dialog', { name: 'Trade SS1' })
    await dialog.getByRole('textbox').fill('250')
    await dialog.locator('.go:not([aria-disabled="true"])').click()
    await until('the second order', () => built.at(-1)?.amount === '250000000')
    await dialog.getByRole('button', { name: 'Close' }).click()
    await page.getByRole('button', { name: 'Buy SS1 for 250 ADA' }).first().waitFor()
    await page.goto(`${server.url}/view/screener`)
    await page.getByRole('button', { name: 'Buy SS1 for 250 ADA' }).waitFor()
  }
})

test('a limit order is sent with exactly the typed output, and waits; a market order never does', async () => {
  const asked: OrderBody[] = []
  server.responses.set('/order/quote', ({ body }) => {
    const order = JSON.parse(body) as OrderBody
    asked.push(order)
    const quote = sampleQuote(ON_CURVE, BigInt(order.amount))
    return { ...quote, leastOutputAmount: order.minOutput ?? quote.leastOutputAmount }
  })
  const built: OrderBody[] = []
  server.responses.set('/order', ({ body }) => {
    built.push(JSON.parse(body))
    return builtOrder(JSON.parse(body))
  })
  server.responses.set('/sign-and-submit', () => ({ txHash: TX_HASH }))
  const { page, panel, button } = await openPanel()
  const isOpen = () => panel.locator('.go:not([aria-disabled="true"])').waitFor()
  const isClosed = () => panel.locator('.go[aria-disabled="true"]').waitFor()
  await panel.getByRole('textbox', { name: /^Amount in ADA/ }).fill('250')
  await isOpen()
  await panel.getByRole('combobox', { name: 'When the order is filled' }).selectOption('limit')
  await isClosed()
  await panel.getByText('A stop is not offered').waitFor()
  const limit = panel.getByRole('textbox', { name: /^Receive at least in SS1/ })
  const quotes = asked.length
  for (const [text, words] of [
    ['6,000', 'can be read in two ways'],
    ['6000.5', 'This is not a whole number.'],
    ['0', 'The amount must be greater than 0.'],
  ] as const) {
    await limit.fill(text)
    await panel.getByText(words).waitFor()
    await isClosed()
  }
  assert.equal(asked.length, quotes)
  await limit.fill('6 000 001')
  await isOpen()
  await panel.getByText('The price now gives').waitFor()
  assert.equal(await least(page), '6000001')
  await button.click()
  await panel.locator('.outcome.done').waitFor()
  await panel.getByRole('combobox', { name: 'When the order is filled' }).selectOption('market')
  await panel.getByRole('textbox').fill('250')
  await isOpen()
  await button.click()
  await until('the market order', () => built.length === 2)
  assert.deepEqual(
    built.map(({ amount, minOutput, rest }) => ({ amount, minOutput, rest })),
    [
      { amount: '250000000', minOutput: '6000001', rest: true },
      { amount: '250000000', minOutput: '4250000', rest: false },
    ],
  )
  assert.deepEqual(
    asked.slice(quotes, quotes + 1).map(({ minOutput, rest }) => ({ minOutput, rest })),
    [{ minOutput: '6000001', rest: true }],
  )
})

test('nothing can be sent while the page does not show the current state', async (t) => {
  const { page, panel, button, field } = await openPanel()
  await field.fill('250')
  const isOpen = () => panel.locator('.go:not([aria-disabled="true"])').waitFor()
  const isClosed = () => panel.locator('.go[aria-disabled="true"]').waitFor()
  await isOpen()
  const before = count('/order')
  let height = TIP
  for (const [what, leave, comeBack] of [
    ['a lost connection', () => server.cut(), mend],
    ['a node that is away', () => server.block(++height, { state: 'waiting' }), () => server.block(++height)],
    [
      'an indexer that is silent',
      () => server.block(++height, { state: 'silent' }),
      () => server.block(++height),
    ],
    [
      'an indexer that has stopped',
      () => server.block(++height, { state: 'stopped' }),
      () => server.block(++height),
    ],
    [
      'models that are behind',
      () => server.block(++height, { lag: { blocks: 30, seconds: 600 } }),
      () => server.block(++height),
    ],
    [
      'a device that is offline',
      () => page.context().setOffline(true),
      () => page.context().setOffline(false),
    ],
    [
      'a quote of another output of the pool',
      () => {
        server.responses.set('/order/quote', () => NEVER)
        server.send('PoolFeed', poolOf(1))
      },
      () => {
        mend()
        server.send('PoolFeed', poolOf(2))
      },
    ],
  ] as const) {
    t.diagnostic(what)
    await leave()
    await isClosed()
    // A click that arrives after the button was disabled has no effect.
    await button.dispatchEvent('click')
    await comeBack()
    await isOpen()
  }
  assert.equal(count('/order'), before)
})

test('a submission without an answer is looked for with the same bytes, over a reload, and bought once', async () => {
  let builds = 0
  const submitted: string[] = []
  server.responses.set('/order', () => {
    builds++
    return ORDER
  })
  for (const failure of [
    new Refused(502, '', 'Bad gateway'),
    new Refused(503, 'SERVER_ERROR', 'x', 'NODE_AWAY'),
  ]) {
    builds = 0
    submitted.length = 0
    server.responses.set('/sign-and-submit', ({ body }) => {
      submitted.push(body)
      return failure
    })
    const { page, panel, button, field } = await openPanel()
    await field.fill('250')
    await panel.locator('.go:not([aria-disabled="true"])').click()
    await panel.getByText('but not confirmed').waitFor()
    await field.fill('250')
    await panel.locator('.go[aria-disabled="true"]').waitFor()
    await button.dispatchEvent('click')
    await page.reload()
    await panel.getByText('but not confirmed').waitFor()
    server.responses.set('/sign-and-submit', ({ body }) => {
      submitted.push(body)
      return { txHash: TX_HASH }
    })
    await panel.getByText('Sent as').and(panel.locator('.done')).waitFor()
    assert.equal(builds, 1)
    assert.equal(new Set(submitted).size, 1)
    await page.context().close()
  }
})

test('a late answer is no failure: the order in the mempool tells that it was sent', async () => {
  server.responses.set('/order', () => ORDER)
  server.responses.set('/sign-and-submit', () => NEVER)
  const { panel, field } = await openPanel()
  await field.fill('250')
  await panel.locator('.go:not([aria-disabled="true"])').click()
  await panel.getByText('Sending…').waitFor()
  const own = {
    entityId: ORDER.entityId,
    address: WALLET.address,
    pkh: WALLET.pkh,
    status: 'Pending',
  } as const
  server.send('UserHistoryByAddress', sampleOrder(ON_CURVE, 1, own))
  await panel.getByText('In a block.').waitFor()
})

test('an unknown transaction that the ledger refuses can no longer be sent, and another may follow', async () => {
  server.responses.set('/order', () => ORDER)
  server.responses.set('/sign-and-submit', () => new Refused(502, '', 'Bad gateway'))
  const { panel, field } = await openPanel()
  await field.fill('250')
  await panel.locator('.go:not([aria-disabled="true"])').click()
  await panel.getByText('but not confirmed').waitFor()
  server.responses.set(
    '/sign-and-submit',
    () => new Refused(500, 'SERVER_ERROR', 'an output is already spent', 'ALREADY_SPENT'),
  )
  await panel.getByText('this transaction can no longer be sent. An output is already spent.').waitFor()
  await field.fill('100')
  await panel.locator('.go:not([aria-disabled="true"])').waitFor()
})

test('three presses in one task are one order', async () => {
  server.responses.set('/order', () => ORDER)
  server.responses.set('/sign-and-submit', () => ({ txHash: TX_HASH }))
  const { page, panel, field } = await openPanel()
  await field.fill('250')
  await panel.locator('.go:not([aria-disabled="true"])').waitFor()
  const before = count('/order')
  await page.evaluate(
    `(() => { for (let n = 0; n < 3; n++) document.querySelector('.trade .go').click() })()`,
  )
  await panel.locator('.outcome.done').waitFor()
  assert.equal(count('/order') - before, 1)
})

test('an amount with a comma is the amount that the person means, and stands on the button', async () => {
  const { panel, field } = await openPanel()
  for (const [text, words] of [
    ['2,5', 'Buy ₳2.5 of SS1'],
    ['100,50', 'Buy ₳100.5 of SS1'],
    ['1.234,5', 'Buy ₳1,234.5 of SS1'],
  ] as const) {
    await field.fill(text)
    await panel.getByRole('button', { name: words }).waitFor()
  }
  await field.blur()
  assert.equal(await field.inputValue(), '1234.5')
  await field.fill('1,234')
  await panel.getByText('1,234 can be read in two ways: write 1234 or 1.2340.').waitFor()
  await panel.locator('.go[aria-disabled="true"]').waitFor()
})

test('the person reads what leaves the wallet, and a service that builds something else gets no signature', async () => {
  buildHonestly(server)
  const { page, panel, field } = await openPanel()
  await page.evaluate(`globalThis.said = []
    new MutationObserver(() => said.push(document.querySelector('.trade .outcome')?.textContent))
      .observe(document.querySelector('.trade'), { subtree: true, childList: true, characterData: true })`)
  const press = async () => {
    await field.fill('250')
    await panel.locator('.go:not([aria-disabled="true"])').click()
    await panel.locator('.outcome.done, .outcome.failed').waitFor()
  }
  await press()
  const words =
    '₳252.6 leave the wallet for the order, and ₳0.171 for the network. At least 4,250,000 SS1 come back, with the deposit of ₳1.5. Confirm it in the wallet.'
  assert.ok((await page.evaluate<string[]>('said')).includes(words))
  const submitted = count('/sign-and-submit')
  for (const [changes, reason] of [
    [{ amount: '250000001' }, 'another amount of ADA leaves the wallet'],
    [{ minOutput: '4249999' }, 'it accepts a lower output'],
    [{ side: 'SELL' }, 'another amount of ADA leaves the wallet'],
  ] as const) {
    server.responses.set('/order', ({ body }) => builtOrder({ ...JSON.parse(body), ...changes }))
    await press()
    await panel.getByText(`The transaction is not what was shown: ${reason}. Nothing was signed.`).waitFor()
  }
  assert.equal(count('/sign-and-submit'), submitted)
})

test('a quote whose total, fees or minimum is not that of the amount, the slippage and the limit gets no signature', async () => {
  buildHonestly(server)
  const { panel, field } = await openPanel()
  const submitted = count('/sign-and-submit')
  const minimum = { leastOutputAmount: '1' }
  const fees = { percentage: '-998500000', executor: '1002100000', deposit: '1500000' }
  const kind = panel.getByRole('combobox', { name: 'When the order is filled' })
  for (const [amount, order, lie, reason] of [
    ['250', 'market', { lovelace: '1' }, 'another amount of ADA leaves the wallet'],
    ['251', 'market', { fees }, 'one of its fees is negative'],
    ['252', 'market', minimum, 'it accepts a lower output'],
    ['253', 'limit', minimum, 'it accepts a lower output'],
  ] as const) {
    server.responses.set('/order/quote', () => ({
      ...sampleQuote(ON_CURVE, BigInt(amount) * 1_000_000n),
      ...lie,
    }))
    await kind.selectOption(order)
    await field.first().fill(amount)
    if (order === 'limit') await field.nth(1).fill('2')
    await panel.locator('.go:not([aria-disabled="true"])').click()
    await panel.getByText(`The transaction is not what was shown: ${reason}. Nothing was signed.`).waitFor()
  }
  assert.equal(count('/sign-and-submit'), submitted)
})
