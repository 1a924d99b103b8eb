import assert from 'node:assert/strict'
import { test } from 'node:test'
import { refusalOf } from './refusals.ts'

test('a refusal is one sentence under the name of the rule that failed', () => {
  for (let code = 3000; code < 4000; code += 1) {
    const refusal = refusalOf(code, 'Something failed. A paragraph follows.') ?? ''
    assert.ok(
      refusal === 'Something failed.' || /^[A-Z][A-Za-z]+: [a-z][^.]*$/.test(refusal),
      `${code}: ${refusal}`,
    )
  }
  assert.equal(refusalOf(3117, 'paragraphs'), 'BadInputsUTxO: an input is already spent or does not exist')
  assert.equal(refusalOf(3122, 'paragraphs'), 'FeeTooSmallUTxO: the fee is too small')
})

test('what has no sentence here keeps the first of its own', () => {
  assert.equal(refusalOf(3999, 'It failed'), 'It failed')
  assert.equal(refusalOf(3999, 'It costs 1.5 ada. More.'), 'It costs 1.5 ada.')
})

test('bytes that the node cannot read are a refusal, and errors that are not of the transaction are none', () => {
  assert.equal(refusalOf(-32602, 'invalid or incomplete value'), 'the node cannot read the transaction')
  for (const code of [-32600, -32601, -32603, -32000, 1000, 2999, 4000])
    assert.equal(refusalOf(code, 'no'), undefined, `${code}`)
})
