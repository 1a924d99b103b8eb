import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hiddenCharacter } from './hidden-characters.ts'

test('an invisible character without a meaning where it stands is found', () => {
  const texts = {
    'Sn\u200bek': 'U+200B',
    'a\u00adb': 'U+00AD',
    '\ufeffSnek': 'U+FEFF',
    'Snek\u2060': 'U+2060',
    '\u202egpj': 'U+202E',
    '\u2800': 'U+2800',
    'a\u3164b': 'U+3164',
    'a\u{e0041}': 'U+E0041',
    // Joiners and selectors that join or select nothing.
    'a\u200db': 'U+200D',
    'a\u200cb': 'U+200C',
    '🐉\u200d': 'U+200D',
    'دانش\u200d': 'U+200D',
    'دا\u200cنش': 'U+200C',
    'a\ufe0f': 'U+FE0F',
    '❤\ufe0f\ufe0f': 'U+FE0F',
    'a\u{e0100}': 'U+E0100',
  }
  for (const [text, found] of Object.entries(texts)) assert.equal(hiddenCharacter(text), found, text)
})

test('emoji and scripts have their joiners, selectors and tags', () => {
  const texts = [
    'Lucky Newt',
    '👨\u200d👩\u200d👧\u200d👦 family',
    '🧔🏻\u200d♂\ufe0f',
    '❤\ufe0f',
    '❤\ufe0e',
    '1\ufe0f\u20e3',
    '🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}',
    'می\u200cخواهم',
    'क्\u200dष',
    'क्\u200cष',
    '葛\u{e0100}',
    'ᠠ\u180b',
    '\u0600١',
  ]
  for (const text of texts) assert.equal(hiddenCharacter(text), undefined, text)
})

test('a long text takes time in proportion to its length', () => {
  // An hour if each mark is compared with all marks before it.
  const marks = '\u0301'.repeat(400_000)
  assert.equal(hiddenCharacter(marks), undefined)
  assert.equal(hiddenCharacter(`ن${marks}\u200cد`), undefined)
  assert.equal(hiddenCharacter(`a${marks}\u200cد`), 'U+200C')
})
