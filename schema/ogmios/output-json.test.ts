import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { parseLossless } from './lossless-json.ts'
import { inLedgerOrder, type OutputJson, outputMembers, readOutputJson } from './output-json.ts'
import { object } from './write-json.ts'

const hexOf = (bytes: number) =>
  fc.uint8Array({ minLength: bytes, maxLength: bytes }).map((array) => Buffer.from(array).toString('hex'))
const amount = fc.bigInt({ min: 1n, max: 2n ** 64n - 1n })
const assets = fc
  .uniqueArray(
    fc.record(
      {
        asset: fc
          .tuple(hexOf(28), fc.nat({ max: 32 }).chain(hexOf))
          .map(([policy, name]) => `${policy}.${name}`),
        quantity: amount,
      },
      { noNullPrototype: true },
    ),
    { selector: ({ asset }) => asset, maxLength: 5 },
  )
  .map(inLedgerOrder)
const outputs: fc.Arbitrary<OutputJson> = fc.record(
  { address: fc.string(), lovelace: amount, assets, datum: hexOf(3), datumHash: hexOf(32) },
  { requiredKeys: ['address', 'lovelace', 'assets'], noNullPrototype: true },
)

test('what is written of an output is read back, amounts of 64 bits included', () => {
  fc.assert(
    fc.property(outputs, (output) => {
      const { script, ...read } = readOutputJson(parseLossless(object(outputMembers(output, '{"a":1}'))))
      assert.deepEqual(read, output)
      assert.deepEqual(script, { a: 1 })
    }),
  )
})

test('what is not an output is named by its member', () => {
  for (const [json, message] of [
    ['7', 'an output is not an object'],
    ['{"value":{"ada":{"lovelace":1}}}', "an output's address is not a string"],
    ['{"address":"a","value":{}}', "an output's ada is not an object"],
    ['{"address":"a","value":{"ada":{"lovelace":1.5}}}', "an output's lovelace is not an integer"],
    ['{"address":"a","value":{"ada":{"lovelace":1},"00":{"":"5"}}}', 'a quantity is not an integer'],
  ] as const)
    assert.throws(() => readOutputJson(parseLossless(json)), { name: 'SyntaxError', message })
})
