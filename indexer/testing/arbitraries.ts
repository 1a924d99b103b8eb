// Random transactions and blocks with every content that an event can have, for property tests.
import fc from 'fast-check'
import type { BuildOutput, BuildTransaction } from '../../devnet/chain/build-transaction.ts'
import { LANGUAGES } from '../../schema/codecs/output-cbor.ts'
import type { BlockEvent, InputEvent, OutputEvent, TransactionEvent } from '../../schema/events.ts'
import type { AssetAmount, Hex } from '../../schema/primitives.ts'
import { codePoint } from '../../tests/kit/code-point.ts'

const MAX_UINT64 = 2n ** 64n - 1n

const hex = (minBytes: number, maxBytes = minBytes): fc.Arbitrary<Hex> =>
  fc
    .uint8Array({ minLength: minBytes, maxLength: maxBytes })
    .map((bytes) => Buffer.from(bytes).toString('hex'))

const hash = hex(32)
const keyHash = hex(28)

/** Small numbers, which are frequent on chains, and numbers at the limits of doubles and of 64 bits. */
const natural = fc.oneof(
  fc.bigInt({ min: 0n, max: 1_000_000n }),
  fc.bigInt({ min: 0n, max: MAX_UINT64 }),
  fc.constantFrom(2n ** 53n - 1n, 2n ** 53n, 2n ** 53n + 1n, 2n ** 63n - 1n, MAX_UINT64, 2n ** 64n),
)

export const integers: fc.Arbitrary<bigint> = fc
  .tuple(natural, fc.boolean())
  .map(([size, negative]) => (negative ? -size : size))

/** JavaScript moves keys that are integers to the front of an object, so some names are digits. */
const assetName = fc.oneof(
  hex(0, 32),
  fc
    .nat(99_999)
    .map(String)
    .filter((text) => text.length % 2 === 0),
)

const assetsOf = (quantity: fc.Arbitrary<bigint>): fc.Arbitrary<AssetAmount[]> =>
  fc
    .array(fc.record({ policy: keyHash, names: fc.array(assetName, { minLength: 1, maxLength: 3 }) }), {
      maxLength: 3,
    })
    .chain((policies) => {
      const ids = new Set(policies.flatMap(({ policy, names }) => names.map((name) => `${policy}.${name}`)))
      return fc.tuple(
        ...[...ids].sort().map((asset) => quantity.map((amount) => ({ asset, quantity: amount }))),
      )
    })

const index = fc.nat(70_000)

const reference = fc.record({ transaction: hash, index }, { noNullPrototype: true })

const references = fc.uniqueArray(reference, {
  selector: ({ transaction }) => transaction,
  minLength: 1,
  maxLength: 4,
})

const validity: fc.Arbitrary<{ from?: bigint; until?: bigint }> = fc.record(
  { from: natural, until: natural },
  { noNullPrototype: true, requiredKeys: [] },
)

const builtOutput: fc.Arbitrary<BuildOutput> = fc.record(
  { lovelace: natural, assets: assetsOf(natural), datum: hex(1, 40), datumHash: hash },
  { noNullPrototype: true, requiredKeys: ['lovelace'] },
)

/** Includes integers that doubles cannot represent. */
export const metadataJson: fc.Arbitrary<string> = fc.oneof(
  fc.json({ stringUnit: codePoint, maxDepth: 4 }),
  integers.map((value) => `{"big":[${value},"${value}"]}`),
)

const labels = fc.dictionary(natural.map(String), metadataJson, { maxKeys: 3 })

export const builtTransactions: fc.Arbitrary<BuildTransaction> = fc.record(
  {
    inputs: references,
    outputs: fc.array(builtOutput, { maxLength: 4 }),
    mint: assetsOf(integers),
    validity,
    requiredSigners: fc.array(keyHash, { maxLength: 3 }),
    metadata: labels,
    redeemers: fc.array(fc.tuple(fc.nat(5), hex(1, 20)), { maxLength: 3 }).map((list) => new Map(list)),
    failed: fc.record(
      { collaterals: references, collateralReturn: builtOutput },
      { noNullPrototype: true, requiredKeys: ['collaterals'] },
    ),
    style: fc.constantFrom('v6', 'v7'),
  },
  { noNullPrototype: true, requiredKeys: ['inputs'] },
)

const input: fc.Arbitrary<InputEvent> = fc.record(
  { transaction: hash, index, redeemer: hex(1, 300) },
  { noNullPrototype: true, requiredKeys: ['transaction', 'index'] },
)

/** An output has an inline datum or a datum hash, never both. */
const datumMembers: fc.Arbitrary<Pick<OutputEvent, 'datum' | 'datumHash' | 'witnessDatum'>> = fc.oneof(
  fc.record({ datum: hex(0, 300) }, { noNullPrototype: true, requiredKeys: [] }),
  fc.record(
    { datumHash: hash, witnessDatum: hex(0, 300) },
    { noNullPrototype: true, requiredKeys: ['datumHash'] },
  ),
)

const output: fc.Arbitrary<OutputEvent> = fc
  .tuple(
    fc.record(
      {
        address: hex(0, 130),
        lovelace: natural,
        assets: assetsOf(natural),
        hasReferenceScript: fc.boolean(),
        script: fc.record(
          { language: fc.constantFrom(...LANGUAGES), cbor: hex(0, 300) },
          { noNullPrototype: true },
        ),
      },
      { noNullPrototype: true, requiredKeys: ['address', 'lovelace', 'assets', 'hasReferenceScript'] },
    ),
    datumMembers,
  )
  .map(([members, datum]) => ({ ...members, ...datum }))

const transaction: fc.Arbitrary<TransactionEvent> = fc.record(
  {
    id: hash,
    valid: fc.boolean(),
    isNested: fc.constant<true>(true),
    inputs: fc.array(input, { maxLength: 4 }),
    outputs: fc.array(output, { maxLength: 4 }),
    firstOutput: index,
    mint: assetsOf(integers),
    requiredSigners: fc.array(keyHash, { maxLength: 3 }),
    validity,
    metadata: fc
      .array(fc.tuple(natural.map(String), metadataJson), { maxLength: 3 })
      .map((entries) => new Map(entries)),
  },
  {
    noNullPrototype: true,
    requiredKeys: [
      'id',
      'valid',
      'inputs',
      'outputs',
      'firstOutput',
      'mint',
      'requiredSigners',
      'validity',
      'metadata',
    ],
  },
)

export const blockEvents: fc.Arbitrary<BlockEvent> = fc.record(
  {
    point: fc.record({ slot: fc.nat(2 ** 31 - 1), id: hash }, { noNullPrototype: true }),
    height: fc.nat(2 ** 31 - 1),
    parent: fc.oneof(hash, fc.constant<'genesis'>('genesis')),
    transactions: fc.array(transaction, { maxLength: 4 }),
  },
  { noNullPrototype: true },
)
