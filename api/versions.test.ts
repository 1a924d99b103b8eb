import assert from 'node:assert/strict'
import { test } from 'node:test'
import { EventEmitter } from 'eventemitter3'
import type { Change } from '../projections/read/reader/models-reader.ts'
import { type Reads, stateOf } from './http/route/reads.ts'
import { Versions } from './versions.ts'

type Events = { changed: [readonly Change[] | null] }

const order = (id: number, token: string, owner: string): Change => ({
  table: 'orders',
  key: [id],
  topics: { token, owner, transaction: 'ab', index: 0 },
})

const start = (limit?: number) => {
  const reader = new EventEmitter<Events>()
  const versions = new Versions(reader, limit)
  const changedBy = (changes: readonly Change[] | null): string[] => {
    const look = () => ({
      all: versions.commit,
      orders: versions.table('orders'),
      'orders of a': versions.topic('orders', 'token', 'a'),
      'orders of b': versions.topic('orders', 'token', 'b'),
      'orders by x': versions.topic('orders', 'owner', 'x'),
      pools: versions.table('pools'),
      activity: versions.table('activity'),
    })
    const before = look()
    reader.emit('changed', changes)
    const after = look()
    return Object.keys(before).filter((name) => Reflect.get(before, name) !== Reflect.get(after, name))
  }
  return { changedBy, versions }
}

test('a change counts for its table, for its topics, and for tables that announce none', () => {
  const { changedBy } = start()
  assert.deepEqual(changedBy([order(1, 'a', 'x')]), [
    'all',
    'orders',
    'orders of a',
    'orders by x',
    'activity',
  ])
  assert.deepEqual(changedBy([order(2, 'b', 'y')]), ['all', 'orders', 'orders of b', 'activity'])
  assert.deepEqual(changedBy([]), ['all', 'activity'])
})

test('when a whole table changes so do all of its topics, and all there is when no change is named', () => {
  const { changedBy } = start()
  changedBy([order(1, 'a', 'x')])
  const whole = ['all', 'orders', 'orders of a', 'orders of b', 'orders by x']
  assert.deepEqual(changedBy([{ table: 'orders', key: null, topics: {} }]), [...whole, 'activity'])
  assert.deepEqual(changedBy(null), [...whole, 'pools', 'activity'])
})

test('a version never comes again, however few changes are remembered', () => {
  const { changedBy, versions } = start(3)
  const seen = new Set<number>()
  for (let round = 0; round < 20; round++) {
    changedBy([order(round, 'a', 'x')])
    const version = versions.topic('orders', 'token', 'a')
    assert.ok(!seen.has(version), `round ${round}`)
    seen.add(version)
    // Three other values take the places of all remembered values.
    for (const token of ['c', 'd', 'e']) changedBy([order(round, token, token)])
    assert.ok(versions.topic('orders', 'token', 'a') >= version)
    seen.add(versions.topic('orders', 'token', 'a'))
  }
})

test('a state has the name of the process, and the greatest version of the rows that are read', () => {
  const { changedBy, versions } = start()
  changedBy([order(1, 'a', 'x')])
  changedBy([order(2, 'b', 'y')])
  changedBy([order(3, 'c', 'z')])
  const stateOfReads = (reads: Reads<{ readonly keys: readonly string[] }>, keys: readonly string[]) =>
    stateOf(reads)(versions, { keys }).replace(/^[A-Za-z0-9_-]{12}\./, '')
  const keys = { orders: { owner: ({ keys }: { readonly keys: readonly string[] }) => keys } }
  assert.equal(stateOfReads({}, []), '0')
  assert.equal(stateOfReads({ orders: true }, []), '3')
  assert.equal(stateOfReads({ pools: true, orders: { token: () => 'a' } }, []), '1')
  assert.equal(stateOfReads({ orders: { token: () => undefined } }, []), '0')
  for (const none of [[], ['nobody']]) assert.equal(stateOfReads(keys, none), '0')
  assert.equal(stateOfReads(keys, ['x', 'y']), '2')
  assert.equal(stateOfReads({ ...keys, ledger: ({ keys }) => keys.length === 0 }, ['x']), '1')
  assert.equal(stateOfReads({ ...keys, ledger: ({ keys }) => keys.length === 0 }, []), '3')
})
