// Quotes, orders, cancellations, withdrawals and locks over HTTP. A fake builder records the tasks that it gets. Time passes with and
// without blocks, and the outputs are on the chain, in the mempool, or spent.
import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { PendingTransactions } from '../../../indexer/pending-transactions.ts'
import {
  hash,
  made,
  operations,
  output,
  scriptAddress,
  transaction,
  walletAddress,
} from '../../../projections/interpret/testing/interpreted.ts'
import { orderOutput } from '../../../projections/interpret/testing/orders.ts'
import { CAT, FIRST_SLOT, launchThatSays } from '../../../projections/testing/folded-chain.ts'
import { testModels } from '../../../projections/testing/test-models.ts'
import { formatAddress } from '../../../schema/codecs/address.ts'
import type { TransactionEvent } from '../../../schema/events.ts'
import { buyTokens, sellLovelace } from '../../../schema/launchpad/curve.ts'
import { encodeVestingLock } from '../../../schema/launchpad/datums/vesting-lock.ts'
import { ADA, type Hex } from '../../../schema/primitives.ts'
import { slotTime } from '../../../schema/slots.ts'
import { requestsTo } from '../../../tests/kit/requests.ts'
import { noMempool } from '../../mempool-view.ts'
import { MAINNET_CONFIGS } from '../../testing/mainnet-configs.ts'
import { NO_BUILDER, serveModels } from '../../testing/start-components.ts'
import { BuildError } from '../build-error.ts'
import { cip30Utxo } from '../testing/cip30-utxo.ts'
import type { Jobs, TransactionBuilder } from '../transaction-builder.ts'

const ALICE = walletAddress('alice')
const PKH = hash('alice', 28)
const STAKE = hash('stake of alice', 28)
const OWNER = {
  address: ALICE,
  plutusAddress: { payment: { kind: 'key', hash: PKH }, stake: { kind: 'key', hash: STAKE } },
  pkh: PKH,
}
const ADDRESS = formatAddress(ALICE)
const BUILT = { id: 'ef'.repeat(32), cbor: '80', spent: [] }
const MINUTE = 60

const GIVEN = cip30Utxo({
  reference: { transaction: 'cc'.repeat(32), index: 0 },
  output: { address: ALICE, lovelace: 5_000_000n },
})

/** With `problem`, a task fails unless its collateral is one output of the request. */
const noting = (problem?: BuildError) => {
  const tasks: unknown[] = []
  const build = async (task: Jobs['order' | 'cancel' | 'lock']['task']) => {
    const { terms, ...rest } = task
    tasks.push({ ...rest, minTrade: terms.minTrade })
    if (problem === undefined || !('collateral' in task)) return BUILT
    const { collateral } = task
    if (collateral.from !== 'request' || collateral.items.length > 1) throw problem
    return BUILT
  }
  const builder: TransactionBuilder = {
    ...NO_BUILDER,
    order: build,
    cancel: build,
    lock: build,
    redeem: build,
  }
  return { builder, tasks }
}

/** @returns `fold` folds a block that many seconds after the first slot */
const start = async (t: TestContext, problem?: BuildError) => {
  const models = testModels(t)
  const reader = models.openReader()
  const { builder, tasks } = noting(problem)
  const pending = new PendingTransactions()
  const clock = { now: 0 }
  const configs = { current: MAINNET_CONFIGS }
  const { url } = await serveModels(t, ['builder'], reader, {
    directory: models.directory,
    builder,
    clock: () => clock.now,
    configs: () => configs.current,
    slotTime: (slot) => slotTime(operations, slot),
    mempool: {
      ...noMempool,
      get inFlight() {
        return pending.inFlight
      },
      isSpent: (reference) => pending.isSpent(reference),
      spent: () => pending.spent(),
    },
  })
  let [height, parent] = [1_000, 'ab'.repeat(32)]
  /** Seconds are counted from the first block. */
  const timeOf = (seconds: number): number => 1_000 * (slotTime(operations, FIRST_SLOT) + seconds)
  const fold = (seconds: number, ...transactions: readonly TransactionEvent[]): Hex => {
    height += 1
    const point = { slot: FIRST_SLOT + seconds, id: height.toString(16).padStart(64, '0') }
    models.apply({ point, height, parent, transactions })
    parent = point.id
    reader.refresh()
    pending.folded(point.slot)
    clock.now = timeOf(seconds)
    return point.id
  }
  const { tell } = requestsTo(url)
  /** @returns the body and the builder's task; for an error its status, code and message */
  const ask = async (path: string, body: object) => {
    const { status, headers, body: given } = await tell(path, body)
    const refused = [status, headers.get('x-error-code') ?? given.cause, given.message]
    const task = Object(tasks.splice(0)[0])
    return { body: given, headers, task, refused: status === 200 ? undefined : refused }
  }
  return {
    ask,
    clock,
    configs,
    database: models.database,
    fold,
    timeOf,
    setMempool: (...transactions: readonly TransactionEvent[]): void => {
      pending.replace({ slot: 0, transactions: new Map(transactions.map((each) => [each.id, [each]])) })
    },
  }
}

const wants = { assetId: CAT.token, amount: '100000000', side: 'BUY', slippage: '15' }
const mine = { changeAddress: ADDRESS, utxos: 'service-wallet' }

const launched = (launchType: 0 | 1): TransactionEvent => launchThatSays(CAT, { launchType }, 40_000_000n)

test('a quote has the price, the fees and the least output at the last block', async (t) => {
  const { ask, fold } = await start(t)
  const id = fold(0, launched(0))
  const point = { slot: FIRST_SLOT, id, height: 1_001 }
  // The fee is 1 % of the lovelace. 15 % less than the quote is accepted.
  const bought = buyTokens(CAT, 40_000_000n, 99_000_000n)
  const fees = { percentage: '1000000', executor: '1100000', deposit: '1500000' }
  const quoted = await ask('/order/quote', wants)
  const { price, priceImpact, leastOutputAmount, ...quote } = quoted.body
  assert.deepEqual(quote, {
    venue: 'curve',
    inputAsset: ADA,
    inputAmount: '100000000',
    outputAsset: CAT.token,
    outputAmount: `${bought}`,
    priceBase: CAT.token,
    priceQuote: ADA,
    fees,
    lovelace: '102600000',
    point,
  })
  const ofBuy = Number(price.numerator) / Number(price.denominator)
  assert.ok(Math.abs(ofBuy / (100_000_000 / Number(bought)) - 1) < 1e-9)
  assert.equal(Number(leastOutputAmount), Math.ceil((Number(bought) * 85) / 100))
  const spot = Number(CAT.aNum) * 1e-27 * 40_000_000 ** 2 + Number(CAT.bNum) * 1e-6
  assert.ok(Math.abs(Number(priceImpact) - 100 * (99_000_000 / Number(bought) / spot - 1)) < 0.006)
})

test('an order has the terms of its quote, and may spend what the mempool leaves', async (t) => {
  const { ask, fold, setMempool } = await start(t)
  const id = fold(0, launched(0))
  const point = { slot: FIRST_SLOT, id, height: 1_001 }
  const quoted = await ask('/order/quote', wants)
  const { price, leastOutputAmount, outputAmount } = quoted.body
  const spending = transaction({
    pairs: [[{ transaction: 'aa'.repeat(32), index: 3 }, undefined, output(ALICE, 7n)]],
  })
  setMempool(spending)
  const pending = [{ reference: made(spending, 0), output: { address: ALICE, lovelace: 7n, assets: [] } }]
  const spent = [`${'aa'.repeat(32)}#3`]
  const ordered = await ask('/order', { ...wants, ...mine })
  const { id: order, ...shown } = ordered.body
  assert.match(order, /^order-[0-9A-Z]{26}$/)
  assert.deepEqual(shown, {
    cbor: '80',
    beacon: `${BUILT.id}${'0'.repeat(16)}`,
    price,
    priceQuote: ADA,
    priceBase: CAT.token,
    outputAmount,
    inputAmount: '100000000',
    outputAsset: CAT.token,
    inputAsset: ADA,
    txHash: BUILT.id,
    entityId: `${BUILT.id}:0`,
    validUntil: null,
    point,
  })
  const { intent, ...rest } = ordered.task
  const { worstPrice, ...terms } = intent
  assert.deepEqual(terms, {
    kind: 'instant',
    side: 'buy',
    token: CAT.token,
    amount: 100_000_000n,
    executor: CAT.permittedExecutor,
  })
  const { numerator, denominator } = worstPrice
  assert.equal((100_000_000n * numerator + denominator - 1n) / denominator, BigInt(leastOutputAmount))
  const now = 1_000 * slotTime(operations, FIRST_SLOT)
  const source = { from: 'chain', keyHash: PKH }
  assert.deepEqual(rest, { owner: OWNER, coins: { source, spent, pending }, now, minTrade: 1_000_000n })

  // A sale names the token that its coins must have. Given outputs replace those of the wallet and its pending change.
  const sale = await ask('/order', { ...wants, side: 'SELL', amount: '1000000', ...mine, utxos: [GIVEN] })
  assert.deepEqual(sale.task.coins, {
    source: { from: 'request', field: 'utxos', items: [GIVEN] },
    spent,
    pending: [],
  })
  const gross = sellLovelace(CAT, 40_000_000n, 1_000_000n)
  assert.equal(sale.body.outputAmount, `${gross - gross / 100n}`)
  const fromWallet = await ask('/order', { ...wants, side: 'SELL', amount: '1000000', ...mine })
  assert.deepEqual(fromWallet.task.coins.source, { ...source, token: CAT.token })
})

test('a price is taken up to the age of the service, and only of a token that trades, by terms that are current', async (t) => {
  const { ask, clock, configs, fold, timeOf } = await start(t)
  fold(0, launched(0))
  const old = (seconds: number) => [
    503,
    'STALE_PRICE',
    `The newest block of the service is ${seconds} s old, so its prices are too: try again when it has newer blocks`,
  ]
  for (const path of ['/order', '/order/quote']) {
    const statusAt = async (ms: number) => {
      clock.now = timeOf(0) + ms
      const { refused } = await ask(path, path === '/order' ? { ...wants, ...mine } : wants)
      return refused ?? 200
    }
    assert.deepEqual([await statusAt(1_999), await statusAt(2_000)], [200, old(2)])
    assert.deepEqual([await statusAt(3_600_000), await statusAt(0)], [old(3_600), 200])
  }
  const other = `${'ab'.repeat(28)}.00`
  assert.deepEqual((await ask('/order/quote', { ...wants, assetId: other })).refused, [
    500,
    'ASSET_NOT_FOUND',
    `Token ${other} does not trade here`,
  ])
  const least = (lovelace: string) => [
    500,
    'MIN_TRADE_AMOUNT',
    `The trade of 999999 lovelace is below the minimum of ${lovelace} lovelace`,
  ]
  const small = { ...wants, amount: '999999' }
  assert.deepEqual((await ask('/order/quote', small)).refused, least('1000000'))
  const { protocol = assert.fail() } = MAINNET_CONFIGS
  const value = structuredClone(protocol.value)
  value.parameters.minTradeAda = { human: '0.999999', raw: '999999' }
  configs.current = { ...MAINNET_CONFIGS, protocol: { ...protocol, value } }
  assert.equal((await ask('/order/quote', small)).refused, undefined)
  const problem = { message: 'The protocol config is no JSON', isOfOtherNetwork: false }
  configs.current = { ...MAINNET_CONFIGS, protocol: { ...protocol, value, problem } }
  assert.deepEqual((await ask('/order/quote', small)).refused, [500, 'MISSING_CONFIG', problem.message])
  configs.current = MAINNET_CONFIGS
  assert.deepEqual((await ask('/order/quote', small)).refused, least('1000000'))
})

test('outputs that cannot be read are refused before config, market and amount are judged', async (t) => {
  const { ask, configs, fold } = await start(t)
  fold(0, launched(0))
  const refused = async (...changes: readonly object[]) => {
    for (const change of changes)
      assert.deepEqual((await ask('/order', { ...wants, ...mine, utxos: ['zz'], ...change })).refused, [
        400,
        'INVALID_REQUEST',
        'Invalid input: utxos[0] must be the hex CBOR of an unspent output, in the form of a CIP-30 wallet',
      ])
  }
  await refused({}, { assetId: `${'ab'.repeat(28)}.00` }, { amount: '1' })
  const { protocol = assert.fail() } = MAINNET_CONFIGS
  const problem = { message: 'The protocol config is no JSON', isOfOtherNetwork: false }
  configs.current = { ...MAINNET_CONFIGS, protocol: { ...protocol, problem } }
  await refused({})
})

test('purchases from a new pool of a limited launch are limited by its age, without a block', async (t) => {
  const { ask, clock, fold, timeOf } = await start(t)
  fold(0, launched(1))
  for (const [second, most] of [
    [0, 25],
    [179, 25],
    [180, 50],
    [359, 50],
    [360, 100],
    [539, 100],
    [540, undefined],
  ] as const) {
    // No price is too old, because there is a block in every one of these minutes.
    if (second > 0) fold(second - 1)
    clock.now = timeOf(second)
    const buying = (lovelace: number) => ask('/order/quote', { ...wants, amount: `${lovelace}` })
    const limit = 1_000_000 * (most ?? 100)
    const says = `Purchases from this new pool are limited to ${limit} lovelace now`
    assert.equal((await buying(limit)).refused, undefined, `${most} ADA after ${second} s`)
    const above = most === undefined ? undefined : [500, 'MAX_TRADE_AMOUNT', says]
    assert.deepEqual((await buying(limit + 1)).refused, above)
  }
})

const placing = transaction({
  outputs: [orderOutput({ kind: 'instant', owner: 'alice', from: ADA, amount: 5_000_000n, to: CAT.token })],
})
const spendingOf = (of: TransactionEvent): TransactionEvent =>
  transaction({ pairs: [[made(of, 0), 'd87a80', output(ALICE, 2_000_000n)]], salt: 'spending' })

test('an order is cancelled from the block that has it to the transaction that spends it', async (t) => {
  const { ask, fold, setMempool, timeOf } = await start(t)
  fold(0, launched(0))
  const cancel = (more: object = {}) =>
    ask('/cancel', { txHash: placing.id, index: '0', ...mine, collaterals: [GIVEN], ...more })
  assert.deepEqual((await cancel()).refused, [500, 'NOT_FOUND', 'order not found'])
  setMempool(placing)
  assert.deepEqual((await cancel()).refused, [
    500,
    'NOT_IN_BLOCK',
    'order not found: it is not in a block yet',
  ])
  fold(MINUTE, placing)
  // The mempool may have the transaction for a moment longer.
  assert.deepEqual((await cancel({ index: '7' })).refused, [500, 'NOT_FOUND', 'order not found'])
  const cancelled = await cancel()
  const { id, ...shown } = cancelled.body
  const until = FIRST_SLOT + MINUTE + 7_200
  assert.match(id, /^cancel-[0-9A-Z]{26}$/)
  assert.deepEqual(shown, {
    cbor: '80',
    partial: true,
    txHash: BUILT.id,
    entityId: `${placing.id}:0`,
    validUntil: timeOf(MINUTE + 7_200),
  })
  const { coins, locked, ...task } = cancelled.task
  assert.deepEqual(locked.reference, made(placing, 0))
  assert.equal(locked.output.datum, placing.outputs[0]?.datum)
  assert.deepEqual(task, {
    owner: OWNER,
    from: { slot: FIRST_SLOT + MINUTE, time: timeOf(MINUTE) },
    until,
    collateral: { from: 'request', field: 'collaterals', items: [GIVEN] },
    minTrade: 1_000_000n,
  })
  const none = [500, 'NO_COLLATERAL', 'This service has no collateral: pass `collaterals`']
  for (const collaterals of [undefined, []]) assert.deepEqual((await cancel({ collaterals })).refused, none)
  // The node may drop the transaction that fills the order.
  setMempool(spendingOf(placing))
  const filled = await cancel()
  assert.deepEqual(filled.refused, [
    500,
    'ALREADY_SPENT',
    'order already spent by a transaction that this service has seen in no block yet',
  ])
  assert.equal(filled.headers.get('Retry-After'), '20')
  setMempool()
  fold(2 * MINUTE, spendingOf(placing))
  const ended = await cancel()
  assert.deepEqual(ended.refused, [500, 'ALREADY_SPENT', 'order already spent'])
  assert.equal(ended.headers.get('Retry-After'), null)
})

const locking = transaction({
  outputs: [
    output(
      scriptAddress(operations.vesting.scriptHash),
      2_000_000n,
      { [CAT.token]: 5n },
      encodeVestingLock({ lockedUntil: 1n, redeemerVkh: PKH }, 'definite'),
    ),
  ],
})

test('a lock is withdrawn with collateral of the request, of the wallet, or of the service, in this order', async (t) => {
  const lacks = new BuildError('NO_COLLATERAL', 'the wallet has no output for collateral')
  for (const problem of [undefined, lacks, new BuildError('TOO_EARLY', 'it is too early')]) {
    const { ask, fold, setMempool, timeOf } = await start(t, problem)
    const id = `${locking.id}:0`
    const withdraw = (more: object = {}) => ask('/withdraw', { id, address: ADDRESS, ...more })
    const unknown = [404, 'NOT_FOUND', `No unspent output ${id} is on the chain`]
    fold(0, launched(0))
    assert.deepEqual((await withdraw()).refused, unknown)
    fold(MINUTE, locking)
    const given = await withdraw({ collaterals: [GIVEN] })
    assert.deepEqual(given.body, {
      cbor: '80',
      txHash: BUILT.id,
      entityIds: [id],
      validUntil: timeOf(MINUTE + 7_200),
    })
    const { coins, locked, ...task } = given.task
    assert.deepEqual([locked.reference, coins.source], [made(locking, 0), { from: 'chain', keyHash: PKH }])
    const paying = await withdraw({ utxos: [GIVEN], collaterals: [GIVEN] })
    assert.deepEqual(paying.task.coins.source, { from: 'request', field: 'utxos', items: [GIVEN] })
    assert.deepEqual(task, {
      owner: OWNER,
      from: { slot: FIRST_SLOT + MINUTE, time: timeOf(MINUTE) },
      until: FIRST_SLOT + MINUTE + 7_200,
      collateral: { from: 'request', field: 'collaterals', items: [GIVEN] },
      minTrade: 1_000_000n,
    })
    const of = async (...collaterals: readonly string[]) => (await withdraw({ collaterals })).refused
    const none = 'This service has no collateral: pass `collaterals`'
    const early = [400, 'TOO_EARLY', 'It is too early']
    const isLacking = problem === lacks
    const refused = isLacking ? [500, 'NO_COLLATERAL', none] : problem && early
    assert.deepEqual(await of(), refused)
    const ofWallet = [500, 'NO_COLLATERAL', 'The wallet has no output for collateral']
    assert.deepEqual(await of(GIVEN, GIVEN), isLacking ? ofWallet : refused)
    const spent = [400, 'ALREADY_SPENT', 'The lock is already spent']
    setMempool(spendingOf(locking))
    const pending = await withdraw({ collaterals: [GIVEN] })
    assert.deepEqual(pending.refused, [
      ...spent.slice(0, 2),
      'The lock is already spent by a transaction that this service has seen in no block yet',
    ])
    assert.equal(pending.headers.get('Retry-After'), '20')
    setMempool()
    fold(2 * MINUTE, spendingOf(locking))
    assert.deepEqual((await withdraw({ collaterals: [GIVEN] })).refused, spent)
  }
})

test('a lock ends after now, and has a token for each of its one to ten stages', async (t) => {
  const { ask, clock, fold } = await start(t)
  fold(0, launched(0))
  const lock = (amount: string, stagesCount: number, lockEnd = clock.now + 1) =>
    ask('/create-lock', { address: ADDRESS, assetId: CAT.token, amount, lockEnd, stagesCount })
  for (const stages of [1, 10]) {
    const { body, task } = await lock(`${stages}`, stages)
    const entityIds = Array.from({ length: stages }, (_, at) => `${BUILT.id}:${at}`)
    assert.deepEqual(body, { cbor: '80', txHash: BUILT.id, entityIds, validUntil: null })
    assert.deepEqual(task, {
      owner: OWNER,
      coins: { source: { from: 'chain', keyHash: PKH, token: CAT.token }, spent: [], pending: [] },
      request: { asset: CAT.token, quantity: BigInt(stages), stages, end: clock.now + 1 },
      now: clock.now,
      minTrade: 1_000_000n,
    })
    assert.deepEqual((await lock(`${stages - 1}`, stages)).refused, [
      400,
      'INVALID_AMOUNT',
      `amount must be at least ${stages}, one for each stage`,
    ])
  }
  assert.deepEqual((await lock('5', 1, clock.now)).refused, [
    400,
    'INVALID_LOCK_END',
    'lockEnd must be in the future',
  ])
  for (const stages of [0, 11])
    assert.equal(
      (await lock('100', stages)).body.message,
      'Invalid input: stagesCount must be an integer from 1 to 10',
    )
})

test('without the indexes of a first sync no wallet is looked up, but given outputs are spent', async (t) => {
  const { ask, clock, database, fold } = await start(t)
  fold(0, launched(0), placing, locking)
  database.exec('DROP INDEX utxos_payment')
  const cancel = { txHash: placing.id, index: '0', ...mine, collaterals: [GIVEN] }
  const lock = { address: ADDRESS, assetId: CAT.token, amount: '1', lockEnd: clock.now + 1, stagesCount: 1 }
  for (const [path, body] of [
    ['/order', { ...wants, ...mine }],
    ['/cancel', cancel],
    ['/withdraw', { id: `${locking.id}:0`, address: ADDRESS }],
    ['/create-lock', lock],
  ] as const)
    assert.deepEqual((await ask(path, body)).refused, [
      503,
      'SERVICE_UNAVAILABLE',
      'Wallet outputs are not available until the first sync is almost complete',
    ])
  assert.equal((await ask('/order', { ...wants, ...mine, utxos: [GIVEN] })).refused, undefined)
  assert.equal((await ask('/cancel', { ...cancel, utxos: [GIVEN] })).refused, undefined)
})
