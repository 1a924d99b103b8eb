// A cursor over compact JSON text. It reads the requested values, and skips the others without making objects. It does not recurse, so
// nesting may be of any depth. It reads numbers as digits, so nothing is rounded.
import { endOfString } from '../../schema/ogmios/lossless-json.ts'

const QUOTE = 0x22
const COMMA = 0x2c
const COLON = 0x3a
const MINUS = 0x2d
const OPEN_ARRAY = 0x5b
const CLOSE_ARRAY = 0x5d
const OPEN_OBJECT = 0x7b
const CLOSE_OBJECT = 0x7d

/** A double always represents this number of digits exactly. */
const SAFE_DIGITS = 15

export class JsonCursor {
  position = 0
  /** Most texts have no escapes, so their strings need not be searched for them. */
  readonly #hasEscapes: boolean
  readonly text: string

  constructor(text: string) {
    this.text = text
    this.#hasEscapes = text.includes('\\')
  }

  fail(expected: string): never {
    throw new SyntaxError(`expected ${expected} at character ${this.position}`)
  }

  /** Skips an empty object and returns false. */
  openObject(): boolean {
    if (this.text.charCodeAt(this.position) !== OPEN_OBJECT) this.fail('an object')
    this.position++
    if (this.text.charCodeAt(this.position) !== CLOSE_OBJECT) return true
    this.position++
    return false
  }

  /** The key must have no escapes. The cursor is then at the key's value. */
  key(): string {
    const key = this.plainString()
    if (this.text.charCodeAt(this.position) !== COLON) this.fail('a colon after the key')
    this.position++
    return key
  }

  /** @returns true if another member follows, false at the object's end */
  nextMember(): boolean {
    return this.#next(CLOSE_OBJECT)
  }

  /** Skips an empty array and returns false. */
  openArray(): boolean {
    if (this.text.charCodeAt(this.position) !== OPEN_ARRAY) this.fail('an array')
    this.position++
    if (this.text.charCodeAt(this.position) !== CLOSE_ARRAY) return true
    this.position++
    return false
  }

  /** @returns true if another element follows, false at the array's end */
  nextElement(): boolean {
    return this.#next(CLOSE_ARRAY)
  }

  #next(close: number): boolean {
    const code = this.text.charCodeAt(this.position)
    this.position++
    if (code === COMMA) return true
    if (code === close) return false
    this.position--
    return this.fail('"," or the end')
  }

  /** For hex, ids, addresses and enumerations. */
  plainString(): string {
    const start = this.position
    if (this.text.charCodeAt(start) !== QUOTE) this.fail('a string')
    const end = this.text.indexOf('"', start + 1)
    if (end === -1) this.fail('the end of a string')
    const value = this.text.slice(start + 1, end)
    if (this.#hasEscapes && value.includes('\\')) this.fail('a string without escapes')
    this.position = end + 1
    return value
  }

  /**
   * A non-negative integer.
   * @throws if a double would round it
   */
  count(): number {
    const start = this.position
    let value = 0
    let code = this.text.charCodeAt(start)
    while (code >= 0x30 && code <= 0x39) {
      value = value * 10 + (code - 0x30)
      code = this.text.charCodeAt(++this.position)
    }
    if (this.position === start || this.position - start > SAFE_DIGITS) this.fail('a count')
    return value
  }

  integer(): bigint {
    const start = this.position
    const negative = this.text.charCodeAt(start) === MINUS
    if (negative) this.position++
    const first = this.position
    let value = 0
    let code = this.text.charCodeAt(first)
    while (code >= 0x30 && code <= 0x39) {
      value = value * 10 + (code - 0x30)
      code = this.text.charCodeAt(++this.position)
    }
    if (this.position === first || code === 0x2e || code === 0x65 || code === 0x45) this.fail('an integer')
    if (this.position - first <= SAFE_DIGITS) return BigInt(negative ? -value : value)
    return BigInt(this.text.slice(start, this.position))
  }

  /** @returns whether `literal` came next */
  skipLiteral(literal: string): boolean {
    if (!this.text.startsWith(literal, this.position)) return false
    this.position += literal.length
    return true
  }

  end(): void {
    if (this.position !== this.text.length) this.fail('nothing after the end')
  }

  /** Skips a value of any kind and depth. */
  skip(): void {
    const { text } = this
    let depth = 0
    let at = this.position
    for (;;) {
      const code = text.charCodeAt(at)
      if (code === QUOTE) {
        at = endOfString(text, at) + 1
        if (depth === 0) break
      } else if (code === OPEN_OBJECT || code === OPEN_ARRAY) {
        depth++
        at++
      } else if (code === CLOSE_OBJECT || code === CLOSE_ARRAY) {
        if (depth === 0) break
        depth--
        at++
        if (depth === 0) break
      } else if (code === COMMA && depth === 0) {
        break
      } else if (at >= text.length) {
        this.fail('the end of a value')
      } else {
        at++
      }
    }
    this.position = at
  }
}
