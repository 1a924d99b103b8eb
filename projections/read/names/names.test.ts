import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { mixesScripts } from './mixed-scripts.ts'
import { nameKeys, skeleton } from './skeleton.ts'
import { confusablesTable } from './testing/confusables-table.ts'

test('the table has the characters of each prototype, in lines of bounded length', () => {
  const source = `# Version: 17.0.0\n#\n0430 ;\t0061 ;\tMA\t# a\nFF41 ;\t0061 ;\tMA\t# a\n006D ;\t0072 006E ;\tMA\t# m\n\n`
  const [, , ...lines] = confusablesTable(source).split('\n')
  assert.deepEqual(lines, ['0061=0430 FF41', '0072 006E=006D', ''])
  assert.throws(() => confusablesTable('a text'), /names no version/)
})

test('the table is whole: it has the 6,565 characters of version 17.0.0', () => {
  const [first, , ...lines] = readFileSync(new URL('confusables.txt', import.meta.url), 'utf8')
    .trim()
    .split('\n')
  assert.match(first ?? '', /version 17\.0\.0:/)
  const characters = lines.flatMap((line) => line.split('=')[1]?.split(' ') ?? [])
  assert.deepEqual([characters.length, new Set(characters).size], [6_565, 6_565])
})

test('texts that look alike have one skeleton', () => {
  const alike = [
    ['paypal', 'раураӏ', 'pa\u200bypal', 'ρаураl'],
    ['rn', 'm'],
    ['O', '0', 'О', 'Ο'],
    ['Å', 'A\u030a'],
    // The prototype itself is decomposed.
    ['(가)', '\u320e'],
  ]
  for (const [first = '', ...others] of alike)
    for (const other of others) assert.equal(skeleton(other), skeleton(first), other)
  assert.notEqual(skeleton('snek'), skeleton('snake'))
})

test('the keys of a name are equal in upper and lower case', () => {
  assert.deepEqual(nameKeys('SNEK'), ['snek', 'snek'])
  assert.deepEqual(nameKeys('Snеk'), ['snek', 'snek'])
  // Cyrillic letters of which only the capitals look Latin.
  assert.equal(nameKeys('ЅNЕК')[1], 'snek')
  assert.equal(nameKeys('IDOL')[0], nameKeys('idol')[0])
  assert.equal(nameKeys('lDOL')[1], nameKeys('IDOL')[1])
  assert.deepEqual(nameKeys('S\u200an e\u00a0k'), ['snek', 'snek'])
  assert.deepEqual(nameKeys('\u200b\u3164\u2800 '), ['', ''])
})

test('a name mixes scripts above the restriction level "highly restrictive"', () => {
  const mixed = ['Snеk', 'ΑΒ x', 'قط Cat', 'Гoogle', 'Ꭼmail', '한국Б']
  const single = [
    'SNEK',
    'Привет',
    'デス・スター',
    '東京タワー ABC',
    '한국 abc',
    '漢字 ㄅ a',
    'عقد ١',
    '👨\u200d👩\u200d👧',
    '🐉 7',
    'ᏃᎬ',
    '𓀀',
    '',
  ]
  for (const text of mixed) assert.equal(mixesScripts(text), true, text)
  for (const text of single) assert.equal(mixesScripts(text), false, text)
})
