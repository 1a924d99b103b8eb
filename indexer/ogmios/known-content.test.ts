// Content that this version does not know, at every level of a block. Neither reader skips it, and the error names it.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { buildBlock, buildBoundaryBlock, buildByronBlock } from '../../devnet/chain/build-block.ts'
import {
  type BuildTransaction,
  buildSubTransaction,
  buildTransaction,
  fakeHash,
} from '../../devnet/chain/build-transaction.ts'
import { frameOf } from '../testing/frames.ts'
import { readFrame } from './chain-sync.ts'
import { decodeMessage } from './decode.ts'
import { UnknownContent } from './known-content.ts'
import { readMessage } from './read-message.ts'

const WHOLE: BuildTransaction = {
  outputs: [
    { lovelace: 7n, datum: 'd87980', assets: [{ asset: `${fakeHash('p', 28)}.ff`, quantity: 3n }] },
    { lovelace: 8n, datumHash: fakeHash('d') },
  ],
  mint: [{ asset: `${fakeHash('q', 28)}.`, quantity: -5n }],
  signatories: [fakeHash('s', 28)],
  validity: { from: 3n, until: 4n },
  redeemers: new Map([[0, 'd87a80']]),
  datums: { [fakeHash('d')]: 'd87980' },
  metadata: { '674': '{"msg":["a"]}' },
  nativeScripts: ['{"clause":"all","from":[]}'],
}

const SCRIPT = '"script":{"language":"native","json":{"clause":"all","from":[]},"cbor":"820180"}'

const block = buildBlock('genesis', {
  era: 'dijkstra',
  transactions: [
    buildTransaction({
      ...WHOLE,
      failed: {
        collaterals: [{ transaction: fakeHash('c'), index: 1 }],
        collateralReturn: { lovelace: 9n },
      },
      subTransactions: [buildSubTransaction(WHOLE)],
    }),
  ],
})
const frame = frameOf(block).replaceAll('"datum":"d87980"', `"datum":"d87980",${SCRIPT}`)

/** Keyed by the changed object's path without numbers. */
const withUnheard = (text: string): Map<string, string[]> => {
  const found = new Map<string, string[]>()
  const root: unknown = JSON.parse(text)
  const visit = (value: unknown, path: string): void => {
    if (Array.isArray(value)) {
      for (const element of value) visit(element, path)
    } else if (typeof value === 'object' && value !== null) {
      const members = Object.entries(value)
      Reflect.set(value, 'unheard', {})
      found.set(path, [...(found.get(path) ?? []), JSON.stringify(root)])
      Reflect.deleteProperty(value, 'unheard')
      for (const [name, member] of members) visit(member, path === '' ? name : `${path}.${name}`)
    }
  }
  visit(root, '')
  return found
}

/** Undefined if the reader finds nothing unusual. */
const errorOf = (read: (frame: string) => unknown, text: string): unknown => {
  try {
    read(text)
    return undefined
  } catch (error) {
    return error
  }
}

/** Unknown members of these objects do not change the log: envelope, points, ignored parts, metadata. */
const FREE =
  /^(|result\.tip|result\.block\.(size|issuer.*|protocol.*)|.*\.(fee.*|treasury|scripts.*|executionUnits|labels\.674.*|script\.json))$/

/** Maps whose keys may have any name. Unknown members in their values are refused. */
const MAPS = /\.(labels|datums|[0-9a-f]{56})$/

test('an unknown member of any object is refused by both readers, except where it cannot matter', () => {
  assert.doesNotThrow(() => readMessage(frame))
  const levels: Record<string, 'free' | 'map' | 'refused'> = {}
  for (const [path, frames] of withUnheard(frame))
    for (const text of frames) {
      const [fast, slow] = [errorOf(readMessage, text), errorOf(decodeMessage, text)]
      if (FREE.test(path)) {
        assert.deepEqual([fast, slow], [undefined, undefined], path)
        levels[path] = 'free'
      } else if (MAPS.test(path)) levels[path] = 'map'
      else {
        assert.ok(fast instanceof SyntaxError && slow instanceof UnknownContent, path)
        assert.match(slow.message, /^the member "unheard" of (the|a) [\w -]+$/, path)
        levels[path] = 'refused'
      }
    }
  const refused = Object.keys(levels).filter((path) => levels[path] === 'refused')
  const top = 'result.block.transactions'
  const ofOutput = ['', '.value', '.value.ada']
  const ofAll = [
    '',
    ...['', '.transaction'].map((path) => `.inputs${path}`),
    ...[...ofOutput, '.script'].map((path) => `.outputs${path}`),
    ...['', '.validator'].map((path) => `.redeemers${path}`),
    ...['mint', 'metadata', 'validityInterval'].map((name) => `.${name}`),
  ]
  assert.deepEqual(
    refused.toSorted(),
    [
      'result',
      'result.block',
      ...ofAll.map((path) => `${top}${path}`),
      ...ofAll.map((path) => `${top}.subTransactions${path}`),
      ...['', '.transaction'].map((path) => `${top}.collaterals${path}`),
      ...ofOutput.map((path) => `${top}.collateralReturn${path}`),
    ].toSorted(),
  )
})

test('an unknown name where names are listed is refused by both readers, and named', () => {
  const cases: Readonly<Record<string, readonly [from: string, to: string]>> = {
    'the era "euler"': ['"era":"dijkstra"', '"era":"euler"'],
    'the type "leios"': ['"type":"praos"', '"type":"leios"'],
    'the kind of inputs "everything"': ['"spends":"collaterals"', '"spends":"everything"'],
    'the redeemer purpose "lend"': ['"purpose":"spend"', '"purpose":"lend"'],
    'the script language "plutus:v9"': ['"language":"native",', '"language":"plutus:v9",'],
    'the member "ada" of the mint': ['"mint":{', '"mint":{"ada":{"lovelace":1},'],
    [`the member "${'x'.repeat(60)}" of the value`]: ['"ada"', `"${'x'.repeat(1_000)}":{},"ada"`],
    [`the member "${'x'.repeat(60)}" of the output`]: ['"address"', `"${'x'.repeat(1_000)}":1,"address"`],
  }
  const { id, slot } = block.point
  for (const [what, [from, to]] of Object.entries(cases)) {
    const text = frame.replace(from, to)
    assert.notEqual(text, frame)
    assert.throws(() => readMessage(text), SyntaxError, what)
    assert.throws(() => decodeMessage(text), { name: 'UnknownContent', message: what })
    assert.throws(() => readFrame(text), {
      name: 'UnknownBlock',
      about: { height: block.height, slot, id },
      message: `this version does not know ${what}, which block ${id} (height ${block.height}, slot ${slot}) has: upgrade this service. The log ends before the block, and is continued after the upgrade`,
    })
  }
})

test('blocks of Byron, whose transactions are not read, have known members too', () => {
  const boundary = buildBoundaryBlock('genesis')
  for (const byron of [boundary, buildByronBlock(boundary)]) {
    const text = frameOf(byron)
    assert.doesNotThrow(() => readMessage(text))
    const other = text.replace('"era"', '"unheard":1,"era"')
    for (const read of [readMessage, decodeMessage]) assert.throws(() => read(other), SyntaxError)
  }
})
