// Locks compared with those of a generated chain: which exist, and which transaction spent each.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { operations } from '../../interpret/testing/interpreted.ts'
import { generatedModels } from '../../testing/generated-models.ts'
import { wasVesting } from './vestings.ts'

test('a lock is known for ever, with what spent it', (t) => {
  const { reader, all, chain } = generatedModels(t)
  const unspent = chain.stateAfter().locks.map(({ input }) => [`${input.transaction}:${input.index}`, ''])
  assert.ok(unspent.length > 5, `${unspent.length} locks`)
  const transactions = chain.blocks.flatMap((block) => block.transactions)
  const made = new Set(
    transactions.flatMap(({ id, outputs }) =>
      outputs.flatMap(({ address }, at) =>
        address.slice(2, 58) === operations.vesting.scriptHash ? `${id}:${at}` : [],
      ),
    ),
  )
  const spent = transactions.flatMap(({ id, inputs }) =>
    inputs
      .map(({ transaction, index }) => [`${transaction}:${index}`, id])
      .filter(([lock = '']) => made.has(lock)),
  )
  const rows = all<{ id: string; by: string }>(
    `SELECT lower(hex(transaction_id)) || ':' || output_index AS id, lower(hex(spent_by)) AS by FROM vestings`,
  )
  assert.deepEqual(rows.map(({ id, by }) => [id, by]).sort(), [...spent, ...unspent].sort())
  const was = wasVesting(reader.database)
  for (const [lock = ''] of spent) {
    const [transaction = '', index] = lock.split(':')
    assert.deepEqual(
      [0, 9].map((more) => was({ transaction, index: Number(index) + more })),
      [true, false],
    )
  }
})
