// Answers about blocks.
import { type Static, Type } from '@sinclair/typebox'

export const BlockSummarySchema = Type.Object(
  {
    slot: Type.Integer({ minimum: 0, description: 'Slot of the block.', examples: [133_693_509] }),
    id: Type.String({
      pattern: '^[0-9a-f]{64}$',
      description: 'Hash of its header.',
      examples: ['4a7f3c8d12e05b96a1c4d7e8f0b3a2951c6e8d7f4b0a3c2e1d9f8a7b6c5d4e3f'],
    }),
    height: Type.Integer({ minimum: 0, description: 'Height of the block.', examples: [10_782_965] }),
    time: Type.Integer({ description: 'Time of its slot, Unix seconds.', examples: [1_725_259_800] }),
    transactions: Type.Integer({
      minimum: 0,
      description: 'Number of its transactions, including those whose scripts failed.',
      examples: [7],
    }),
  },
  { $id: 'BlockSummary' },
)
export type BlockSummary = Static<typeof BlockSummarySchema>
