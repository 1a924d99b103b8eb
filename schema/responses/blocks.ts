// Responses about blocks.

import { type Static, Type } from '@sinclair/typebox'
import { count, hash32, integer } from './field-schemas.ts'

export const BlockSummarySchema = Type.Object(
  {
    slot: count('Slot of the block.', 133_693_509),
    id: hash32('Hash of its header.', '4a7f3c8d12e05b96a1c4d7e8f0b3a2951c6e8d7f4b0a3c2e1d9f8a7b6c5d4e3f'),
    height: count('Height of the block.', 10_782_965),
    time: integer('Time of its slot, Unix seconds.', 1_725_259_800),
    transactions: count(
      'Number of its transactions and sub-transactions, including those whose scripts failed.',
      7,
    ),
  },
  { $id: 'BlockSummary' },
)
export type BlockSummary = Static<typeof BlockSummarySchema>
