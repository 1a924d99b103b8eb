// Frames of pools, on reads that the test defines.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Change } from '../../../../projections/read/reader/models-reader.ts'
import type { Update } from '../hub.ts'
import { poolSource } from './pool-source.ts'

interface Pool {
  readonly id: number
  readonly token: string
  /** Derived from the token if not given. */
  readonly nft?: string
  readonly venue: 'curve' | 'amm' | 'closed'
}

const nftOf = ({ nft, token }: Pool): string => nft ?? `nft of ${token}`

/** `New` lists every pool on a curve, and the first pool is king. */
const start = (...first: readonly Pool[]) => {
  let pools = first
  const sent: string[] = []
  /** A client replaces the pool that had the same key. */
  const keys: (string | undefined)[] = []
  const hub = {
    isWanted: () => true,
    subscriptions: new Map(),
    publish: ({ topic, event, data, conflationKey }: Update) => {
      sent.push([topic, event, data && String(data)].filter(Boolean).join(' '))
      if (topic === 'New') keys.push(conflationKey)
    },
  }
  const onCurve = () => pools.filter(({ venue }) => venue === 'curve')
  const reads = {
    idOfToken: (token: string) => pools.find((pool) => pool.token === token)?.id,
    placeOf(id: number) {
      const pool = pools.find((each) => each.id === id)
      return pool && { nft: nftOf(pool), token: pool.token, venue: pool.venue }
    },
    king: () => onCurve()[0]?.id,
    members: (list: string) => (list === 'New' ? onCurve().map(({ id }) => id) : []),
  }
  const answers = {
    ofToken: (token: string) =>
      pools.some((pool) => pool.token === token) ? Buffer.from(`"${token}"`) : undefined,
  }
  const source = poolSource(
    hub,
    answers,
    () => reads,
    (id) => reads.placeOf(id)?.token,
  )
  source.reset?.()
  const change = (pool: Pool): Change => ({
    table: 'pools',
    key: [pool.id],
    topics: { pool: nftOf(pool), token: pool.token },
  })
  return {
    keys,
    /** @returns frames of `New`, of the pools and of the king */
    become(next: readonly Pool[], ...changed: readonly Pool[]): string[] {
      pools = next
      source.publishChanges(changed.map(change), 0)
      return sent.splice(0)
    },
    /** @returns the frames */
    move(...ids: readonly number[]): string[] {
      const moved = (pool: number): Change => ({ table: 'holders', key: [pool, 'address'], topics: { pool } })
      source.publishChanges([...ids, ...ids].map(moved), 0)
      return sent.splice(0)
    },
  }
}

const A: Pool = { id: 1, token: 'a', venue: 'curve' }
const B: Pool = { id: 2, token: 'b', venue: 'curve' }
const gone = (token: string): string => `PoolRemoved {"id":"nft of ${token}","asset":"${token}"}`

test('a changed pool is sent to its subscribers, to its list, and as king if it is', () => {
  const { become } = start(A, B)
  assert.deepEqual(become([A, B], B), ['PoolFeed "b"', 'New "b"'])
  assert.deepEqual(become([A, B], A), ['PoolFeed "a"', 'New "a"', 'KOTH "a"'])
})

test('a pool whose holders changed is sent like a changed one, but to a list only while it is in the list', () => {
  const { become, move } = start(A, B)
  assert.deepEqual(move(2, 99), ['PoolFeed "b"', 'New "b"'])
  assert.deepEqual(move(1), ['PoolFeed "a"', 'New "a"', 'KOTH "a"'])
  const graduated: Pool = { ...B, venue: 'amm' }
  become([A, graduated], graduated)
  assert.deepEqual(move(2), ['PoolFeed "b"'])
})

test('a pool that no longer trades is removed from its list; a graduated pool is sent as it is', () => {
  const { become } = start(A, B)
  const graduated: Pool = { ...A, venue: 'amm' }
  assert.deepEqual(become([graduated, B], graduated), ['PoolFeed "a"', 'New "a"', 'KOTH "b"'])
  const closed: Pool = { ...B, venue: 'closed' }
  assert.deepEqual(become([graduated, closed], closed), ['PoolFeed "b"', `New ${gone('b')}`, 'KOTH'])
})

test('a fork that replaces a launch by another removes the first pool and sends the second', () => {
  const { become } = start(A, B)
  const other: Pool = { id: B.id, token: 'c', venue: 'curve' }
  assert.deepEqual(become([A, other], B, other), [
    `PoolFeed ${gone('b')}`,
    'PoolFeed "c"',
    `New ${gone('b')}`,
    'New "c"',
  ])
})

test('a launch of another token with the NFT of a removed pool is sent after the removal, and conflated with it', () => {
  const { become, keys } = start(A, B)
  const other: Pool = { id: B.id, token: 'c', nft: 'nft of b', venue: 'curve' }
  assert.deepEqual(become([A, other], other, B), [
    'PoolFeed "c"',
    `PoolFeed ${gone('b')}`,
    `New ${gone('b')}`,
    'New "c"',
  ])
  assert.deepEqual(keys, ['nft of b', 'nft of b'])
})

test('a fork that gives a token another NFT removes the pool under the first one', () => {
  const { become } = start(A, B)
  const renamed: Pool = { id: 3, token: 'b', nft: 'other nft of b', venue: 'curve' }
  for (const changed of [
    [B, renamed],
    [renamed, B],
  ])
    assert.deepEqual(start(A, B).become([A, renamed], ...changed), [
      'PoolFeed "b"',
      `New ${gone('b')}`,
      'New "b"',
    ])
  assert.deepEqual(become([A], B, renamed).slice(1), [
    `New ${gone('b')}`,
    'New PoolRemoved {"id":"other nft of b","asset":"b"}',
  ])
})

test('an unchanged pool enters a list when another leaves it', () => {
  const { become } = start(A)
  assert.deepEqual(become([A, B], A), ['PoolFeed "a"', 'New "b"', 'New "a"', 'KOTH "a"'])
})
