import assert from 'node:assert/strict'
import { test } from 'node:test'
import { agreementOf } from './agreement.ts'

test('services agree or not only at the same block', () => {
  const own = { id: 'a', height: 5, digest: 'd' }
  assert.equal(agreementOf(own, [undefined, { ...own, id: 'b' }]), undefined)
  assert.deepEqual(agreementOf(own, [own, { ...own, digest: 'e' }, undefined]), {
    height: 5,
    digest: 'd',
    of: 3,
    agree: 2,
  })
})
