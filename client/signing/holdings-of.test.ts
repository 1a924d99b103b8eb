import assert from 'node:assert/strict'
import { test } from 'node:test'
import { added, coinsPaidTo, holdingsOf, largest, paidTo } from './holdings-of.ts'

const KEY = 'aa'.repeat(28)
const OTHER = 'bb'.repeat(28)
const POLICY = 'cc'.repeat(28)
const reference = `825820${'01'.repeat(32)}00`
const address = (key: string): string => `581d60${key}`
/** 2^40 lovelace and 5 of a token. */
const value = `821b0000010000000000a1581c${POLICY}a243434154054001`
const asList = (key: string): string => `82${address(key)}${value}`
const asMap = (key: string): string => `a200${address(key)}01${value}`

test('the amounts of outputs in both forms are added', () => {
  assert.deepEqual(
    holdingsOf([`82${reference}${asList(KEY)}`, `82${reference}${asMap(OTHER)}`.toUpperCase()]),
    {
      lovelace: 2n * 2n ** 40n,
      tokens: new Map([
        [`${POLICY}.434154`, 10n],
        [`${POLICY}.`, 2n],
      ]),
    },
  )
  assert.deepEqual(holdingsOf([`82${reference}82${address(KEY)}1a000f4240`]).lovelace, 1_000_000n)
  assert.deepEqual(holdingsOf([]), { lovelace: 0n, tokens: new Map() })
})

test('anything else is an error, so that no wrong amount is shown', () => {
  for (const wrong of ['', 'zz', '80', `82${reference}80`, `82${reference}82${address(KEY)}20`])
    assert.throws(() => holdingsOf([wrong]), Error, wrong)
})

test('the outputs of a transaction at the given key are added', () => {
  const body = `a2008180${'01'}83${asList(KEY)}${asMap(OTHER)}${asMap(KEY)}`
  assert.equal(added(paidTo(`84${body}a0f5f6`, KEY)).lovelace, 2n * 2n ** 40n)
})

test('the outputs of a transaction at the given key are coins of its wallet, which the wallet may not list yet', () => {
  const body = `a2008180${'01'}83${asList(KEY)}${asMap(OTHER)}${asMap(KEY)}`
  const id = '01'.repeat(32)
  assert.deepEqual(coinsPaidTo(`84${body}a0f5f6`, id, KEY), [
    `82${reference}${asList(KEY)}`,
    `82${reference.slice(0, -2)}02${asMap(KEY)}`,
  ])
})

test('of too many outputs, those with the most of the token are kept, then those with the most lovelace', () => {
  const adaAt = (lovelace: string): string => `82${reference}82${address(KEY)}1a${lovelace}`
  const [little, much, most] = ['000f4240', '001e8480', '002dc6c0'].map(adaAt)
  const token = `82${reference}82${address(KEY)}821a000f4240a1581c${POLICY}a14001`
  const all = [little, token, most, 'zz', much].map((item) => item ?? '')
  assert.deepEqual(largest(all, 5, `${POLICY}.`), all)
  assert.deepEqual(largest(all, 4, `${POLICY}.`), [token, most, much, little])
  assert.deepEqual(largest(all, 2, `${POLICY}.`), [token, most])
  assert.deepEqual(largest(all, 2), [most, much])
})
