import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { BuildError } from '../build-error.ts'
import { cip30Utxo } from '../testing/cip30-utxo.ts'
import { checkUtxos, readUtxos, spendableByKey } from './read-utxos.ts'
import type { Output, Utxo } from './utxo.ts'

const PKH = 'ab'.repeat(28)
const POLICY = 'cd'.repeat(28)
const reference = (index: number) => ({ transaction: '12'.repeat(32), index })
const at = (index: number, output: Partial<Output> = {}): Utxo => ({
  reference: reference(index),
  output: { address: `61${PKH}`, lovelace: 5_000_000n, assets: [], ...output },
})

test('outputs of a wallet are read with everything that is in them', () => {
  const utxos = [
    at(0),
    at(300, { assets: [{ asset: `${POLICY}.beef`, quantity: 7n }], lovelace: 2n ** 63n }),
    at(2, { datum: 'd87980' }),
    at(3, { datumHash: '34'.repeat(32) }),
    at(4, { script: { language: 'plutus:v2', cbor: '4e4d01000033222220051200120011' } }),
    at(5, { script: { language: 'native', cbor: `8200581c${PKH}` } }),
  ]
  assert.deepEqual(readUtxos('utxos', utxos.map(cip30Utxo)), utxos)
  assert.deepEqual(
    readUtxos('utxos', [cip30Utxo(at(0)).toUpperCase(), cip30Utxo(at(0))]),
    [at(0)],
    'given twice, read once',
  )
})

test('the older form of an output is read too', () => {
  const legacy = `82825820${'12'.repeat(32)}0182581d61${PKH}1a004c4b40`
  assert.deepEqual(readUtxos('utxos', [legacy]), [at(1)])
})

const withScript = (language: string): string =>
  `82825820${'12'.repeat(32)}02a300581d61${PKH}011a05f5e10003d8184982${language}46010100220011`

test('what is no output, or one of a later ledger, is left out; only a list without any output is refused', () => {
  const good = [at(0), at(1)].map(cip30Utxo)
  for (const bad of [
    '',
    'zz',
    '80',
    '82',
    cip30Utxo(at(0)).slice(0, -2),
    '00',
    `${'81'.repeat(20_000)}00`,
    withScript('05'),
  ]) {
    assert.deepEqual(readUtxos('utxos', [bad, ...good, bad]), [at(0), at(1)], bad.slice(0, 100))
    checkUtxos('utxos', [bad, ...good])
    for (const read of [readUtxos, checkUtxos])
      assert.throws(() => read('utxos', [bad, bad]), {
        code: 'INVALID_REQUEST',
        message: 'utxos[0] must be the hex CBOR of an unspent output, in the form of a CIP-30 wallet',
      })
  }
  assert.equal(readUtxos('utxos', [withScript('04')])[0]?.output.script?.language, 'plutus:v4')
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 120 }), (random) => {
      try {
        readUtxos('utxos', [Buffer.from(random).toString('hex')])
      } catch (error) {
        assert.ok(error instanceof BuildError && error.code === 'INVALID_REQUEST')
      }
    }),
  )
})

const withDatum = (datum: string, index = '00'): string => {
  const bytes = `59${(datum.length / 2).toString(16).padStart(4, '0')}${datum}`
  return `82825820${'12'.repeat(32)}${index}a300581d61${PKH}011a004c4b40028201d818${bytes}`
}

test('a datum of any depth is read as it is, in time linear in its length', () => {
  for (const [open, close] of [
    ['81', '80'],
    ['9f', 'ff'],
    ['d87981', '80'],
    ['a100', '00'],
  ] as const) {
    const levels = Math.floor(14_000 / (open.length / 2 + close.length / 2))
    const datum = open.repeat(levels) + close.repeat(close === 'ff' ? levels : 1)
    assert.deepEqual(readUtxos('utxos', [withDatum(datum)]), [at(0, { datum })])
  }
})

test('an output at an address of another network, type or length is refused', () => {
  const address = `61${PKH}`
  for (const bad of [`6a${PKH}`, `2a${PKH}`, `e1${PKH}`, `01${PKH}`, `91${PKH}`, '61', '']) {
    const written = `58${(bad.length / 2).toString(16).padStart(2, '0')}${bad}`
    const item = cip30Utxo(at(0)).replace(`581d${address}`, written)
    assert.throws(() => readUtxos('collaterals', [item]), { code: 'INVALID_REQUEST' }, bad)
  }
})

test('an index, a size or an amount beyond those of the ledger is refused', () => {
  for (const bad of [
    withDatum('00', '1a00010000'),
    withDatum('00', '1b0000000100000001'),
    withDatum(`59${(17_000).toString(16)}${'00'.repeat(17_000)}`),
    cip30Utxo(at(0)).replace('1a004c4b40', 'c249010000000000000000'),
    cip30Utxo(at(0)).replace('1a004c4b40', '20'),
  ])
    assert.throws(() => readUtxos('utxos', [bad]), { code: 'INVALID_REQUEST' }, bad.slice(0, 100))
})

test('outputs of scripts and of Byron addresses are no coins', () => {
  const script = at(1, { address: `71${PKH}` })
  const byron = at(2, {
    address: '82d818582183581cba970ad36654d8dd8f74274b733452ddeab9a62a397746be3c42ccdda0001a9026da5b',
  })
  assert.deepEqual(spendableByKey([at(0), script, byron]), [at(0)])
})
