import assert from 'node:assert/strict'
import { test } from 'node:test'
import { decodeLimitOrder } from './datums/limit-order.ts'
import { blake2b224, limitOrderBeacon, lpTokenName, poolNftName, tokenPolicy } from './derivations.ts'

test('the beacons of known orders follow from their seeds and datums', () => {
  const spot =
    'd8799f4100581c80efdc4308cffb24b7e43f1b7951cd77323583383b7db3feae246c8ed8799f4040ff1a000f42401a000dbba01a00021d06d8799f581ccebbd6a8ca954b7fc7a346d0baed4182e0358059f38065de279fb8224b43617264616e6f20436174ffd8799f1b003134b92f84d8621b016345785d8a0000ff00d8799fd8799f581c74104cd5ca6288c1dd2e22ee5c874fdcfc1b81897462d91153496430ffd8799fd8799fd8799f581cde7866fe5068ebf3c87dcdb568da528da5dcb5f659d9b60010e7450fffffffff581c74104cd5ca6288c1dd2e22ee5c874fdcfc1b81897462d911534964309f581c5cb2c968e5d1c7197a6ce7615967310a375545d9bc65063a964335b2ffff'
  const orders = [
    {
      transaction: 'b54aa6b7fa267f7c21cc053b3ecc629ba8ec32e320c65a85d3de327571bad14a',
      index: 6,
      style: 'definite',
      beacon: '07f03034afc822b3f2921e504a21e130fddbeafffa9a215660f87289',
      datum:
        'd8798c4100581c07f03034afc822b3f2921e504a21e130fddbeafffa9a215660f87289d8798240401a004c4b401a000927c0194bf7d87982581cabb15dbbcc5c7c80cebea450f4f2131ec1f5b27ca38b66418e4c9a5144424f4241d879821a003b593a1a3b9aca001a0007a120d87982d87981581cb6560f277ce0092e01f39fcf534b2e7a58282260cf044527f1e7f74dd87981d87981d87981581c33b2974f65764819697031e36678e903e97c723c364aa19f8cb5103e581cb6560f277ce0092e01f39fcf534b2e7a58282260cf044527f1e7f74d81581c9beb201348b07d30ee9370b0c353fb0ef566a4c79b153477f15ccf94',
    },
    {
      transaction: 'a88cbaedbe8d5e9e709cddf24886355e876e7c561100b30533ecc2de79a65aa6',
      index: 0,
      style: 'indefinite',
      beacon: '43787c201c4cc02ce5e71636fce4ed1dc92429a75c08e1cd9fca707b',
      datum: spot,
    },
    {
      transaction: '02b493cbd8eb40c3d5ed58372949c6d7c48afcf77416cf25189b118f53af19a4',
      index: 1,
      style: 'definite',
      beacon: '384dc40d3a4361798c5b9eba65245ce972c6b6807034ab51b098d573',
      datum: spot,
    },
  ] as const
  for (const { transaction, index, style, beacon, datum } of orders) {
    const order = decodeLimitOrder(datum)
    assert.ok(order !== undefined)
    assert.equal(limitOrderBeacon({ transaction, index }, 0, order, style), beacon)
  }
})

test('the names of a graduation and of a launch are reproduced', () => {
  const curve = { transaction: 'f759b0da790f3dbf7c3c9767e9a39a0a87652ad17e459f16c3e3f4752c078c9d', index: 1 }
  assert.equal(poolNftName(curve), 'de3498de00239a8372e540be094d1c17be04e35c5516094d04c572fcc287f391')
  assert.equal(
    lpTokenName(curve, 9223372034114961475n),
    '551dc3ea3f3cb1af3a3066a71370eb2ef25ac0cb0dfa416360eb950c7ab70e9d',
  )
  const seed = { transaction: '1aa558a787d573158a287164517ac840154f56d79aebebc64b86ce3af7aabc76', index: 2 }
  assert.equal(poolNftName(seed), '4c84115634c9c721f3310cba72278976479887e9a29e46e9bbb0c2b254f62871')
})

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
