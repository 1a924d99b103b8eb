// Checks that a transaction's body is encoded as hardware wallets encode it. They serialise the body again and sign the hash of their
// bytes, so every byte must be equal. Source: CIP-21, "Canonical CBOR serialization format" and "Tags in sets".
import { headAt, itemEnd, itemsAt } from '../../../schema/codecs/cbor-spans.ts'
import type { Hex } from '../../../schema/primitives.ts'

const sizeOf = (argument: number): number => {
  if (argument < 24) return 1
  if (argument < 0x100) return 2
  if (argument < 0x1_0000) return 3
  return argument < 0x1_0000_0000 ? 5 : 9
}

const TAG = 6
const LISTS_AND_MAPS = [4, 5]

/** Sets of a body: inputs, collaterals, required signers, references. */
const SETS = [0, 13, 14, 18]
const SET_TAG = 258

const problemsAt = (bytes: Buffer, at: number): string[] => {
  const { major, argument, end } = headAt(bytes, at)
  if (argument === undefined) return [`${at}: indefinite length`]
  const problems = end - at === sizeOf(argument) ? [] : [`${at}: a head longer than need be`]
  if (major === TAG) return [...problems, ...problemsAt(bytes, end)]
  if (!LISTS_AND_MAPS.includes(major)) return problems
  const items = itemsAt(bytes, at)
  if (major === 5) {
    const keys = items
      .filter((_, index) => index % 2 === 0)
      .map(({ start, end }) => bytes.subarray(start, end))
    const isSorted = keys.every((key, index) => {
      const last = keys[index - 1]
      return (
        last === undefined ||
        last.length < key.length ||
        (last.length === key.length && last.compare(key) < 0)
      )
    })
    if (!isSorted) problems.push(`${at}: keys out of order, or one twice`)
  }
  return [...problems, ...items.flatMap(({ start }) => problemsAt(bytes, start))]
}

/** A hardware wallet would encode the body differently for these reasons. */
export const notCanonical = (body: Hex): string[] => {
  const bytes = Buffer.from(body, 'hex')
  const members = itemsAt(bytes, 0)
  const untagged = members.flatMap(({ start }, index) => {
    const key = headAt(bytes, start).argument ?? -1
    const value = members[index + 1]
    if (index % 2 === 1 || !SETS.includes(key) || value === undefined) return []
    const { major, argument } = headAt(bytes, value.start)
    return major === TAG && argument === SET_TAG ? [] : [`member ${key} is a set without its tag`]
  })
  const after = itemEnd(bytes, 0) === bytes.length ? [] : ['something follows it']
  return [...problemsAt(bytes, 0), ...untagged, ...after]
}
