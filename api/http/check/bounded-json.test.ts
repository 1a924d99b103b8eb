import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { BODY_BOUNDS, JsonMeter, JsonTooLarge, parseBounded } from './bounded-json.ts'

const BOUNDS = { depth: 3, members: 5, string: 20 }

const tooLarge = (text: string): string => {
  try {
    parseBounded(text, BOUNDS)
  } catch (error) {
    assert.ok(error instanceof JsonTooLarge)
    return error.message
  }
  return assert.fail('nothing was refused')
}

test('JSON is refused past its depth and past its members, whatever follows', () => {
  assert.deepEqual(parseBounded('[[[1,2,3]]]', BOUNDS), [[[1, 2, 3]]])
  for (const text of ['[[[[]]]]', '[{"a":[{', '[[[['])
    assert.equal(tooLarge(text), 'be nested at most 3 levels deep', text)
  for (const text of ['[1,2,3,4,5,6]', '{"a":1,"b":2,"c":3,"d":4,"e":5,"f":6}', '[[],[],[]]', ',,,,,,'])
    assert.equal(tooLarge(text), 'have at most 5 members in all', text)
})

test('brackets, commas and escaped quotes in strings count for nothing', () => {
  for (const text of ['"[[[[[[,,,,,,,,"', '"\\"[[[[,,,,,,"', '["\\\\",{"[[,[[":"}}}}"}]', '"\\u0022,,,,,,,"'])
    assert.deepEqual(parseBounded(text, BOUNDS), JSON.parse(text), text)
})

test('a string past its bytes is refused, whether or not it ends', () => {
  const longest = 'é'.repeat(10)
  assert.deepEqual(parseBounded(`["${longest}","${longest}"]`, BOUNDS), [longest, longest])
  for (const text of [`["${longest}."]`, `"\\${longest}"`, `{"${'n'.repeat(21)}":1}`, `["${longest}.`])
    assert.equal(tooLarge(text), 'have no string longer than 20 bytes', text)
})

test('JSON within its bounds is parsed as ever, and so is refused what is none', () => {
  const parsed = (read: () => unknown): unknown => {
    try {
      return read()
    } catch (error) {
      assert.ok(error instanceof SyntaxError)
      return 'none'
    }
  }
  const text = fc.oneof(
    fc.json(),
    fc.tuple(fc.json(), fc.nat(), fc.string()).map(([json, at, noise]) => json.slice(0, at % 40) + noise),
  )
  fc.assert(
    fc.property(text, (json) => {
      assert.deepEqual(
        parsed(() => parseBounded(json, BODY_BOUNDS)),
        parsed(() => JSON.parse(json)),
      )
    }),
  )
})

test('pieces count as their whole, wherever it is cut', () => {
  const refusal = (pieces: readonly Buffer[]): string => {
    const meter = new JsonMeter({ depth: 2, members: 4, string: 6 })
    try {
      for (const piece of pieces) meter.check(piece)
      return 'none'
    } catch (error) {
      return String(error)
    }
  }
  const characters = fc.constantFrom('[', ']', '{', '}', ',', '"', '\\', 'é', 'a'.repeat(300))
  fc.assert(
    fc.property(fc.array(characters), fc.array(fc.nat(30)), (parts, cuts) => {
      const whole = Buffer.from(parts.join(''))
      const ends = [...cuts.sort((a, b) => a - b), whole.length]
      const pieces = ends.map((end, at) => whole.subarray(ends[at - 1] ?? 0, end))
      assert.equal(refusal(pieces), refusal([whole]))
    }),
  )
})
