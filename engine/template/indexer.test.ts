import assert from 'node:assert/strict'
import { test } from 'node:test'
import { chainObeysForks, chainOf, foldInMemory, transaction } from 'launchpad-backend-engine/testing'
import { models, source } from './indexer.ts'

const policy = 'aa'.repeat(28)
const mint = (name: string, quantity: bigint) =>
  transaction(name, { mint: [{ asset: `${policy}.74`, quantity }] })
const chain = chainOf([mint('first', 5n)], [], [mint('second', 7n), mint('burn', -2n)])

test('a policy has all its mints', () => {
  const fold = foldInMemory({ source, models })
  fold.apply(...chain)
  const [policies] = models[0]?.tables ?? []
  assert.ok(policies)
  assert.deepEqual(fold.rows(policies), [{ policy, mints: 3 }])
  fold.close()
})

test('forks leave no trace', () => chainObeysForks({ source, models }, chain))
