// Native scripts, evaluated and shown from their CBOR in one pass. There is no recursion, since only a transaction's size limits the depth.
// The library needs seconds to read a script of 1,000 levels. Layout: `native_script` of conway.cddl.
import { type Head, hexAt, isBreak, naturalAt, walkItem } from '../../schema/codecs/cbor-spans.ts'
import { LIST, NEGATIVE, UNSIGNED } from '../../schema/codecs/cbor-write.ts'
import type { Hex } from '../../schema/primitives.ts'

interface NativeContext {
  readonly signers: ReadonlySet<Hex>
  /** First slot in which the transaction is valid. */
  readonly from?: bigint | undefined
  /** First slot in which the transaction is no longer valid. */
  readonly until?: bigint | undefined
}

/** Clauses in the order of the ledger's numbers, with the members that follow each number. */
export const CLAUSES = [
  { clause: 'signature', members: ['key'] },
  { clause: 'all', members: ['from'] },
  { clause: 'any', members: ['from'] },
  { clause: 'some', members: ['count', 'from'] },
  { clause: 'after', members: ['slot'] },
  { clause: 'before', members: ['slot'] },
] as const

interface Clause {
  /** Number of CBOR items around the clause, plus one. */
  readonly depth: number
  /** Index of the surrounding clause; -1 for none. */
  readonly parent: number
  kind: (typeof CLAUSES)[number] | undefined
  /** Members that were read after the clause's number. */
  read: number
  /** Number of clauses in this clause. */
  inside: number
  key: Hex
  /** A slot, or the number of clauses that must hold. */
  number: bigint
}

const KEY_HASH_DIGITS = 56

const wrong = (): SyntaxError => new SyntaxError('a native script is malformed')

const readMember = (clause: Clause, { major, argument }: Head, bytes: Buffer, at: number): void => {
  if (clause.kind === undefined) {
    clause.kind = major === UNSIGNED ? CLAUSES[argument ?? CLAUSES.length] : undefined
    if (clause.kind === undefined) throw wrong()
    return
  }
  const member = clause.kind.members[clause.read]
  clause.read += 1
  if (member === 'key') {
    clause.key = hexAt(bytes, at)
    if (clause.key.length !== KEY_HASH_DIGITS) throw wrong()
  } else if (member === 'slot') clause.number = naturalAt(bytes, at)
  // Every negative number has the same effect as zero.
  else if (member === 'count') clause.number = major === NEGATIVE ? -1n : naturalAt(bytes, at)
  else if (member === undefined || major !== LIST) throw wrong()
}

/**
 * A clause comes before its members.
 * @throws {SyntaxError} if it is not a native script
 */
const clausesOf = (cbor: Hex): readonly Clause[] => {
  const bytes = Buffer.from(cbor, 'hex')
  const clauses: Clause[] = []
  /** Clauses around the current item. */
  const open: number[] = []
  const end = walkItem(bytes, 0, (head, depth, at) => {
    if (isBreak(head)) return
    let around = clauses[open.at(-1) ?? -1]
    while (around !== undefined && around.depth >= depth) {
      open.pop()
      around = clauses[open.at(-1) ?? -1]
    }
    if (around !== undefined && depth === around.depth + 1) return readMember(around, head, bytes, at)
    if (head.major !== LIST) throw wrong()
    if (around !== undefined) around.inside += 1
    const parent = open.at(-1) ?? -1
    open.push(clauses.length)
    clauses.push({ depth, parent, kind: undefined, read: 0, inside: 0, key: '', number: 0n })
  })
  if (end !== bytes.length || clauses.some(({ kind, read }) => kind?.members.length !== read)) throw wrong()
  return clauses
}

/** @throws {SyntaxError} if `cbor` (hex) is not a native script */
export const checkNative = (cbor: Hex): void => void clausesOf(cbor)

/** @param cbor hex */
export const nativeHolds = (cbor: Hex, { signers, from, until }: NativeContext): boolean => {
  const clauses = clausesOf(cbor)
  const passing = clauses.map(() => 0)
  const holds = ({ kind, key, number, inside }: Clause, inner: number): boolean => {
    if (kind?.clause === 'signature') return signers.has(key)
    if (kind?.clause === 'after') return from !== undefined && from >= number
    if (kind?.clause === 'before') return until !== undefined && until <= number
    if (kind?.clause === 'some') return BigInt(inner) >= number
    return kind?.clause === 'any' ? inner > 0 : inner === inside
  }
  for (let at = clauses.length - 1; at > 0; at -= 1) {
    const clause = clauses[at]
    if (clause !== undefined && holds(clause, passing[at] ?? 0))
      passing[clause.parent] = (passing[clause.parent] ?? 0) + 1
  }
  const [whole] = clauses
  return whole !== undefined && holds(whole, passing[0] ?? 0)
}

/**
 * A node's form.
 * @param cbor hex
 */
export const nativeJson = (cbor: Hex): string => {
  let text = ''
  const open: number[] = []
  for (const [at, { depth, parent, kind, key, number }] of clausesOf(cbor).entries()) {
    while (open.length > 0 && (open.at(-1) ?? 0) >= depth) {
      text += ']}'
      open.pop()
    }
    text += `${parent < at - 1 ? ',' : ''}{"clause":"${kind?.clause}"`
    for (const member of kind?.members ?? [])
      if (member === 'key') text += `,"from":"${key}"}`
      else if (member === 'slot') text += `,"slot":${number}}`
      else if (member === 'count') text += `,"atLeast":${number}`
      else {
        text += ',"from":['
        open.push(depth)
      }
  }
  return text + ']}'.repeat(open.length)
}
