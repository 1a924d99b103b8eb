// Orders and pools with amounts that no honest order or pool has. The simulation folds other hostile blocks through the whole indexer.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { MAX_LOVELACE } from '../../schema/amount-limits.ts'
import { ADA } from '../../schema/primitives.ts'
import {
  curveOutput,
  curvePool,
  hash,
  made,
  orderAddress,
  output,
  royaltyOutput,
  royaltyPool,
  transaction,
  World,
  walletAddress,
} from './testing/interpreted.ts'
import { orderOutput } from './testing/orders.ts'

const CAT = curvePool('Cat')
const AMM = royaltyPool('Cat')

const listedPool = (venue: 'curve' | 'amm') => {
  const world = new World()
  const at = { transaction: hash('a pool'), index: 0 }
  const nobodys = { lovelace: 5_000_000_000n, tokens: 400_000_000n }
  world.addOutput(
    at,
    venue === 'curve'
      ? curveOutput(CAT, nobodys.lovelace, nobodys.tokens)
      : royaltyOutput(AMM, nobodys.lovelace, nobodys.tokens),
  )
  world.addPool({ pool: CAT.nft, token: CAT.token, curve: CAT, ammPool: venue === 'curve' ? null : AMM.nft })
  return { world, at }
}

test('orders that cancel each other out cannot make a trade of less than nothing', () => {
  // Anyone may execute these two orders. One receives tokens, the other loses the same number. The pool sells one token.
  const { world, at } = listedPool('amm')
  const wish = { kind: 'limit' as const, owner: 'eve', from: CAT.token, amount: 1_000n, to: ADA }
  const other = { ...wish, owner: 'mal', amount: 500_000n }
  const placing = transaction({ outputs: [orderOutput(wish), orderOutput(other)] })
  world.block(placing)
  const given = output(walletAddress('eve'), 2_000_000n, { [CAT.token]: 501_000n })
  const robbed = output(walletAddress('mal'), 9_000_000n)
  const after = royaltyOutput(AMM, 5_000_000_010n, 399_999_999n)
  const batch = transaction({
    pairs: [
      [at, 'd879820200', after],
      [made(placing, 0), 'd87a80', given],
      [made(placing, 1), 'd87a80', robbed],
    ],
  })
  const events = world.block(batch)
  const trades = events.filter(({ kind }) => kind === 'traded')
  assert.deepEqual(
    trades.map((trade) => trade.kind === 'traded' && [trade.side, trade.lovelace, trade.tokens, trade.order]),
    [['buy', 10n, 1n, null]],
  )
})

test('a pool that gains a lovelace more than its buyer paid took no fee', () => {
  const { world, at } = listedPool('amm')
  const wish = { kind: 'limit' as const, owner: 'eve', from: ADA, amount: 1_000_000n, to: CAT.token }
  const placed = orderOutput(wish)
  const placing = transaction({ outputs: [placed] })
  world.block(placing)
  const fees = 1_100_000n
  const batch = transaction({
    pairs: [
      [at, 'd879820200', royaltyOutput(AMM, 5_001_000_001n, 399_999_950n)],
      [
        made(placing, 0),
        'd87a80',
        output(walletAddress('eve'), placed.lovelace - wish.amount - fees, { [CAT.token]: 50n }),
      ],
    ],
  })
  assert.deepEqual(
    world
      .block(batch)
      .flatMap((event) =>
        event.kind === 'traded' ? [[event.side, event.lovelace, event.percentageFee, event.executorFee]] : [],
      ),
    [['buy', 1_000_000n, 0n, fees]],
  )
})

test('an order of more than a column holds is none, and a pool of more than there is is closed', () => {
  const most = 2n ** 63n - 1n
  for (const quantity of [most + 1n, 2n ** 64n - 1n]) {
    const wish = { kind: 'limit' as const, owner: 'ann', from: CAT.token, amount: quantity, to: ADA }
    const { datum = '' } = orderOutput({ ...wish, amount: most })
    const placing = transaction({
      outputs: [output(orderAddress('limit'), 2_600_000n, { [CAT.token]: quantity }, datum)],
    })
    assert.deepEqual(new World().block(placing), [])
  }
  const { world, at } = listedPool('curve')
  const rich = transaction({ pairs: [[at, 'd879830000d87980', curveOutput(CAT, MAX_LOVELACE + 1n, 1n)]] })
  assert.deepEqual(
    world.block(rich).map(({ kind }) => kind),
    ['poolRejected', 'poolClosed'],
  )
})
