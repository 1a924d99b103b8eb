// Attacks on the models, each folded through the projector into a database. Hostile contents of a datum, a redeemer or an output must
// neither stop a fold nor cause a false row.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { OutputEvent, TransactionEvent } from '../schema/events.ts'
import { EMISSION, lovelaceToBuy, SEED } from '../schema/launchpad/curve.ts'
import { encodeInstantOrder } from '../schema/launchpad/datums/instant-order.ts'
import { encodeLimitOrder, type LimitOrder } from '../schema/launchpad/datums/limit-order.ts'
import { ADA, type OutputReference } from '../schema/primitives.ts'
import {
  curveOutput,
  curvePool,
  type Draft,
  hash,
  made,
  operations,
  output,
  royaltyOutput,
  transaction,
  World,
  walletAddress,
} from './interpret/testing/interpreted.ts'
import {
  execute,
  instantOrder,
  limitOrder,
  orderOutput,
  outcome,
  type Wish,
} from './interpret/testing/orders.ts'
import { AMM, CAT, chain, FIRST_SLOT, graduated, launch, OPENED, swapped } from './testing/folded-chain.ts'

const EXECUTE = 'd87a80'
const NOBODY = [hash('a stranger', 28)]

const sale = (amount: bigint): Wish => ({ kind: 'limit', owner: 'eve', from: CAT.token, amount, to: ADA })
const purchase = (amount: bigint): Wish => ({ kind: 'limit', owner: 'eve', from: ADA, amount, to: CAT.token })

/** The datum has false values. */
const lyingOrder = (wish: Wish, lie: Partial<LimitOrder>, lovelace?: bigint): OutputEvent => {
  const honest = orderOutput(wish)
  return {
    ...honest,
    lovelace: lovelace ?? honest.lovelace,
    datum: encodeLimitOrder({ ...limitOrder(wish), ...lie }, 'definite'),
  }
}

/** An unrelated key executes the order against the AMM pool. */
const executed = (
  pool: OutputReference,
  order: OutputEvent,
  after: OutputEvent,
  answer: OutputEvent,
): readonly [TransactionEvent, TransactionEvent] => {
  const placing = transaction({ outputs: [order] })
  const batch = transaction({
    pairs: [
      [pool, 'd879820200', after],
      [made(placing, 0), EXECUTE, answer],
    ],
    requiredSigners: NOBODY,
  })
  return [placing, batch]
}

const MOST = 2n ** 63n - 1n

for (const [claim, lie, lovelace] of [
  ['a fee of 2^63 - 1', { fee: MOST }],
  ['a step cost of 2^63 - 1', { costPerExStep: MOST }],
  ['both', { fee: MOST, costPerExStep: MOST, tradableInput: MOST }],
  ['a step cost of 10^15', { costPerExStep: 10n ** 15n }],
  ['a step cost that it holds', { costPerExStep: 900_000_000n }, 1_000_000_000n],
] as const) {
  test(`a sale whose datum claims ${claim} is recorded with what the pool paid`, (t) => {
    const { at, ...on } = graduated(t)
    const [paid, after] = swapped('y', 1_000n)
    const order = lyingOrder(sale(1_000n), lie, lovelace)
    on.fold(...executed(at, order, after, output(walletAddress('eve'), order.lovelace + paid)))
    assert.deepEqual(on.trades(), [['amm', 'sell', paid, 1_000n]])
    assert.deepEqual(
      on.pools().map((row) => (row as unknown[]).slice(3)),
      [[paid, 1n]],
    )
  })
}

test('a purchase whose remainder claims that 10^15 was swapped is recorded with what the pool got', (t) => {
  const { at, ...on } = graduated(t)
  const [got, after] = swapped('x', 2_000_000n)
  const wish = purchase(10_000_000n)
  const order = lyingOrder(wish, { tradableInput: 10n ** 15n })
  const remainder = {
    ...lyingOrder(wish, { tradableInput: 1n }, order.lovelace - 2_000_000n),
    assets: [{ asset: CAT.token, quantity: got }],
  }
  on.fold(...executed(at, order, after, remainder))
  assert.deepEqual(on.trades(), [['amm', 'buy', 2_000_000n, got]])
})

test('an instant buy whose deposit is all it holds counts what entered the pool', (t) => {
  const on = chain(t)
  const first = launch()
  const wish: Wish = { kind: 'instant', owner: 'eve', from: ADA, amount: 5_000_000n, to: CAT.token }
  const { draft, after } = execute(CAT, made(first, 0), { lovelace: SEED, tokens: EMISSION }, [
    { wish, at: made(transaction({ outputs: [hidden(wish)] }), 0) },
  ])
  on.fold(first)
  on.fold(transaction({ outputs: [hidden(wish)] }), transaction(draft))
  assert.deepEqual(on.trades(), [['curve', 'buy', after.lovelace - SEED, EMISSION - after.tokens]])
})

/** An instant order whose datum claims that its whole value is the deposit. */
const hidden = (wish: Wish): OutputEvent => {
  const honest = orderOutput(wish)
  const claimed = { ...instantOrder(wish), fee: 0n, minUtxo: honest.lovelace }
  return { ...honest, datum: encodeInstantOrder(claimed, 'definite') }
}

test('a stranger’s two orders in one batch with an AMM pool make no volume between themselves', (t) => {
  const { at, ...on } = graduated(t)
  const [got, after] = swapped('x', 2_000_000n)
  const [buys, sells] = [purchase(900_000_000_000n), sale(1_000_000n)]
  const placing = transaction({ outputs: [orderOutput(buys), orderOutput(sells)] })
  const batch = transaction({
    pairs: [
      [at, 'd879820200', after],
      [made(placing, 0), EXECUTE, outcome(buys, got + 1_000_000n)],
      [made(placing, 1), EXECUTE, outcome(sells, 899_000_000_000n)],
    ],
    requiredSigners: NOBODY,
  })
  on.fold(placing, batch)
  assert.deepEqual(on.trades(), [['amm', 'buy', 2_000_000n, got]])
})

test('an AMM pool with more of a side than there can be is closed, and no fold throws', (t) => {
  for (const [lovelace, tokens] of [
    [OPENED.lovelace, 2n ** 64n - 1n],
    [OPENED.lovelace, EMISSION + 1n],
    [2n ** 63n - 1n, OPENED.tokens],
  ] as const) {
    const { at, ...on } = graduated(t)
    on.fold(
      transaction({
        pairs: [[at, 'd879820200', royaltyOutput(AMM, lovelace, tokens)]],
        requiredSigners: NOBODY,
      }),
    )
    assert.deepEqual(on.pools(), [['closed', OPENED.lovelace, OPENED.tokens, 0n, 0n]])
    assert.deepEqual(on.rejections(), [["its AMM pool's new output is not a valid pool", 1n]])
  }
})

test('volumes stay at what their column holds', (t) => {
  const { at, ...on } = graduated(t)
  let from = at
  const rich = 44_000_000_000_000_000n
  for (let round = 0; round < 220; round++) {
    const lovelace = round % 2 === 0 ? rich : OPENED.lovelace
    const swap = transaction({
      pairs: [[from, 'd879820200', royaltyOutput(AMM, lovelace, OPENED.tokens - BigInt(1 - (round % 2)))]],
    })
    on.fold(swap)
    from = made(swap, 0)
  }
  assert.deepEqual(on.pools(), [['amm', OPENED.lovelace, OPENED.tokens, MOST, 220n]])
})

test('a launch that did not pay for what left its pool is rejected', (t) => {
  const sold = 700_000_000n
  const price = lovelaceToBuy(CAT, 0n, sold)
  for (const [paid, reason] of [
    [0n, 'it contains less than the cost of its sold tokens'],
    [price - 1n, 'it contains less than the cost of its sold tokens'],
    [price, undefined],
  ] as const) {
    const on = chain(t)
    on.fold(launch(CAT, sold, paid))
    assert.deepEqual(on.rejections(), reason === undefined ? [] : [[reason, 1n]])
    assert.equal(on.pools().length, reason === undefined ? 1 : 0)
  }
})

test('two pools of one token, half of it each, are both rejected', (t) => {
  const on = chain(t)
  const twin = curvePool('Cat', { nft: `${operations.curve.nftPolicy}.${hash('twin')}` })
  const half = EMISSION / 2n
  const paid = SEED + lovelaceToBuy(CAT, 0n, half)
  on.fold(
    transaction({
      outputs: [curveOutput(CAT, paid, half), curveOutput(twin, paid, half)],
      mint: { [CAT.nft]: 1n, [twin.nft]: 1n, [CAT.token]: EMISSION },
    }),
  )
  assert.deepEqual([on.pools(), on.rejections()], [[], [['its token is in two pools', 2n]]])
})

test('a launch of a token of which there was some before is rejected', (t) => {
  const on = chain(t)
  const old = output(walletAddress('creator'), 2_000_000n, { [CAT.token]: 1n })
  on.fold(
    transaction({
      outputs: [curveOutput(CAT, SEED, EMISSION), old],
      mint: { [CAT.nft]: 1n, [CAT.token]: EMISSION },
    }),
  )
  assert.deepEqual([on.pools(), on.rejections()], [[], [['its token was minted before', 1n]]])
})

const UNSEEN: OutputReference = { transaction: hash('made before following began'), index: 0 }

/** Spends an output of unknown origin, makes a curve pool, and pays for the pool's sold tokens. */
const met = (redeemer: string | undefined, change: Partial<Draft> = {}, sold = 1_000_000n) =>
  transaction({
    pairs: [[UNSEEN, redeemer, curveOutput(CAT, SEED + lovelaceToBuy(CAT, 0n, sold), EMISSION - sold)]],
    ...change,
  })

test('a pool nobody saw made is adopted on its script’s redeemer and its executor’s signature, and on nothing less', (t) => {
  const NO_ORIGIN = [['its NFT comes from no pool', 1n]]
  for (const [why, of, firstSlot, rejections] of [
    ['all is there', met('d879830000d87980'), FIRST_SLOT, []],
    ['a Byron output has no redeemer', met(undefined), FIRST_SLOT, NO_ORIGIN],
    ['the redeemer of an order', met(EXECUTE), FIRST_SLOT, NO_ORIGIN],
    ['it names another output', met('d879830001d87980'), FIRST_SLOT, NO_ORIGIN],
    ['it names another input', met('d879830100d87980'), FIRST_SLOT, NO_ORIGIN],
    ['nobody signed', met('d879830000d87980', { requiredSigners: NOBODY }), FIRST_SLOT, NO_ORIGIN],
    ['following began before there were pools', met('d879830000d87980'), 4_492_800, NO_ORIGIN],
  ] as const) {
    const on = chain(t, operations, firstSlot)
    on.fold(of)
    assert.deepEqual([on.rejections(), on.pools().length], [rejections, 1 - rejections.length], why)
  }
})

test('a pool of a famous token that holds none of it is not adopted', (t) => {
  const on = chain(t)
  on.fold(transaction({ pairs: [[UNSEEN, 'd879830000d87980', curveOutput(CAT, SEED + 1_000_000n, 0n)]] }))
  assert.deepEqual(
    [on.pools(), on.rejections()],
    [[], [['it contains less than the cost of its sold tokens', 1n]]],
  )
})

test('an AMM pool nobody saw graduate is adopted on its script’s redeemer and an executor’s signature alone', (t) => {
  const pool = royaltyOutput(AMM, OPENED.lovelace, OPENED.tokens)
  for (const [redeemer, requiredSigners, firstSlot, count] of [
    ['d879820200', [CAT.permittedExecutor], FIRST_SLOT, 1],
    [undefined, [CAT.permittedExecutor], FIRST_SLOT, 0],
    ['d879820201', [CAT.permittedExecutor], FIRST_SLOT, 0],
    ['d879820200', NOBODY, FIRST_SLOT, 0],
    ['d879820200', [CAT.permittedExecutor], 4_492_800, 0],
  ] as const) {
    const on = chain(t, operations, firstSlot)
    on.fold(transaction({ pairs: [[UNSEEN, redeemer, pool]], requiredSigners }))
    assert.equal(on.pools().length, count)
    assert.deepEqual(on.rejections(), count === 1 ? [] : [['its NFT comes from no pool', 1n]])
  }
})

test('tiers and executors nobody listed are rejected, counted, and admitted by configuration', (t) => {
  const absurd = curvePool('Cat', { aNum: MOST, bNum: MOST })
  const tier = curvePool('Dog', { adaCap: 20_000_000_000n })
  const mine = curvePool('Eel', { permittedExecutor: hash('my own', 28) })
  const on = chain(t)
  on.fold(launch(absurd), launch(tier), launch(mine))
  assert.deepEqual(
    [on.pools(), on.rejections()],
    [
      [],
      [
        ['its executor is not listed', 1n],
        ['its tier is not listed', 2n],
      ],
    ],
  )
  const { curve } = operations
  const executors = [...curve.executors, hash('my own', 28)]
  const open = chain(t, { ...operations, curve: { ...curve, executors, listUnknownTiers: true } })
  open.fold(launch(absurd), launch(tier), launch(mine))
  assert.equal(open.pools().length, 2)
  assert.deepEqual(open.rejections(), [['its token is worth more than all ADA', 1n]])
})

const matching = (requiredSigners?: readonly string[]) => {
  const [buys, sells] = [purchase(100_000_000n), sale(1_500_000n)]
  const placing = transaction({ outputs: [orderOutput(buys), orderOutput(sells)] })
  const match = transaction({
    pairs: [
      [made(placing, 0), EXECUTE, outcome(buys, 1_500_000n)],
      [made(placing, 1), EXECUTE, outcome(sells, 99_000_000n)],
    ],
    ...(requiredSigners === undefined ? undefined : { requiredSigners }),
  })
  return [placing, match] as const
}

test('orders that fill each other are executed orders, and move no price', (t) => {
  const { at: _, ...on } = graduated(t)
  const [first] = on.bars() as string[][]
  on.fold(...matching())
  assert.deepEqual(on.trades(), [
    ['orders', 'buy', 100_000_000n, 1_500_000n],
    ['orders', 'sell', 99_000_000n, 1_500_000n],
  ])
  assert.deepEqual(on.pools(), [['amm', OPENED.lovelace, OPENED.tokens, 199_000_000n, 2n]])
  const close = first?.[3]
  assert.deepEqual(on.bars(), [first, [close, close, close, close, 199_000_000n]])
})

test('the same buy counts the same lovelace whether its order was seen or not', (t) => {
  const wish: Wish = { kind: 'instant', owner: 'ann', from: ADA, amount: 5_000_000n, to: CAT.token }
  for (const isSeen of [true, false]) {
    const on = chain(t)
    const first = launch()
    const placing = transaction({ outputs: [orderOutput(wish)] })
    const { draft, after } = execute(CAT, made(first, 0), { lovelace: SEED, tokens: EMISSION }, [
      { wish, at: made(placing, 0) },
    ])
    on.fold(first)
    on.fold(...(isSeen ? [placing] : []), transaction(draft))
    assert.equal(after.lovelace - SEED, 4_950_000n)
    assert.deepEqual(on.trades(), [['curve', 'buy', 5_000_000n, EMISSION - after.tokens]])
  }
})

test('a limit order is placed with no more than its UTxO holds, whatever it says it will trade', () => {
  const termsOf = (order: OutputEvent) => {
    const [placed] = new World().block(transaction({ outputs: [order] }))
    return placed?.kind === 'orderPlaced' ? placed.terms : assert.fail('no order was placed')
  }
  const wish = purchase(2_000_000n)
  const wall = termsOf(lyingOrder(wish, { tradableInput: MOST }, 3_100_000n))
  assert.deepEqual([wall.fromAmount, wall.fee, wall.stepCost], [2_000_000n, 500_000n, 600_000n])
  const cost = termsOf(lyingOrder(wish, { costPerExStep: MOST, fee: 100_000n }, 3_100_000n))
  assert.deepEqual([cost.fromAmount, cost.fee, cost.stepCost], [0n, 100_000n, 3_000_000n])
  const tokens = termsOf(lyingOrder(sale(7n), { tradableInput: MOST }))
  assert.equal(tokens.fromAmount, 7n)
})

test('no amount in any output stops a fold', (t) => {
  const on = chain(t)
  for (const amount of [MOST, MOST + 1n, 2n ** 64n - 1n]) {
    const everywhere = [
      curveOutput(CAT, amount, amount),
      royaltyOutput(AMM, amount, amount),
      output(walletAddress('eve'), amount, { [CAT.token]: amount }),
      ...(['instant', 'instant-v1', 'limit'] as const).flatMap((kind) => [
        orderOutput({ kind, owner: 'eve', from: ADA, amount: MOST, to: CAT.token }),
        {
          ...orderOutput({ ...sale(1n), kind }),
          lovelace: amount,
          assets: [{ asset: CAT.token, quantity: amount }],
        },
      ]),
    ]
    const making = transaction({ outputs: everywhere, salt: String(amount) })
    const spending = transaction({
      pairs: everywhere.map((_, at) => [made(making, at), EXECUTE, output(walletAddress('eve'), amount)]),
    })
    on.fold(making, spending)
  }
  assert.deepEqual([on.pools(), on.trades()], [[], []])
})

test('more movements of tokens than a block has positions for are folded', (t) => {
  const [tokens, wallets] = [150, 440]
  const on = chain(t)
  const pools = Array.from({ length: tokens }, (_, at) => curvePool(`token ${at}`))
  const held = Object.fromEntries(pools.map(({ token }) => [token, 1n]))
  on.fold(...pools.map((pool) => launch(pool)))
  on.fold(
    transaction({
      outputs: Array.from({ length: wallets }, (_, at) =>
        output(`01${hash('eve', 28)}${hash(`stake ${at}`, 28)}`, 5_000_000n, held),
      ),
    }),
  )
  assert.equal(on.holders().length, tokens * wallets)
})
