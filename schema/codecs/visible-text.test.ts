import assert from 'node:assert/strict'
import { test } from 'node:test'
import { visibleText } from './visible-text.ts'

test('nothing is left of a text without a visible character', () => {
  const invisible =
    '\u0000\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b\u180c\u180e\u180f\u200b\u202e\u2060\u2065\u2800\u3164\ufe0f\ufeff\uffa0\ufff0\u{1d159}\u{1d173}\u{e0001}\u{e0020}\u{e0100}\u{e0fff}\ue000\ud800'
  for (const character of invisible) {
    const code = character.codePointAt(0)?.toString(16)
    assert.equal(visibleText(character.repeat(2)), '', code)
    assert.equal(visibleText(` ${character} ${character}`), '', code)
  }
  assert.equal(visibleText(`${invisible}a`), 'a')
})

test('a variation selector is kept after a character, once', () => {
  assert.equal(visibleText('\ufe0f❤\ufe0f\ufe0f \ufe0f葛\u{e0100}'), '❤\ufe0f 葛\u{e0100}')
})
