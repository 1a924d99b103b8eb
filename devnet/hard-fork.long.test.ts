// A devnet with a hard fork into Dijkstra. Actors nest transactions from Dijkstra's first block on. A rollback may undo that block.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formatOutputReference } from '../schema/primitives.ts'
import { createActors } from './actors/actors.ts'
import { LIVE_RATES } from './actors/rates.ts'
import type { ChainBlock } from './chain/chain-block.ts'
import { type Devnet, startDevnet } from './devnet.ts'
import { genesis } from './genesis.ts'
import { recordedOutputs } from './recording/recorded-outputs.ts'

const FORK = 30

interface NodeTransaction {
  readonly spends: string
  readonly subTransactions?: readonly object[]
}

const nestedIn = (blocks: Iterable<ChainBlock>): readonly object[] =>
  [...blocks].flatMap(({ json }) => {
    const { transactions }: { transactions: readonly NodeTransaction[] } = JSON.parse(json.toString())
    return transactions.flatMap(({ subTransactions = [] }) => subTransactions)
  })

/** The ledger's outputs must equal those after its chain's blocks. */
const assertOutputs = (devnet: Devnet): void => {
  const references = (utxos: Iterable<{ readonly reference: { transaction: string; index: number } }>) =>
    Array.from(utxos, ({ reference }) => formatOutputReference(reference)).sort()
  const recorded = recordedOutputs(devnet.chain, genesis.utxo)
  assert.deepEqual(references(devnet.ledger.utxo.values()), references(recorded))
}

test('actors nest transactions from the first block of Dijkstra on, and a fork back across it undoes them', async (t) => {
  const startedAt = Date.now()
  const devnet = await startDevnet({
    genesis,
    blockInterval: 0,
    // The clock stands still, so a block's slot follows the previous block's.
    clock: () => startedAt,
    hardForks: [{ era: 'dijkstra', slot: FORK }],
    actors: (ledger) => createActors(ledger, 'hard fork', { ...LIVE_RATES, orders: 2, transfers: 1 }),
    onError: (error) => assert.fail(`${error}`),
  })
  t.after(() => devnet.close())
  const makeUntil = (slot: number): void => {
    while ((devnet.chain.last?.point.slot ?? -1) < slot) devnet.makeBlock()
  }
  makeUntil(FORK + 30)
  const blocks = [...devnet.chain]
  assert.ok(blocks.every(({ era, point }) => era === (point.slot < FORK ? 'conway' : 'dijkstra')))
  const [before, after] = [false, true].map((isAfter) =>
    nestedIn(blocks.filter(({ point }) => point.slot >= FORK === isAfter)),
  )
  assert.deepEqual(before, [])
  assert.ok(after && after.length > 10, `${after?.length} nested transactions`)
  assertOutputs(devnet)

  // Ten blocks before Dijkstra. The dropped transactions wait again, and new Conway blocks contain them without nesting.
  devnet.ledger.rollBack(blocks.filter(({ point }) => point.slot >= FORK - 10).length)
  assertOutputs(devnet)
  assert.equal(nestedIn([devnet.makeBlock()]).length, 0)
  makeUntil(FORK + 20)
  assert.ok(nestedIn(devnet.chain).length > 0)
  assertOutputs(devnet)
})
