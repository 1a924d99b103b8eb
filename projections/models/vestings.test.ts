import { test } from 'node:test'
import type { Locked, Redeemed } from '../interpret/events.ts'
import { given, obeysForks } from '../testing/model-kit.ts'
import { vestingsModel } from './vestings.ts'

const [ANN, BOB] = ['aa'.repeat(28), 'bb'.repeat(28)]
const CAT = `${'cc'.repeat(28)}.636174`
const ADDRESS = `71${'dd'.repeat(28)}`
const MOST = 2n ** 63n - 1n

const locked = (transaction: string, index: number, redeemer: string, quantity: bigint): Locked => ({
  kind: 'locked',
  transaction: transaction.repeat(32),
  lock: { transaction: transaction.repeat(32), index },
  address: ADDRESS,
  token: CAT,
  quantity,
  lockedUntil: MOST,
  redeemer,
})

const redeemed = (transaction: string, { lock }: Locked): Redeemed => ({
  kind: 'redeemed',
  transaction: transaction.repeat(32),
  lock,
})

const [first, second, third] = [
  locked('01', 0, ANN, MOST),
  locked('01', 1, ANN, 2n),
  locked('02', 0, BOB, 3n),
]

const row = ({ lock, token, quantity, lockedUntil, redeemer, address }: Locked, spentBy: string | null) => ({
  transaction_id: lock.transaction,
  output_index: lock.index,
  token,
  quantity,
  locked_until: lockedUntil,
  redeemer,
  address,
  spent_by: spentBy,
})

// The last redemption is of a lock from before following started.
const events = [
  [first, second],
  redeemed('03', first),
  [third, redeemed('04', third)],
  redeemed('05', locked('ee', 7, BOB, 1n)),
]

test('a lock has a row, which says what spent it', () => {
  given(vestingsModel, events).then({
    vestings: [row(first, '03'.repeat(32)), row(second, null), row(third, '04'.repeat(32))],
  })
})

test('forks leave no trace in the locks', () => {
  obeysForks(vestingsModel, events)
})
