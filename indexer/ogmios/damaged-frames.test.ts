// Frames that were cut off or changed. Neither reader crashes, hangs or invents data.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { buildBlock } from '../../devnet/chain/build-block.ts'
import {
  type BuildTransaction,
  buildTransaction,
  fakeHash,
  testAddress,
} from '../../devnet/chain/build-transaction.ts'
import { oddBlocks } from '../../devnet/chain/odd-blocks.ts'
import { isJson } from '../../tests/kit/is-json.ts'
import { frameOf, withPlainMetadata } from '../testing/frames.ts'
import { decodeMessage } from './decode.ts'
import type { ChainSyncMessage } from './messages.ts'
import { readMessage } from './read-message.ts'

const READERS = { readMessage, decodeMessage }

const frameWith = (options: BuildTransaction): string =>
  frameOf(buildBlock('genesis', { transactions: [buildTransaction(options)] }))

/** The frames have all members that a reader reads, and are small enough to be damaged thousands of times. */
const whole = [
  ...oddBlocks()
    .map((block) => frameOf(block))
    .filter((frame) => frame.length < 10_000),
  frameWith({
    inputs: [
      { transaction: fakeHash('a'), index: 0 },
      { transaction: fakeHash('b'), index: 12 },
    ],
    outputs: [
      { lovelace: 7n, datum: 'd87980', assets: [{ asset: `${fakeHash('p', 28)}.ff`, quantity: 3n }] },
      { lovelace: 8n, datumHash: fakeHash('d'), address: testAddress('b') },
    ],
    mint: [{ asset: `${fakeHash('q', 28)}.`, quantity: -5n }],
    signatories: [fakeHash('s', 28)],
    validity: { from: 3n, until: 4n },
    redeemers: new Map([[1, 'd87a80']]),
    metadata: { '674': '{"msg":["a\\nb"]}' },
  }),
  '{"jsonrpc":"2.0","method":"nextBlock","result":{"direction":"backward","point":"origin","tip":"origin"},"id":null}',
]

interface Damage {
  readonly how: 'replace' | 'insert' | 'remove' | 'repeat' | 'cut'
  /** In millionths of the frame. */
  readonly at: number
  readonly length: number
  readonly text: string
}

const damages: fc.Arbitrary<Damage> = fc.record({
  how: fc.constantFrom('replace', 'insert', 'remove', 'repeat', 'cut'),
  at: fc.nat(999_999),
  length: fc.nat(30),
  text: fc.constantFrom(
    ...[
      '"',
      '\\',
      '{',
      '}',
      '[',
      ']',
      ',',
      ':',
      '-',
      '.',
      '0',
      '9',
      'e',
      'f',
      ' ',
      '\\b',
      'é',
      '""',
      '{}',
      '[]',
    ],
    ...['null', '-1', '1e3', '12345678901234567890', '"\\u0001"', '"a":1,', '"id":"00",'],
  ),
})

const damaged = (frame: string, { how, at, length, text }: Damage): string => {
  const start = Math.floor((at / 1_000_000) * frame.length)
  const [before, after] = [frame.slice(0, start), frame.slice(start)]
  if (how === 'cut') return before
  if (how === 'insert') return before + text + after
  if (how === 'remove') return before + after.slice(length)
  if (how === 'repeat') return before + after.slice(0, length) + after
  return before + text + after.slice(text.length)
}

/** `refused` stands for a SyntaxError. Any other error is a failure. */
const outcome = (read: (frame: string) => ChainSyncMessage, frame: string): ChainSyncMessage | 'refused' => {
  try {
    return withPlainMetadata(read(frame))
  } catch (error) {
    if (error instanceof SyntaxError) return 'refused'
    throw error
  }
}

test('a damaged frame is refused, or read alike by both readers', () => {
  const seen = { refused: 0, alike: 0, lenient: 0 }
  fc.assert(
    fc.property(
      fc.nat(whole.length - 1),
      fc.array(damages, { minLength: 1, maxLength: 2 }),
      (index, hits) => {
        const text = hits.reduce(damaged, whole[index] ?? '')
        const [fast, slow] = [outcome(readMessage, text), outcome(decodeMessage, text)]
        if (fast === 'refused') seen.refused++
        // The fast reader skips members that it does not need, even damaged ones.
        else if (!isJson(text)) seen.lenient++
        else {
          assert.deepEqual(fast, slow)
          seen.alike++
        }
      },
    ),
    { numRuns: 3000 },
  )
  assert.ok(seen.refused > 100 && seen.alike > 100, JSON.stringify(seen))
})

test('a frame cut anywhere is refused by both readers', () => {
  for (const frame of whole)
    for (let length = 0; length < frame.length; length += 7)
      for (const read of Object.values(READERS))
        assert.equal(outcome(read, frame.slice(0, length)), 'refused', `${length} of ${frame}`)
})

test('a tip that lacks a member is refused, though another comes twice', () => {
  const tip = { slot: 1, id: fakeHash('tip'), height: 2 }
  for (const [key, value] of Object.entries(tip)) {
    const others = Object.entries(tip).filter(([other]) => other !== key)
    const members = [...others, others[0] ?? assert.fail()].map(([k, v]) => `"${k}":${JSON.stringify(v)}`)
    const frame = `{"result":{"direction":"backward","point":"origin","tip":{${members}}}}`
    for (const read of Object.values(READERS)) {
      assert.equal(outcome(read, frame), 'refused', `${key} of ${frame}`)
      const whole = frame.replace('"tip":{', `"tip":{"${key}":${JSON.stringify(value)},`)
      assert.deepEqual(outcome(read, whole), { kind: 'backward', point: 'origin', tip })
    }
  }
})
