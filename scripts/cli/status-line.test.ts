import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type ServiceSnapshot, statusLine } from './status-line.ts'

const tip = (height: number) => ({ slot: height * 20, id: 'ab'.repeat(32), height })

const following: ServiceSnapshot['state'] = {
  state: 'following',
  problem: null,
  node: tip(10_783_050),
  models: tip(10_783_050),
  lag: { blocks: 0, seconds: 12 },
  rate: 0.05,
  refolding: [],
}
const api = { responses: 130, connections: 2 }
const since = { responsesBefore: 100, seconds: 0.5 }

const line = (
  state: Partial<ServiceSnapshot['state']>,
  served: ServiceSnapshot['api'] = api,
  columns = 200,
): string => statusLine({ state: { ...following, ...state }, api: served }, since, columns, false)

const lineOfIndexer = (state: Partial<ServiceSnapshot['state']>): string =>
  statusLine({ state: { ...following, ...state }, api: undefined }, since, 200, false)

test('at the tip: the last block, its age, requests and subscribers', () => {
  assert.equal(line({}), 'following · block 10,783,050 · 12 s old · 60 requests/s · 2 subscribers')
  assert.equal(
    line({}, { responses: 100, connections: 1 }),
    'following · block 10,783,050 · 12 s old · 0 requests/s · 1 subscriber',
  )
})

test('while syncing: how far, how fast, and how long still', () => {
  assert.equal(
    line({ state: 'syncing', models: tip(3_000_000), lag: { blocks: 7_783_050, seconds: 1e8 }, rate: 1_500 }),
    'syncing · block 3,000,000 of 10,783,050 · 1,500 blocks/s · 1 h 26 min left · 60 requests/s · 2 subscribers',
  )
  assert.equal(
    lineOfIndexer({ state: 'syncing', models: tip(1), lag: { blocks: 10_783_049, seconds: 1e8 }, rate: 0 }),
    'syncing · block 1 of 10,783,050 · 0 blocks/s · unknown left',
  )
  assert.equal(lineOfIndexer({ state: 'connecting', models: null, node: null }), 'connecting')
})

test('what is folded again, and what is wrong', () => {
  assert.equal(
    lineOfIndexer({ refolding: ['bars', 'pools'] }),
    'following · block 10,783,050 · 12 s old · folding again: bars, pools',
  )
  assert.equal(
    lineOfIndexer({ state: 'waiting', problem: 'no connection', refolding: 'all' }),
    'waiting · block 10,783,050 · 12 s old · folding again: all · no connection',
  )
})

test('it fits the terminal, and the state alone is coloured', () => {
  assert.equal(line({}, api, 20), 'following · block 1')
  assert.equal(
    statusLine({ state: following, api: undefined }, since, 20, true),
    '\u001b[32mfollowing\u001b[0m · block 1',
  )
})
