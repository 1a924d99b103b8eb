import assert from 'node:assert/strict'
import { test } from 'node:test'
import { blake2b224, tokenPolicy } from './derivations.ts'

const placeOf = (transaction: string, index: string) => `d8799f5820${transaction}${index}ff`

test('a template gives each seed a policy of its own, and grows only with its index', () => {
  const zero = `59002a27${placeOf('00'.repeat(32), '00')}0001`
  const id = '12'.repeat(32)
  for (const [index, script] of [
    [23, `59002a27${placeOf(id, '17')}0001`],
    [24, `59002b28${placeOf(id, '1818')}0001`],
    [300, `59002c29${placeOf(id, '19012c')}0001`],
  ] as const) {
    const seed = { transaction: id, index }
    assert.deepEqual(tokenPolicy(zero, seed), { script, policy: blake2b224(`03${script}`) })
    assert.equal(tokenPolicy(zero, seed, 2).policy, blake2b224(`02${script}`))
  }
  const short = `582a27${placeOf('00'.repeat(32), '00')}0001`
  const seed = { transaction: id, index: 300 }
  assert.equal(tokenPolicy(short, seed).script, `582c29${placeOf(id, '19012c')}0001`)
  assert.equal(blake2b224(''), '836cc68931c2e4e3e838602eca1902591d216837bafddfe6f0c8cb07')
})

test('a template without one place for its seed, or without room for a long one, is refused', () => {
  const seed = { transaction: '12'.repeat(32), index: 0 }
  const place = `27${placeOf('00'.repeat(32), '00')}`
  for (const [template, places] of [
    ['', 0],
    [`a${place}a`, 0],
    [place + place, 2],
  ] as const) {
    assert.throws(
      () => tokenPolicy(template, seed),
      new RangeError(`the policy template must contain one output reference, not ${places}`),
    )
  }
  assert.throws(
    () => tokenPolicy(place, { ...seed, index: 24 }),
    new RangeError('the policy template has no room for the index 24 of its seed'),
  )
})
