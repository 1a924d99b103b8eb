import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ByteLru } from './byte-lru.ts'

test('past its bytes it lets go of what was used longest ago', () => {
  const lru = new ByteLru<string>(100)
  lru.set('a', 'A', 40)
  lru.set('b', 'B', 40)
  assert.equal(lru.get('a'), 'A')
  lru.set('c', 'C', 30)
  assert.deepEqual(
    ['a', 'b', 'c'].map((key) => lru.get(key)),
    ['A', undefined, 'C'],
  )
  assert.equal(lru.bytes, 70)
})

test('what is used is passed over once, so that all of it goes when nothing else is there', () => {
  const lru = new ByteLru<string>(3)
  const names = ['a', 'b', 'c', 'd', 'e', 'f']
  const [, , , ...last] = names
  for (const name of names.slice(0, 3)) lru.set(name, name, 1)
  for (const name of names.slice(0, 3)) lru.get(name)
  for (const name of last) lru.set(name, name, 1)
  assert.deepEqual(
    names.filter((name) => lru.get(name) !== undefined),
    last,
  )
  assert.equal(lru.bytes, 3)
})

test('a value takes the place of the one before it, and its bytes', () => {
  const lru = new ByteLru<string>(100)
  lru.set('a', 'A', 90)
  lru.set('a', 'AA', 20)
  assert.deepEqual([lru.get('a'), lru.bytes], ['AA', 20])
  lru.delete('a')
  lru.delete('a')
  assert.deepEqual([lru.get('a'), lru.bytes], [undefined, 0])
})

test('what is larger than the limit is not held, and nothing goes for it', () => {
  const lru = new ByteLru<string>(100)
  lru.set('a', 'A', 50)
  lru.set('b', 'B', 101)
  assert.deepEqual([lru.get('a'), lru.get('b'), lru.bytes], ['A', undefined, 50])
  lru.clear()
  assert.deepEqual([lru.get('a'), lru.bytes], [undefined, 0])
})
