import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { codePoint } from '../../tests/kit/code-point.ts'
import { JsonCursor } from './json-cursor.ts'

const json = fc.json({ stringUnit: codePoint })

test('a value of any kind is stepped over, to right behind it', () => {
  fc.assert(
    fc.property(json, json, (value, next) => {
      for (const [before, after] of [
        ['[', `,${next}]`],
        ['{"key":', '}'],
        ['[', ']'],
      ] as const) {
        const cursor = new JsonCursor(before + value + after)
        cursor.position = before.length
        cursor.skip()
        assert.equal(cursor.position, before.length + value.length)
      }
    }),
  )
})

test('depth costs nothing', () => {
  const text = `${'[{"a":'.repeat(100_000)}"]"${'}]'.repeat(100_000)}`
  const cursor = new JsonCursor(text)
  cursor.skip()
  cursor.end()
})

test('a value that does not end is refused', () => {
  for (const text of ['', '[', '{"a":1', '"a', '"a\\"', '[1,"]', '5'])
    assert.throws(() => new JsonCursor(text).skip(), SyntaxError, text)
})

test('what is missing is refused, with its position', () => {
  assert.equal(new JsonCursor('999999999999999,').count(), 999_999_999_999_999)
  const wrong: [string, (cursor: JsonCursor) => unknown, string][] = [
    ['[', (cursor) => cursor.openObject(), 'expected an object at character 0'],
    ['{', (cursor) => cursor.openArray(), 'expected an array at character 0'],
    ['a', (cursor) => cursor.key(), 'expected a string at character 0'],
    ['"a" :', (cursor) => cursor.key(), 'expected a colon after the key at character 3'],
    ['"a\\n":', (cursor) => cursor.key(), 'expected a string without escapes at character 0'],
    ['"a\\u0041"', (cursor) => cursor.plainString(), 'expected a string without escapes at character 0'],
    ['"a', (cursor) => cursor.plainString(), 'expected the end of a string at character 0'],
    [']', (cursor) => cursor.nextMember(), 'expected "," or the end at character 0'],
    ['}', (cursor) => cursor.nextElement(), 'expected "," or the end at character 0'],
    ['1.5', (cursor) => cursor.integer(), 'expected an integer at character 1'],
    ['1e5', (cursor) => cursor.integer(), 'expected an integer at character 1'],
    ['1E5', (cursor) => cursor.integer(), 'expected an integer at character 1'],
    ['-', (cursor) => cursor.integer(), 'expected an integer at character 1'],
    ['-1', (cursor) => cursor.count(), 'expected a count at character 0'],
    ['1000000000000000,', (cursor) => cursor.count(), 'expected a count at character 16'],
    ['1 ', (cursor) => cursor.end(), 'expected nothing after the end at character 0'],
    ...['/', ':'].flatMap((other): typeof wrong => [
      [`${other}1`, (cursor) => cursor.integer(), 'expected an integer at character 0'],
      [`${other}1`, (cursor) => cursor.count(), 'expected a count at character 0'],
    ]),
  ]
  for (const [text, read, message] of wrong)
    assert.throws(() => read(new JsonCursor(text)), { name: 'SyntaxError', message }, text)
})
