// The fast and the slow reader, compared with each other and with the generated blocks.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { buildBlock, buildBoundaryBlock, buildByronBlock } from '../../devnet/chain/build-block.ts'
import {
  type BuildOutput,
  type BuildTransaction,
  buildTransaction,
  fakeHash,
} from '../../devnet/chain/build-transaction.ts'
import { DEEPEST_SCRIPT, deepScript, oddBlocks } from '../../devnet/chain/odd-blocks.ts'
import type { OutputEvent, TransactionEvent } from '../../schema/events.ts'
import { decodeVestingLock, encodeVestingLock } from '../../schema/launchpad/datums/vesting-lock.ts'
import { parseLossless, stringifyLossless } from '../../schema/ogmios/lossless-json.ts'
import type { OutputReference } from '../../schema/primitives.ts'
import { builtTransactions, metadataJson } from '../testing/arbitraries.ts'
import { frameOf, withPlainMetadata } from '../testing/frames.ts'
import { keepingDatums } from '../transaction-event.ts'
import { readFrame } from './chain-sync.ts'
import { decodeMessage } from './decode.ts'
import type { ChainSyncMessage } from './messages.ts'
import { readMessage } from './read-message.ts'

const READERS = { readMessage, decodeMessage }

const transactionOf = (message: ChainSyncMessage): TransactionEvent => {
  const transaction = message.kind === 'forward' ? message.block.transactions[0] : undefined
  assert.ok(transaction)
  return transaction
}

const frameWith = (options: BuildTransaction): string =>
  frameOf(buildBlock('genesis', { transactions: [buildTransaction(options)] }))

const outputEvent = ({ address, lovelace, assets = [], datum, datumHash }: BuildOutput): OutputEvent => ({
  address: address ?? `60${fakeHash('anyone', 28)}`,
  lovelace,
  assets,
  ...(datum === undefined ? undefined : { datum }),
  ...(datumHash === undefined ? undefined : { datumHash }),
  hasReferenceScript: false,
})

const inOrder = (references: readonly OutputReference[]): OutputReference[] =>
  [...references].sort((a, b) => (a.transaction < b.transaction ? -1 : 1))

const expected = (options: BuildTransaction & { inputs: readonly OutputReference[] }): TransactionEvent => {
  const {
    failed,
    outputs = [],
    mint = [],
    signatories: requiredSigners = [],
    validity = {},
    metadata = {},
  } = options
  const redeemers = failed ? undefined : options.redeemers
  const collateralReturn = failed?.collateralReturn
  return {
    id: buildTransaction(options).id,
    valid: failed === undefined,
    inputs: inOrder(failed?.collaterals ?? options.inputs).map((reference, index) => {
      const redeemer = redeemers?.get(index)
      return redeemer === undefined ? reference : { ...reference, redeemer }
    }),
    outputs: (failed ? (collateralReturn ? [collateralReturn] : []) : outputs).map(outputEvent),
    firstOutput: failed ? outputs.length : 0,
    mint: failed ? [] : mint,
    requiredSigners,
    validity,
    metadata: new Map(Object.entries(metadata).map(([label, json]) => [label, `{"json":${json}}`])),
  }
}

test('what is put into a transaction comes out of it, exactly, in both readers', () => {
  fc.assert(
    fc.property(builtTransactions, ({ inputs = [], ...options }) => {
      const frame = frameWith({ inputs, ...options })
      const fast = readMessage(frame)
      assert.deepEqual(transactionOf(fast), expected({ inputs, ...options }))
      assert.deepEqual(withPlainMetadata(decodeMessage(frame)), withPlainMetadata(fast))
    }),
    { numRuns: 300 },
  )
})

test('both readers take every odd block, and leave a script of any depth behind', () => {
  const blocks = oddBlocks()
  const messages = blocks.map((block) => readMessage(frameOf(block)))
  assert.deepEqual(
    messages.map(withPlainMetadata),
    blocks.map((block) => withPlainMetadata(decodeMessage(frameOf(block)))),
  )
  const [boundary, byron] = blocks
  assert.ok(boundary && byron)
  assert.deepEqual(messages.slice(0, 2), [
    {
      kind: 'boundary',
      id: boundary.point.id,
      parent: 'genesis',
      tip: { ...boundary.point, height: boundary.height },
    },
    {
      kind: 'forward',
      block: {
        point: byron.point,
        height: byron.height,
        parent: boundary.point.id,
        transactions: [],
      },
      tip: { ...byron.point, height: byron.height },
    },
  ])
})

test('a block with a script nested as deep as a chain has seen, and deeper, is read with what stands after it', () => {
  for (const depth of [DEEPEST_SCRIPT, 50_000]) {
    const block = buildBlock('genesis', { transactions: [deepScript(depth), deepScript(1)] })
    const message = readMessage(frameOf(block))
    assert.equal(message.kind === 'forward' && message.block.transactions.length, 2)
    assert.deepEqual(decodeMessage(frameOf(block)), message)
  }
})

test('the script that an output carries is read; one without bytes is only known to be there', () => {
  const plain = '"value":{"ada":{"lovelace":5}}'
  const frame = frameWith({ outputs: [{ lovelace: 5n }] })
  assert.ok(frame.includes(plain))
  const scriptIn = (script: string) => {
    const carrying = frame.replace(plain, `${plain},"script":${script}`)
    const message = readMessage(carrying)
    assert.deepEqual(decodeMessage(carrying), message)
    const output = message.kind === 'forward' ? message.block.transactions[0]?.outputs[0] : undefined
    assert.equal(output?.hasReferenceScript, true)
    return output.script
  }
  assert.deepEqual(scriptIn('{"language":"plutus:v2","cbor":"4100"}'), {
    language: 'plutus:v2',
    cbor: '4100',
  })
  const native = '"language":"native","json":{"clause":"all","from":[]}'
  assert.deepEqual(scriptIn(`{${native},"cbor":"820180"}`), { language: 'native', cbor: '820180' })
  assert.equal(scriptIn(`{${native}}`), undefined)
})

/** References to outputs keep their order. */
const shuffled = (value: unknown, random: () => number): unknown => {
  if (Array.isArray(value)) return value.map((item) => shuffled(item, random))
  if (typeof value !== 'object' || value === null) return value
  const members = Object.entries(value).map(([key, member]): [number, string, unknown] => [
    'index' in value && 'transaction' in value ? 0 : random(),
    key,
    shuffled(member, random),
  ])
  return Object.fromEntries(members.sort(([a], [b]) => a - b).map(([, key, member]) => [key, member]))
}

test('the order of members does not matter', () => {
  fc.assert(
    fc.property(builtTransactions, fc.infiniteStream(fc.nat()), (options, numbers) => {
      const frame = frameWith({ ...options, metadata: {} })
      const mixed = stringifyLossless(shuffled(parseLossless(frame), () => numbers.next().value))
      assert.deepEqual(readMessage(mixed), readMessage(frame))
      assert.deepEqual(decodeMessage(mixed), readMessage(frame))
    }),
    { numRuns: 200 },
  )
})

test('assets stand in the order of the ledger, whatever their names look like and wherever they stood', () => {
  const policy = fakeHash('policy', 28)
  const sorted = ['', '0601', '178a0c', '30', '31323334', 'ff'].map((name, index) => ({
    asset: `${policy}.${name}`,
    quantity: BigInt(index + 1),
  }))
  const frame = frameWith({ outputs: [{ lovelace: 5n, assets: sorted }], mint: sorted })
  const names = sorted.map(({ asset, quantity }) => `"${asset.slice(57)}":${quantity}`)
  const turned = frame.replaceAll(names.join(), names.toReversed().join())
  assert.notEqual(turned, frame)
  for (const [name, read] of Object.entries(READERS))
    for (const text of [frame, turned]) {
      const { outputs, mint } = transactionOf(read(text))
      assert.deepEqual([outputs[0]?.assets, mint], [sorted, sorted], name)
    }
})

/** Writes some characters of strings as escapes. */
const escaped = (json: string, random: () => boolean): string =>
  json.replace(/\\u[\da-f]{4}|\\.|[^\\]/gsu, (unit) => {
    if (/^[\p{L}\p{S}\p{Co}]$/u.test(unit) === false || !random()) return unit
    return [...Array(unit.length).keys()]
      .map((at) => `\\u${unit.charCodeAt(at).toString(16).padStart(4, '0')}`)
      .join('')
  })

test('the datums among the witnesses are read with the outputs that give their hashes, and a log may keep some alone', () => {
  const lock = encodeVestingLock({ lockedUntil: 2n ** 64n, redeemerVkh: fakeHash('ann', 28) }, 'indefinite')
  const [of, other, missing] = [fakeHash('of the lock'), fakeHash('of another'), fakeHash('of none')]
  const outputs = [
    { lovelace: 1n, datumHash: of },
    { lovelace: 2n, datumHash: other },
    { lovelace: 3n, datumHash: missing },
    { lovelace: 4n, datum: 'd87980' },
  ]
  const frame = frameWith({ outputs, datums: { [other]: 'd87980', [of]: lock } })
  const datumsOf = (transaction: TransactionEvent) =>
    transaction.outputs.map(({ datum, datumHash, witnessDatum }) => [datum, datumHash, witnessDatum])
  const expected = (ofOther: string | undefined) => [
    [undefined, of, lock],
    [undefined, other, ofOther],
    [undefined, missing, undefined],
    ['d87980', undefined, undefined],
  ]
  for (const message of [readMessage(frame), decodeMessage(frame)]) {
    const transaction = transactionOf(message)
    assert.deepEqual(datumsOf(transaction), expected('d87980'))
    const kept = keepingDatums(transaction, (datum) => decodeVestingLock(datum) !== undefined)
    assert.deepEqual(datumsOf(kept), expected(undefined))
    assert.equal(
      keepingDatums(transaction, () => true),
      transaction,
    )
  }
})

test('metadata of any depth is read by both readers, in a block and in the mempool', () => {
  const deep = `${'['.repeat(16_000)}1${']'.repeat(16_000)}`
  const frame = frameWith({ metadata: { 721: deep } })
  for (const message of [readMessage(frame), decodeMessage(frame)])
    assert.ok(transactionOf(message).metadata.get('721')?.includes(deep))
})

test('any JSON is kept as metadata: by the fast reader as it was written, by the slow one as it was meant', () => {
  fc.assert(
    fc.property(metadataJson, fc.infiniteStream(fc.boolean()), (json, escapes) => {
      const isText = json.startsWith('"')
      const text = isText ? escaped(json, () => escapes.next().value) : json
      const frame = frameWith({ metadata: { '7': text } })
      const fast = transactionOf(readMessage(frame)).metadata
      assert.deepEqual([...fast], [['7', `{"json":${text}}`]])
      const slow = transactionOf(decodeMessage(frame)).metadata.get('7') ?? ''
      assert.deepEqual(JSON.parse(slow), { json: JSON.parse(text) })
      const digits = (kept: string) => kept.match(/\d{16,}/g) ?? []
      assert.deepEqual(digits(slow), digits(stringifyLossless(parseLossless(text))))
    }),
    { numRuns: 500 },
  )
})

test('what the fast reader does not take the slow one does', () => {
  const frame = frameWith({ outputs: [{ lovelace: 5n }], metadata: { '7': '"x"' } })
  const message = readMessage(frame)
  const others = {
    'white space': JSON.stringify(JSON.parse(frame), null, 2),
    'a reference with its members turned': frame.replace(
      /\{"transaction":(\{"id":"\w+"\}),"index":0\}/g,
      '{"index":0,"transaction":$1}',
    ),
    'an escape in a key': frame.replace('"outputs"', '"\\u006futputs"'),
    'an escape in a string': frame.replace('"conway"', '"conwa\\u0079"'),
    'an integer with a fraction': frame.replace('"lovelace":5', '"lovelace":5.0'),
  }
  for (const [name, text] of Object.entries(others)) {
    assert.notEqual(text, frame, name)
    assert.throws(() => readMessage(text), SyntaxError, name)
    assert.deepEqual(decodeMessage(text), message, name)
    assert.deepEqual(readFrame(text), message, name)
  }
})

test('an error reply is read with its code and message', () => {
  const frame =
    '{"jsonrpc":"2.0","method":"nextBlock","error":{"code":-32603,"message":"Internal error."},"id":null}'
  assert.throws(() => readMessage(frame), SyntaxError)
  assert.deepEqual(readFrame(frame), { kind: 'error', code: -32_603, message: 'Internal error.' })
})

test('a rollback is read, to a point or to the origin', () => {
  const point = { slot: 5, id: 'a'.repeat(64) }
  const tip = { ...point, height: 3 }
  const frame = (result: unknown) => JSON.stringify({ jsonrpc: '2.0', result, id: null })
  for (const [name, read] of Object.entries(READERS)) {
    assert.deepEqual(
      // Only the slot and the id of a point are read.
      read(frame({ direction: 'backward', point: { height: 3, ...point }, tip: { era: 'conway', ...tip } })),
      { kind: 'backward', point, tip },
      name,
    )
    assert.deepEqual(
      read(frame({ tip: 'origin', point: 'origin', direction: 'backward' })),
      { kind: 'backward', point: 'origin', tip: 'origin' },
      name,
    )
  }
})

test('both readers refuse a frame that lacks what its message must have', () => {
  const frame = frameWith({ outputs: [{ lovelace: 5n }] })
  const without = {
    'its type': frame.replace('"type":"praos",', ''),
    'its era': frame.replace('"era":"conway",', ''),
    'its id': frame.replace(/(?<="era":"conway",)"id":"\w+",/, ''),
    'its ancestor': frame.replace(/"ancestor":"\w+",/, ''),
    'its slot': frame.replace(/"slot":0,/, ''),
    'its height': frame.replace(/"height":0,/, ''),
    "a transaction's id": frame.replace(/(?<="transactions":\[\{)"id":"\w+",/, ''),
    inputs: frame.replace('"inputs":[', '"entries":['),
    "an output's address": frame.replace('"address"', '"addresses"'),
    "an output's value": frame.replace('"value"', '"values"'),
    "an output's lovelace": frame.replace('"ada":{"lovelace":5}', ''),
    'a direction': frame.replace('"forward"', '"sideways"'),
    'a block': frame.replace('"block"', '"bloc"'),
    'a tip': frame.replace('"tip"', '"top"'),
    'a tip that is a point': frame.replace(/"tip":\{.*?\}/, '"tip":"origin"'),
    'its end': frame.slice(0, -1),
    'nothing after its end': `${frame}}`,
  }
  for (const [name, text] of Object.entries(without)) {
    assert.notEqual(text, frame, name)
    for (const read of Object.values(READERS)) assert.throws(() => read(text), SyntaxError, name)
  }
})

test('both readers refuse a block whose id or parent is no hash', () => {
  const block = buildBlock('genesis')
  const frame = frameOf(block)
  for (const wrong of ['a', 'zz', `${'a'.repeat(63)}g`, 'A'.repeat(64)])
    for (const text of [
      frame.replace(`"era":"conway","id":"${block.point.id}"`, `"era":"conway","id":"${wrong}"`),
      frame.replace('"ancestor":"genesis"', `"ancestor":"${wrong}"`),
    ]) {
      assert.notEqual(text, frame)
      for (const read of Object.values(READERS)) assert.throws(() => read(text), SyntaxError, wrong)
    }
})

test('a frame that cannot be read is named by the block it holds', () => {
  const block = buildBlock(buildBoundaryBlock(buildByronBlock('genesis')))
  const frame = frameOf(block)
  const { slot, id } = block.point
  assert.throws(() => readFrame(frame.slice(0, frame.length >> 1)), {
    name: 'UnreadableFrame',
    about: { height: block.height, slot, id },
    message: new RegExp(`^block ${id} \\(height ${block.height}, slot ${slot}\\) cannot be read: `),
  })
  for (const [lacking, place] of [
    [['height'], ` \\(slot ${slot}\\)`],
    [['slot'], ` \\(height ${block.height}\\)`],
    [['height', 'slot'], ''],
  ] as const) {
    const cut = lacking.reduce((text, name) => text.replace(new RegExp(`"${name}":\\d+,`), ''), frame)
    assert.throws(() => readFrame(cut.slice(0, cut.length >> 1)), {
      message: new RegExp(`^block ${id}${place} cannot be read: `),
    })
  }
  // The id of a transaction is not taken for the block's id.
  const other = buildBlock('genesis', { transactions: [buildTransaction({ inputs: [] })] })
  const nameless = frameOf(other).replace(`"id":"${other.point.id}"`, '"id":7')
  assert.throws(() => readFrame(nameless), {
    name: 'UnreadableFrame',
    about: { height: other.height, slot: other.point.slot },
  })
  assert.throws(() => readFrame('nonsense'), /^UnreadableFrame: a frame cannot be read: /)
})
