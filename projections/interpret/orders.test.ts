// Orders of every kind, from placement to result.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { OutputEvent, TransactionEvent } from '../../schema/events.ts'
import { ADA, type Hex, type OutputReference } from '../../schema/primitives.ts'
import {
  type ComparedEvent,
  curvePool,
  made,
  orderAddress,
  output,
  transaction,
  World,
  walletAddress,
} from './testing/interpreted.ts'
import {
  DEPOSIT,
  FLAT_FEES,
  filledInSteps,
  KINDS,
  orderOutput,
  outcome,
  STEP_COST,
  termsOf,
  type Wish,
} from './testing/orders.ts'

const { token } = curvePool('Cat')
const EXECUTE = 'd87a80'

const buy = (kind: Wish['kind'], amount = 8_000_000n): Wish => ({
  kind,
  owner: 'ann',
  from: ADA,
  amount,
  to: token,
})
const sell = (kind: Wish['kind'], amount = 3_000_000n): Wish => ({
  kind,
  owner: 'bob',
  from: token,
  amount,
  to: ADA,
})

const place = (...wishes: readonly Wish[]): { readonly world: World; readonly of: TransactionEvent } => {
  const world = new World()
  const of = transaction({
    outputs: [...wishes.map(orderOutput), output(walletAddress('change'), 5_000_000n)],
  })
  const events = world.block(of)
  assert.deepEqual(
    events,
    wishes.map((wish, at) => ({
      kind: 'orderPlaced',
      transaction: of.id,
      order: made(of, at),
      terms: termsOf(wish),
    })),
  )
  return { world, of }
}

/** The output `answer` has the index of the order's input. */
const spend = (
  order: OutputReference,
  redeemer: Hex,
  answer: OutputEvent,
  rest: readonly OutputEvent[] = [],
) => transaction({ pairs: [[order, redeemer, answer]], outputs: rest })

const filled = (
  of: TransactionEvent,
  order: OutputReference,
  wish: Wish,
  fromAmount: bigint,
  toAmount: bigint,
  executorFee = FLAT_FEES,
): ComparedEvent => ({
  kind: 'orderFilled',
  transaction: of.id,
  order,
  terms: termsOf(wish),
  fromAmount,
  toAmount,
  executorFee,
  remainder: null,
})

test('orders of every kind, to buy, to sell and from token to token, are reported with their terms', () => {
  const swap = { owner: 'cid', from: token, amount: 77n, to: curvePool('Dog').token }
  place(...KINDS.map((kind) => buy(kind)), ...KINDS.map((kind) => sell(kind)))
  place(...KINDS.map((kind) => ({ kind, ...swap })))
})

test('the owner of an order on a test network has an address there', () => {
  const placed = orderOutput(buy('limit'))
  const of = transaction({ outputs: [{ ...placed, address: placed.address.replace(/^(.)1/, '$10') }] })
  const [event] = new World().block(of)
  assert.equal(
    event?.kind === 'orderPlaced' && event.terms.owner,
    walletAddress('ann').replace(/^(.)1/, '$10'),
  )
})

test('the amount of a current order is what its UTxO holds beyond fee and deposit, and nothing below that', () => {
  const wish = buy('instant', 0n)
  place(wish)
  const { datum = '' } = orderOutput(wish)
  const short = transaction({ outputs: [output(orderAddress('instant'), FLAT_FEES, {}, datum)] })
  assert.deepEqual(new World().block(short), [
    { kind: 'orderPlaced', transaction: short.id, order: made(short, 0), terms: termsOf(wish) },
  ])
})

for (const kind of KINDS) {
  test(`a ${kind} order taken back is cancelled, however its redeemer is written`, () => {
    const wish = buy(kind)
    const { world, of } = place(wish)
    const order = made(of, 0)
    const back = output(walletAddress('ann'), orderOutput(wish).lovelace)
    for (const redeemer of ['d87980', 'd8799fff', 'd866820080', 'd8669f009fffff']) {
      const again = new World()
      again.block(of)
      const cancel = spend(order, redeemer, back)
      assert.deepEqual(again.block(cancel), [
        { kind: 'orderCancelled', transaction: cancel.id, order, terms: termsOf(wish) },
      ])
    }
    for (const redeemer of ['d87a80', 'd87a9fff', 'd866820180']) {
      const again = new World()
      again.block(of)
      const fill = spend(order, redeemer, outcome(wish, 9n))
      assert.deepEqual(again.block(fill), [filled(fill, order, wish, wish.amount, 9n)])
    }
    assert.deepEqual(world.block(), [])
  })
}

test('orders taken back together into fewer outputs are all cancelled', () => {
  const wishes = [buy('instant'), sell('limit')]
  const { world, of } = place(...wishes)
  const all = transaction({
    pairs: [[made(of, 0), 'd87980', output(walletAddress('ann'), 20_000_000n, { [token]: 3_000_000n })]],
  })
  const cancel = { ...all, inputs: [...all.inputs, { ...made(of, 1), redeemer: 'd87980' }] }
  assert.deepEqual(
    world.block(cancel),
    wishes.map((wish, at) => ({
      kind: 'orderCancelled',
      transaction: cancel.id,
      order: made(of, at),
      terms: termsOf(wish),
    })),
  )
})

test('lovelace saved of a step’s cost is not taken for input that came back', () => {
  const wish = buy('limit', 47_000_000n)
  for (const saved of [1n, 218_003n, STEP_COST]) {
    const { world, of } = place(wish)
    const fill = spend(
      made(of, 0),
      EXECUTE,
      output(walletAddress('ann'), DEPOSIT + saved, { [token]: 10_874_103n }),
    )
    assert.deepEqual(world.block(fill), [
      filled(fill, made(of, 0), wish, 47_000_000n, 10_874_103n, FLAT_FEES - saved),
    ])
  }
})

test('an order ended before it was filled gets back the rest and the rest’s part of the fee', () => {
  for (const kind of KINDS) {
    const wish = buy(kind, 400_000_000n)
    const { fee } = termsOf(wish)
    for (const swapped of [353_313_534n, 200_000_000n, 1n, 0n]) {
      const back = 400_000_000n - swapped + fee - (fee * swapped) / 400_000_000n
      const { world, of } = place(wish)
      const fill = spend(made(of, 0), EXECUTE, output(walletAddress('ann'), DEPOSIT + back, { [token]: 7n }))
      // The executor keeps the cost of a step, and the fee's part for what was swapped.
      const paid = FLAT_FEES - fee + (fee * swapped) / 400_000_000n
      assert.deepEqual(world.block(fill), [filled(fill, made(of, 0), wish, swapped, 7n, paid)])
    }
  }
})

/** @returns the order's fee before each step */
const inSteps = (...[wish, budget, steps]: Parameters<typeof filledInSteps>) => {
  const { placed, fills } = filledInSteps(wish, budget, steps)
  const world = new World()
  let terms = termsOf(wish)
  assert.deepEqual(world.block(placed), [
    { kind: 'orderPlaced', transaction: placed.id, order: made(placed, 0), terms },
  ])
  return fills.map(({ of, order, swapped, got, fee, left }, at) => {
    const before = terms
    terms = { ...terms, ...left }
    const remainder = at === steps.length - 1 ? null : { order: made(of, 0), terms }
    assert.deepEqual(world.block(of), [
      { ...filled(of, order, wish, swapped, got, fee + STEP_COST), terms: before, remainder },
    ])
    return before.fee
  })
}

test('a limit order filled in steps leaves a smaller order each time, which is not reported as placed', () => {
  const buying = [
    { swapped: 40_000_001n, got: 15_000_000n },
    { swapped: 1n, got: 0n },
    { swapped: 39_999_998n, got: 14_000_000n },
    { swapped: 20_000_000n, got: 6_999_999n },
  ]
  // The swapped part uses its share of the fee of 500,000, rounded down. The rest of the fee remains for later fills.
  assert.deepEqual(inSteps(buy('limit', 100_000_000n), 3n * STEP_COST, buying), [
    500_000n,
    300_000n,
    300_000n,
    100_001n,
  ])
  const selling = [
    { swapped: 1_000_000n, got: 2_500_000n },
    { swapped: 1_999_999n, got: 4_900_003n },
    { swapped: 1n, got: 2n },
  ]
  inSteps(sell('limit'), 2n * STEP_COST, selling)
})

test('an order left at the same place that is not what remains of the one filled is a new one', () => {
  const wish = buy('limit')
  const { world, of } = place(wish)
  const other = { ...wish, owner: 'eve', amount: 1_000_000n }
  const fill = spend(made(of, 0), EXECUTE, orderOutput(other))
  // The input was 8 ADA. The output that answers it has 3.6 ADA, without a deposit.
  assert.deepEqual(
    world.block(fill).map((event) => [event.kind, 'order' in event && event.order]),
    [
      ['orderFilled', made(of, 0)],
      ['orderPlaced', made(fill, 0)],
    ],
  )
})

test('a fill that gives more than it takes counts nothing below nothing', () => {
  for (const wish of [buy('limit'), sell('limit'), buy('instant'), sell('instant')]) {
    const { world, of } = place(wish)
    const generous = output(walletAddress(wish.owner), 900_000_000n, { [token]: 900_000_000n })
    const gift = spend(made(of, 0), EXECUTE, generous)
    const [event] = world.block(gift)
    assert.ok(event?.kind === 'orderFilled')
    assert.deepEqual([event.fromAmount, event.toAmount > 0n], [0n, true])
    const robbed = place(wish)
    const theft = spend(made(robbed.of, 0), EXECUTE, output(walletAddress('thief'), 0n))
    const [stolen] = robbed.world.block(theft)
    assert.ok(stolen?.kind === 'orderFilled')
    assert.deepEqual([stolen.fromAmount, stolen.toAmount], [wish.amount, 0n])
  }
})
