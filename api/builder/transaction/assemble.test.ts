// Properties of assembled transactions for any wallet. Value is conserved, the fee is the minimum that wallets accept, outputs can be
// spent, and the devnet's ledger accepts the transaction. The reference is the builder of a library that many projects use.
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import * as Core from '@blaze-cardano/core'
import { TxBuilder } from '@blaze-cardano/tx'
import fc from 'fast-check'
import type { LedgerUtxo } from '../../../devnet/ledger/output.ts'
import { DEVNET_PARAMETERS } from '../../../devnet/ledger/parameters.ts'
import { decodeTransaction } from '../../../devnet/ledger/transaction.ts'
import { feeSize, minimumFee, minUtxo } from '../../../schema/launchpad/ledger-fees.ts'
import { type AssetAmount, formatOutputReference } from '../../../schema/primitives.ts'
import { BuildError } from '../build-error.ts'
import type { Recipe } from '../recipes/recipe.ts'
import { ALICE, aliceHas, BOB, ledgerWith, signedBy } from '../testing/ledger-node.ts'
import { type Assembled, assemble } from './assemble.ts'
import { changeOf, minUtxoOf, surplusOf } from './balance.ts'
import type { Output } from './utxo.ts'
import { libraryOutput } from './write-transaction.ts'

const hash = (text: string): string => createHash('sha256').update(text).digest('hex')

const ASSETS = Array.from(
  { length: 150 },
  (_, n) => `${hash(`policy ${n % 90}`).slice(0, 56)}.${hash(`${n}`).slice(0, 2 + 2 * (n % 30))}`,
)

const assets = (most: number): fc.Arbitrary<AssetAmount[]> =>
  fc.uniqueArray(
    fc.record(
      { asset: fc.constantFrom(...ASSETS), quantity: fc.bigInt({ min: 1n, max: 10n ** 15n }) },
      { noNullPrototype: true },
    ),
    { maxLength: most, selector: ({ asset }) => asset },
  )

const wallets: fc.Arbitrary<LedgerUtxo[]> = fc
  .array(fc.tuple(fc.bigInt({ min: 8_000_000n, max: 60_000_000n }), fc.oneof(fc.constant([]), assets(45))), {
    minLength: 1,
    maxLength: 12,
  })
  .map((coins) =>
    coins.map(([lovelace, held], n) =>
      aliceHas({ transaction: hash(`coin ${n}`), index: n % 4 }, lovelace, held),
    ),
  )

const cases = wallets.chain((wallet) => {
  const held = wallet.flatMap(({ output }) => output.assets)
  const token = held.length === 0 ? fc.constant([]) : fc.constantFrom(...held).map((asset) => [asset])
  const payment = fc.record(
    { address: fc.constant(BOB.address), lovelace: fc.bigInt({ min: 1_500_000n, max: 90_000_000n }) },
    { noNullPrototype: true },
  )
  return fc.tuple(
    fc.constant(wallet),
    fc.array(payment, { minLength: 1, maxLength: 3 }),
    fc.oneof(fc.constant([]), token),
  )
})

type Case = readonly [readonly LedgerUtxo[], readonly Output[], readonly AssetAmount[]]

const recipeOf = ([, payments, tokens]: Case) => ({
  outputs: [
    ...payments,
    ...(tokens.length === 0 ? [] : [{ address: BOB.address, lovelace: 2_500_000n, assets: tokens }]),
  ],
})

const assembled = (recipe: Recipe<LedgerUtxo>, coins: readonly LedgerUtxo[]): Assembled<LedgerUtxo> =>
  assemble({ recipe, coins, change: ALICE.address, parameters: DEVNET_PARAMETERS })

const assertAccepted = (made: Assembled<LedgerUtxo>, coins: readonly LedgerUtxo[]): void =>
  assert.deepEqual(ledgerWith(coins).submit(signedBy(made, ALICE)), { id: made.id })

const coinOf = (lovelace: bigint): LedgerUtxo[] => [
  aliceHas({ transaction: hash('all'), index: 0 }, lovelace),
]

const toBob = (lovelace: bigint, assets: readonly AssetAmount[] = []): Recipe<LedgerUtxo> => ({
  outputs: [{ address: BOB.address, lovelace, assets }],
})

const tryAssemble = (sample: Case): Assembled<LedgerUtxo> | undefined => {
  try {
    return assembled(recipeOf(sample), sample[0])
  } catch (error) {
    if (error instanceof BuildError && error.code === 'INSUFFICIENT_FUNDS') return undefined
    throw error
  }
}

test('value is conserved, the fee is the least that wallets accept, outputs hold enough, and the ledger accepts it', () => {
  let built = 0
  fc.assert(
    fc.property(cases, (sample) => {
      const made = tryAssemble(sample)
      if (made === undefined) return
      built += 1
      const cbor = signedBy(made, ALICE)
      assert.deepEqual(surplusOf({ outputs: made.outputs }, made.inputs), { lovelace: made.fee, assets: [] })
      // The fee includes a byte that libraries count but the ledger does not.
      assert.equal(made.fee, minimumFee(feeSize(cbor) + 1, [], 0, DEVNET_PARAMETERS))
      assert.deepEqual(made.signers, [ALICE.pkh])
      // A wallet that can afford it divides its change, with a fee that is less than 0.1 ADA higher.
      const all = surplusOf(recipeOf(sample), sample[0])
      const isShort = 'missing' in changeOf(all, made.fee + 100_000n, ALICE.address, DEVNET_PARAMETERS)
      for (const output of made.outputs) {
        const written = libraryOutput(output)
        assert.ok(output.lovelace >= minUtxo(written.toCbor(), DEVNET_PARAMETERS))
        // Each output's value is far below the maximum size, so change can be added and spent again.
        assert.ok(isShort || (output.assets ?? []).length <= 60)
        assert.ok(written.amount().toCbor().length / 2 < DEVNET_PARAMETERS.maxValueSize * (isShort ? 1 : 0.9))
      }
      assertAccepted(made, sample[0])
    }),
    { numRuns: 60 },
  )
  assert.ok(built > 15, `${built} built`)
})

test('a wallet in another order makes the same transaction', () => {
  fc.assert(
    fc.property(cases, ([wallet, ...rest]) => {
      const shuffled = wallet.toSorted((a, b) => (hash(a.output.cbor) < hash(b.output.cbor) ? -1 : 1))
      assert.equal(tryAssemble([shuffled, ...rest])?.cbor, tryAssemble([wallet, ...rest])?.cbor)
    }),
    { numRuns: 20 },
  )
})

test('change is divided only if the wallet can afford it: with less lovelace, it has as few outputs as the ledger allows', () => {
  const policies = Array.from({ length: 130 }, (_, n) => hash(`${n}`).slice(0, 56))
  const tokens = policies.map((policy) => ({ asset: `${policy}.${'ab'.repeat(8)}`, quantity: 10n ** 9n }))
  const sizesWith = (kinds: number, beyond: bigint): number[] | undefined => {
    const held = tokens.slice(0, kinds)
    const least = minUtxoOf({ address: ALICE.address, assets: held }, DEVNET_PARAMETERS)
    const coins = [aliceHas({ transaction: hash('only'), index: 0 }, least + beyond, held)]
    const sold = { address: BOB.address, lovelace: 2_000_000n, assets: held.slice(0, 1) }
    const made = tryAssemble([coins, [sold], []])
    if (made === undefined) return undefined
    assertAccepted(made, coins)
    return made.outputs.slice(1).map(({ assets = [] }) => assets.length)
  }
  assert.deepEqual(
    [1_900_000n, 2_500_000n, 4_000_000n].map((beyond) => sizesWith(80, beyond)),
    [undefined, [79], [60, 19]],
  )
  // A value of 129 kinds is too large.
  assert.deepEqual(
    [2_500_000n, 4_000_000n, 6_000_000n].map((beyond) => sizesWith(130, beyond)),
    [undefined, [65, 64], [60, 60, 9]],
  )
})

const unspent = ({ reference, output }: LedgerUtxo): Core.TransactionUnspentOutput =>
  new Core.TransactionUnspentOutput(
    new Core.TransactionInput(Core.TransactionId(reference.transaction), BigInt(reference.index)),
    Core.TransactionOutput.fromCbor(Core.HexBlob(output.cbor)),
  )

/** Undefined if the library cannot build the transaction. */
const byLibrary = async (sample: Case): Promise<{ fee: bigint; inputs: string[] } | undefined> => {
  const builder = new TxBuilder(DEVNET_PARAMETERS)
    .setNetworkId(Core.NetworkId.Testnet)
    .setChangeAddress(Core.Address.fromBytes(Core.HexBlob(ALICE.address)))
    .addUnspentOutputs(sample[0].map(unspent))
  try {
    for (const output of recipeOf(sample).outputs)
      builder.addOutput(Core.TransactionOutput.fromCbor(libraryOutput(output).toCbor()))
    const body = (await builder.complete()).body()
    const inputs = [...body.inputs().values()].map((input) => `${input.transactionId()}#${input.index()}`)
    return { fee: body.fee(), inputs: inputs.sort() }
  } catch {
    return undefined
  }
}

test('what the library can build is built, and with the same inputs for no higher a fee', async () => {
  let compared = 0
  await fc.assert(
    fc.asyncProperty(cases, async (sample) => {
      const library = await byLibrary(sample)
      if (library === undefined) return
      const made = tryAssemble(sample)
      assert.ok(made !== undefined, 'only the library built it')
      const inputs = made.inputs.map(({ reference }) => formatOutputReference(reference)).sort()
      // Split change needs more bytes, so its fee is not compared.
      const isSplit = made.outputs.length > recipeOf(sample).outputs.length + 1
      if (isSplit || inputs.join() !== library.inputs.join()) return
      compared += 1
      assert.ok(made.fee <= library.fee, `${made.fee} is above ${library.fee}`)
    }),
    { numRuns: 20 },
  )
  assert.ok(compared > 0, 'nothing was compared')
})

test('a wallet with just enough pays with all it has, and one lovelace less is too little', () => {
  const attempt = (lovelace: bigint) => assembled(toBob(5_000_000n), coinOf(lovelace))
  const rich = attempt(100_000_000n)
  const least = minUtxo(
    libraryOutput({ address: ALICE.address, lovelace: 1_000_000n }).toCbor(),
    DEVNET_PARAMETERS,
  )
  const enough = 5_000_000n + rich.fee + least
  const { fee, outputs } = attempt(enough)
  assert.deepEqual([fee, outputs[1]?.lovelace], [rich.fee, least])
  assert.throws(() => attempt(enough - 1n), {
    code: 'INSUFFICIENT_FUNDS',
    message: `Insufficient funds: need ${enough} lovelace`,
  })
  const [token = ''] = ASSETS
  assert.throws(() => assembled(toBob(5_000_000n, [{ asset: token, quantity: 5n }]), coinOf(50_000_000n)), {
    code: 'INSUFFICIENT_FUNDS',
    message: `Insufficient funds: 5 of ${token} are missing`,
  })
})

test('forty small coins pay for what they hold together', () => {
  const coins = Array.from({ length: 50 }, (_, n) =>
    aliceHas({ transaction: hash(`small ${n}`), index: 0 }, 5_000_000n),
  )
  const made = assembled(toBob(195_000_000n), coins)
  assert.equal(made.inputs.length, 41)
  assertAccepted(made, coins)
})

test('coins with more of a token than an output may have pay beside others', () => {
  const token = `${hash('a stranger').slice(0, 56)}.00`
  const coins = [
    aliceHas({ transaction: hash('own'), index: 0 }, 12_000_000n),
    ...[1, 2].map((n) =>
      aliceHas({ transaction: hash(`gift ${n}`), index: 0 }, 1_200_000n, [
        { asset: token, quantity: 2n ** 64n - 2n },
      ]),
    ),
  ]
  const recipe = { outputs: [{ address: BOB.address, lovelace: 7_600_000n }] }
  const built = assemble({ recipe, coins, change: ALICE.address, parameters: DEVNET_PARAMETERS })
  assert.equal(built.inputs.length, 3)
  assert.deepEqual(ledgerWith(coins).submit(signedBy(built, ALICE)), { id: built.id })
})

test('an output is never given more than its recipe says', () => {
  assert.throws(() => assembled(toBob(900_000n), coinOf(50_000_000n)), { code: 'OUTPUT_TOO_SMALL' })
})

test('an output with more kinds of tokens than the ledger allows is refused, and one with as many is made', () => {
  const tokens = Array.from({ length: 130 }, (_, n) => ({
    asset: `${hash(`${n}`).slice(0, 56)}.${'ab'.repeat(8)}`,
    quantity: 10n ** 9n,
  }))
  const coins = [0, 65].map((from) =>
    aliceHas({ transaction: hash('half'), index: from }, 60_000_000n, tokens.slice(from, from + 65)),
  )
  const send = (kinds: number) => assembled(toBob(30_000_000n, tokens.slice(0, kinds)), coins)
  const most = tokens.findLastIndex((_, kinds) => {
    const made = { address: BOB.address, lovelace: 30_000_000n, assets: tokens.slice(0, kinds) }
    return libraryOutput(made).amount().toCbor().length / 2 <= DEVNET_PARAMETERS.maxValueSize
  })
  assertAccepted(send(most), coins)
  assert.throws(() => send(most + 1), { code: 'TOO_LARGE' })
})

test('metadata is written under its label, with its hash in the body', () => {
  const metadata = new Map([[674n, '8162686f']])
  const coins = coinOf(50_000_000n)
  const made = assembled({ ...toBob(5_000_000n), metadata }, coins)
  assertAccepted(made, coins)
  const cbor = signedBy(made, ALICE)
  assert.ok(decodeTransaction(cbor).outputs.length === 2 && cbor.includes('8162686f'))
})
