// Metadata of a transaction, checked and converted from CBOR in one pass. There is no recursion, since only a transaction's size limits the
// depth. The result is JSON without a schema, a node's default. A label that contains a byte string, or a key that is neither text nor an
// integer, has no JSON form and is shown as CBOR. Layout: `auxiliary_data` and `metadatum` of conway.cddl.
import {
  type Head,
  headAt,
  isBreak,
  itemsAt,
  membersAt,
  naturalAt,
  pairsAt,
  type Span,
  untagged,
  walkItem,
} from '../../schema/codecs/cbor-spans.ts'
import { BYTES, LIST, MAP, NEGATIVE, TAG, TEXT, UNSIGNED } from '../../schema/codecs/cbor-write.ts'
import { members, object } from '../../schema/ogmios/write-json.ts'
import type { Hex } from '../../schema/primitives.ts'

/** JSON text `{"json":...}` or `{"cbor":...}`. */
export interface MetadataLabel {
  readonly label: bigint
  readonly json: string
}

/** Auxiliary data is the map of labels, a list of the map and scripts, or a tagged map with the labels as a member. */
export const metadataSpan = (bytes: Buffer, auxiliary: Span): Span | undefined => {
  const { major } = headAt(bytes, auxiliary.start)
  if (major === TAG) return membersAt(bytes, untagged(bytes, auxiliary.start)).get(0)
  return major === LIST ? itemsAt(bytes, auxiliary.start)[0] : auxiliary
}

/** A list, map or chunked string whose end is not read yet. */
interface Open {
  readonly depth: number
  readonly major: number
  read: number
}

/** Keys are major types. A byte string has no form in JSON. */
const BRACKETS: Readonly<Record<number, readonly [string, string]>> = {
  [LIST]: ['[', ']'],
  [MAP]: ['{', '}'],
  [TEXT]: ['"', '"'],
  [BYTES]: ['', ''],
}

/** Bytes of a string, or of one of its chunks. */
const MAX_STRING = 64

const UTF8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

const wrong = (): SyntaxError => new SyntaxError('an item of the metadata is invalid')

/**
 * Undefined for bytes.
 * @throws {Error} for anything but a string or an integer, and for a string that is too long
 */
const scalarJson = (bytes: Buffer, { major, argument = 0, end }: Head, at: number): string | undefined => {
  if (major === UNSIGNED) return String(naturalAt(bytes, at))
  if (major === NEGATIVE)
    return String(-1n - (end - at === 9 ? bytes.readBigUInt64BE(at + 1) : BigInt(argument)))
  if ((major !== BYTES && major !== TEXT) || argument > MAX_STRING) throw wrong()
  return major === BYTES ? undefined : JSON.stringify(UTF8.decode(bytes.subarray(end, end + argument)))
}

/**
 * Undefined if the metadatum has no JSON form.
 * @throws {Error} if it is not a metadatum
 */
const metadatumJson = (bytes: Buffer, at: number): string | undefined => {
  let [text, hasForm] = ['', true]
  const open: Open[] = []
  const closeTo = (depth: number): void => {
    for (let last = open.at(-1); last !== undefined && last.depth >= depth; last = open.at(-1)) {
      text += BRACKETS[last.major]?.[1]
      open.pop()
    }
  }
  walkItem(bytes, at, (head, depth, place) => {
    if (isBreak(head)) return
    closeTo(depth)
    const { major, argument } = head
    const around = open.at(-1)
    const isPiece = around?.major === TEXT || around?.major === BYTES
    const isKey = around?.major === MAP && around.read % 2 === 0
    if (isPiece && (major !== around.major || argument === undefined)) throw wrong()
    if (around !== undefined) {
      if (around.read > 0 && !isPiece) text += around.major === MAP && !isKey ? ':' : ','
      around.read += 1
    }
    const brackets = BRACKETS[major]
    if (brackets !== undefined && (argument === undefined || major === LIST || major === MAP)) {
      if (major === BYTES || (isKey && major !== TEXT)) hasForm = false
      text += brackets[0]
      open.push({ depth, major, read: 0 })
      return
    }
    const scalar = scalarJson(bytes, head, place)
    if (scalar === undefined) hasForm = false
    else if (isPiece) text += scalar.slice(1, -1)
    else text += isKey && major !== TEXT ? `"${scalar}"` : scalar
  })
  closeTo(0)
  return hasForm ? text : undefined
}

/**
 * In the map's order.
 * @throws {Error} if there is no map, or a value is not a metadatum
 */
export const metadataLabels = (bytes: Buffer, span: Span): readonly MetadataLabel[] =>
  pairsAt(bytes, span.start).map(([label, { start, end }]) => {
    const json = metadatumJson(bytes, start)
    return {
      label: naturalAt(bytes, label.start),
      json: object(json === undefined ? { cbor: `"${bytes.toString('hex', start, end)}"` } : { json }),
    }
  })

/** Undefined if the body has no hash of metadata. */
export const metadataJson = (labels: readonly MetadataLabel[], hash: Hex | undefined): string | undefined =>
  hash === undefined
    ? undefined
    : object({
        hash: `"${hash}"`,
        labels: members(labels.map(({ label, json }) => [label.toString(), json])),
      })
