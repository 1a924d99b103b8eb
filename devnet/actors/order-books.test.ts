// Random order books. The ledger accepts the executor's batches whatever orders wait. Every trader's price is kept, the pool has at least
// the formula's amounts, and the executor loses no money. When the executor stops, no waiting order can be filled.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { lovelaceIn, quantityIn } from '../../api/builder/transaction/utxo.ts'
import { ceilDiv } from '../../schema/codecs/ratio.ts'
import { reservesOf } from '../../schema/launchpad/amm.ts'
import { lovelaceToBuy, SEED, soldTokens } from '../../schema/launchpad/curve.ts'
import { netOf } from '../../schema/launchpad/fees.ts'
import { runs } from '../../tests/kit/random-runs.ts'
import { BASIS_POINTS } from '../launchpad.ts'
import type { LedgerUtxo } from '../ledger/output.ts'
import { makeUtxo } from '../ledger/output.ts'
import type { LedgerTransaction } from '../ledger/transaction.ts'
import { fillAmm } from './fill-amm.ts'
import { fillCurve } from './fill-curve.ts'
import type { Order } from './market.ts'
import type { Side } from './outcome.ts'
import { batchCost } from './outcome.ts'
import { EXECUTOR } from './people.ts'
import { quoteAmm, quoteCurve } from './plans.ts'
import {
  AMM_POOL,
  ammOutput,
  answerTo,
  curveUtxo,
  orderUtxo,
  POOL,
  somewhere,
  TestMarket,
  TOKEN,
  type Wish,
} from './testing/test-market.ts'
import type { Plan } from './wallet/plan.ts'

const MOST_ORDERS = 3

/** The worst price is some percent below or above the quote. */
const wish = fc.record({
  kind: fc.constantFrom('instant' as const, 'limit' as const),
  side: fc.constantFrom<Side>('buy', 'sell'),
  size: fc.bigInt(1n, 1000n),
  slippage: fc.bigInt(-5n, 40n),
})

const AMOUNTS: Readonly<Record<Side, bigint>> = { buy: 1_000_000n, sell: 100_000n }

type FromArbitrary<A> = A extends fc.Arbitrary<infer T> ? T : never

type Quote = (side: Side, amount: bigint) => bigint

const wishOf = ({ kind, side, size, slippage }: FromArbitrary<typeof wish>, quote: Quote): Wish => {
  const amount = size * AMOUNTS[side]
  const worst = { numerator: quote(side, amount) * (100n - slippage), denominator: amount * 100n }
  return { kind, side, amount, worst }
}

const executorsLovelace = ({ ledger }: TestMarket): bigint =>
  lovelaceIn([...ledger.utxo.at(EXECUTOR.address)])

/** The fee's share for the unswapped amount is returned. */
const swapOf = (order: Order, of: LedgerTransaction): { readonly swapped: bigint; readonly got: bigint } => {
  const { utxo, input, order: terms, kind } = order
  const answer: LedgerUtxo = { reference: utxo.reference, output: answerTo(of, utxo.reference) }
  const step = kind === 'limit' ? order.order.costPerExStep : 0n
  const gave = utxo.output.lovelace - answer.output.lovelace - step
  if (terms.input === TOKEN) return { swapped: input, got: terms.fee - gave }
  const swapped = gave === input + terms.fee ? input : ceilDiv(gave * input, input + terms.fee)
  return { swapped, got: quantityIn([answer], TOKEN) }
}

const holds = ({ order: { basePrice } }: Order, swapped: bigint, got: bigint): boolean =>
  got > 0n && got * basePrice.denominator >= swapped * basePrice.numerator

/** @returns the waiting orders, and the number of filled orders */
const fillUp = (market: TestMarket, next: () => Plan | undefined, check: () => void): readonly Order[] => {
  for (let batches = 0; ; batches++) {
    const { orders } = market.market
    const before = executorsLovelace(market)
    const plan = next()
    if (plan === undefined) return orders
    assert.ok(batches < MOST_ORDERS, 'a batch filled nothing')
    const of = market.send(plan)
    const left = new Set(market.market.orders.map(({ utxo }) => utxo.reference.transaction))
    const filled = orders.filter(({ utxo }) => !left.has(utxo.reference.transaction))
    for (const order of filled) {
      const { swapped, got } = swapOf(order, of)
      assert.ok(holds(order, swapped, got), 'an order was filled below its worst price')
    }
    assert.ok(executorsLovelace(market) >= before, 'the executor lost')
    assert.ok(of.fee <= batchCost(filled.length), `${filled.length} orders cost ${of.fee}`)
    check()
  }
}

test('any book on a curve', () => {
  fc.assert(
    fc.property(
      fc.oneof(fc.bigInt(0n, 730_000_000n), fc.bigInt(720_000_000n, 736_000_000n)),
      fc.array(wish, { minLength: 1, maxLength: MOST_ORDERS }),
      (sold, wishes) => {
        const utxo = curveUtxo(sold)
        const begun = {
          utxo,
          pool: POOL,
          lovelace: utxo.output.lovelace,
          tokens: quantityIn([utxo], TOKEN),
        }
        const quote: Quote = (side, amount) => quoteCurve(begun, side, amount)
        const orders = wishes.map((each, at) => orderUtxo(String(at), wishOf(each, quote)))
        const market = new TestMarket(utxo, ...orders)
        const waiting = fillUp(
          market,
          () => fillCurve(market.curve, market.market.orders, market.collateral, market.coins),
          () => {
            const { lovelace, tokens, utxo: now } = market.curve
            assert.ok(lovelace - SEED >= lovelaceToBuy(POOL, 0n, soldTokens(tokens)), 'the curve is too poor')
            assert.ok(lovelace <= POOL.adaCap, 'the curve is beyond its cap')
            assert.equal(now.output.datum, utxo.output.datum)
          },
        )
        const { curve } = market
        for (const order of waiting) {
          const isPurchase = order.order.output === TOKEN
          const got = quoteCurve(curve, isPurchase ? 'buy' : 'sell', order.input)
          const fits = !isPurchase || curve.lovelace + netOf(order.input, BASIS_POINTS) <= POOL.adaCap
          const isOpen = curve.lovelace < POOL.adaCap
          assert.ok(
            !isOpen || !fits || !holds(order, order.input, got),
            'an order waits that could be filled',
          )
        }
      },
    ),
    { numRuns: runs(6) },
  )
})

test('any book on an AMM pool', () => {
  fc.assert(
    fc.property(
      fc.bigInt(5_000_000_000n, 50_000_000_000n),
      fc.bigInt(100_000_000n, 900_000_000n),
      fc.array(wish, { minLength: 1, maxLength: MOST_ORDERS }),
      (lovelace, tokens, wishes) => {
        const utxo = makeUtxo(somewhere('amm'), ammOutput(AMM_POOL, lovelace, tokens))
        const begun = { utxo, pool: AMM_POOL, lovelace, tokens }
        const quote: Quote = (side, amount) => quoteAmm(begun, side, amount)
        const market = new TestMarket(
          utxo,
          ...wishes.map((each, at) => orderUtxo(String(at), wishOf(each, quote))),
        )
        let product = lovelace * tokens
        const waiting = fillUp(
          market,
          () => fillAmm(market.amm, market.market.orders, market.collateral, market.coins),
          () => {
            const { pool, ...held } = market.amm
            const { x, y } = reservesOf(pool, held.lovelace, held.tokens)
            assert.ok(x * y >= product, 'the pool paid out too much')
            product = x * y
          },
        )
        for (const order of waiting) {
          const side = order.order.output === TOKEN ? 'buy' : 'sell'
          assert.ok(
            !holds(order, order.input, quoteAmm(market.amm, side, order.input)),
            'an order waits that could be filled',
          )
        }
      },
    ),
    { numRuns: runs(4) },
  )
})
