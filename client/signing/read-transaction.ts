// Reads what a transaction does from the bytes that the wallet is asked to sign. This code is independent of the code that builds
// transactions.
import { blake2b } from '@noble/hashes/blake2'
import { hex } from '@scure/base'
import {
  bytesAt,
  headAt,
  itemsAt,
  naturalAt,
  pairsAt,
  type Span,
  untagged,
} from '../../schema/codecs/cbor-spans.ts'
import { UNSIGNED } from '../../schema/codecs/cbor-write.ts'
import { outputAt, referenceAt } from '../../schema/codecs/output-cbor.ts'
import { assetId } from '../../schema/primitives.ts'

export type Output = ReturnType<typeof outputAt>

/** Only moves and mints amounts. Any other transaction is refused. */
export interface Transaction {
  readonly id: string
  /** Each is `<transaction id>:<index>`. */
  readonly inputs: readonly string[]
  readonly outputs: readonly Output[]
  /** Lovelace. */
  readonly fee: bigint
  /** Quantities by asset. */
  readonly minted: ReadonlyMap<string, bigint>
  /** Lost if a script fails. `returned` then returns a part of it. */
  readonly collateral: readonly string[]
  readonly returned: Output | undefined
}

/** Keys of a transaction body (conway.cddl). */
const [INPUTS, OUTPUTS, FEE, MINT, COLLATERAL, RETURN] = [0, 1, 2, 9, 13, 16]
/** Keys that move nothing: times, hashes, required signers, the network, total collateral, and reference inputs. */
const HARMLESS = [3, 7, 8, 11, 14, 15, 17, 18]
const KEYS = new Set([INPUTS, OUTPUTS, FEE, MINT, COLLATERAL, RETURN, ...HARMLESS])

/** CBOR `true`, after body and witnesses: the transaction claims that its scripts succeed. */
const TRUE = 0xf5

/** @throws {SyntaxError} for a repeated member, or a member that moves anything else */
const membersOf = (bytes: Uint8Array, at: number): ReadonlyMap<number, Span> => {
  const members = new Map<number, Span>()
  for (const [key, value] of pairsAt(bytes, at)) {
    const { major, argument = -1 } = headAt(bytes, key.start)
    if (major !== UNSIGNED || !KEYS.has(argument) || members.has(argument))
      throw new SyntaxError('it does something else as well')
    members.set(argument, value)
  }
  return members
}

const referencesAt = (bytes: Uint8Array, at: number): string[] =>
  itemsAt(bytes, untagged(bytes, at)).map(({ start }) => {
    const { transaction, index } = referenceAt(bytes, start)
    return `${transaction}:${index}`
  })

/** A burn is not a natural number, so it is refused. */
const mintedAt = (bytes: Uint8Array, at: number): ReadonlyMap<string, bigint> =>
  new Map(
    pairsAt(bytes, at).flatMap(([policy, names]) =>
      pairsAt(bytes, names.start).map(([name, quantity]) => {
        const [id, text] = [policy, name].map(({ start }) => hex.encode(bytesAt(bytes, start)))
        return [assetId(id ?? '', text ?? ''), naturalAt(bytes, quantity.start)] as const
      }),
    ),
  )

/** @throws {Error} if the transaction is malformed, or does more than move and mint amounts */
export const readTransaction = (cbor: string): Transaction => {
  const bytes = hex.decode(cbor.toLowerCase())
  const [body, , validity] = itemsAt(bytes, 0)
  if (body === undefined || validity === undefined || bytes[validity.start] !== TRUE)
    throw new SyntaxError('it is not marked as valid')
  const members = membersOf(bytes, body.start)
  const read = <T>(key: number, as: (bytes: Uint8Array, at: number) => T): T | undefined => {
    const member = members.get(key)
    return member && as(bytes, member.start)
  }
  return {
    id: hex.encode(blake2b(bytes.subarray(body.start, body.end), { dkLen: 32 })),
    inputs: read(INPUTS, referencesAt) ?? [],
    outputs: read(OUTPUTS, itemsAt)?.map(({ start }) => outputAt(bytes, start)) ?? [],
    fee: read(FEE, naturalAt) ?? 0n,
    minted: read(MINT, mintedAt) ?? new Map(),
    collateral: read(COLLATERAL, referencesAt) ?? [],
    returned: read(RETURN, outputAt),
  }
}
