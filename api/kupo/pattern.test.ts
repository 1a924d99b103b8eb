import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bech32 } from '@scure/base'
import { ApiError } from '../../schema/errors.ts'
import { blake2b224 } from '../../schema/launchpad/derivations.ts'
import { parsePattern } from './pattern.ts'

const HASH = 'a1'.repeat(28)
const STAKE = 'b2'.repeat(28)
const KEY = 'c3'.repeat(32)
const ID = 'd4'.repeat(32)
const POLICY = 'e5'.repeat(28)

const written = (prefix: string, hex: string): string =>
  bech32.encode(prefix, bech32.toWords(Buffer.from(hex, 'hex')), 200)

/** A wrong pattern gives a hint, and whether the request is wrong. */
const read = (pattern: string): unknown => {
  try {
    const parsed = parsePattern(pattern, 1)
    return parsed.kind === 'unlisted' ? parsed.hint : parsed
  } catch (error) {
    assert.ok(error instanceof ApiError)
    return [error.cause, error.message]
  }
}

const beginningsOf = (hash: string, types: readonly number[]) => types.map((type) => `${type}1${hash}`)
const ALL = [0, 1, 2, 3, 4, 5, 6, 7]
const WITH_STAKE = [0, 1, 2, 3]

test('credentials are hashes and keys, in hex of both cases and in bech32', () => {
  const found = { kind: 'address', beginnings: beginningsOf(HASH, ALL) }
  for (const credential of [
    HASH,
    HASH.toUpperCase(),
    ...['vkh', 'addr_vkh', 'script'].map((p) => written(p, HASH)),
  ])
    assert.deepEqual(read(`${credential}/*`), found, credential)
  const ofKey = { kind: 'address', beginnings: beginningsOf(blake2b224(KEY), ALL) }
  for (const key of [KEY, ...['vk', 'addr_vk'].map((prefix) => written(prefix, KEY))])
    assert.deepEqual(read(`${key}/*`), ofKey, key)
  assert.deepEqual(read(`${HASH}/${STAKE}`), {
    kind: 'address',
    beginnings: beginningsOf(HASH, WITH_STAKE),
    rest: STAKE,
  })
  for (const wrong of [
    'ab',
    HASH.slice(2),
    written('pool', HASH),
    written('vk', HASH),
    written('vkh', KEY),
  ]) {
    const [cause, hint] = read(`${wrong}/*`) as [string, string]
    assert.deepEqual([cause, hint.slice(0, 21)], ['INVALID_PARAMS', 'A credential must be '], wrong)
  }
})

test('addresses, assets and outputs are read whole', () => {
  for (const [hex, rest] of [
    [`01${HASH}${STAKE}`, STAKE],
    [`61${HASH}`, ''],
    [`41${HASH}010203`, '010203'],
  ] as const) {
    const found = { kind: 'address', beginnings: [hex.slice(0, 58)], rest }
    assert.deepEqual(read(hex), found)
    assert.deepEqual(read(written('addr', hex)), found)
    assert.deepEqual(read(written('addr', hex).toUpperCase()), found)
  }
  assert.deepEqual(read(`${POLICY}.*`), { kind: 'asset', policy: POLICY })
  assert.deepEqual(read(`${POLICY}.`), { kind: 'asset', policy: POLICY, assetName: '' })
  assert.deepEqual(read(`${POLICY}.BEEF`), { kind: 'asset', policy: POLICY, assetName: 'beef' })
  assert.deepEqual(read(`*@${ID}`), { kind: 'transaction', transaction: ID })
  assert.deepEqual(read(`7@${ID}`), { kind: 'transaction', transaction: ID, index: 7 })
})

test('what cannot be found says what to give instead', () => {
  const hints: readonly (readonly [pattern: string, hint: RegExp])[] = [
    ['*', /^The outputs of the whole chain cannot be listed\. Write an address, /],
    ['*/*', /^The outputs of the whole chain cannot be listed\. Write an address, /],
    [`*/${STAKE}`, /^Outputs cannot be found by the delegation part alone: give the payment part too/],
    [`e1${STAKE}`, /^Outputs cannot be found by a stake address: /],
    [written('stake', `e1${STAKE}`), /^Outputs cannot be found by a stake address: /],
    ['{674}', /^Outputs cannot be found by a metadata tag\.$/],
  ]
  for (const [pattern, hint] of hints) {
    const words = read(pattern)
    assert.ok(typeof words === 'string', pattern)
    assert.match(words, hint)
  }
  const errors: readonly (readonly [pattern: string, hint: RegExp])[] = [
    [`x@${ID}`, /^An output is OUTPUT_INDEX@TRANSACTION_ID or /],
    [`-1@${ID}`, /^An output is OUTPUT_INDEX@TRANSACTION_ID or /],
    [`0@${ID.slice(1)}`, /^An output is OUTPUT_INDEX@TRANSACTION_ID or /],
    [`${POLICY}.${'ab'.repeat(33)}`, /^An asset is POLICY_ID\.ASSET_NAME or /],
    [`${POLICY}.abc`, /^An asset is POLICY_ID\.ASSET_NAME or /],
    [`61${HASH.slice(2)}`, /^The pattern is not an address\. Write /],
    [`f1${HASH}aa`, /^The pattern is not an address\. Write /],
    ['nothing', /^The pattern is not an address\. Write /],
  ]
  for (const [pattern, hint] of errors) {
    const [cause, words] = read(pattern) as [string, string]
    assert.equal(cause, 'INVALID_PARAMS', pattern)
    assert.match(words, hint)
  }
})
