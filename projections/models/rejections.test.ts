// The number of pools that are not listed, by reason.
import { test } from 'node:test'
import type { LaunchpadEvent, OtherSupply } from '../interpret/events.ts'
import { FIRST, given, obeysForks } from '../testing/model-kit.ts'
import { rejectionsModel } from './rejections.ts'

const id = (name: string): string => name.repeat(32)
const rejected = (transaction: string, reason: string): LaunchpadEvent => ({
  kind: 'poolRejected',
  transaction: id(transaction),
  pool: `${'aa'.repeat(28)}.00`,
  reason,
})
const closed: OtherSupply = {
  kind: 'otherSupply',
  transaction: id('05'),
  pools: [1, 2].map((poolId) => ({
    poolId,
    pool: `p${poolId}`,
    token: `t${poolId}`,
    reason: 'minted again',
  })),
}

test('each reason has the number of its pools, with the last one', () => {
  const events = [
    rejected('01', 'no seed'),
    [rejected('02', 'no origin'), rejected('03', 'no seed'), rejected('04', 'no seed')],
    closed,
  ]
  const row = (reason: string, count: number, transaction: string, slot: number) => ({
    reason,
    count,
    transaction_id: id(transaction),
    slot: FIRST + slot,
  })
  given(rejectionsModel, events).then({
    rejections: [row('minted again', 2, '05', 2), row('no origin', 1, '02', 1), row('no seed', 3, '04', 1)],
  })
  obeysForks(rejectionsModel, events)
})
