import assert from 'node:assert/strict'
import { test } from 'node:test'
import { decodePlutusData, encodePlutusData } from '../../codecs/plutus-data.ts'
import { decodeLaunchMetadata, encodeLaunchMetadata, type LaunchMetadata } from './launch-metadata.ts'

const metadata: LaunchMetadata = {
  token: `${'ab'.repeat(28)}.506f707079`,
  ticker: 'POPPY',
  logoCid: 'bafkreihdwdcefgh4dqkjv67uzcmw7ojee6xedzdetojuzjevtenxquvyku',
  description: `A poppy 🌺, with a description longer than sixty-four bytes: ${'x'.repeat(100)}`,
  launchType: 1,
  author: { pkh: 'cd'.repeat(28), skh: 'ef'.repeat(28) },
  socials: { twitter: 'https://x.com/poppy', discord: '', telegram: '', website: '' },
  version: 1n,
}

test('metadata is written field by field and read back', () => {
  const cbor = encodeLaunchMetadata(metadata, 'definite')
  const text = (value: string) => Buffer.from(value).toString('hex')
  assert.deepEqual(decodePlutusData(cbor), {
    constructor: 0,
    fields: [
      { constructor: 0, fields: ['ab'.repeat(28), '506f707079'] },
      text('POPPY'),
      text(metadata.logoCid),
      text(metadata.description),
      1n,
      { constructor: 0, fields: ['cd'.repeat(28), 'ef'.repeat(28)] },
      { constructor: 0, fields: [text('https://x.com/poppy'), '', '', ''] },
      1n,
    ],
  })
  assert.deepEqual(decodeLaunchMetadata(cbor), metadata)
})

test('texts that are no UTF-8, and launch types that are not known, are refused', () => {
  const data = decodePlutusData(encodeLaunchMetadata(metadata, 'definite'))
  assert.ok(typeof data === 'object' && 'fields' in data)
  const spoil = (index: number, value: string | bigint) =>
    encodePlutusData({ constructor: 0, fields: data.fields.with(index, value) }, 'definite')
  assert.deepEqual(decodeLaunchMetadata(spoil(1, '58')), { ...metadata, ticker: 'X' })
  assert.equal(decodeLaunchMetadata(spoil(1, 'ff')), undefined)
  assert.equal(decodeLaunchMetadata(spoil(4, 2n)), undefined)
})
