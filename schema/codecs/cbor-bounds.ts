// Checks the depth of CBOR, and the sum of its items' depths, before the library reads it. The library reads every item once for each level
// around the item, so a few kilobytes could occupy the library for minutes. The check is one pass over the bytes, without recursion. For
// items that are embedded as bytes (tag 24: inline datums, reference scripts), the levels around the bytes count too.

import type { Hex } from '../primitives.ts'
import { type Head, walkItem } from './cbor-spans.ts'
import { BYTES, EMBEDDED, TAG, TEXT } from './cbor-write.ts'

/** Maximum depth of arrays, maps, tags and items of indefinite length. The launchpad's transactions have depth 17. */
export const MAX_NESTING = 128

/**
 * Maximum sum of the depths of all items: enough for a transaction of the maximum size with 16,384 items of one byte, all at depth eight.
 */
const MAX_STEPS = 8 * 16_384

/** Embedded bytes that contain items, with the number of levels around them. */
interface Part {
  readonly bytes: Buffer
  readonly level: number
}

/**
 * @param cbor one item or several, hex
 * @throws {Error} if the CBOR is nested deeper than {@link MAX_NESTING} levels, exceeds {@link MAX_STEPS}, is cut off, or is invalid
 */
export const checkNesting = (cbor: Hex): void => {
  const parts: Part[] = [{ bytes: Buffer.from(cbor, 'hex'), level: 0 }]
  let steps = 0
  for (let part = parts.pop(); part !== undefined; part = parts.pop()) {
    const { bytes, level } = part
    let embedded = false
    const visit = ({ major, argument, end }: Head, depth: number): void => {
      const levels = level + depth
      steps += levels
      if (levels > MAX_NESTING) throw new Error(`it is nested deeper than ${MAX_NESTING} levels`)
      if (steps > MAX_STEPS) throw new Error('it has too many items that are nested deep')
      if (embedded && (major === BYTES || major === TEXT)) {
        if (argument === undefined) throw new Error('embedded data must be in one piece')
        parts.push({ bytes: bytes.subarray(end, end + argument), level: levels - 1 })
      }
      embedded = major === TAG && argument === EMBEDDED
    }
    for (let at = 0; at < bytes.length; ) at = walkItem(bytes, at, visit)
  }
}
