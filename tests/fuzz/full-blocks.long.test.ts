// Folds a sequence of blocks that are filled to the ledger's limit, each with one kind of item that costs a fold time. No code throws, and
// no block has more events than positions. RUNS=2 also fills a block with transferred tokens, which takes longer.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ChainBlock } from '../../devnet/chain/chain-block.ts'
import { mainnetOperations as operations } from '../../projections/testing/mainnet-operations.ts'
import { MOST_INPUTS_AND_OUTPUTS } from '../../schema/block-limits.ts'
import { FILLINGS } from '../hostile/full-blocks.ts'
import { HostileChain } from '../hostile/hostile-chain.ts'
import { RawLedger } from '../hostile/raw-ledger.ts'
import { runs, seedOf } from '../kit/random-runs.ts'
import { checkModels } from './check-models.ts'
import { foldPath } from './fold-path.ts'

/** Minimum number of items in a full block. */
const LEAST = {
  outputs: 2_400,
  inputs: 2_000,
  orderPlaced: 200,
  orderCancelled: 100,
  orderFilled: 300,
  locked: 20,
  redeemed: 50,
  poolRejected: 30,
}

test('blocks full of anything that is counted are folded, and their events have room', (t) => {
  const world = new HostileChain(seedOf(t), operations, 'later')
  const blocks: ChainBlock[] = [world.first, ...world.blocksAfter(world.first, 30)]
  for (const fillings of runs(1) > 1 ? FILLINGS : FILLINGS.slice(0, -1))
    blocks.push(...world.filledAfter(blocks.at(-1) ?? world.first, fillings))
  const ledger = new RawLedger(blocks)
  const steps = blocks.map((block) => ({ kind: 'forward' as const, block }))
  const counted = foldPath(steps, operations, (database) => {
    for (const finding of checkModels({ database, ledger, operations }, world.earlierPools)) throw finding
    const sql =
      'SELECT kind, max(events) AS most FROM (SELECT kind, count(*) AS events FROM events GROUP BY height, kind) GROUP BY kind'
    const rows = database.prepare(sql).all() as { readonly kind: string; readonly most: number }[]
    return new Map(rows.map(({ kind, most }) => [kind, most]))
  })
  const held = new Map<ChainBlock, { inputs: number; outputs: number }>()
  for (const { block, inputs, outputs } of ledger.transactions.values()) {
    const of = held.get(block) ?? { inputs: 0, outputs: 0 }
    held.set(block, { inputs: of.inputs + inputs.length, outputs: of.outputs + outputs.length })
  }
  counted.set('inputs', Math.max(...[...held.values()].map(({ inputs }) => inputs)))
  counted.set('outputs', Math.max(...[...held.values()].map(({ outputs }) => outputs)))
  t.diagnostic(JSON.stringify(Object.fromEntries(counted)))
  for (const [kind, least] of Object.entries(LEAST)) assert.ok((counted.get(kind) ?? 0) >= least, kind)
  for (const { inputs, outputs } of held.values()) assert.ok(inputs + outputs <= MOST_INPUTS_AND_OUTPUTS)
})
