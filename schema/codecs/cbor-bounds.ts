// How deep CBOR is nested, and how much there is of it at depth, found before the library reads it: it looks at
// every item again for each level around it, so a few kilobytes could keep it busy for minutes. One pass over the
// bytes, without recursion. What is embedded as bytes (tag 24: inline datums, reference scripts) counts with the
// levels around it.

import type { Hex } from '../primitives.ts'
import { EMBEDDED, headAt } from './cbor-spans.ts'

/** Levels of arrays, maps, tags and items of indefinite length that are read; the launchpad's transactions have 17. */
export const MAX_NESTING = 128

/** Items, each counted once for every level it stands in. A full transaction whose bytes all stand in eight has as many. */
const MAX_STEPS = 8 * 16_384

/** Major types of RFC 8949. */
const [BYTES, TEXT, ARRAY, MAP, TAG, SIMPLE] = [2, 3, 4, 5, 6, 7]

/** How many items an item holds. */
const itemsIn = (major: number, argument: number): number =>
  major === TAG ? 1 : major === ARRAY ? argument : major === MAP ? 2 * argument : 0

/** An item is whole: takes it out of the level it stands in, and that level when it was the last. */
const closeLast = (open: number[]): void => {
  for (let left = open.pop(); left !== undefined; left = open.pop())
    if (left > 1) {
      open.push(left - 1)
      return
    }
}

/** Bytes that hold items, and how many levels are around them. */
interface Part {
  readonly bytes: Buffer
  readonly level: number
}

class Scan {
  #steps = 0

  /** Looks at one item after another to the end of a part; tells the parts embedded in it. */
  embeddedIn({ bytes, level }: Part): Part[] {
    const found: Part[] = []
    // How many items each open level still holds; infinitely many until a break.
    const open: number[] = []
    let at = 0
    let embedded = false
    while (at < bytes.length) {
      this.#count(level + open.length + 1)
      const { major, argument, end } = headAt(bytes, at)
      const isBreak = major === SIMPLE && argument === undefined
      const inPieces = argument === undefined && !isBreak
      const isString = major === BYTES || major === TEXT
      const items =
        argument === undefined ? (isBreak ? 0 : Number.POSITIVE_INFINITY) : itemsIn(major, argument)
      at = isString && argument !== undefined ? end + argument : end
      if (at > bytes.length) throw new Error('it ends in the middle of a string')
      if (embedded && isString) {
        if (inPieces) throw new Error('what is embedded in it comes in pieces')
        found.push({ bytes: bytes.subarray(end, at), level: level + open.length })
      }
      embedded = major === TAG && argument === EMBEDDED
      if (items > 0) {
        open.push(items)
        continue
      }
      if (isBreak && open.pop() !== Number.POSITIVE_INFINITY)
        throw new Error('it has a break that ends nothing')
      closeLast(open)
    }
    if (open.length > 0) throw new Error('it ends before its items do')
    return found
  }

  #count(levels: number): void {
    this.#steps += levels
    if (levels > MAX_NESTING) throw new Error(`it is nested deeper than ${MAX_NESTING} levels`)
    if (this.#steps > MAX_STEPS) throw new Error('it has too many items that are nested deep')
  }
}

/**
 * @param cbor one item or several, hex
 * @throws {Error} when it is nested deeper than {@link MAX_NESTING} levels or takes more than {@link MAX_STEPS}, is
 *   cut off, or is no CBOR
 */
export const checkNesting = (cbor: Hex): void => {
  const scan = new Scan()
  const parts: Part[] = [{ bytes: Buffer.from(cbor, 'hex'), level: 0 }]
  for (let part = parts.pop(); part !== undefined; part = parts.pop()) parts.push(...scan.embeddedIn(part))
}
