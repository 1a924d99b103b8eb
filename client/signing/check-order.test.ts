import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cborBytes, cborInteger, cborList, cborMap } from '../../schema/codecs/cbor-write.ts'
import contracts from '../../schema/config/networks/mainnet/contracts.json' with { type: 'json' }
import { ON_CURVE } from '../../tests/e2e/page/testing/page-server.ts'
import { sampleQuote, WALLET } from '../../tests/e2e/page/testing/sample-state.ts'
import {
  ammDatum,
  ammTerms,
  COIN,
  changeOf,
  coinOf,
  curveDatum,
  curveTerms,
  OWN,
  orderOutput,
  type SampleOrder,
  type SampleTransaction,
  SCRIPT,
  transactionOf,
} from '../../tests/e2e/page/testing/sample-transactions.ts'
import { CONTRACTS, checkOrder, type ShownOrder } from './check-order.ts'

const NOW = 1_795_000_000_000
const EXECUTOR = 'ee'.repeat(28)
const THIEF = { payment: { kind: 'key', hash: 'aa'.repeat(28) } } as const
const COIN_LOVELACE = 1_000_000_000n

type Kind = 'purchase' | 'sale' | 'purchase on the AMM' | 'sale on the AMM'
const KINDS: readonly Kind[] = ['purchase', 'sale', 'purchase on the AMM', 'sale on the AMM']

const COIN_OF_TOKENS = `${COIN.transaction}:1`

const orderOf = (kind: Kind) => {
  const isBuy = kind.startsWith('purchase')
  const isAmm = kind.endsWith('AMM')
  const amount = isBuy ? 250_000_000n : 5_000_000n
  const least = isBuy ? 4_250_000n : 90_000_000n
  const order: SampleOrder = { isBuy, asset: ON_CURVE, amount, least, executor: EXECUTOR, now: NOW }
  const datum = isAmm ? ammDatum(ammTerms(order)) : curveDatum(curveTerms(order))
  const output = orderOutput(order, datum)
  const spent = output.lovelace + (COIN_LOVELACE - 400_000_000n)
  const coins = isBuy ? [coinOf(spent), coinOf(spent, ON_CURVE, 1n, 1)] : [coinOf(spent, ON_CURVE, amount)]
  const honest: SampleTransaction = { outputs: [output, changeOf(spent - output.lovelace)] }
  const { fees } = sampleQuote(ON_CURVE, amount)
  const quote = { venue: isAmm ? 'amm' : 'curve', fees, lovelace: `${output.lovelace}` } as const
  const shown: ShownOrder = {
    isBuy,
    asset: ON_CURVE,
    ticker: 'SS1',
    amount,
    least,
    asked: least,
    quote,
    executor: EXECUTOR,
    network: 'devnet',
    now: NOW,
  }
  return { order, output, datum, honest, shown, signer: { address: WALLET.address, coins } }
}

const check = (transaction: SampleTransaction, of: Pick<ReturnType<typeof orderOf>, 'shown' | 'signer'>) => {
  const built = transactionOf(transaction)
  return checkOrder({ ...built, entityId: `${built.txHash}:0` }, of.shown, of.signer)
}

test('an honest order of each kind is said in one sentence', () => {
  assert.deepEqual(
    KINDS.map((kind) => {
      const of = orderOf(kind)
      return check(of.honest, of)
    }),
    [
      '₳252.6 leave the wallet for the order, and ₳0.171 for the network. At least 4,250,000 SS1 come back, with the deposit of ₳1.5.',
      '5,000,000 SS1 and ₳2.6 leave the wallet for the order, and ₳0.171 for the network. At least ₳90 come back, with the deposit of ₳1.5.',
      '₳252.6 leave the wallet for the order, and ₳0.171 for the network. At least 4,250,000 SS1 come back, with the deposit of ₳1.5.',
      '5,000,000 SS1 and ₳2.6 leave the wallet for the order, and ₳0.171 for the network. At least ₳90 come back, with the deposit of ₳1.5.',
    ],
  )
})

test('an output of the wallet that nobody can read does not keep it from signing, and cannot be spent', () => {
  const of = orderOf('purchase')
  const odd = ['82', 'zz', 'ab'.repeat(60)]
  const signer = { ...of.signer, coins: [...odd, ...of.signer.coins] }
  assert.match(check(of.honest, { ...of, signer }), /^₳252\.6 leave the wallet for the order/)
  assert.throws(
    () => check(of.honest, { ...of, signer: { ...signer, coins: odd } }),
    /it spends an output that is not of this wallet/,
  )
})

/** For an order of any kind. */
const LIES: Readonly<Record<string, (of: ReturnType<typeof orderOf>) => SampleTransaction>> = {
  'it spends an output that is not of this wallet': ({ honest }) => ({
    ...honest,
    inputs: [`${'77'.repeat(32)}:0`, `${'78'.repeat(32)}:0`],
  }),
  'it spends an output twice': ({ honest }) => ({
    ...honest,
    inputs: Array(2).fill(`${'77'.repeat(32)}:0`),
  }),
  'its amounts do not add up': ({ honest, output }) => ({
    ...honest,
    outputs: [output, { ...changeOf(0n), lovelace: 1_000_000n }],
  }),
  'its fee for the network is too high': ({ honest }) => ({ ...honest, fee: 2_000_001n }),
  'it pays to an address that is not of this wallet': ({ honest, output }) => ({
    ...honest,
    outputs: [
      output,
      ...honest.outputs.slice(1).map((change) => ({ ...change, address: `60${'aa'.repeat(28)}` })),
    ],
  }),
  'its order is not at the contract of orders': ({ honest, output }) => ({
    ...honest,
    outputs: [{ ...output, address: `10${SCRIPT}${'aa'.repeat(28)}` }, ...honest.outputs.slice(1)],
  }),
  'another amount of ADA leaves the wallet': ({ honest, output }) => {
    const [, change] = honest.outputs
    return {
      outputs: [
        { ...output, lovelace: output.lovelace + 1n },
        { address: OWN, lovelace: (change?.lovelace ?? 0n) - 1n },
      ],
    }
  },
  'it pledges collateral': ({ honest }) => ({
    ...honest,
    more: { 13: cborList([cborList([cborBytes('77'.repeat(32)), cborInteger(0)])]) },
  }),
  'it mints': ({ honest }) => ({
    ...honest,
    more: { 9: cborMap([[cborBytes('ab'.repeat(28)), cborMap([[cborBytes('00'), cborInteger(1)]])]]) },
  }),
  'it does something else as well': ({ honest }) => ({ ...honest, more: { 4: cborList([]) } }),
  'it is not marked as valid': ({ honest }) => ({ ...honest, isValid: false }),
  'another amount of tokens leaves the wallet': ({ honest, output, shown }) => {
    const tokens = { asset: ON_CURVE, quantity: shown.isBuy ? 1n : shown.amount - 1n }
    const [, change] = honest.outputs
    return {
      ...honest,
      outputs: [
        { ...output, ...tokens },
        { ...(change ?? changeOf(0n)), ...(!shown.isBuy && { ...tokens, quantity: 1n }) },
      ],
      ...(shown.isBuy && { inputs: [COIN_OF_TOKENS] }),
    }
  },
  'a datum has unknown terms': ({ honest, output }) => ({
    ...honest,
    outputs: [{ ...output, datum: 'd87980' }, ...honest.outputs.slice(1)],
  }),
  'it has no order': ({ honest, output: { datum: _, ...output } }) => ({
    ...honest,
    outputs: [output, ...honest.outputs.slice(1)],
  }),
}

/** The page cannot interpret these transactions, so it refuses them with "cannot be read". */
const UNREAD = new Set([
  'it does something else as well',
  'it is not marked as valid',
  'a datum has unknown terms',
])

for (const kind of KINDS)
  for (const [reason, lie] of Object.entries(LIES))
    test(`a ${kind} is refused: ${reason}`, () => {
      const of = orderOf(kind)
      const isUnread = UNREAD.has(reason)
      const start = isUnread ? 'The transaction cannot be read' : 'The transaction is not what was shown'
      assert.throws(() => check(lie(of), of), { message: `${start}: ${reason}. Nothing was signed` })
    })

const CURVE_LIES: Readonly<Record<string, Partial<ReturnType<typeof curveTerms>>>> = {
  'its result goes to another address': { redeemerAddress: THIEF },
  'it gives another asset': { input: `${'ab'.repeat(28)}.00` },
  'it buys another asset': { output: `${'ab'.repeat(28)}.00` },
  'it accepts a lower output': { basePrice: { numerator: 1n, denominator: 250_000_000n } },
  'the executor may keep another amount': { fee: 1_100_001n },
  'another deposit is returned': { minUtxo: 1_499_999n },
  'another key fills it than other orders of this token': { permittedExecutor: 'ab'.repeat(28) },
  'it cannot be cancelled for a long time': { cancellationAfter: BigInt(NOW + 41 * 60_000) },
  'another key can cancel it': { cancellationPkh: 'ab'.repeat(28) },
}
const AMM_LIES: Readonly<Record<string, Partial<ReturnType<typeof ammTerms>>>> = {
  'its result goes to another address': { redeemerAddress: THIEF },
  'it gives another asset': { input: `${'ab'.repeat(28)}.00` },
  'it buys another asset': { output: `${'ab'.repeat(28)}.00` },
  'its order is of another amount': { tradableInput: 1n },
  'it accepts a lower output': { basePrice: { numerator: 1n, denominator: 250_000_000n } },
  'it may be filled in several parts, each of which costs': { minMarginalOutput: 1n },
  'the executor may keep another amount': { costPerExStep: 600_001n },
  'another key can cancel it': { cancellationPkh: 'ab'.repeat(28) },
}

for (const kind of KINDS) {
  const isAmm = kind.endsWith('AMM')
  for (const [reason, lie] of Object.entries(isAmm ? AMM_LIES : CURVE_LIES))
    test(`a ${kind} is refused: ${reason}`, () => {
      const of = orderOf(kind)
      const datum = isAmm
        ? ammDatum({ ...ammTerms(of.order), ...(lie as (typeof AMM_LIES)[string]) })
        : curveDatum({ ...curveTerms(of.order), ...(lie as (typeof CURVE_LIES)[string]) })
      const outputs = [{ ...of.output, datum }, ...of.honest.outputs.slice(1)]
      assert.throws(() => check({ ...of.honest, outputs }, of), {
        message: `The transaction is not what was shown: ${reason}. Nothing was signed`,
      })
    })
}

for (const kind of KINDS)
  test(`a ${kind} with the highest fee for the network is not refused`, () => {
    const of = orderOf(kind)
    const spent = COIN_LOVELACE - 400_000_000n
    const change = { ...changeOf(spent), lovelace: spent - 2_000_000n }
    assert.ok(check({ ...of.honest, fee: 2_000_000n, outputs: [of.output, change] }, of))
  })

for (const kind of KINDS)
  test(`a ${kind} is refused if its total, or the sum of its fees, was not shown`, () => {
    const of = orderOf(kind)
    const { quote } = of.shown
    const checkQuote = (shown: typeof quote) =>
      check(of.honest, { ...of, shown: { ...of.shown, quote: shown } })
    for (const lovelace of [of.output.lovelace - 1n, of.output.lovelace + 1n])
      assert.throws(() => checkQuote({ ...quote, lovelace: `${lovelace}` }), {
        message:
          'The transaction is not what was shown: another amount of ADA leaves the wallet. Nothing was signed',
      })
    for (const fees of [
      // The panel shows the sum of the first two.
      { ...quote.fees, percentage: '-1' },
      { ...quote.fees, executor: '-1' },
      { ...quote.fees, deposit: '-1' },
    ])
      assert.throws(() => checkQuote({ ...quote, fees }), {
        message: 'The transaction is not what was shown: one of its fees is negative. Nothing was signed',
      })
    assert.ok(checkQuote({ ...quote, fees: { ...quote.fees, percentage: '0' } }))
  })

for (const kind of KINDS)
  test(`a ${kind} is refused if the person asked for more than the quote's minimum`, () => {
    const of = orderOf(kind)
    const checkAsked = (asked: bigint) => check(of.honest, { ...of, shown: { ...of.shown, asked } })
    assert.throws(() => checkAsked(of.shown.least + 1n), {
      message: 'The transaction is not what was shown: it accepts a lower output. Nothing was signed',
    })
    assert.ok(checkAsked(of.shown.least - 1n))
  })

test('another hash, another id, another venue and another contract are refused', () => {
  const of = orderOf('purchase')
  const built = transactionOf(of.honest)
  const entityId = `${built.txHash}:0`
  for (const [wrong, shown] of [
    [{ ...built, entityId, txHash: 'ab'.repeat(32) }, of.shown],
    [{ ...built, entityId: `${built.txHash}:1` }, of.shown],
    [
      { ...built, entityId },
      { ...of.shown, quote: { ...of.shown.quote, venue: 'amm' as const } },
    ],
    [
      { ...built, entityId },
      { ...of.shown, network: 'mainnet' },
    ],
    [{ ...built, entityId, cbor: built.cbor.slice(0, -2) }, of.shown],
    [
      { ...built, entityId },
      { ...of.shown, amount: 250_000_001n },
    ],
  ] as const)
    assert.throws(() => checkOrder(wrong, shown, of.signer), /Nothing was signed$/)
})

test('the page knows the contracts of mainnet by itself', () => {
  const { serviceOrder, serviceOrderLegacy } = contracts.contracts
  assert.deepEqual(CONTRACTS.mainnet, { curve: serviceOrder.hash, amm: serviceOrderLegacy.hash })
})
