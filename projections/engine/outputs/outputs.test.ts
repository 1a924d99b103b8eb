// The built-in source and user-defined sources: events, outputs that a transaction spends, the address filter, and forks.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  chainObeysForks,
  chainOf,
  foldInMemory,
  output,
  transaction,
} from '../../../engine/testing/testing.ts'
import { formatAddress } from '../../../schema/codecs/address.ts'
import { randomFrom } from '../../../tests/kit/random-from.ts'
import { seedOf } from '../../../tests/kit/random-runs.ts'
import { GrowingChain } from '../../testing/growing-chain.ts'
import { type EventPlace, model } from '../fold/model.ts'
import { amount, text } from '../table/column.ts'
import { appendTable, stateTable } from '../table/table.ts'
import { type OutputEvent, type OutputsFilter, outputs } from './outputs.ts'
import { source } from './transaction-source.ts'

const seen = appendTable('seen', { columns: { event: text } })
const balances = stateTable('balances', { key: ['address'], columns: { address: text, lovelace: amount } })

const jsonOf = (event: object): string =>
  JSON.stringify(event, (_, value) => (typeof value === 'bigint' ? `${value}` : value))

const models = [
  model<OutputEvent>()({
    name: 'seen',
    version: 1,
    tables: { seen, balances },
    on: {
      created(event, tables) {
        tables.seen.append({ event: jsonOf(event) })
        tables.balances.change({ address: event.address }, (row) => ({
          lovelace: (row?.lovelace ?? 0n) + event.lovelace,
        }))
      },
      spent(event, tables) {
        tables.seen.append({ event: jsonOf(event) })
        tables.balances.change({ address: event.address }, (row) => {
          const lovelace = (row?.lovelace ?? 0n) - event.lovelace
          return lovelace === 0n ? null : { lovelace }
        })
      },
      minted(event, tables) {
        tables.seen.append({ event: jsonOf(event) })
      },
    },
  }),
]

const [KEY, OTHER, SCRIPT] = ['61', '61', '31'].map((header, at) => header + `${at}a`.repeat(28))
const STAKE = '5e'.repeat(28)
const TOKEN = `${'cc'.repeat(28)}.74`
assert.ok(KEY && OTHER && SCRIPT)
const pool = SCRIPT + STAKE

const paid = transaction('paid', {
  outputs: [
    output(KEY, 5n),
    output(OTHER, 7n, { assets: [{ asset: TOKEN, quantity: 2n }], datum: 'd87980' }),
    output(pool, 9n, { datumHash: 'ab'.repeat(32), witnessDatum: 'd87a80' }),
  ],
  mint: [{ asset: TOKEN, quantity: 2n }],
})
const taken = transaction('taken', {
  inputs: [
    { transaction: paid.id, index: 0 },
    { transaction: paid.id, index: 1 },
    { transaction: paid.id, index: 2, redeemer: 'd87b80' },
    { transaction: 'ee'.repeat(32), index: 0 },
  ],
  outputs: [output(OTHER, 20n)],
  mint: [
    { asset: TOKEN, quantity: -2n },
    { asset: `${'dd'.repeat(28)}.`, quantity: 1n },
  ],
})
const failed = transaction('failed', {
  valid: false,
  inputs: [{ transaction: taken.id, index: 0 }],
  outputs: [output(KEY, 19n)],
  firstOutput: 3,
})
const chain = chainOf([paid], [taken, failed])

const read = (filter?: OutputsFilter) => {
  const fold = foldInMemory({ source: outputs(filter), models })
  fold.apply(...chain)
  const events = fold.rows(seen).map(({ event }): Readonly<Record<string, unknown>> => JSON.parse(`${event}`))
  const rows = fold.rows(balances)
  fold.close()
  return { events, rows }
}

test('outputs are created and spent with what they have, and tokens are minted and burnt, in the order of the chain', () => {
  const none = { assets: [], datum: null }
  const at = (of: string, index: number, address: string, lovelace: string) => ({
    output: { transaction: of, index },
    address,
    lovelace,
  })
  const first = { ...at(paid.id, 0, KEY, '5'), ...none }
  const second = { ...at(paid.id, 1, OTHER, '7'), assets: [{ asset: TOKEN, quantity: '2' }], datum: 'd87980' }
  const third = { ...at(paid.id, 2, pool, '9'), assets: [], datum: 'd87a80' }
  const last = { ...at(taken.id, 0, OTHER, '20'), ...none }
  const created = (of: string) => ({ kind: 'created', transaction: of })
  const spent = (of: string, redeemer: string | null = null) => ({ kind: 'spent', transaction: of, redeemer })
  const minted = (of: string, asset: string, quantity: string) => ({
    kind: 'minted',
    transaction: of,
    asset,
    quantity,
  })
  const { events, rows } = read()
  assert.deepEqual(events, [
    { ...created(paid.id), ...first },
    { ...created(paid.id), ...second },
    { ...created(paid.id), ...third },
    minted(paid.id, TOKEN, '2'),
    { ...spent(taken.id), ...first },
    { ...spent(taken.id), ...second },
    { ...spent(taken.id, 'd87b80'), ...third },
    { ...created(taken.id), ...last },
    minted(taken.id, TOKEN, '-2'),
    minted(taken.id, `${'dd'.repeat(28)}.`, '1'),
    { ...spent(failed.id), ...last },
    { ...created(failed.id), ...at(failed.id, 3, KEY, '19'), ...none },
  ])
  assert.deepEqual(rows, [{ address: KEY, lovelace: 19n }])
})

test('a filter keeps the outputs of addresses, with any stake part if it has a hash, and the mints of policies', () => {
  const kinds = (filter: OutputsFilter) =>
    read(filter).events.map(({ kind, address, asset }) => [kind, address ?? asset])
  assert.deepEqual(kinds({ addresses: [], policies: ['dd'.repeat(28)] }), [['minted', `${'dd'.repeat(28)}.`]])
  assert.deepEqual(kinds({ addresses: [formatAddress(OTHER)], policies: [] }), [
    ['created', OTHER],
    ['spent', OTHER],
    ['created', OTHER],
    ['spent', OTHER],
  ])
  assert.deepEqual(kinds({ addresses: [SCRIPT.slice(2)], policies: [] }), [
    ['created', pool],
    ['spent', pool],
  ])
  assert.deepEqual(kinds({ addresses: [formatAddress(SCRIPT)], policies: [] }), [])
  assert.throws(() => outputs({ addresses: ['addr1nothing'] }))
  const versions = [{}, { addresses: [] }, { policies: [] }].map((filter) => outputs(filter).version)
  assert.equal(new Set(versions).size, 3)
})

test('a fold through forks equals a straight fold, for any chain and filter', (t) => {
  const seed = seedOf(t)
  const blocks = new GrowingChain(randomFrom(seed)).grow(40)
  const [address = ''] = blocks.flatMap(({ transactions }) =>
    transactions.flatMap((each) => each.outputs.map((made) => made.address)),
  )
  for (const filter of [{}, { addresses: [address.slice(2, 58)] }])
    chainObeysForks({ source: outputs(filter), models }, blocks, seed)
})

test('the rule of forks fails for a source with state', () => {
  let count = 0
  const counting = source<OutputEvent>({
    version: 1,
    eventsOf: ({ transaction: { id } }) => [
      { kind: 'minted', transaction: id, asset: TOKEN, quantity: BigInt(++count) },
    ],
  })
  const blocks = chainOf(...[1, 2, 3, 4, 5].map((number) => [transaction(`${number}`)]))
  assert.throws(() => chainObeysForks({ source: counting, models }, blocks, 1), /rows after/)
})

test('times of a fold in memory begin with the first block', () => {
  const times: number[] = []
  const timed = model<OutputEvent>()({
    name: 'timed',
    version: 1,
    tables: { balances },
    on: {
      minted(_, __, place: EventPlace) {
        times.push(place.time)
      },
    },
  })
  const fold = foldInMemory({ source: outputs(), models: [timed] })
  fold.apply(...chain)
  fold.close()
  assert.deepEqual(times, [1_700_000_000, 1_700_000_001, 1_700_000_001])
})
