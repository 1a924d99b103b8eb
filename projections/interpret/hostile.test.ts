// Anybody can pay anything to the launchpad's scripts. Whatever it is, interpretation does not throw, and what it
// tells has no amount below zero and no price without a denominator.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import {
  decodePlutusData,
  encodePlutusData,
  type PlutusConstructor,
  type PlutusData,
} from '../../schema/codecs/plutus-data.ts'
import type { OutputEvent } from '../../schema/events.ts'
import { EMISSION, SEED } from '../../schema/launchpad/curve.ts'
import { encodeCurvePool } from '../../schema/launchpad/datums/curve-pool.ts'
import { encodeLaunchMetadata } from '../../schema/launchpad/datums/launch-metadata.ts'
import { encodeRoyaltyPool } from '../../schema/launchpad/datums/royalty-pool.ts'
import { encodeVestingLock } from '../../schema/launchpad/datums/vesting-lock.ts'
import { MAX_LOVELACE, MAX_QUANTITY } from '../../schema/launchpad/limits.ts'
import { ADA, type AssetId, type Hex } from '../../schema/primitives.ts'
import {
  type ComparedEvent,
  CURVE_ADDRESS,
  curveOutput,
  curvePool,
  hash,
  made,
  operations,
  orderAddress,
  output,
  ROYALTY_ADDRESS,
  royaltyOutput,
  royaltyPool,
  scriptAddress,
  transaction,
  World,
  walletAddress,
} from './testing/interpreted.ts'
import { KINDS, orderOutput } from './testing/orders.ts'

const CAT = curvePool('Cat')
const AMM = royaltyPool('Cat')

const LOCK_ADDRESS = scriptAddress(operations.vesting.scriptHash)

const ADDRESSES: readonly Hex[] = [
  CURVE_ADDRESS,
  ROYALTY_ADDRESS,
  ...KINDS.map(orderAddress),
  ...operations.amm.pools.map(({ scriptHash }) => scriptAddress(scriptHash)),
  LOCK_ADDRESS,
  walletAddress('ann'),
  `71${operations.curve.scriptHash}`,
  `51${operations.curve.scriptHash}810000`,
  operations.curve.scriptHash,
  '82d818',
  '',
]

const DATUMS: readonly Hex[] = [
  encodeCurvePool(CAT, 'definite'),
  encodeRoyaltyPool(AMM, 'indefinite'),
  ...KINDS.flatMap((kind) =>
    [
      { kind, owner: 'ann', from: ADA, amount: 8_000_000n, to: CAT.token },
      { kind, owner: 'bob', from: CAT.token, amount: 3_000_000n, to: ADA },
    ].map((wish) => orderOutput(wish).datum ?? ''),
  ),
  encodeLaunchMetadata(
    {
      token: CAT.token,
      ticker: 'CAT',
      logoCid: 'Qm',
      description: 'cat',
      launchType: 1,
      author: { pkh: hash('author', 28), skh: '' },
      socials: { twitter: '', discord: '', telegram: '', website: '' },
      version: 1n,
    },
    'definite',
  ),
  encodeVestingLock({ lockedUntil: 1_782_137_725_379n, redeemerVkh: hash('redeemer', 28) }, 'definite'),
]

const amounts = fc.oneof(
  fc.constantFrom(
    0n,
    1n,
    SEED - 1n,
    SEED,
    EMISSION,
    EMISSION + 1n,
    2n ** 63n - 1n,
    2n ** 63n,
    2n ** 64n,
    2n ** 200n,
  ),
  fc.bigInt(0n, 2n ** 64n),
  fc.bigInt(0n, 20_000_000_000n),
)

const plutusData: fc.Arbitrary<PlutusData> = fc.letrec<{ data: PlutusData }>((tie) => ({
  data: fc.oneof(
    { depthSize: 'small' },
    amounts,
    fc.bigInt(-(2n ** 70n), 2n ** 70n),
    fc.uint8Array({ maxLength: 40 }).map((bytes) => Buffer.from(bytes).toString('hex')),
    fc.constantFrom('', '00', '01', CAT.permittedExecutor),
    fc.array(tie('data'), { maxLength: 4 }),
    fc.record({
      constructor: fc.integer({ min: 0, max: 200 }),
      fields: fc.array(tie('data'), { maxLength: 4 }),
    }),
    fc.record({ pairs: fc.array(fc.tuple(tie('data'), tie('data')), { maxLength: 2 }) }),
  ),
})).data

const isConstructor = (data: PlutusData | undefined): data is PlutusConstructor =>
  typeof data === 'object' && 'fields' in data

/** The data with the field at a path of numbers replaced, or a field dropped or added. */
const mutate = (
  data: PlutusData,
  [first, ...path]: readonly number[],
  change: PlutusData,
  how: number,
): PlutusData => {
  if (first === undefined || !isConstructor(data) || data.fields.length === 0) return change
  const at = first % data.fields.length
  const fields = [...data.fields]
  if (path.length === 0 && how === 1) fields.splice(at, 1)
  else if (path.length === 0 && how === 2) fields.push(change)
  else fields[at] = mutate(fields[at] ?? change, path, change, how)
  return { ...data, fields }
}

const mutated = fc
  .record({
    of: fc.constantFrom(...DATUMS),
    path: fc.array(fc.nat(20), { minLength: 1, maxLength: 4 }),
    change: plutusData,
    how: fc.nat(5),
    style: fc.constantFrom('definite' as const, 'indefinite' as const),
  })
  .map(({ of, path, change, how, style }) =>
    encodePlutusData(mutate(decodePlutusData(of) ?? assert.fail(), path, change, how), style),
  )

const datums = fc.oneof(
  fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes).toString('hex')),
  fc.constantFrom('', 'not hex', ...DATUMS),
  mutated,
)

const assets: fc.Arbitrary<Readonly<Record<AssetId, bigint>>> = fc
  .record({ nft: fc.constantFrom(0n, 1n, 1n, 1n, 2n), ammNft: fc.constantFrom(0n, 1n, 1n), token: amounts })
  .map(({ nft, ammNft, token }) => ({ [CAT.nft]: nft, [AMM.nft]: ammNft, [CAT.token]: token }))

/** Outputs as strange as can be, among outputs that are nearly right. */
const outputs: fc.Arbitrary<OutputEvent> = fc.oneof(
  fc
    .tuple(fc.constantFrom(...ADDRESSES), amounts, assets, fc.option(datums))
    .map(([address, lovelace, held, datum]) => output(address, lovelace, held, datum ?? undefined)),
  fc.tuple(amounts, amounts).map(([lovelace, tokens]) => curveOutput(CAT, lovelace, tokens)),
  // What a launch makes, and what a pool may come to.
  fc.constantFrom(EMISSION, 700_000_000n).map((tokens) => curveOutput(CAT, 9_000_000_000n, tokens)),
  fc.tuple(amounts, amounts).map(([lovelace, tokens]) => royaltyOutput(AMM, lovelace, tokens)),
  amounts.map((tokens) => output(LOCK_ADDRESS, 2_000_000n, { [CAT.token]: tokens }, DATUMS.at(-1))),
  fc
    .tuple(fc.nat(5), amounts, amounts)
    .map(([at, lovelace, tokens]) =>
      output(orderAddress(KINDS[at >> 1] ?? 'limit'), lovelace, { [CAT.token]: tokens }, DATUMS[2 + at]),
    ),
)

const redeemers = fc.oneof(
  fc.constantFrom(undefined, '', 'd87980', 'd87980', 'd87a80', 'd879830000d87980', 'ff'),
  plutusData.map((data) => encodePlutusData(data, 'definite')),
)

const checkEvent = (event: ComparedEvent): void => {
  if ('reserves' in event) {
    assert.ok(event.reserves.lovelace >= 0n && event.reserves.tokens >= 0n)
    assert.ok(event.price.numerator >= 0n && event.price.denominator > 0n)
  }
  if (event.kind === 'traded') {
    assert.ok(event.lovelace >= 0n && event.tokens >= 0n)
    assert.ok(event.priceBefore.denominator > 0n)
  }
  if (event.kind === 'orderFilled') assert.ok(event.fromAmount >= 0n && event.toAmount >= 0n)
  if (event.kind === 'launched') assert.ok(event.firstBuy.lovelace >= 0n && event.firstBuy.tokens >= 0n)
  if (event.kind === 'locked') {
    assert.ok(event.quantity > 0n && event.quantity <= MAX_QUANTITY)
    assert.ok(event.lockedUntil >= 0n && event.lockedUntil <= MAX_QUANTITY)
    assert.match(event.redeemer, /^[0-9a-f]{56}$/)
  }
  if ('terms' in event) assert.ok(event.terms.fromAmount >= 0n && event.terms.worstPrice.denominator > 0n)
}

/** A world with a listed curve pool, or with a listed AMM pool, and where it stands. */
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

/** What must come up at all, so that the property is known to reach past the first look. */
const KINDS_TO_SEE = [
  'launched',
  'adopted',
  'poolRejected',
  'orderPlaced',
  'orderFilled',
  'orderCancelled',
  'traded',
  'locked',
  'redeemed',
]

/** Runs of the property, each of 2,000 cases: now and then one has no launch that is right. */
const MOST_RUNS = 10

test('no output at a script of the launchpad, and no way to spend one, makes interpretation throw', () => {
  const seen = new Set<string>()
  const unseen = () => KINDS_TO_SEE.filter((kind) => !seen.has(kind))
  for (let run = 0; run === 0 || (run < MOST_RUNS && unseen().length > 0); run++)
    fc.assert(
      fc.property(
        fc.option(fc.constantFrom('curve' as const, 'amm' as const)),
        fc.array(outputs, { minLength: 1, maxLength: 6 }),
        fc.array(fc.tuple(redeemers, outputs), { maxLength: 6 }),
        fc.record({
          nft: fc.constantFrom(-1n, 0n, 1n),
          token: fc.constantFrom(0n, EMISSION, EMISSION, 2n ** 63n),
        }),
        (venue, first, answers, mint) => {
          const { world, at } = venue === null ? { world: new World(), at: undefined } : listedPool(venue)
          const making = transaction({
            outputs: first,
            mint: { [CAT.nft]: mint.nft, [CAT.token]: mint.token },
          })
          const spending = transaction({
            pairs: answers
              .slice(0, first.length)
              .map(([redeemer, answer], index) => [made(making, index), redeemer, answer] as const),
            outputs: answers.slice(first.length).map(([, answer]) => answer),
          })
          // The last is of a pool nobody saw made.
          const unseen = { transaction: hash('unseen'), index: 0 }
          const meeting = transaction({
            pairs: answers.slice(-1).map(([redeemer, answer]) => [unseen, redeemer, answer] as const),
          })
          const moving =
            at === undefined ? [] : [transaction({ pairs: [[at, undefined, first[0] ?? assert.fail()]] })]
          for (const event of [
            ...world.block(making, spending),
            ...world.block(...moving),
            ...new World().block(meeting),
          ]) {
            checkEvent(event)
            seen.add(event.kind)
          }
        },
      ),
      { numRuns: 2_000 },
    )
  assert.deepEqual(unseen(), [])
})

test('mutated orders in a batch with a pool are filled, refused or ignored, and never throw', () => {
  const orders = fc.array(fc.tuple(fc.constantFrom(...KINDS), mutated, amounts, amounts, outputs), {
    minLength: 1,
    maxLength: 4,
  })
  fc.assert(
    fc.property(
      fc.constantFrom('curve' as const, 'amm' as const),
      orders,
      amounts,
      amounts,
      (venue, list, x, y) => {
        const { world, at } = listedPool(venue)
        const placing = transaction({
          outputs: list.map(([kind, datum, lovelace, tokens]) =>
            output(orderAddress(kind), lovelace, { [CAT.token]: tokens }, datum),
          ),
        })
        const batch = transaction({
          pairs: [
            [at, 'd879830000d87980', venue === 'curve' ? curveOutput(CAT, x, y) : royaltyOutput(AMM, x, y)],
            ...list.map(([, , , , answer], index) => [made(placing, index), 'd87a80', answer] as const),
          ],
        })
        for (const event of world.block(placing, batch)) checkEvent(event)
      },
    ),
    { numRuns: 1_000 },
  )
})

test('orders that cancel each other out cannot make a trade of less than nothing', () => {
  // Two orders anyone may execute: one is given tokens by its execution, the other loses as many. The pool sells one.
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
  for (const event of events) checkEvent(event)
  const trades = events.filter(({ kind }) => kind === 'traded')
  assert.deepEqual(
    trades.map((trade) => trade.kind === 'traded' && [trade.side, trade.lovelace, trade.tokens, trade.order]),
    [['buy', 10n, 1n, null]],
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
