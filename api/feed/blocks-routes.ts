// The latest blocks. A page uses them to show that the chain grows, and to detect forks.
import { Type } from '@sinclair/typebox'
import { latestBlocksQuery } from '../../projections/read/queries/blocks.ts'
import { BlockSummarySchema } from '../../schema/responses/blocks.ts'
import type { ComponentContext } from '../component.ts'
import { limitUpTo } from '../http/route/fields.ts'
import { type Route, route } from '../http/route/route.ts'

export const blocksRoutes = ({ reader, slotTime }: ComponentContext): readonly Route[] => {
  const latest = reader.prepared(latestBlocksQuery)
  return [
    route({
      path: '/v1/blocks/latest',
      operationId: 'getLatestBlocks',
      summary: 'The latest blocks, newest first',
      description: 'At most the last 100 blocks since the service began to follow the chain.',
      query: Type.Object({ limit: limitUpTo(100, 20) }),
      responses: { 200: { schema: Type.Array(BlockSummarySchema), description: 'The blocks.' } },
      reads: { ledger: true },
      handle: ({ query: { limit } }, reply) =>
        reply(
          200,
          latest()(limit).map((block) => ({ ...block, time: slotTime(block.slot) })),
        ),
    }),
  ]
}
