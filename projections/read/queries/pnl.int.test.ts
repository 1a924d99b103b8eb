// Profit of trades, compared with sums that the test computes itself. Tokens are bought by an order, gain value by others' purchases, and
// are sold in part.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { floorDiv } from '../../../schema/codecs/ratio.ts'
import { lovelaceToBuy, soldTokens, spotPrice } from '../../../schema/launchpad/curve.ts'
import { ADA } from '../../../schema/primitives.ts'
import { hash, made, output, transaction, walletAddress } from '../../interpret/testing/interpreted.ts'
import { execute, orderOutput, reservesAfter, type Wish } from '../../interpret/testing/orders.ts'
import { CAT, chain, launch } from '../../testing/folded-chain.ts'
import { pnlQuery } from './pnl.ts'

const BOUGHT = 1_000_000n

test('what was bought by orders counts as invested, and what is left of it at the price', (t) => {
  const { fold, database } = chain(t)
  const launched = launch(CAT, BOUGHT)
  fold(launched)
  let at = made(launched, 0)
  let reserves = reservesAfter(BOUGHT, lovelaceToBuy(CAT, 0n, BOUGHT))
  let placings = 0
  /** @returns the order's output */
  const trade = (owner: string, from: string, amount: bigint): bigint => {
    const wish: Wish = { kind: 'limit', owner, from, amount, to: from === ADA ? CAT.token : ADA }
    const placed = transaction({ outputs: [orderOutput(wish)], salt: `${placings++}` })
    const { draft, after, filled } = execute(CAT, at, reserves, [{ wish, at: made(placed, 0) }])
    const filling = transaction(draft)
    fold(placed, filling)
    at = made(
      filling,
      filling.outputs.findIndex(({ assets }) => assets.some(({ asset }) => asset === CAT.nft)),
    )
    reserves = after
    return filled[0]?.got ?? assert.fail()
  }
  const pnl = pnlQuery(database)
  const [ann, bob] = [hash('ann', 28), hash('bob', 28)]
  const worth = (tokens: bigint): bigint => {
    const { numerator, denominator } = spotPrice(CAT, soldTokens(reserves.tokens))
    return floorDiv(tokens * numerator, denominator)
  }

  assert.equal(pnl(CAT.token, [ann]), undefined)
  const got = trade('ann', ADA, 100_000_000n)
  assert.deepEqual(pnl(CAT.token, [ann]), { invested: 100_000_000n, gain: worth(got) - 100_000_000n })
  const bobs = trade('bob', ADA, 9_000_000_000n)
  const risen = { invested: 100_000_000n, gain: worth(got) - 100_000_000n }
  assert.ok(risen.gain > 0n)
  assert.deepEqual(pnl(CAT.token, [ann]), risen)
  // Received tokens are not part of the invested amount.
  fold(transaction({ outputs: [output(walletAddress('ann'), 2_000_000n, { [CAT.token]: 5_000n })] }))
  assert.deepEqual(pnl(CAT.token, [ann]), risen)
  const half = got / 2n
  const paid = trade('ann', CAT.token, half)
  assert.deepEqual(pnl(CAT.token, [ann]), {
    invested: 100_000_000n,
    gain: paid + worth(got - half) - 100_000_000n,
  })
  assert.deepEqual(pnl(CAT.token, [ann, bob]), {
    invested: 9_100_000_000n,
    gain: paid + worth(got - half + bobs) - 9_100_000_000n,
  })
  const more = trade('ann', CAT.token, got - half - 1n)
  assert.ok(worth(1n) > 0n)
  assert.deepEqual(pnl(CAT.token, [ann]), {
    invested: 100_000_000n,
    gain: paid + more + worth(1n) - 100_000_000n,
  })
  assert.equal(pnl(`${'00'.repeat(28)}.00`, [ann]), undefined)
})
