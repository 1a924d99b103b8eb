// Tests that native scripts are evaluated and shown as they were written, in every form of CBOR that the library reads.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Serialization } from '@cardano-sdk/core'
import { HexBlob } from '@cardano-sdk/util'
import fc from 'fast-check'
import { cborBytes, cborInteger, cborList } from '../../schema/codecs/cbor-write.ts'
import { checkNative, nativeHolds, nativeJson } from './native-script.ts'

const KEYS = ['aa', 'bb', 'cc'].map((byte) => byte.repeat(28))

/** Results for a transaction that the first key signs and that is valid in slots 10 to 20. */
interface Sample {
  readonly cbor: string
  readonly holds: boolean
  readonly json: unknown
}

const listOf = (form: boolean, items: readonly string[]): string =>
  form ? cborList(items) : `9f${items.join('')}ff`

const { script } = fc.letrec<{ script: Sample }>((tie) => {
  const inner = fc.array(tie('script'), { maxLength: 4 })
  const clause = (number: number, name: string, holds: (passing: number, all: number) => boolean) =>
    fc.tuple(inner, fc.boolean()).map(([scripts, form]): Sample => {
      const passing = scripts.filter((each) => each.holds).length
      const cbor = cborList([
        cborInteger(number),
        listOf(
          form,
          scripts.map((each) => each.cbor),
        ),
      ])
      return {
        cbor,
        holds: holds(passing, scripts.length),
        json: { clause: name, from: scripts.map(({ json }) => json) },
      }
    })
  return {
    script: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      fc.constantFrom(...KEYS).map((key) => ({
        cbor: cborList(['00', cborBytes(key)]),
        holds: key === KEYS[0],
        json: { clause: 'signature', from: key },
      })),
      fc.tuple(fc.boolean(), fc.nat(30)).map(([after, slot]) => ({
        cbor: cborList([after ? '04' : '05', cborInteger(slot)]),
        holds: after ? slot <= 10 : slot >= 20,
        json: { clause: after ? 'after' : 'before', slot },
      })),
      clause(1, 'all', (passing, all) => passing === all),
      clause(2, 'any', (passing) => passing > 0),
      fc.tuple(inner, fc.nat(4)).map(([scripts, atLeast]) => ({
        cbor: cborList(['03', cborInteger(atLeast), cborList(scripts.map(({ cbor }) => cbor))]),
        holds: scripts.filter(({ holds }) => holds).length >= atLeast,
        json: { clause: 'some', atLeast, from: scripts.map(({ json }) => json) },
      })),
    ),
  }
})

test('a script holds and is shown as it is written, in every form that the library reads', () => {
  fc.assert(
    fc.property(script, ({ cbor, holds, json }) => {
      assert.equal(Serialization.NativeScript.fromCbor(HexBlob(cbor)).toCbor(), cbor)
      assert.equal(nativeHolds(cbor, { signers: new Set(KEYS.slice(0, 1)), from: 10n, until: 20n }), holds)
      assert.deepEqual(JSON.parse(nativeJson(cbor)), json)
    }),
  )
})

test('what is no script is refused', () => {
  const key = `581c${KEYS[0]}`
  for (const cbor of [
    '',
    '80',
    '8100',
    '8206',
    '820601',
    '8200',
    `8300${key}00`,
    '820041aa',
    '820100',
    '82018100',
    '8203',
    '820180ff',
    '820400ff',
    '8204',
    '8301',
    '820180'.repeat(2),
    `a100${key}`,
  ])
    assert.throws(() => checkNative(cbor), SyntaxError, cbor)
})
