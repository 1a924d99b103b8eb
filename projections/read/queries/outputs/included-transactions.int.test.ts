// Asks for the transactions of a generated chain, and for those that a fork has undone.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { generatedModels } from '../../../testing/generated-models.ts'
import { includedTransactions } from './included-transactions.ts'

test('a transaction is recognised by an unspent output, or by an order or a lock that it made or ended', (t) => {
  const { chain, reader, all, undo } = generatedModels(t)
  const idsOf = (query: string): ReadonlySet<string> =>
    new Set(all<{ readonly id: string }>(`SELECT lower(hex(id)) AS id FROM (${query})`).map(({ id }) => id))
  const rows = {
    outputs: idsOf('SELECT hash AS id FROM transactions'),
    made: idsOf('SELECT transaction_id AS id FROM orders UNION SELECT transaction_id FROM vestings'),
    ended: idsOf('SELECT ended_by AS id FROM orders UNION SELECT spent_by FROM vestings'),
  }
  const included = reader.prepared(includedTransactions)
  const counts = { outputs: 0, made: 0, ended: 0, unknown: 0 }
  for (const { id, inputs } of chain.blocks.flatMap((block) => block.transactions)) {
    const by = (['outputs', 'made', 'ended'] as const).find((each) => rows[each].has(id)) ?? 'unknown'
    counts[by]++
    assert.equal(included()(id, inputs), by !== 'unknown', id)
    assert.equal(included()(id), by === 'outputs' || by === 'made', id)
    assert.equal(included()('ab'.repeat(32), inputs), false, id)
  }
  assert.ok(
    Object.values(counts).every((count) => count > 5),
    JSON.stringify(counts),
  )

  const undone = chain.blocks.slice(-50).flatMap((block) => block.transactions)
  undo(50)
  reader.refresh()
  assert.deepEqual(
    undone.filter(({ id, inputs }) => included()(id, inputs)),
    [],
  )
})
