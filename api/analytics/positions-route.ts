// Route for portfolios: the tokens that a wallet traded, with amounts, average cost, and profit.
import { Type } from '@sinclair/typebox'
import { type Position, positionQueries } from '../../projections/read/queries/positions.ts'
import { type Position as ApiPosition, PositionsSchema } from '../../schema/answers/analytics.ts'
import type { ComponentContext } from '../component.ts'
import { limitUpTo, TokenIdParam } from '../http/route/fields.ts'
import { type Route, route } from '../http/route/route.ts'
import { keysBody } from './keys-body.ts'

/** Maximum number of keys in a request and of positions in an answer. A page reads rows of every key. */
const MAX_KEYS = 20
const MAX_POSITIONS = 100

const textOf = (amount: bigint | undefined): string | null => amount?.toString() ?? null

const answerOf = ({ token, orders, open, ...position }: Position): ApiPosition => ({
  asset: token,
  boughtAda: `${position.boughtLovelace}`,
  boughtTokens: `${position.boughtTokens}`,
  soldAda: `${position.soldLovelace}`,
  soldTokens: `${position.soldTokens}`,
  ordersCount: orders,
  quantity: `${position.owned}`,
  worth: textOf(position.worth),
  openQuantity: `${open.tokens}`,
  openCost: `${open.cost}`,
  openWorth: textOf(open.worth),
  realised: `${position.realised}`,
})

export const positionsRoute = ({ reader }: Pick<ComponentContext, 'reader'>): Route => {
  const positions = reader.prepared(positionQueries)
  return route({
    path: '/balances/v1/user/positions',
    operationId: 'getPositions',
    summary: "Wallets' positions: tokens, average cost and profit",
    description:
      'One item for each token in which orders of the keys were filled, newest token first. A purchase adds to the cost of a position; a sale removes its share of the cost. Amounts are lovelace or smallest units, without the fixed fees of orders. Tokens that were received or bought at the launch have no cost. Sending tokens away does not change the cost.',
    query: Type.Object({
      assetId: Type.Optional({ ...TokenIdParam, description: 'Only the position of this token.' }),
      before: Type.Optional({
        ...TokenIdParam,
        description: 'Token of the last item of the previous page.',
      }),
      limit: limitUpTo(MAX_POSITIONS),
    }),
    body: keysBody(MAX_KEYS),
    responses: { 200: { schema: PositionsSchema, description: 'A page of positions.' } },
    reads: {
      pools: true,
      balances: { key_hash: ({ body }) => body },
      orders: { owner: ({ body }) => body },
    },
    handle: ({ query: { assetId, before, limit }, body }, reply) => {
      const keys = [...new Set(body)]
      if (assetId === undefined) {
        const { items, hasMore } = positions().page(keys, before, limit)
        return reply(200, { items: items.map(answerOf), hasMore })
      }
      const found = positions().ofToken(keys, assetId)
      return reply(200, { items: found === undefined ? [] : [answerOf(found)], hasMore: false })
    },
  })
}
