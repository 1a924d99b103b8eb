// Tokens with more units than their launch minted, each folded through the projector into a database. The further units were minted before
// the launch, before following started or after the launch, or the policy is not the template's.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formatAddress } from '../schema/codecs/address.ts'
import type { OperationsConfig } from '../schema/config/config.ts'
import type { OutputEvent, TransactionEvent } from '../schema/events.ts'
import { EMISSION, SEED } from '../schema/launchpad/curve.ts'
import { tokenPolicy } from '../schema/launchpad/derivations.ts'
import { type AssetId, assetNameOf, type Hex, type OutputReference, policyOf } from '../schema/primitives.ts'
import {
  curveOutput,
  curvePool,
  hash,
  made,
  operations,
  output,
  royaltyOutput,
  transaction,
  walletAddress,
} from './interpret/testing/interpreted.ts'
import { AMM, CAT, chain, FIRST_SLOT, launch, OPENED } from './testing/folded-chain.ts'

const MAKER = walletAddress('maker')
const OTHER = walletAddress('other')
const HIDDEN = 5_000_000_000_000n
const BOUGHT = 50_000_000n

const MINTED_BEFORE = 'the policy of its token minted before'
const OLDER_UNITS = 'there are units of its token from before its launch'
const MINTED_AGAIN = 'its token was minted again'
const OTHER_POLICY = 'the policy of its token is not an instance of the template'

const holding = (address: Hex, quantity: bigint): OutputEvent =>
  output(address, 2_000_000n, { [CAT.token]: quantity })
const mint = (asset: AssetId, quantity: bigint, ...outputs: readonly OutputEvent[]): TransactionEvent =>
  transaction({ outputs, mint: { [asset]: quantity } })
/** One unit goes to somebody else, the rest comes back. */
const pay = (from: OutputReference, units: bigint): TransactionEvent =>
  transaction({ pairs: [[from, undefined, holding(OTHER, 1n)]], outputs: [holding(MAKER, units - 1n)] })

const held = (name: string, quantity: bigint) => [formatAddress(walletAddress(name)), quantity]

test('a token whose policy minted before its launch is not listed, in whichever block it did', (t) => {
  const sibling = `${policyOf(CAT.token)}.00`
  for (const [asset, isOneBlock] of [
    [CAT.token, false],
    [CAT.token, true],
    [sibling, false],
  ] as const) {
    const on = chain(t)
    const before = mint(asset, HIDDEN, output(MAKER, 2_000_000n, { [asset]: HIDDEN }))
    if (isOneBlock) on.fold(before, launch())
    else for (const each of [before, launch()]) on.fold(each)
    assert.deepEqual([on.pools(), on.rejections()], [[], [[MINTED_BEFORE, 1n]]])
  }
})

test('units from before following began close the pool once they are seen, and nobody’s holding falls below zero', (t) => {
  const unseen = { transaction: hash('before following began'), index: 0 }
  const spentUnseen = pay(unseen, HIDDEN)
  const movedBefore = transaction({ pairs: [[unseen, undefined, holding(MAKER, HIDDEN)]] })
  for (const [before, paying] of [
    [[], spentUnseen],
    // Moved before the launch, so the output that has the units is known.
    [[movedBefore], pay(made(movedBefore, 0), HIDDEN)],
  ] as const)
    for (const isOneBlock of [true, false]) {
      const on = chain(t)
      const first = launch(CAT, BOUGHT)
      if (isOneBlock) on.fold(...before, first)
      else for (const each of [...before, first]) on.fold(each)
      assert.deepEqual(on.closed(), [['curve', null]])
      const bought = on.trades()
      assert.equal(bought.length, 1, 'the purchase of the launch')
      on.fold(paying)
      assert.deepEqual([on.closed(), on.rejections()], [[['closed', OLDER_UNITS]], [[OLDER_UNITS, 1n]]])
      assert.deepEqual(on.holders(), [held('maker', HIDDEN - 1n), held('creator', BOUGHT), held('other', 1n)])
      // Trades of a closed pool do not count, and it does not graduate.
      const sale = curveOutput(CAT, SEED + 5_000_000n, EMISSION - 2_000n)
      const sold = transaction({ pairs: [[made(first, 0), 'd879830000d87980', sale]] })
      on.fold(sold, pay(made(paying, 1), HIDDEN - 1n))
      on.fold(
        transaction({
          pairs: [[made(sold, 0), 'd8799f0000d87b80ff', royaltyOutput(AMM, OPENED.lovelace, OPENED.tokens)]],
        }),
      )
      assert.deepEqual([on.trades(), on.closed()], [bought, [['closed', OLDER_UNITS]]])
      assert.deepEqual(on.rejections(), [[OLDER_UNITS, 1n]])
    }
})

test('a token that is minted again closes its pool, on the curve, on the AMM and adopted; a burn does not', (t) => {
  const first = launch(CAT, BOUGHT)
  const burn = transaction({
    pairs: [[made(first, 1), undefined, holding(walletAddress('creator'), BOUGHT - 7n)]],
    mint: { [CAT.token]: -7n },
  })
  const graduation = transaction({
    pairs: [[made(first, 0), 'd8799f0000d87b80ff', royaltyOutput(AMM, OPENED.lovelace, OPENED.tokens)]],
  })
  const unseen = { transaction: hash('before following began'), index: 0 }
  const adoption = transaction({
    pairs: [[unseen, 'd879830000d87980', curveOutput(CAT, 103_000_000n, 966_000_000n)]],
  })
  const again = mint(CAT.token, HIDDEN, holding(MAKER, HIDDEN))
  for (const [steps, venue, holders] of [
    [[first, burn], 'curve', [held('maker', HIDDEN), held('creator', BOUGHT - 7n)]],
    [[first, burn, graduation], 'amm', [held('maker', HIDDEN), held('creator', BOUGHT - 7n)]],
    [[adoption], 'curve', []],
  ] as const) {
    const on = chain(t)
    for (const step of steps) on.fold(step)
    assert.deepEqual(on.closed(), [[venue, null]])
    on.fold(again)
    assert.deepEqual([on.closed(), on.rejections()], [[['closed', MINTED_AGAIN]], [[MINTED_AGAIN, 1n]]])
    assert.deepEqual(on.holders(), holders)
  }
})

test('a transaction and its sub-transactions may give each other units, which come from nowhere else only if the sum of all grows', (t) => {
  const ada = (name: string) =>
    transaction({ outputs: [output(walletAddress(name), 9_000_000n)], salt: name })
  const [old, older] = [ada('old'), ada('older')]
  const first = launch(CAT, BOUGHT)
  const change = output(MAKER, 2_000_000n)
  const nested = (of: TransactionEvent): TransactionEvent => ({ ...of, isNested: true })
  /** Spends ADA from before the launch, and gets units. */
  const taking = (units: bigint) =>
    transaction({ pairs: [[made(old, 0), undefined, holding(OTHER, units)]], salt: 'taking' })
  const giving = transaction({ pairs: [[made(first, 1), undefined, change]] })
  const beside = transaction({ pairs: [[made(older, 0), undefined, change]] })
  const burning = { ...beside, mint: [{ asset: CAT.token, quantity: -1n }] }
  for (const order of [
    [nested(giving), nested(beside), taking(BOUGHT)],
    [nested(taking(BOUGHT)), nested(beside), giving],
    [nested(giving), nested(taking(BOUGHT)), beside],
  ]) {
    const on = chain(t)
    for (const each of [old, older, first]) on.fold(each)
    on.fold(...order)
    assert.deepEqual([on.closed(), on.rejections()], [[['curve', null]], []])
    assert.deepEqual(on.holders(), [held('other', BOUGHT)])
  }
  for (const order of [
    [nested(giving), taking(BOUGHT + 1n)],
    [nested(taking(BOUGHT + 1n)), giving],
    [nested(taking(BOUGHT)), nested(giving), burning],
    [nested(burning), nested(giving), taking(BOUGHT)],
    [nested(taking(BOUGHT + 1n)), nested(giving), beside],
    // Units of one batch do not count in the next one.
    [giving, nested(beside), taking(BOUGHT)],
    [nested(giving), beside, taking(BOUGHT)],
  ]) {
    const on = chain(t)
    for (const each of [old, older, first]) on.fold(each)
    on.fold(...order)
    assert.deepEqual([on.closed(), on.rejections()], [[['closed', OLDER_UNITS]], [[OLDER_UNITS, 1n]]])
  }
})

const TEMPLATE = `59002a27d8799f5820${'00'.repeat(32)}00ff0001`
const withTemplate = (change: Partial<OperationsConfig> = {}): OperationsConfig => ({
  ...operations,
  ...change,
  curve: { ...operations.curve, tokenTemplate: TEMPLATE },
})

/** @param seed of the template's policy */
const launchByTemplate = (name: string, seed: OutputReference, spends = [seed]): TransactionEvent => {
  const pool = curvePool(name)
  const policy = tokenPolicy(TEMPLATE, seed).policy
  const of = { ...pool, token: `${policy}.${assetNameOf(pool.token)}` }
  return transaction({
    pairs: spends.map((each) => [each, undefined, output(MAKER, 2_000_000n)]),
    outputs: [curveOutput(of, SEED, EMISSION)],
    mint: { [of.nft]: 1n, [of.token]: EMISSION },
  })
}

test('where a template is configured, the policy of a token is the template over a spent output, of any index', (t) => {
  const seed = (index: number) => ({ transaction: hash('seed'), index })
  const on = chain(t, withTemplate())
  on.fold(launchByTemplate('One', seed(3), [seed(1), seed(3), seed(300)]))
  on.fold(launchByTemplate('Two', seed(24)))
  on.fold(launchByTemplate('Three', seed(65_000)))
  assert.deepEqual(on.closed(), [
    ['curve', null],
    ['curve', null],
    ['curve', null],
  ])
  on.fold(launchByTemplate('Four', seed(7), [seed(8)]))
  on.fold(launch())
  assert.deepEqual([on.closed().length, on.rejections()], [3, [[OTHER_POLICY, 2n]]])
})

test('a policy of its own is taken until the first launch by the template, where every launch was seen', (t) => {
  const [EARLY, LATE] = [curvePool('Early'), curvePool('Late')]
  const seed = { transaction: hash('seed'), index: 0 }
  const all = chain(t, withTemplate({ deployedSlot: FIRST_SLOT }))
  for (const each of [launch(EARLY), launchByTemplate('One', seed), launch(LATE)]) all.fold(each)
  assert.deepEqual([all.closed().length, all.rejections()], [2, [[OTHER_POLICY, 1n]]])
  const some = chain(t, withTemplate({ deployedSlot: FIRST_SLOT - 1 }))
  some.fold(launch(EARLY))
  assert.deepEqual([some.pools(), some.rejections()], [[], [[OTHER_POLICY, 1n]]])
})
