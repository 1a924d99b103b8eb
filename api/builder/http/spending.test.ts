// Coins that a transaction may spend, given the chain, the mempool and the transactions submitted here.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { TransactionEvent } from '../../../schema/events.ts'
import { formatOutputReference, type OutputReference } from '../../../schema/primitives.ts'
import { bareTransaction } from '../../../tests/kit/bare-transaction.ts'
import { type MempoolView, noMempool } from '../../mempool-view.ts'
import { ownerOf } from '../recipes/owner.ts'
import type { Utxo } from '../transaction/utxo.ts'
import { type CoinGroups, type CoinSource, coinGroups } from '../wanted-coins.ts'
import { givenCollateral } from './collateral.ts'
import { Spending } from './spending.ts'

const KEY = 'aa'.repeat(28)
const ADDRESS = `61${KEY}`
const OTHER = `61${'bb'.repeat(28)}`
const owner = ownerOf(ADDRESS, 1)

const id = (n: number): string => n.toString(16).padStart(64, '0')
const coin = (n: number, index = 0, address = ADDRESS): Utxo => ({
  reference: { transaction: id(n), index },
  output: { address, lovelace: 5_000_000n, assets: [] },
})

const pending = (
  n: number,
  inputs: readonly OutputReference[],
  rest: Partial<TransactionEvent>,
): TransactionEvent => bareTransaction(id(n), { inputs, ...rest })

const mempoolOf = (...transactions: readonly TransactionEvent[]): MempoolView => {
  const spent = transactions.flatMap(({ inputs }) => inputs)
  const names = new Set(spent.map(formatOutputReference))
  return {
    ...noMempool,
    inFlight: new Map(transactions.map((each) => [each.id, each])),
    isSpent: (reference) => names.has(formatOutputReference(reference)),
    spent: () => spent,
  }
}

const open = (coins: readonly Utxo[], mempool: MempoolView = noMempool) => {
  const asked: CoinSource[] = []
  const spending = new Spending(mempool, () => 0, { isUnspent: () => false, areCurrent: () => true })
  const coinsFor = (of: Parameters<Spending['wantedFor']>[0]): CoinGroups => {
    const wanted = spending.wantedFor(of)
    asked.push(wanted.source)
    return coinGroups(wanted, coins)
  }
  return { spending, coinsFor, asked }
}

const output = (address: string, hasReferenceScript = false) => ({
  address,
  lovelace: 7_000_000n,
  assets: [],
  hasReferenceScript,
})

test('what the mempool spends is left out, and what it pays comes after what is on the chain', () => {
  const [spent, free] = [coin(1), coin(2)]
  const outputs = [output(OTHER), output(ADDRESS), output(ADDRESS, true), output(ADDRESS)]
  const change = { transaction: id(9), index: 4 }
  const mempool = mempoolOf(
    // This transaction's scripts failed, so its outputs begin at index 1, not 0.
    pending(9, [spent.reference], { outputs, firstOutput: 1 }),
    pending(10, [change], {}),
  )
  const { spending, coinsFor, asked } = open([spent, free], mempool)
  assert.deepEqual(coinsFor({ owner }), [
    [free],
    [
      {
        reference: { transaction: id(9), index: 2 },
        output: { address: ADDRESS, lovelace: 7_000_000n, assets: [] },
      },
    ],
  ])
  assert.deepEqual(asked, [{ from: 'chain', keyHash: KEY }])
  assert.deepEqual([spending.isKnown(id(9)), spending.isKnown(id(11))], [true, false])
  assert.deepEqual(
    [0, 1, 4, 5].map((index) => spending.pendingAddressOf({ transaction: id(9), index })),
    [undefined, OTHER, ADDRESS, undefined],
  )
})

test('what was submitted here counts before the mempool shows it, and once when the chain has it', () => {
  const [first, second] = [coin(1), coin(2)]
  const [change, confirmed] = [coin(9, 1), coin(8)]
  const { spending, coinsFor } = open([first, second, confirmed])
  spending.submitted({ id: id(8), spent: [], made: [confirmed] })
  spending.submitted({ id: id(9), spent: [first.reference], made: [coin(9, 0, OTHER), change] })
  assert.deepEqual(coinsFor({ owner }), [[second, confirmed], [change]])
  assert.equal(spending.pendingAddressOf({ transaction: id(9), index: 0 }), OTHER)
  assert.deepEqual([spending.isSpent(first.reference), spending.isKnown(id(9))], [true, true])
})

test('outputs of a request are used as they come, without those that are spent', () => {
  const [spent, free] = [coin(1), coin(2)]
  const { coinsFor, asked } = open(
    [spent, free],
    mempoolOf(pending(9, [spent.reference], { outputs: [output(ADDRESS)] })),
  )
  assert.deepEqual(coinsFor({ owner, items: ['00'], field: 'info.utxos' }), [[free], []])
  assert.deepEqual(asked, [{ from: 'request', field: 'info.utxos', items: ['00'] }])
})

test('the collateral of a request is its own, if it names any', () => {
  assert.deepEqual(
    [givenCollateral('c'), givenCollateral('c', []), givenCollateral('c', ['00'])],
    [undefined, undefined, { from: 'request', field: 'c', items: ['00'] }],
  )
})
