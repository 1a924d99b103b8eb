// Attaches signatures to a transaction, after verifying each. All other bytes stay the same, since signatures are over the body's hash, and
// the body contains the hash of the redeemers.
import { createPublicKey, verify } from 'node:crypto'
import {
  bytesAt,
  headAt,
  hexAt,
  itemEnd,
  itemsAt,
  membersAt,
  type Span,
  untagged,
} from '../../../schema/codecs/cbor-spans.ts'
import {
  cborBytes,
  cborHead,
  cborInteger,
  cborList,
  cborMap,
  LIST,
  MAP,
  TAG,
} from '../../../schema/codecs/cbor-write.ts'
import { blake2b256 } from '../../../schema/launchpad/derivations.ts'
import type { Hex } from '../../../schema/primitives.ts'
import { BuildError } from '../build-error.ts'

/** A signature of a transaction's id. */
export interface Signature {
  readonly publicKey: Hex
  readonly signature: Hex
  /** CBOR of chain code and address attributes, only for a Byron address. */
  readonly bootstrap?: Hex
}

const unreadable = (what: string, error: unknown): BuildError =>
  new BuildError('UNREADABLE', `${what}: ${error instanceof Error ? error.message : String(error)}`)

/** DER prefix of an Ed25519 public key; the key's 32 bytes follow (RFC 8410). */
const PUBLIC_KEY_DER = '302a300506032b6570032100'

/** False if the key is not a point of the curve. */
export const isSignedBy = ({ publicKey, signature }: Signature, message: Hex): boolean => {
  const format = { key: Buffer.from(PUBLIC_KEY_DER + publicKey, 'hex'), format: 'der', type: 'spki' } as const
  try {
    return verify(null, Buffer.from(message, 'hex'), createPublicKey(format), Buffer.from(signature, 'hex'))
  } catch {
    return false
  }
}

/** @throws {SyntaxError} if the text is not hex */
const bytesOf = (hex: Hex): Buffer => {
  const bytes = Buffer.from(hex, 'hex')
  if (bytes.length === 0 || bytes.length * 2 !== hex.length) throw new SyntaxError('it is not hex')
  return bytes
}

const slice = (bytes: Buffer, { start, end }: Span): Hex => bytes.toString('hex', start, end)

interface TransactionSpans {
  readonly bytes: Buffer
  readonly body: Span
  readonly witnesses: Span
}

/**
 * A list of definite or indefinite length: body, witnesses, validity (missing before Alonzo) and auxiliary data.
 * @throws {SyntaxError} if the bytes are not such a list
 */
const transactionSpans = (bytes: Buffer): TransactionSpans => {
  const [body, witnesses, ...rest] = itemsAt(bytes, 0)
  const hasValidity = rest[0] !== undefined && /^f[45]$/.test(slice(bytes, rest[0]))
  if (
    headAt(bytes, 0).major !== LIST ||
    body === undefined ||
    witnesses === undefined ||
    rest.length !== (hasValidity ? 2 : 1)
  )
    throw new SyntaxError('it is not a list of body, witnesses, validity and auxiliary data')
  if (itemEnd(bytes, 0) !== bytes.length) throw new SyntaxError('something follows it')
  if (headAt(bytes, body.start).major !== MAP) throw new SyntaxError('its body is not a map')
  return { bytes, body, witnesses }
}

/**
 * @param cbor hex; signed or not
 * @throws {BuildError} `UNREADABLE`
 */
export const idOf = (cbor: Hex): Hex => {
  try {
    const { bytes, body } = transactionSpans(bytesOf(cbor))
    return blake2b256(slice(bytes, body))
  } catch (error) {
    throw unreadable('the transaction cannot be read', error)
  }
}

/** Signatures of keys, and of Byron addresses. */
const [VKEYS, BOOTSTRAPS] = [0, 2]

/** @throws {SyntaxError} if the signature has other items, or items of other lengths */
const signatureAt = (bytes: Buffer, { start }: Span, isBootstrap: boolean): Signature => {
  const [key, signature, ...more] = itemsAt(bytes, start)
  const [chainCode, attributes] = more
  const has = (item: Span | undefined, length?: number): item is Span =>
    item !== undefined && (length === undefined || bytesAt(bytes, item.start).length === length)
  if (!has(key, 32) || !has(signature, 64) || more.length !== (isBootstrap ? 2 : 0))
    throw new SyntaxError('a signature has another length')
  if (isBootstrap && (!has(chainCode, 32) || !has(attributes)))
    throw new SyntaxError('the signature of a Byron address has another length')
  return {
    publicKey: hexAt(bytes, key.start),
    signature: hexAt(bytes, signature.start),
    ...(isBootstrap && { bootstrap: more.map((item) => slice(bytes, item)).join('') }),
  }
}

const signaturesIn = (bytes: Buffer, members: ReadonlyMap<number, Span>): Signature[] =>
  [VKEYS, BOOTSTRAPS].flatMap((key) => {
    const set = members.get(key)
    if (set === undefined) return []
    return itemsAt(bytes, untagged(bytes, set.start)).map((item) =>
      signatureAt(bytes, item, key === BOOTSTRAPS),
    )
  })

/**
 * @param witness result of `signTx`: a witness set (CIP-30) or, from some wallets, a whole signed transaction
 * @throws {BuildError} `UNREADABLE`
 */
export const readSignatures = (witness: Hex): Signature[] => {
  try {
    const bytes = bytesOf(witness)
    const isTransaction = headAt(bytes, 0).major === LIST
    const start = isTransaction ? transactionSpans(bytes).witnesses.start : 0
    if (!isTransaction && itemEnd(bytes, 0) !== bytes.length) throw new SyntaxError('something follows it')
    return signaturesIn(bytes, membersAt(bytes, start))
  } catch (error) {
    throw unreadable('the witness cannot be read', error)
  }
}

const SET = 258

const isTagged = (bytes: Buffer, { start }: Span): boolean => {
  const { major, argument } = headAt(bytes, start)
  return major === TAG && argument === SET
}

const INPUTS = 0

/**
 * True if the transaction's other sets have a tag. The fee was computed for sets of this form, and hardware wallets require the same form
 * for all sets.
 */
const tagsSets = ({ bytes, body }: TransactionSpans, vkeys: Span | undefined): boolean => {
  const like = vkeys ?? membersAt(bytes, body.start).get(INPUTS)
  return like !== undefined && isTagged(bytes, like)
}

const signaturesCbor = (signatures: readonly Signature[], tagged: boolean): Hex =>
  (tagged ? cborHead(TAG, SET) : '') +
  cborList(
    signatures.map(({ publicKey, signature, bootstrap }) => {
      const both = [cborBytes(publicKey), cborBytes(signature)]
      // Chain code and attributes.
      return bootstrap === undefined ? cborList(both) : `84${both.join('')}${bootstrap}`
    }),
  )

/**
 * Keeps one valid signature per key or Byron address.
 * @throws {BuildError} `UNREADABLE` for the transaction, `WRONG_SIGNATURE` if a signature is for another transaction
 */
export const withSignatures = (cbor: Hex, signatures: readonly Signature[]): Hex => {
  const id = idOf(cbor)
  const wrong = signatures.find((signature) => !isSignedBy(signature, id))
  if (wrong !== undefined)
    throw new BuildError(
      'WRONG_SIGNATURE',
      `the signature of key ${wrong.publicKey} does not match this transaction: sign the CBOR exactly as it was returned`,
    )
  try {
    const spans = transactionSpans(Buffer.from(cbor, 'hex'))
    const { bytes, witnesses } = spans
    const members = membersAt(bytes, witnesses.start)
    // Signatures that were made before the body changed are invalid.
    const own = signaturesIn(bytes, members).filter((signature) => isSignedBy(signature, id))
    const byKey = new Map(
      [...own, ...signatures].map((each) => [`${each.publicKey} ${each.bootstrap}`, each]),
    )
    const tagged = tagsSets(spans, members.get(VKEYS) ?? members.get(BOOTSTRAPS))
    const sets = [VKEYS, BOOTSTRAPS].flatMap((key): [Hex, Hex][] => {
      const of = [...byKey.values()].filter(({ bootstrap }) => (bootstrap === undefined) === (key === VKEYS))
      return of.length === 0 ? [] : [[cborInteger(key), signaturesCbor(of, tagged)]]
    })
    const others = [...members].filter(([key]) => key !== VKEYS && key !== BOOTSTRAPS)
    const written = cborMap([
      ...sets,
      ...others.map(([key, span]): [Hex, Hex] => [cborInteger(key), slice(bytes, span)]),
    ])
    const before = bytes.toString('hex', 0, witnesses.start)
    const after = bytes.toString('hex', witnesses.end)
    return before + written + after
  } catch (error) {
    throw unreadable('the transaction cannot be read', error)
  }
}

/**
 * @param cbor hex of the transaction
 * @param witness hex of a witness set, or of a signed transaction
 * @throws {BuildError} `UNREADABLE`, or `WRONG_SIGNATURE` if there is no signature, or a signature for another transaction
 */
export const attachWitness = (cbor: Hex, witness: Hex): Hex => {
  const signatures = readSignatures(witness.toLowerCase())
  if (signatures.length === 0) throw new BuildError('WRONG_SIGNATURE', 'the witness has no signature')
  return withSignatures(cbor.toLowerCase(), signatures)
}
