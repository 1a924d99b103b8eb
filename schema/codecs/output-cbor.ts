// Reads transaction outputs from CBOR by the spans of their parts, in time linear in their size and without recursion. Anybody may send
// outputs, and a library that makes objects of a deeply nested 8 KB datum needs minutes. Datums and scripts stay bytes. The layout is
// `transaction_output` of the ledger's CDDL (conway.cddl).

import { hex } from '@scure/base'
import { type AssetAmount, assetId, type Hex, type OutputReference } from '../primitives.ts'
import { isPaymentAddress } from './address.ts'
import {
  bytesAt,
  embeddedAt,
  headAt,
  hexAt,
  itemsAt,
  membersAt,
  naturalAt,
  pairsAt,
  type Span,
  wholeItem,
} from './cbor-spans.ts'
import { LIST, UNSIGNED } from './cbor-write.ts'

/** In the ledger's order. A language's index is its number in a reference script, and the first byte that is hashed for a script hash. */
export const LANGUAGES = ['native', 'plutus:v1', 'plutus:v2', 'plutus:v3', 'plutus:v4'] as const
export type Language = (typeof LANGUAGES)[number]

export interface Script {
  readonly language: Language
  /** CBOR of a native script, unchecked; or the bytes of a Plutus script, as one CBOR byte string. */
  readonly cbor: Hex
}

interface CborOutput {
  readonly address: Hex
  /** 0 to 2^64 - 1, like quantities of assets. */
  readonly lovelace: bigint
  /** Order of the bytes, without assets of quantity 0. */
  readonly assets: readonly AssetAmount[]
  /** CBOR of the inline datum, unchecked. */
  readonly datum?: Hex
  readonly datumHash?: Hex
  readonly script?: Script
  /** Bytes of the output's value. */
  readonly valueSize: number
}

/** @throws {SyntaxError} if the number of bytes is wrong */
const sizedAt = (bytes: Uint8Array, at: number, what: string, least: number, most = least): Hex => {
  const { length } = bytesAt(bytes, at)
  if (length < least || length > most) throw new SyntaxError(`${what} has ${length} bytes`)
  return hexAt(bytes, at)
}

const assetsAt = (bytes: Uint8Array, at: number): AssetAmount[] =>
  pairsAt(bytes, at).flatMap(([policy, names]) => {
    const id = sizedAt(bytes, policy.start, 'a policy', 28)
    return pairsAt(bytes, names.start).flatMap(([name, quantity]) => {
      const amount = naturalAt(bytes, quantity.start)
      const asset = assetId(id, sizedAt(bytes, name.start, 'an asset name', 0, 32))
      return amount === 0n ? [] : [{ asset, quantity: amount }]
    })
  })

type Value = Pick<CborOutput, 'lovelace' | 'assets' | 'valueSize'>

const valueAt = (bytes: Uint8Array, { start, end }: Span): Value => {
  const valueSize = end - start
  if (headAt(bytes, start).major === UNSIGNED)
    return { lovelace: naturalAt(bytes, start), assets: [], valueSize }
  const [lovelace, assets, ...more] = itemsAt(bytes, start)
  if (headAt(bytes, start).major !== LIST || !lovelace || !assets || more.length > 0)
    throw new SyntaxError('a value is lovelace, or a list of lovelace and assets')
  return { lovelace: naturalAt(bytes, lovelace.start), assets: assetsAt(bytes, assets.start), valueSize }
}

const hashAt = (bytes: Uint8Array, at: number): Hex => sizedAt(bytes, at, 'a datum hash', 32)

/** Reads a list of a number and an item of which the span is returned. */
const choiceAt = (bytes: Uint8Array, at: number): { readonly kind: number; readonly item: Span } => {
  const [kind, item, ...more] = itemsAt(bytes, at)
  if (headAt(bytes, at).major !== LIST || !kind || !item || more.length > 0)
    throw new SyntaxError('a datum or script is a list of its kind and itself')
  return { kind: Number(naturalAt(bytes, kind.start)), item }
}

const datumAt = (bytes: Uint8Array, at: number): Pick<CborOutput, 'datum' | 'datumHash'> => {
  const { kind, item } = choiceAt(bytes, at)
  if (kind === 0) return { datumHash: hashAt(bytes, item.start) }
  if (kind === 1) return { datum: hex.encode(wholeItem(embeddedAt(bytes, item.start))) }
  throw new SyntaxError('a datum has an unknown kind')
}

const scriptAt = (bytes: Uint8Array, at: number): Script => {
  const embedded = wholeItem(embeddedAt(bytes, at))
  const { kind, item } = choiceAt(embedded, 0)
  const language = LANGUAGES[kind]
  if (language === undefined) throw new SyntaxError('a script has an unknown language')
  const script = kind === 0 ? embedded.subarray(item.start, item.end) : bytesAt(embedded, item.start)
  return { language, cbor: hex.encode(script) }
}

const addressAt = (bytes: Uint8Array, at: number): Hex => {
  const address = hexAt(bytes, at)
  if (!isPaymentAddress(address)) throw new SyntaxError('an output is not at a payment address')
  return address
}

const [ADDRESS, VALUE, DATUM, SCRIPT] = [0, 1, 2, 3]

/**
 * The layout is a list or a map.
 * @throws {SyntaxError} if there is no output
 */
export const outputAt = (bytes: Uint8Array, at: number): CborOutput => {
  if (headAt(bytes, at).major === LIST) {
    const [address, value, datumHash, ...more] = itemsAt(bytes, at)
    if (!address || !value || more.length > 0) throw new SyntaxError('an output has an address and a value')
    return {
      address: addressAt(bytes, address.start),
      ...valueAt(bytes, value),
      ...(datumHash && { datumHash: hashAt(bytes, datumHash.start) }),
    }
  }
  const members = membersAt(bytes, at)
  const [address, value, datum, script] = [ADDRESS, VALUE, DATUM, SCRIPT].map((key) => members.get(key))
  if (!address || !value) throw new SyntaxError('an output has an address and a value')
  return {
    address: addressAt(bytes, address.start),
    ...valueAt(bytes, value),
    ...(datum && datumAt(bytes, datum.start)),
    ...(script && { script: scriptAt(bytes, script.start) }),
  }
}

/** A transaction's outputs are counted with 16 bits. */
const INDEX_LIMIT = 65_536n

/**
 * The index is from 0 to 65,535.
 * @throws {SyntaxError} if there is no reference
 */
export const referenceAt = (bytes: Uint8Array, at: number): OutputReference => {
  const [transaction, index, ...more] = itemsAt(bytes, at)
  if (headAt(bytes, at).major !== LIST || !transaction || !index || more.length > 0)
    throw new SyntaxError('a reference is a transaction id and an index')
  const place = naturalAt(bytes, index.start)
  if (place >= INDEX_LIMIT) throw new SyntaxError(`an output has an index below ${INDEX_LIMIT}`)
  return { transaction: sizedAt(bytes, transaction.start, 'a transaction id', 32), index: Number(place) }
}
