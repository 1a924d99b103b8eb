// Route for portfolios: the tokens that a wallet traded, with amounts, average cost, and profit.
import { Type } from '@sinclair/typebox'
import {
  netNowOf,
  type Position,
  positionQueries,
  type SaleFees,
} from '../../projections/read/queries/positions.ts'
import { ceilDiv, formatDecimal } from '../../schema/codecs/ratio.ts'
import { grossFor } from '../../schema/launchpad/fees.ts'
import { type Position as ApiPosition, PositionsSchema } from '../../schema/responses/analytics.ts'
import type { ComponentContext } from '../component.ts'
import { limitUpTo, TokenIdParam } from '../http/route/fields.ts'
import { type Route, route } from '../http/route/route.ts'
import { keysBody } from './keys-body.ts'
import { feesState, saleFeesOf } from './sale-fees.ts'

/** The query reads the rows of each key. */
const MAX_KEYS = 20
const MAX_POSITIONS = 100

const textOf = (amount: bigint | undefined): string | null => amount?.toString() ?? null

const FRACTION_DIGITS = 12
const PRECISION = 10n ** BigInt(FRACTION_DIGITS)

/** Break-even price, and the proceeds of a sale now, after the protocol config's fees. */
const saleOf = (
  position: Position,
  fees: SaleFees | undefined,
): Pick<ApiPosition, 'breakEven' | 'netNow'> => {
  if (fees === undefined) return { breakEven: null, netNow: null }
  const netNow = textOf(netNowOf(position, fees))
  const { open } = position
  if (open.tokens === 0n) return { breakEven: null, netNow }
  const needed = grossFor(open.cost + open.fees + fees.flat, fees.basisPoints)
  const price = { numerator: ceilDiv(needed * PRECISION, open.tokens), denominator: PRECISION }
  return { breakEven: formatDecimal(price, FRACTION_DIGITS), netNow }
}

const responseOf = (position: Position, fees: SaleFees | undefined): ApiPosition => ({
  asset: position.token,
  boughtAda: `${position.boughtLovelace}`,
  boughtTokens: `${position.boughtTokens}`,
  soldAda: `${position.soldLovelace}`,
  soldTokens: `${position.soldTokens}`,
  ordersCount: position.orders,
  quantity: `${position.owned}`,
  worth: textOf(position.worth),
  openQuantity: `${position.open.tokens}`,
  openCost: `${position.open.cost}`,
  openWorth: textOf(position.open.worth),
  realised: `${position.realised}`,
  fees: `${position.fees}`,
  ...saleOf(position, fees),
})

export const positionsRoute = ({ reader, configs }: Pick<ComponentContext, 'reader' | 'configs'>): Route => {
  const positions = reader.prepared(positionQueries)
  return route({
    path: '/balances/v1/user/positions',
    operationId: 'getPositions',
    summary: "Wallets' positions: tokens, average cost and profit",
    description:
      'One item for each token in which orders of the keys were filled, newest token first. A purchase adds to the cost of a position; a sale removes its share of the cost. Amounts are lovelace or smallest units, and the fees of executors are a sum of their own. The purchase of a launch is a filled order of its buyer. Tokens that were received have no cost. Sending tokens away does not change the cost.',
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
    // The config determines the fees of a sale.
    state: () => feesState(configs()),
    handle: ({ query: { assetId, before, limit }, body }, reply) => {
      const keys = [...new Set(body)]
      const fees = saleFeesOf(configs())
      if (assetId === undefined) {
        const { items, hasMore } = positions().page(keys, before, limit)
        return reply(200, { items: items.map((item) => responseOf(item, fees)), hasMore })
      }
      const found = positions().ofToken(keys, assetId)
      return reply(200, { items: found === undefined ? [] : [responseOf(found, fees)], hasMore: false })
    },
  })
}
