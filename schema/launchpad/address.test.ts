import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formatAddress } from '../codecs/address.ts'
import type { PlutusData } from '../codecs/plutus-data.ts'
import { type PlutusAddress, parseRawAddress, rawAddress, readAddress, writeAddress } from './address.ts'

const CURVE = '905ab869961b094f1b8197278cfe15b45cbe49fa8f32c6b014f85a2d'
const STAKE = 'b2f6abf60ccde92eae1a2f4fdf65f2eaf6208d872c6f0e597cc10b07'
const script = (hash: string) => ({ kind: 'script', hash }) as const

const bech32Of = (hash: string, network: 0 | 1, stake?: PlutusAddress['stake']) =>
  formatAddress(rawAddress({ payment: script(hash), ...(stake && { stake }) }, network))

test('the addresses of known contracts are reproduced', () => {
  assert.equal(
    bech32Of(CURVE, 1, script(STAKE)),
    'addr1xxg94wrfjcdsjncmsxtj0r87zk69e0jfl28n934sznu95tdj764lvrxdayh2ux30fl0ktuh27csgmpevdu89jlxppvrs2993lw',
  )
  assert.equal(
    bech32Of(CURVE, 0, script(STAKE)),
    'addr_test1xzg94wrfjcdsjncmsxtj0r87zk69e0jfl28n934sznu95tdj764lvrxdayh2ux30fl0ktuh27csgmpevdu89jlxppvrsfnc3n3',
  )
  assert.equal(
    bech32Of('ddbebc6263726bcc035934b3b71c1fb144a78a1cbbc57499c45b1e89', 1),
    'addr1w8wma0rzvdexhnqrty6t8dcur7c5ffu2rjau2ayec3d3azg5qp35x',
  )
  assert.equal(
    bech32Of('ddbebc6263726bcc035934b3b71c1fb144a78a1cbbc57499c45b1e89', 0),
    'addr_test1wrwma0rzvdexhnqrty6t8dcur7c5ffu2rjau2ayec3d3azg0g4dmr',
  )
})

const kinds = ['key', 'script'] as const
const addresses: PlutusAddress[] = kinds.flatMap((kind) => {
  const payment = { kind, hash: '11'.repeat(28) }
  return [{ payment }, ...kinds.map((other) => ({ payment, stake: { kind: other, hash: '22'.repeat(28) } }))]
})

test('every base and enterprise address is written and read back, raw and as data', () => {
  for (const address of addresses) {
    for (const network of [0, 1] as const) {
      assert.deepEqual(parseRawAddress(rawAddress(address, network)), { address, network })
    }
    assert.deepEqual(readAddress(writeAddress(address)), address)
  }
  assert.deepEqual(
    addresses.map((address) => rawAddress(address, 1).slice(0, 2)),
    ['61', '01', '21', '71', '11', '31'],
  )
})

test('raw addresses of other kinds, networks and lengths are refused', () => {
  const hash = 'ab'.repeat(28)
  const refused = [
    '',
    '01',
    `01${hash}`,
    `01${hash}${hash}00`,
    `61${hash}${hash}`,
    `02${hash}${hash}`,
    `41${hash}818903`,
    `51${hash}818903`,
    `e1${hash}`,
    `f1${hash}`,
    '82d818582183581c',
    `g1${hash}`,
    `61${'AB'.repeat(28)}`,
  ]
  for (const raw of refused) assert.equal(parseRawAddress(raw), undefined, raw)
})

test('data addresses with a pointer, an unwrapped stake part or a wrong hash are refused', () => {
  const key = { constructor: 0, fields: ['ab'.repeat(28)] }
  const none = { constructor: 1, fields: [] }
  const some = (data: PlutusData): PlutusData => ({ constructor: 0, fields: [data] })
  const address = (...fields: PlutusData[]): PlutusData => ({ constructor: 0, fields })
  assert.deepEqual(readAddress(address(key, none)), { payment: { kind: 'key', hash: 'ab'.repeat(28) } })
  for (const data of [
    address(key),
    address(key, none, none),
    address(none, none),
    address({ constructor: 2, fields: key.fields }, none),
    address({ constructor: 0, fields: ['ab'.repeat(27)] }, none),
    address(key, some(key)),
    address(key, some({ constructor: 1, fields: [0n, 0n, 0n] })),
    { constructor: 1, fields: [key, none] },
    [key, none],
    5n,
  ]) {
    assert.equal(readAddress(data), undefined)
  }
})
