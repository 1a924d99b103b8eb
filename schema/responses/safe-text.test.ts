import assert from 'node:assert/strict'
import { test } from 'node:test'
import { nameOf, plain, safeLink } from './safe-text.ts'

test('a text is one bounded line without characters that change how others are read', () => {
  assert.equal(plain('  two\n\twords ', 20), 'two words')
  assert.equal(plain('gnp.\u202egpj\u202c.exe\u200f\u2066', 20), 'gnp.gpj.exe')
  assert.equal(plain('\u0000a\u007f\u200b\ufeffb', 20), 'ab')
  assert.equal(plain(`z${'\u0301'.repeat(40)}`, 20), 'z\u0301\u0301')
  assert.equal(plain('🚀'.repeat(3_000), 12), `${'🚀'.repeat(11)}…`)
  assert.equal(plain('\u3164\u200e', 20), '')
  assert.equal(plain('<img src=x onerror=alert(1)>', 40), '<img src=x onerror=alert(1)>')
})

test('a link is followed only to the web, and to the host that it shows', () => {
  assert.equal(safeLink('https://x.example/a b'), 'https://x.example/a%20b')
  assert.equal(safeLink(' http://x.example'), 'http://x.example/')
  for (const hostile of [
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    ' \u0001javascript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    '//x.example',
    'https://good.example@bad.example',
    'https://',
    `https://x.example/${'a'.repeat(300)}`,
    '',
  ])
    assert.equal(safeLink(hostile), null, hostile)
})

test("a token's name is read from its asset id", () => {
  assert.equal(nameOf(`${'ab'.repeat(28)}.4861696c204879647261`), 'Hail Hydra')
  assert.equal(nameOf(`${'ab'.repeat(28)}.`), 'abababab')
  assert.equal(nameOf(`${'ab'.repeat(28)}.fffe`), '��')
})
