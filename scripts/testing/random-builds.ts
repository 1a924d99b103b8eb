// Requests for cancellations, locks and signatures at random: most are right, and the rest wrong in one way or several.
// What is wrong in each is not said: the answer must be a transaction that the node takes, or an error of the table.
import fc from 'fast-check'
import { cip30Utxo } from '../../api/builder/testing/cip30-utxo.ts'
import type { Account } from '../../fixtures/devnet/actors/wallet/account.ts'
import { formatAddress } from '../../schema/codecs/address.ts'
import type { AssetId, Hex } from '../../schema/primitives.ts'

export interface RandomRequest {
  readonly path: '/cancel' | '/create-lock' | '/sign'
  readonly body: Readonly<Record<string, unknown>>
  /** Signs what comes back. */
  readonly who: Account
  /** Whether all it is to spend is on the chain, so that what is built must be taken. */
  readonly isReal: boolean
}

export interface OpenOrder {
  readonly who: Account
  readonly txHash: Hex
}

interface World {
  /** Orders that may be cancelled. */
  readonly orders: readonly OpenOrder[]
  readonly token: AssetId
  /** Holds the token. */
  readonly holder: Account
  /** An unsigned transaction and its signature. */
  readonly cbor: Hex
  readonly witness: Hex
}

/** Mostly the first. */
const mostly = <T>(
  usual: fc.Arbitrary<T>,
  ...others: readonly fc.Arbitrary<unknown>[]
): fc.Arbitrary<unknown> => fc.oneof({ arbitrary: usual, weight: 4 * others.length }, ...others)

const MADE_UP = 'ab'.repeat(32)

/** Outputs of somebody that the chain does not have. */
const madeUp = ({ address }: Account): fc.Arbitrary<string[]> =>
  fc
    .array(fc.tuple(fc.bigInt(0n, 20_000_000n), fc.nat(40)), { minLength: 1, maxLength: 4 })
    .map((coins) =>
      coins.map(([lovelace, index]) =>
        cip30Utxo({ reference: { transaction: MADE_UP, index }, output: { address, lovelace } }),
      ),
    )

/** A text with a character changed, or cut. */
const bent = (text: string): fc.Arbitrary<string> =>
  fc
    .tuple(fc.nat(text.length - 1), fc.constantFrom('0', 'f', 'z', ''), fc.boolean())
    .map(([at, by, isCut]) => (isCut ? text.slice(0, at) : text.slice(0, at) + by + text.slice(at + 1)))

const junk = fc.constantFrom<unknown>(undefined, null, 7, '', 'x', [], {}, ['00'])

const cancels = ({ orders, holder }: World): fc.Arbitrary<RandomRequest> =>
  fc.constantFrom(...orders).chain(({ who, txHash }) =>
    fc
      .record({
        txHash: mostly(fc.constant(txHash), fc.constant(MADE_UP), bent(txHash), junk),
        index: mostly(fc.constant('0'), fc.nat(20).map(String), junk),
        changeAddress: mostly(
          fc.constant(formatAddress(who.address)),
          fc.constant(formatAddress(holder.address)),
          bent(formatAddress(who.address)),
          junk,
        ),
        utxos: mostly(fc.constant('service-wallet'), madeUp(who), junk),
        collaterals: mostly(fc.constant(undefined), madeUp(who), madeUp(holder), junk),
      })
      .map((body) => ({
        path: '/cancel' as const,
        body,
        who,
        isReal: body.utxos === 'service-wallet' && !Array.isArray(body.collaterals),
      })),
  )

const locks = ({ token, holder }: World): fc.Arbitrary<RandomRequest> =>
  fc
    .record({
      address: mostly(fc.constant(formatAddress(holder.address)), junk),
      assetId: mostly(fc.constant(token), fc.constant(`${'00'.repeat(28)}.00`), bent(token), junk),
      amount: mostly(
        fc.integer({ min: 1, max: 5_000 }).map(String),
        fc.bigInt(0n, 2n ** 70n).map(String),
        junk,
      ),
      lockEnd: mostly(fc.integer({ min: Date.now(), max: 8_640_000_000_000_000 }), fc.double(), junk),
      stagesCount: mostly(fc.integer({ min: 1, max: 10 }), fc.integer({ min: -1, max: 12 }), junk),
    })
    .map((body) => ({ path: '/create-lock' as const, body, who: holder, isReal: true }))

const signatures = ({ cbor, witness, holder }: World): fc.Arbitrary<RandomRequest> =>
  fc
    .record({
      cbor: mostly(fc.constant(cbor), bent(cbor), junk),
      witness: mostly(fc.constant(witness), bent(witness), fc.constant(cbor), junk),
      changeAddress: mostly(fc.constant(formatAddress(holder.address)), junk),
    })
    .map((body) => ({ path: '/sign' as const, body, who: holder, isReal: false }))

export const randomBuilds = (world: World): fc.Arbitrary<RandomRequest> =>
  fc.oneof(cancels(world), locks(world), signatures(world))
