// The fast reader of addresses compared with the strict reader and with the library that wallets use.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Cardano } from '@cardano-sdk/core'
import { base58 } from '@scure/base'
import fc from 'fast-check'
import { recordedChains } from '../../fixtures/chains/recorded-chains.ts'
import { formatAddress, parseAddress } from '../../schema/codecs/address.ts'
import { recordedFrames } from '../testing/frames.ts'
import { addressBytes } from './address-bytes.ts'

const BYRON = 'Ae2tdPwUPEZFRbyhz3cpfC2CumGzNkFBN2L42rcUc2yjQpEkxDbkPodpMAi'

for (const { name, path, skip } of recordedChains) {
  test(`the addresses of ${name} are read as the library reads them`, { skip }, () => {
    const texts = new Set(
      recordedFrames(path).flatMap((frame) =>
        [...frame.matchAll(/"address":"(\w+)"/g)].map(([, text]) => text ?? ''),
      ),
    )
    assert.ok(texts.size > 100, `${texts.size}`)
    for (const text of texts) {
      const raw = addressBytes(text)
      assert.deepEqual([parseAddress(text), formatAddress(raw)], [raw, text])
      assert.equal(Cardano.Address.fromString(text)?.toBytes(), raw)
    }
  })
}

test('any Shelley bytes come back from their text', () => {
  fc.assert(
    fc.property(
      fc.nat(7),
      fc.constantFrom('0', '1'),
      fc.uint8Array({ maxLength: 80 }),
      (type, network, rest) => {
        const raw = `${type}${network}${Buffer.from(rest).toString('hex')}`
        assert.equal(addressBytes(formatAddress(raw)), raw)
      },
    ),
  )
})

test('any Byron bytes come back from their text', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 255 }), fc.uint8Array({ maxLength: 300 }), (first, rest) => {
      const bytes = Uint8Array.of(first, ...rest)
      assert.equal(addressBytes(base58.encode(bytes)), Buffer.from(bytes).toString('hex'))
    }),
  )
  assert.equal(addressBytes(BYRON), parseAddress(BYRON))
})

test('text of neither alphabet is refused', () => {
  for (const text of [
    '',
    '1',
    '0OIl',
    `${BYRON}é`,
    'addr1',
    'addr1qpzry9',
    'addr1qb000000',
    'addr1qé0000000',
    'addr_test1b0000000',
    `addr1${'q'.repeat(900)}`,
  ])
    assert.throws(() => addressBytes(text), {
      name: 'SyntaxError',
      message: `not an address: ${text.slice(0, 40)}`,
    })
})
