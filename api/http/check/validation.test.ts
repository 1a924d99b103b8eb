import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Static, type TSchema, Type } from '@sinclair/typebox'
import fc from 'fast-check'
import { ApiError } from '../../../schema/errors.ts'
import { OneOf } from '../../../schema/one-of.ts'
import { codePoint } from '../../../tests/kit/code-point.ts'
import { RecycledMemory } from '../response/recycled-memory.ts'
import { json } from '../route/body.ts'
import { AssetIdParam, BigintString, KeyHash, limitUpTo, Offset, UnixSeconds } from '../route/fields.ts'
import { bodyReaderOf, queryReaderOf } from './validation.ts'

const POLICY = 'ab'.repeat(28)
const History = Type.Object({
  base: AssetIdParam,
  quote: AssetIdParam,
  from: UnixSeconds,
  resolution: OneOf(['min1', 'min5', 'hour1']),
  limit: limitUpTo(101),
  note: Type.Optional(Type.String({ maxLength: 3 })),
})
const readHistory = queryReaderOf(History)
const historyText = `base=${POLICY}.CD&quote=.&from=7&resolution=min1`

const problem = (read: () => unknown): string => {
  try {
    read()
  } catch (error) {
    assert.ok(error instanceof ApiError)
    assert.equal(error.cause, 'INVALID_PARAMS')
    return error.message
  }
  return assert.fail('nothing was refused')
}
const queryProblem = (text: string) => problem(() => readHistory(text))

test('a query becomes typed values: integers are numbers, hex is lower case, defaults are filled in', () => {
  const expected: Static<typeof History> = {
    base: `${POLICY}.cd`,
    quote: '.',
    from: 7,
    resolution: 'min1',
    limit: 100,
  }
  assert.deepEqual(readHistory(historyText), expected)
  assert.deepEqual(readHistory(`${historyText}&limit=101&note=a`), { ...expected, limit: 101, note: 'a' })
})

test('unknown parameters are ignored, whatever is in them and however often they come', () => {
  const text = `x=1&x=2&&=&%zz=%zz&y=%ff&__proto__=1&constructor&${historyText}`
  assert.deepEqual(readHistory(text), readHistory(historyText))
})

test('percent-encoding and the plus of forms are undone in names and values', () => {
  assert.equal(readHistory(`${historyText}&%6eote=%C3%A9+%2B`).note, 'é +')
})

test('a wrong parameter is named with what it must be', () => {
  const cases: Record<string, string> = {
    '': 'base is missing: it must be an asset id: {policyId}.{hexAssetName} or its fingerprint; or . for ADA',
    [historyText.replace('min1', 'year1')]: 'resolution must be one of min1, min5, hour1',
    [historyText.replace('&resolution=min1', '')]:
      'resolution is missing: it must be one of min1, min5, hour1',
    [historyText.replace('=7', '=1700000000000')]: 'from must be Unix seconds',
    [`${historyText}&limit=102`]: 'limit must be an integer from 1 to 101',
    [`${historyText}&limit`]: 'limit must be an integer from 1 to 101',
    [`${historyText}&note=abcd`]: 'note must be a string of 0 to 3 characters',
    [`${historyText}&note=%E0%A4%A`]: 'note must be valid percent-encoding of UTF-8',
    [`${historyText}&note=%ff`]: 'note must be valid percent-encoding of UTF-8',
    [`${historyText}&from=7`]: 'from must be given once',
    [`${historyText}&note=&note=`]: 'note must be given once',
  }
  for (const [text, message] of Object.entries(cases))
    assert.equal(queryProblem(text), `Invalid input: ${message}`, text)
})

test('an integer in a query is up to fifteen digits and nothing else', () => {
  const read = queryReaderOf(Type.Object({ n: Type.Integer() }))
  assert.equal(read('n=999999999999999').n, 999_999_999_999_999)
  assert.equal(read('n=007').n, 7)
  for (const text of ['', '-1', '%2B1', '+1', '1.0', '1e3', ' 1', '0x1', '1000000000000000', 'NaN', '١'])
    assert.equal(
      problem(() => read(`n=${text}`)),
      'Invalid input: n must be an integer',
      text,
    )
})

test('an integer that may be negative has one minus and up to fifteen digits', () => {
  const read = queryReaderOf(Type.Object({ n: Type.Integer({ minimum: -(10 ** 15) }) }))
  assert.deepEqual(
    ['-999999999999999', '-7', '7', '-0'].map((text) => read(`n=${text}`).n),
    [-999_999_999_999_999, -7, 7, 0],
  )
  for (const text of ['', '-', '--1', '-1e3', '-1.0', '-0x1', '- 1', '-1000000000000000'])
    assert.match(
      problem(() => read(`n=${text}`)),
      /n must be an integer/,
      text,
    )
})

test('a field of a query that has no text form is refused when the route is made', () => {
  assert.throws(() => queryReaderOf(Type.Object({ x: Type.Array(Type.String()) })), TypeError)
})

test('a query read by any text is either values or INVALID_PARAMS', () => {
  const word = fc.constantFrom(
    'base',
    'from',
    'note',
    '=',
    '&',
    '%',
    '+',
    '%41',
    '.',
    '7',
    POLICY,
    'é',
    '__proto__',
  )
  fc.assert(
    fc.property(fc.array(fc.oneof(word, fc.string()), { maxLength: 12 }), (words) => {
      try {
        readHistory(`${historyText}&${words.join('')}`)
      } catch (error) {
        assert.ok(error instanceof ApiError && error.message.startsWith('Invalid input: '))
      }
    }),
  )
})

test('whatever values a query is written from, they are read back', () => {
  const read = queryReaderOf(Type.Object({ text: Type.String(), n: Type.Integer() }))
  fc.assert(
    fc.property(
      fc.string({ unit: codePoint }).filter((text) => text.isWellFormed()),
      fc.nat(),
      (text, n) => {
        const query = new URLSearchParams({ n: `${n}`, text }).toString()
        assert.deepEqual({ ...read(query) }, { text, n })
      },
    ),
  )
})

const readBody = (schema: TSchema, text: string | Buffer) => bodyReaderOf(schema)(Buffer.from(text))
const bodyProblem = (schema: TSchema, text: string | Buffer) => problem(() => readBody(schema, text))

const Order = Type.Object({
  amount: BigintString,
  side: OneOf(['BUY', 'SELL']),
  pkh: KeyHash,
  utxos: Type.Union([Type.Literal('service-wallet'), Type.Array(Type.String())]),
  offset: Offset,
  collaterals: Type.Optional(Type.Array(Type.String())),
  owner: Type.Optional(Type.Object({ note: Type.Optional(Type.String()), hash: KeyHash })),
})
const order = { amount: '7', side: 'BUY', pkh: POLICY.toUpperCase(), utxos: ['a'] }

test('a JSON body becomes typed values, with unknown fields ignored', () => {
  const expected = { amount: 7n, side: 'BUY', pkh: POLICY, utxos: ['a'], offset: 0, wsClientId: 1 }
  assert.deepEqual(readBody(Order, JSON.stringify({ ...order, wsClientId: 1 })), expected)
})

test('null for an optional field, or one with a default, is its absence at any depth', () => {
  const owner = { note: null, hash: POLICY.toUpperCase() }
  const text = JSON.stringify({ ...order, collaterals: null, offset: null, owner })
  const expected = { amount: 7n, side: 'BUY', pkh: POLICY, utxos: ['a'], offset: 0, owner: { hash: POLICY } }
  assert.deepEqual(readBody(Order, text), expected)
})

test('null stays where the schema has it, and is wrong where it is neither', () => {
  const Filter = Type.Object({ pkhs: Type.Optional(Type.Union([Type.Array(KeyHash), Type.Null()])) })
  assert.deepEqual(readBody(Filter, '{"pkhs":null}'), { pkhs: null })
  assert.deepEqual(readBody(Filter, `{"pkhs":["${POLICY.toUpperCase()}"]}`), { pkhs: [POLICY] })
  assert.equal(
    bodyProblem(Order, JSON.stringify({ ...order, side: null })),
    'Invalid input: side must be one of BUY, SELL',
  )
})

test('a wrong body is named with what it must be', () => {
  const keys = Type.Array(KeyHash, { minItems: 1, maxItems: 2 })
  const wrong = (fields: object) => bodyProblem(Order, JSON.stringify({ ...order, ...fields }))
  const problems = {
    empty: bodyProblem(Order, ''),
    malformed: bodyProblem(Order, '{"a":'),
    notUtf8: bodyProblem(Order, Buffer.from('"\xff"', 'latin1')),
    notAnObject: bodyProblem(Order, '[]'),
    number: wrong({ amount: 7 }),
    zero: wrong({ amount: '0' }),
    tooLarge: wrong({ amount: '9223372036854775808' }),
    leadingZero: wrong({ amount: '05' }),
    union: wrong({ utxos: 'all' }),
    nested: wrong({ owner: { hash: 'ab' } }),
    item: bodyProblem(keys, `["${POLICY}","ab"]`),
    tooFew: bodyProblem(keys, '[]'),
  }
  const amount = 'amount must be a string of digits, 1 to 9223372036854775807'
  const array = 'the body must be an array of 1 to 2 items, each a key hash of 56 hex digits'
  const expected = {
    empty: 'the body must be JSON',
    malformed: 'the body must be JSON',
    notUtf8: 'the body must be UTF-8',
    notAnObject: 'the body must be an object',
    number: amount,
    zero: amount,
    tooLarge: amount,
    leadingZero: amount,
    union: 'utxos must be service-wallet or an array, each a string',
    nested: 'owner.hash must be a key hash of 56 hex digits',
    item: 'body[1] must be a key hash of 56 hex digits',
    tooFew: array,
  }
  assert.deepEqual(
    problems,
    Object.fromEntries(Object.entries(expected).map(([name, text]) => [name, `Invalid input: ${text}`])),
  )
})

test('an optional body may be left out or null, and is checked when it is there', () => {
  const Empty = Type.Optional(Type.Object({}))
  assert.equal(readBody(Empty, ''), undefined)
  assert.equal(readBody(Empty, 'null'), undefined)
  assert.deepEqual(readBody(Empty, '{}'), {})
  assert.equal(bodyProblem(Empty, '1'), 'Invalid input: the body must be an object')
  const Nullable = Type.Optional(Type.Union([Type.Null(), Type.Array(KeyHash)]))
  assert.equal(readBody(Nullable, 'null'), null)
})

test('a body of any bytes is either a value or INVALID_PARAMS', () => {
  const read = bodyReaderOf(Order)
  const bytes = fc.oneof(
    fc.uint8Array({ maxLength: 64 }).map((array) => Buffer.from(array)),
    fc.json().map((text) => Buffer.from(text)),
    fc.nat({ max: 100_000 }).map((depth) => Buffer.from('['.repeat(depth))),
  )
  fc.assert(
    fc.property(bytes, (body) => {
      assert.ok(problem(() => read(body)).startsWith('Invalid input: '))
    }),
  )
})

test('a body of too many members, or nested too deep, is refused as soon as that has come', () => {
  const { open } = json(Type.Array(Type.String()), { limit: 1_000_000 })
  const outputs = Array.from({ length: 5_000 }, () => 'ab')
  const reader = open('', new RecycledMemory())
  reader.write(Buffer.from(JSON.stringify(outputs)))
  assert.deepEqual(reader.end(), outputs)
  const refusals: Record<string, string> = {
    ['['.repeat(20)]: 'the body must be nested at most 16 levels deep',
    [JSON.stringify(Array.from({ length: 9_000 }, () => ''))]:
      'the body must have at most 8192 members in all',
  }
  for (const [text, message] of Object.entries(refusals))
    assert.equal(
      problem(() => open('', new RecycledMemory()).write(Buffer.from(text))),
      `Invalid input: ${message}`,
    )
})
