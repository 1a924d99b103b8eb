// Locks compared with those of a generated chain: which exist, which transaction spent each, and their order.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formatAddress } from '../../../schema/codecs/address.ts'
import { byReference } from '../../../schema/primitives.ts'
import { operations } from '../../interpret/testing/interpreted.ts'
import { generatedModels } from '../../testing/generated-models.ts'
import { vestingQuery, wasVesting } from './vestings.ts'

test("unspent locks are the chain's, by end and then output, and a spent lock names what spent it", (t) => {
  const { reader, all, chain } = generatedModels(t)
  const locks = chain
    .stateAfter()
    .locks.toSorted(
      (a, b) => Number(a.datum.lockedUntil - b.datum.lockedUntil) || byReference(a.input, b.input),
    )
    .map(({ input, output: { address, assets }, datum: { lockedUntil, redeemerVkh } }) => ({
      id: `${input.transaction}:${input.index}`,
      lockUntil: `${lockedUntil}`,
      redeemerVkh,
      tokenPolicyId: assets[0]?.asset.slice(0, 56),
      tokenAssetName: assets[0]?.asset.slice(57),
      totalLocked: `${assets[0]?.quantity}`,
      vestingOwnerAddress: formatAddress(address),
      spent: false,
    }))
  assert.ok(locks.length > 5, `${locks.length} locks`)
  const query = vestingQuery(reader.database)
  for (const { redeemerVkh, tokenPolicyId, tokenAssetName } of locks) {
    const mine = locks.filter((lock) => lock.redeemerVkh === redeemerVkh)
    assert.deepEqual(query('redeemer', redeemerVkh, 99), mine)
    assert.deepEqual(query('redeemer', redeemerVkh, mine.length - 1), mine.slice(0, -1))
    assert.deepEqual(
      query('token', `${tokenPolicyId}.${tokenAssetName}`, 99),
      locks.filter((lock) => lock.tokenPolicyId === tokenPolicyId),
    )
  }
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
  assert.deepEqual(
    rows.map(({ id, by }) => [id, by]).sort(),
    [...spent, ...locks.map(({ id }) => [id, ''])].sort(),
  )
  const was = wasVesting(reader.database)
  for (const [lock = ''] of spent) {
    const [transaction = '', index] = lock.split(':')
    assert.deepEqual(
      [0, 9].map((more) => was({ transaction, index: Number(index) + more })),
      [true, false],
    )
  }
})
