// Limits JSON from an unknown client before it is parsed. For a megabyte of brackets or keys, JSON.parse takes a tenth of a second, while
// all other clients wait. A string of a megabyte is copied twice, and only a full garbage collection frees it. Brackets, commas and string
// bytes are counted as the bytes arrive, which takes a millisecond.

export interface JsonBounds {
  readonly depth: number
  /** Arrays, objects, and commas between members, all together. */
  readonly members: number
  /** Bytes of one string in the text. */
  readonly string: number
}

/**
 * No schema is nested deeper than three levels. The largest lists are some thousands of outputs in hex. 8,192 keys take 10 ms to parse. The
 * longest strings are transactions, of at most 32 KiB in hex.
 */
export const BODY_BOUNDS: JsonBounds = { depth: 16, members: 8_192, string: 128 * 1024 }

/** The message completes a sentence that begins "the body must". */
export class JsonTooLarge extends Error {
  override readonly name = 'JsonTooLarge'
}

const QUOTE = 0x22
const COMMA = 0x2c
const BACKSLASH = 0x5c

/**
 * True if the word contains the byte.
 * @param repeated the byte, four times
 */
const hasByte = (word: number, repeated: number): boolean => {
  const bits = word ^ repeated
  return ((bits - 0x01010101) & ~bits & 0x80808080) !== 0
}

/** The result may be up to three bytes before the quote or backslash. A loop over single bytes would take six times as long. */
const nearQuote = (view: DataView, from: number): number => {
  const last = view.byteLength - 4
  let at = from
  while (at <= last) {
    const word = view.getInt32(at, true)
    if (hasByte(word, 0x22222222) || hasByte(word, 0x5c5c5c5c)) break
    at += 4
  }
  return at
}

const isOpening = (code: number): boolean => code === 0x5b || code === 0x7b
const isClosing = (code: number): boolean => code === 0x5d || code === 0x7d

/** The JSON may arrive in pieces. */
export class JsonMeter {
  #depth = 0
  #members = 0
  #isInString = false
  #isEscaped = false
  /** Bytes so far of the string that continues in the next piece. */
  #stringBytes = 0
  readonly #bounds: JsonBounds

  constructor(bounds: JsonBounds) {
    this.#bounds = bounds
  }

  /** @throws {JsonTooLarge} as soon as the bounds are exceeded */
  check(bytes: Buffer): void {
    let isInString = this.#isInString
    let isEscaped = this.#isEscaped
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
    let start = -this.#stringBytes
    // An index loop takes a millisecond for a megabyte; an iterator takes 10 ms.
    for (let at = 0; at < bytes.length; at++) {
      const code = bytes[at] ?? 0
      if (isInString) {
        if (isEscaped) isEscaped = false
        else if (code === QUOTE) {
          isInString = false
          this.#checkString(at - start)
        } else if (code === BACKSLASH) isEscaped = true
        else at = nearQuote(view, at + 1) - 1
      } else if (code === QUOTE) {
        isInString = true
        start = at + 1
      } else if (code === COMMA || isOpening(code)) this.#count(code)
      else if (isClosing(code)) this.#depth--
    }
    this.#isInString = isInString
    this.#isEscaped = isEscaped
    this.#stringBytes = isInString ? bytes.length - start : 0
    this.#checkString(this.#stringBytes)
  }

  #checkString(length: number): void {
    const { string } = this.#bounds
    if (length > string) throw new JsonTooLarge(`have no string longer than ${string} bytes`)
  }

  #count(code: number): void {
    const { depth, members } = this.#bounds
    this.#members++
    if (isOpening(code)) this.#depth++
    if (this.#depth > depth) throw new JsonTooLarge(`be nested at most ${depth} levels deep`)
    if (this.#members > members) throw new JsonTooLarge(`have at most ${members} members in all`)
  }
}

/**
 * @throws {JsonTooLarge} beyond the bounds
 * @throws {SyntaxError} if the text is not JSON
 */
export const parseBounded = (text: string, bounds: JsonBounds): unknown => {
  new JsonMeter(bounds).check(Buffer.from(text))
  return JSON.parse(text)
}
