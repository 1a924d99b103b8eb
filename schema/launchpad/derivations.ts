// Names and hashes that are derived from a transaction's inputs (docs/launchpad-on-chain.md, "Derived names"): an order's beacon, the names
// of pool and LP tokens, and a launched token's policy. Each is derived from an output that the transaction spends. Since an output can be
// spent only once, no two transactions can derive the same name.
import { createHash } from 'node:crypto'
import { blake2b } from '@noble/hashes/blake2'
import { bytesToHex, hexToBytes } from '@noble/hashes/utils'
import { cborBytes } from '../codecs/cbor-write.ts'
import { encodePlutusData, type PlutusStyle } from '../codecs/plutus-data.ts'
import { ADA, type AssetId, assetNameOf, type Hex, type OutputReference, policyOf } from '../primitives.ts'
import { HASH_BYTES } from './datums/fields.ts'
import { encodeLimitOrder, type LimitOrder } from './datums/limit-order.ts'

const NO_BEACON = '00'.repeat(HASH_BYTES)

const blake2bOf = (bytes: Hex, length: number): Hex =>
  bytesToHex(blake2b(hexToBytes(bytes), { dkLen: length }))

/** For key hashes, script hashes and policies. */
export const blake2b224 = (bytes: Hex): Hex => blake2bOf(bytes, HASH_BYTES)

/** For transaction ids. */
export const blake2b256 = (bytes: Hex): Hex => blake2bOf(bytes, 32)

const sha256 = (bytes: Hex): Hex => createHash('sha256').update(Buffer.from(bytes, 'hex')).digest('hex')

const integer = (value: bigint): Hex => encodePlutusData(value, 'definite')

const u64 = (value: number | bigint): Hex => value.toString(16).padStart(16, '0')

/**
 * The hash of the seed, the order's index among the outputs, and the hash of the datum with 28 zero bytes as beacon. The seed is any output
 * that the transaction spends. `style` is the published datum's style.
 */
export const limitOrderBeacon = (
  seed: OutputReference,
  outputIndex: number,
  order: Omit<LimitOrder, 'beacon'>,
  style: PlutusStyle,
): Hex => {
  const datum = encodeLimitOrder({ ...order, beacon: NO_BEACON }, style)
  return blake2b224(seed.transaction + u64(seed.index) + u64(outputIndex) + blake2b224(datum))
}

/** An order as it was first placed. */
interface BeaconOrder {
  readonly beacon: Hex | null
  /** The published datum. */
  readonly datum: Hex
  readonly outputIndex: number
  readonly from: AssetId
  readonly fromAmount: bigint
  readonly to: AssetId
}

const assetBytes = (asset: AssetId): Hex => (asset === ADA ? '00' : policyOf(asset) + assetNameOf(asset))

/**
 * Whether the beacon was derived in the order's own transaction from an output that the transaction spends: from the datum, as in {@link
 * limitOrderBeacon}, or from the amount and the two assets. No other transaction can derive the same beacon.
 */
export const isOwnBeacon = (order: BeaconOrder, seeds: readonly OutputReference[]): boolean => {
  const { beacon, datum, outputIndex, from, fromAmount, to } = order
  if (beacon === null) return false
  const byDatum = u64(outputIndex) + blake2b224(datum.replace(beacon, NO_BEACON))
  const byAmount = u64(outputIndex) + u64(fromAmount) + assetBytes(from) + assetBytes(to)
  return seeds.some(({ transaction, index }) =>
    [byDatum, byAmount].some((rest) => blake2b224(transaction + u64(index) + rest) === beacon),
  )
}

/** For curve and AMM pools, if the transaction spends `seed`. */
export const poolNftName = (seed: OutputReference): Hex => lpTokenName(seed, 1n)

/** The transaction spends `seed` and mints `emission` tokens. */
export const lpTokenName = (seed: OutputReference, emission: bigint): Hex =>
  sha256(seed.transaction + integer(BigInt(seed.index)) + integer(emission))

export type TokenPolicy = ReturnType<typeof tokenPolicy>

/** The output reference in a policy template, after a byte with its length: constructor 0 of 32 bytes and a number from 0 to 23. */
const SEED_CONSTANT = /27d8799f5820[0-9a-f]{64}(?:0[0-9a-f]|1[0-7])ff/g

const u16 = (value: number): Hex => value.toString(16).padStart(4, '0')

/** Corrects the length in a script's head after the script has become longer. A script is a CBOR byte string. */
const relengthened = (script: Hex, seed: OutputReference): Hex => {
  if (script.startsWith('58')) return cborBytes(script.slice(4))
  // Long scripts state their length in two bytes.
  if (script.startsWith('59')) return `59${u16(script.length / 2 - 3)}${script.slice(6)}`
  throw new RangeError(`the policy template has no room for the index ${seed.index} of its seed`)
}

/**
 * The template's one output reference is replaced. An index above 23 needs more bytes, so the lengths of the constant and of the script are
 * increased.
 * @param template a compiled policy that contains the reference as a data constant
 * @param language Plutus version of the compiled template
 * @returns the script's bytes in one CBOR wrapping, as in a witness set, and the policy id
 * @throws {RangeError} if the template contains no such constant or several, or if a longer constant is not possible
 */
export const tokenPolicy = (template: Hex, seed: OutputReference, language: 1 | 2 | 3 = 3) => {
  const places = [...template.matchAll(SEED_CONSTANT)].filter((match) => match.index % 2 === 0)
  const [place] = places
  if (place === undefined || places.length > 1) {
    throw new RangeError(`the policy template must contain one output reference, not ${places.length}`)
  }
  const constant = encodePlutusData(
    { constructor: 0, fields: [seed.transaction, BigInt(seed.index)] },
    'indefinite',
  )
  const counted = (constant.length / 2).toString(16) + constant
  const [replaced] = place
  const rest = template.slice(0, place.index) + counted + template.slice(place.index + replaced.length)
  const script = counted.length > replaced.length ? relengthened(rest, seed) : rest
  return { script, policy: blake2b224(`0${language}${script}`) }
}
