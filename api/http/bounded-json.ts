// JSON of a stranger, bounded before it is parsed: JSON.parse takes a tenth of a second for a megabyte of brackets or of keys,
// and holds up every other client meanwhile. Brackets and commas are counted in the text first, which takes a millisecond.

export interface JsonBounds {
  /** Arrays and objects within each other. */
  readonly depth: number
  /** Arrays, objects, and commas between their members. */
  readonly members: number
}

/**
 * Bounds of bodies and of fields of forms. No schema is nested deeper than three levels; the largest lists are some thousands of
 * outputs in hex. As many keys as this take 10 ms.
 */
export const BODY_BOUNDS: JsonBounds = { depth: 16, members: 8_192 }

/** JSON past its bounds. The message continues "the body must". */
export class JsonTooLarge extends Error {
  override readonly name = 'JsonTooLarge'
}

const QUOTE = 0x22
const COMMA = 0x2c
const BACKSLASH = 0x5c

const isOpening = (code: number): boolean => code === 0x5b || code === 0x7b
const isClosing = (code: number): boolean => code === 0x5d || code === 0x7d

/** Where the string ends whose text begins at an index: its quote, or the end of all text. */
const endOfString = (text: string, start: number): number => {
  for (let at = start; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === QUOTE) return at
    if (code === BACKSLASH) at++
  }
  return text.length
}

/** @throws {JsonTooLarge} */
const check = (text: string, bounds: JsonBounds): void => {
  let depth = 0
  let members = 0
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === QUOTE) at = endOfString(text, at + 1)
    else if (isClosing(code)) depth--
    else if (code === COMMA || isOpening(code)) {
      members++
      if (isOpening(code)) depth++
      if (depth > bounds.depth) throw new JsonTooLarge(`be nested at most ${bounds.depth} levels deep`)
      if (members > bounds.members) throw new JsonTooLarge(`have at most ${bounds.members} members in all`)
    }
  }
}

/**
 * Parses JSON within bounds.
 * @throws {JsonTooLarge} past them
 * @throws {SyntaxError} when it is not JSON
 */
export const parseBounded = (text: string, bounds: JsonBounds): unknown => {
  check(text, bounds)
  return JSON.parse(text)
}
