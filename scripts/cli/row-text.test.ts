import assert from 'node:assert/strict'
import { test } from 'node:test'
import { rowText } from './row-text.ts'

const csvOf = (names: readonly string[], rows: readonly (readonly unknown[])[]): string =>
  [...rowText(names, rows, 'csv')].join('')

test('a row of CSV is never an empty line, which readers skip', () => {
  assert.equal(csvOf(['a'], [['x'], [null], ['']]), 'a\nx\n""\n""\n')
  assert.equal(csvOf(['a', 'b'], [[null, null]]), 'a,b\n,\n')
})

test('rows of NDJSON have every column, so two of one name are an error', () => {
  assert.throws(() => [...rowText(['a', 'b', 'a'], [[1, 2, 3]], 'ndjson')], {
    name: 'StartupError',
    message: 'two columns are called a: name one with AS, or use --format csv',
  })
  assert.equal([...rowText(['a', 'A'], [[1, 2]], 'ndjson')].join(''), '{"a":1,"A":2}\n')
  assert.equal(csvOf(['a', 'a'], [[1, 2]]), 'a,a\n1,2\n')
})
