// Compares a whole block with the part of it that the log keeps: the kept outputs must be equal.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { reduceBlock } from '../../../indexer/log/reduce-block.ts'
import { blockEvents } from '../../../indexer/testing/arbitraries.ts'
import { positionOf } from '../../../projections/engine/table/table.ts'
import { ChainBlock } from './chain-blocks.ts'

test('kept outputs are found by their ids, and no others', () => {
  fc.assert(
    fc.property(blockEvents, fc.array(fc.boolean(), { minLength: 8, maxLength: 8 }), (block, kept) => {
      const { slot } = block.point
      const isUnspent = (place: number): boolean => kept[place % kept.length] === true
      const base = reduceBlock(block, {
        isUnspent,
        isSpentByWhole: () => false,
        isWhole: () => false,
        isNewPolicy: () => true,
        hasFirstOutput: false,
      })
      const [whole, reduced] = [new ChainBlock(block), new ChainBlock({ ...block, transactions: [], base })]
      const outputs = block.transactions.reduce((sum, transaction) => sum + transaction.outputs.length, 0)
      for (let place = 0; place < outputs + 1; place++) {
        const id = positionOf(slot, place)
        assert.deepEqual(reduced.output(id), isUnspent(place) ? whole.output(id) : undefined)
      }
    }),
  )
})
