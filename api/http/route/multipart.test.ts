import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Type } from '@sinclair/typebox'
import fc from 'fast-check'
import { ApiError } from '../../../schema/errors.ts'
import { RecycledMemory } from '../response/recycled-memory.ts'
import { KIB } from './body.ts'
import { multipart } from './multipart.ts'

const image = { limit: 100, types: ['image/png', 'image/gif'], description: 'The image.' } as const
const form = multipart(
  Type.Object({ name: Type.String({ minLength: 1 }), count: Type.Integer({ default: 7 }) }),
  {
    limit: 64 * KIB,
    files: { image, more: { ...image, isOptional: true } },
  },
)

const TYPE = 'multipart/form-data; boundary=b'
const part = (head: string, body: string): string =>
  `--b\r\nContent-Disposition: form-data; ${head}\r\n\r\n${body}\r\n`
const file = (name: string, body: string, type = 'image/png'): string =>
  part(`name="${name}"; filename="a.png"\r\nContent-Type: ${type}`, body)
const END = '--b--\r\n'

const read = async (text: string, pieceLength = text.length, type = TYPE): Promise<unknown> => {
  const bytes = Buffer.from(text, 'latin1')
  try {
    const reader = form.open(type, new RecycledMemory())
    for (let at = 0; at < bytes.length; at += pieceLength) reader.write(bytes.subarray(at, at + pieceLength))
    return await reader.end()
  } catch (error) {
    assert.ok(error instanceof ApiError, String(error))
    return `${error.cause}: ${error.message}`
  }
}

test('fields and files are read, however the form is cut', async () => {
  const text =
    part('name="name"', 'a b') +
    part('name="other"', 'x') +
    file('image', '\x89PNG\r\n--x') +
    file('junk', 'y') +
    END
  const expected = {
    fields: { name: 'a b', count: 7 },
    files: { image: { bytes: Buffer.from('\x89PNG\r\n--x', 'latin1'), mediaType: 'image/png' } },
  }
  for (const length of [text.length, 1, 7, 50]) assert.deepEqual(await read(text, length), expected)
})

test('what is wrong with a form is said', async () => {
  const name = part('name="name"', 'a')
  const invalid = (problem: string): string => `INVALID_PARAMS: Invalid input: ${problem}`
  const cases: [string, string][] = [
    [name + END, invalid('image must be a file')],
    [file('image', 'x') + END, invalid('name is missing: it must be a non-empty string')],
    [name + name + file('image', 'x') + END, invalid('name must be given once')],
    [name + file('image', 'x') + file('image', 'y') + END, invalid('image must be given once')],
    [
      name + file('image', 'x', 'text/html') + END,
      invalid('image must have one of the types image/png, image/gif'),
    ],
    [name + file('image', 'x'.repeat(101)) + END, invalid('image must be at most 100 bytes')],
    [part('name="count"', 'x') + name + file('image', 'x') + END, invalid('count must be an integer')],
    [part('name="name"', 'x'.repeat(20_000)) + END, invalid('a field must be at most 16384 bytes')],
    [part('name="x"', '').repeat(70) + END, invalid('the form must have at most 64 parts')],
    [name + file('image', 'x'), invalid('the body must be a complete multipart form')],
    ['nothing of the kind', invalid('the body must be a complete multipart form')],
  ]
  for (const [text, expected] of cases) assert.equal(await read(text), expected)
  assert.equal(await read('', 1, 'text/plain'), invalid('Content-Type must be multipart/form-data'))
  assert.equal(
    await read('', 1, 'multipart/form-data'),
    invalid('Content-Type must be multipart/form-data with a boundary'),
  )
})

test('a field of an object is JSON, with a file name or without', async () => {
  const schema = Type.Object({
    info: Type.Object({
      name: Type.String(),
      note: Type.Optional(Type.String()),
      kind: Type.String({ default: 'a' }),
    }),
  })
  const { open } = multipart(schema, { limit: KIB, fieldLimit: 50, files: {} })
  const responseTo = async (head: string, json: string): Promise<unknown> => {
    try {
      const reader = open(TYPE, new RecycledMemory())
      reader.write(Buffer.from(part(head, json) + END))
      return await reader.end()
    } catch (error) {
      assert.ok(error instanceof ApiError, String(error))
      return error.message
    }
  }
  const read = { fields: { info: { name: 'é', kind: 'a' } }, files: {} }
  const json = '{"name":"é","note":null}'
  const heads = [
    'name="info"',
    'name="info"\r\nContent-Type: application/json',
    'name="info"; filename="blob"\r\nContent-Type: application/json',
    'name="info"; filename="blob"\r\nContent-Type: application/octet-stream',
  ]
  for (const head of heads) assert.deepEqual(await responseTo(head, json), read)
  for (const text of ['', '{', '7', '[]', 'null', '"x"'])
    assert.equal(await responseTo('name="info"', text), 'Invalid input: info must be an object')
  assert.equal(await responseTo('name="info"', '{"name":7}'), 'Invalid input: info.name must be a string')
  assert.equal(
    await responseTo('name="info"', `{"name":${'['.repeat(20)}`),
    'Invalid input: form field info must be nested at most 16 levels deep',
  )
  assert.equal(
    await responseTo('name="info"', `{"name":"${'x'.repeat(50)}"}`),
    'Invalid input: a field must be at most 50 bytes',
  )
})

test('any bytes are a form or INVALID_PARAMS, and always one of the two', async () => {
  const piece = fc.oneof(
    fc.constantFrom(
      '--b',
      '\r\n',
      '--b--',
      'Content-Disposition: form-data; name="name"',
      ';',
      '"',
      file('image', 'x'),
    ),
    fc.string({ maxLength: 20 }),
  )
  await fc.assert(
    fc.asyncProperty(
      fc.array(piece, { maxLength: 12 }),
      fc.integer({ min: 1, max: 40 }),
      async (pieces, length) => {
        const result = await read(pieces.join(''), length)
        assert.ok(typeof result === 'object' || /^INVALID_PARAMS: /.test(String(result)))
      },
    ),
    { numRuns: 200 },
  )
})
