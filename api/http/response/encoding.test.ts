import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { encodingOf, isCompressible } from './encoding.ts'

test('the encoding with the greatest weight is chosen, brotli of two alike, and none unless it is asked for', () => {
  const cases: [string, string | undefined][] = [
    ['', undefined],
    ['gzip', 'gzip'],
    ['GZip', 'gzip'],
    ['x-gzip', 'gzip'],
    ['gzip, deflate, br, zstd', 'br'],
    ['br;q=0.5, gzip;q=0.8', 'gzip'],
    ['br ; q=1.000 , gzip', 'br'],
    ['gzip;q=0', undefined],
    ['gzip;q=0.0, br;q=0', undefined],
    ['*', 'br'],
    ['*;q=0.1, br;q=0', 'gzip'],
    ['br;q=0, *;q=0', undefined],
    ['identity', undefined],
    ['identity, gzip;q=0.5', undefined],
    ['identity;q=0.5, gzip', 'gzip'],
    ['identity;q=0', undefined],
    ['deflate, zstd', undefined],
    ['gzip;q=2', undefined],
    ['gzip;level=9', undefined],
    ['gzip;q=0.1234', undefined],
    [', ,;q=1,gzip', 'gzip'],
  ]
  for (const [header, encoding] of cases) assert.equal(encodingOf(header), encoding, header)
})

test('whatever a client sends, it gets an encoding it named, or none', () => {
  const token = fc.constantFrom('gzip', 'br', '*', 'identity', 'x', ';q=0', ';q=1', ';q=0.5', ',', ' ', ';')
  const header = fc.oneof(
    fc.string(),
    fc.array(token, { maxLength: 12 }).map((parts) => parts.join('')),
  )
  fc.assert(
    fc.property(header, (text) => {
      const encoding = encodingOf(text)
      if (encoding !== undefined) assert.ok(text.toLowerCase().includes(encoding) || text.includes('*'))
    }),
  )
})

test('texts are compressible, images and archives are not', () => {
  for (const type of ['application/json; charset=utf-8', 'application/yaml', 'text/html', 'image/svg+xml'])
    assert.ok(isCompressible(type), type)
  for (const type of ['image/png', 'application/octet-stream', 'font/woff2', ''])
    assert.ok(!isCompressible(type), type)
})
