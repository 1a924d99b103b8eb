// Orders with one beacon are shown as one trade: an order that is filled in steps, where each step except the last leaves a smaller order.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ADA } from '../../../schema/primitives.ts'
import { entityIdOf } from '../../../schema/responses/entity-id.ts'
import { made } from '../../interpret/testing/interpreted.ts'
import { filledInSteps, limitOrder, STEP_COST, type Wish } from '../../interpret/testing/orders.ts'
import { CAT, chain, launch } from '../../testing/folded-chain.ts'
import { orderQueries } from './orders.ts'

const STEPS = [
  { swapped: 40_000_000n, got: 15_000_000n },
  { swapped: 60_000_000n, got: 21_000_000n },
]

/** Lovelace per token. */
const PRICES = { buy: ['2.666666666667', '2.777777777778'], sell: ['0.375', '0.36'] } as const

for (const side of ['buy', 'sell'] as const)
  test(`the trade of a ${side} has what was filled, in each step until it is closed`, (t) => {
    const on = chain(t)
    on.fold(launch())
    const [from, to] = side === 'buy' ? [ADA, CAT.token] : [CAT.token, ADA]
    const wish: Wish = { kind: 'limit', owner: 'ann', from, amount: 100_000_000n, to }
    const { beacon } = limitOrder(wish)
    const { placed, fills } = filledInSteps(wish, STEP_COST, STEPS)
    on.fold(placed)
    const orders = orderQueries(on.database)
    const shown = () => {
      // `toAmount` is not compared, since it is a quote while the order is open.
      const { entityId, orderStatus, fromAmount, ...rest } = orders.trade(beacon) ?? assert.fail()
      const { filledFromAmount, filledToAmount, price, evaluatedTransactionId } = rest
      return [
        entityId,
        orderStatus,
        fromAmount,
        [filledFromAmount, filledToAmount],
        price,
        evaluatedTransactionId,
      ]
    }
    assert.deepEqual(shown(), [entityIdOf(made(placed, 0)), 'open', '100000000', ['0', '0'], null, null])
    const seen = fills.map(({ of }) => {
      on.fold(of)
      return shown()
    })
    const [part, last] = fills
    const steps = [
      ['partiallyClosed', '100000000', ['40000000', '15000000'], PRICES[side][0], part?.of.id],
      ['closed', '100000000', ['100000000', '36000000'], PRICES[side][1], last?.of.id],
    ]
    // After each step, the trade has the id of its last order output.
    const rest = part && entityIdOf(made(part.of, 0))
    assert.deepEqual(
      seen,
      steps.map((step) => [rest, ...step]),
    )
    assert.equal(orders.trade(beacon)?.toAmount, '36000000')
  })
