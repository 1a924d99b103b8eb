// Rows that are buffered until the end of a batch. After batches of any size, rows and digest are the same as after folding the blocks one
// by one. This holds far behind the tip, and for forks near the tip.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { TransactionEvent } from '../../schema/events.ts'
import { SECURITY_PARAMETER } from '../../schema/primitives.ts'
import { bareTransaction } from '../../tests/kit/bare-transaction.ts'
import { randomFrom } from '../../tests/kit/random-from.ts'
import { seedOf } from '../../tests/kit/random-runs.ts'
import { openModels } from '../engine/file/models-database.ts'
import { FoldFailed } from '../engine/fold/fold-errors.ts'
import { firstOutput, transactions, UtxoSet, utxos } from '../engine/outputs/utxo-set.ts'
import { hasLateIndexes } from '../engine/table/indexes.ts'
import { scanState } from '../engine/table/scan.ts'
import { WriteContext } from '../engine/table/write-context.ts'
import { GrowingChain } from '../testing/growing-chain.ts'
import { digestsOf, mainnetModels, openTestModels } from '../testing/test-models.ts'

const LENGTH = 120

const FAR = 80

/** The digests are those of blocks that are folded one by one near the tip. */
const straight = (random: () => number) => {
  const chain = new GrowingChain(random).grow(LENGTH)
  return { chain, digests: digestsOf(chain) }
}

test('batches of any size far from the tip and across its border leave what single blocks leave', (t) => {
  const seed = seedOf(t)
  const random = randomFrom(seed)
  const { chain, digests } = straight(random)
  const { log, folding, database, tables, close } = openTestModels()
  folding.tipHeight = (chain[FAR]?.height ?? 0) + SECURITY_PARAMETER
  t.after(close)
  log.append(...chain)
  let reached = 0
  for (;;) {
    const folded = folding.step(1 + Math.floor(random() * 40))
    if (folded === undefined) break
    reached += folded
    assert.equal(folding.checkpoint?.digest, digests[reached - 1], `the digest kept after ${reached}`)
    assert.equal(scanState(database, tables).digest, digests[reached - 1], `the rows after ${reached}`)
    assert.equal(hasLateIndexes(database, utxos), reached > FAR, `the index of readers after ${reached}`)
  }
  assert.equal(reached, LENGTH)

  // This block was folded without a journal, so the rollback can use only the file's contents.
  log.rollBackTo(FAR)
  folding.step()
  assert.equal(scanState(database, tables).digest, digests[FAR - 1])
  assert.equal(folding.checkpoint?.digest, digests[FAR - 1])
  log.append(...chain.slice(FAR))
  folding.step()
  assert.equal(scanState(database, tables).digest, digests.at(-1))
})

test('a batch that fails leaves nothing behind in memory', (t) => {
  const { chain, digests } = straight(randomFrom(1))
  const { log, folding, database, tables, close } = openTestModels()
  folding.tipHeight = Number.MAX_SAFE_INTEGER
  t.after(close)
  const kept = 30
  log.append(...chain.slice(0, kept))
  folding.step()
  const good = chain.slice(kept, kept + 20)
  const last = chain[kept + 20]
  const [transaction] = chain.flatMap(({ transactions }) => transactions)
  assert.ok(last !== undefined && transaction !== undefined)
  const output = { address: '61'.repeat(29), lovelace: 1n, assets: [], hasReferenceScript: false }
  // One output more than the positions of a slot, 65,536.
  const outputs = new Array<typeof output>(65_537).fill(output)
  log.append(...good, { ...last, transactions: [{ ...transaction, outputs }] })
  assert.throws(() => folding.step(), FoldFailed)
  assert.equal(scanState(database, tables).digest, digests[kept - 1])
  log.rollBackTo(kept)
  log.append(...chain.slice(kept))
  folding.step()
  assert.equal(folding.checkpoint?.digest, digests.at(-1))
  assert.equal(scanState(database, tables).digest, digests.at(-1))
})

test('what memory has forgotten is found among the buffered rows, and less what they delete', (t) => {
  const { database } = openModels(':memory:', mainnetModels())
  t.after(() => database.close())
  const context = new WriteContext()
  const set = new UtxoSet(database, context, { keepsDatum: () => false })
  let made = 0
  const make = (outputs: number): TransactionEvent => {
    const number = (++made).toString(16).padStart(8, '0')
    const transaction = bareTransaction(number.repeat(8), {
      outputs: Array.from({ length: outputs }, () => ({
        address: `61${number.repeat(7)}`,
        lovelace: 1_000_000n,
        assets: [],
        hasReferenceScript: false,
      })),
    })
    context.beginBlock(made)
    set.beginBlock(made)
    set.create(transaction)
    return transaction
  }
  const makeForgotten = (outputs: number): TransactionEvent => {
    const transaction = make(outputs)
    for (let more = 0; more < 7_000; more++) make(1)
    return transaction
  }
  const spend = ({ id, outputs }: TransactionEvent, index: number) => {
    const inputs = [{ transaction: id, index }]
    const [spent] = set.spend({ ...make(0), inputs })
    assert.equal(spent?.address, outputs[index]?.address)
  }

  const written = make(2)
  set.flush()
  makeForgotten(1)
  spend(written, 0)
  const buffered = makeForgotten(2)
  spend(written, 1)
  spend(buffered, 1)
  const again = { ...make(0), inputs: [written, buffered].map(({ id }) => ({ transaction: id, index: 1 })) }
  assert.deepEqual(set.spend(again), [undefined, undefined])
  set.flush()
  const left = database.prepare('SELECT count(*) FROM transactions WHERE hash = ?').pluck()
  assert.deepEqual(
    [written, buffered].map(({ id }) => left.get(Buffer.from(id, 'hex'))),
    [0, 1],
    'a transaction is kept as long as it has unspent outputs',
  )
  assert.equal(
    scanState(database, [firstOutput, transactions, utxos]).digest,
    context.digest.toString(),
    'the digest kept is that of the rows',
  )
})
