// The two assertions in tests of rules: the ledger accepts a transaction, and refuses a transaction that breaks one rule.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Serialization } from '@cardano-sdk/core'
import type { OutputReference } from '../../../schema/primitives.ts'
import { type Draft, type DraftRedeemer, writeTransaction } from './draft.ts'
import { redeemer, testLedger } from './test-ledger.ts'

export const lovelace = (amount: bigint) => ({ ada: { lovelace: Number(amount) } })

export const reference = ({ transaction, index }: OutputReference) => ({
  transaction: { id: transaction },
  index,
})

export const spend = (index: number): DraftRedeemer => redeemer(Serialization.RedeemerTag.Spend, index)

export const passes = (what: string, draft: Draft): void => {
  test(`passes: ${what}`, () => {
    const { ledger } = testLedger()
    const submission = ledger.submit(writeTransaction(draft))
    assert.ok('id' in submission, JSON.stringify(submission))
    assert.deepEqual(
      ledger.mempool.map(({ id }) => id),
      [submission.id],
    )
  })
}

/** @param data left out if it has only unhelpful hashes and sizes */
export const refuses = (what: string, code: number, draft: Draft, data?: unknown): void => {
  test(`${code}: ${what}`, () => {
    const { ledger } = testLedger()
    const submission = ledger.submit(writeTransaction(draft))
    assert.ok('error' in submission, 'the transaction was taken')
    const { error } = submission
    assert.equal(error.code, code, JSON.stringify(error))
    if (data !== undefined) assert.deepEqual(error.data, data)
    assert.deepEqual(ledger.mempool, [])
  })
}
