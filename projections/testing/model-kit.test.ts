// The kit's own tests: it accepts valid models, and detects a model with unexpected rows.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Model, model } from '../engine/fold/model.ts'
import { amount, integer, text } from '../engine/table/column.ts'
import { appendTable, stateTable } from '../engine/table/table.ts'
import { FIRST_TIME, given, obeysForks } from './model-kit.ts'

type Event =
  | { readonly kind: 'paid'; readonly to: string; readonly lovelace: bigint }
  | { readonly kind: 'closed'; readonly account: string }

const balances = stateTable('balances', {
  key: ['account'],
  columns: { account: text, lovelace: amount, changed: integer },
})
const payments = appendTable('payments', { columns: { account: text, lovelace: amount } })

const balancesModel = model<Event>()({
  name: 'balances',
  version: 1,
  tables: { balances, payments },
  on: {
    paid({ to, lovelace }, tables, { time }) {
      tables.payments.append({ account: to, lovelace })
      tables.balances.change({ account: to }, (row) => ({
        lovelace: (row?.lovelace ?? 0n) + lovelace,
        changed: time,
      }))
    },
    closed({ account }, tables) {
      tables.balances.change({ account }, () => null)
    },
  },
})

const paid = (to: string, lovelace: bigint): Event => ({ kind: 'paid', to, lovelace })

test('rows are compared whole, in the types of their columns', () => {
  given(balancesModel, [
    paid('alice', 5n),
    [paid('bob', 2n ** 60n), paid('alice', 1n)],
    { kind: 'closed', account: 'bob' },
  ]).then({
    balances: [{ account: 'alice', lovelace: 6n, changed: FIRST_TIME + 1 }],
    payments: [
      { position: 1_000 * 65_536, account: 'alice', lovelace: 5n },
      { position: 1_001 * 65_536, account: 'bob', lovelace: 2n ** 60n },
      { position: 1_001 * 65_536 + 1, account: 'alice', lovelace: 1n },
    ],
  })
})

test('other rows are a failure', () => {
  const expected = { balances: [{ account: 'alice', lovelace: 4n, changed: FIRST_TIME }], payments: [] }
  assert.throws(() => given(balancesModel, [paid('alice', 5n)]).then(expected), assert.AssertionError)
})

const someEvents: Event[] = Array.from({ length: 40 }, (_, at) =>
  at % 5 === 4 ? { kind: 'closed', account: `${at % 3}` } : paid(`${at % 3}`, BigInt(at)),
)

test('a model that only folds obeys forks', () => {
  obeysForks(balancesModel, someEvents)
})

test('a model that remembers something of its own does not', () => {
  let seen = 0n
  const forgetful: Model<Event> = model<Event>()({
    name: 'forgetful',
    version: 1,
    tables: { balances },
    on: {
      paid({ to, lovelace }, tables) {
        seen += lovelace
        tables.balances.change({ account: to }, () => ({ lovelace: seen, changed: 0 }))
      },
    },
  })
  assert.throws(() => obeysForks(forgetful, someEvents, 7), /\(seed 7\)/)
})
