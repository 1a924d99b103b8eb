// Profit and loss of wallets' trades in a token, for the card that a page shares.
import { Type } from '@sinclair/typebox'
import { pnlQuery } from '../../projections/read/queries/pnl.ts'
import { floorDiv, formatFixed } from '../../schema/codecs/ratio.ts'
import { PnlCardSchema } from '../../schema/responses/analytics.ts'
import type { ComponentContext } from '../component.ts'
import { TokenIdParam } from '../http/route/fields.ts'
import { type Route, route } from '../http/route/route.ts'
import { keysBody } from './keys-body.ts'

const ada = (lovelace: bigint): string => formatFixed({ numerator: lovelace, denominator: 1_000_000n }, 6)

export const pnlRoute = ({ reader }: Pick<ComponentContext, 'reader'>): Route => {
  const pnl = reader.prepared(pnlQuery)
  return route({
    path: '/balances/v1/user/pnl-card',
    operationId: 'getPnlCard',
    summary: "Profit and loss of wallets' trades of a token",
    description:
      'Adds up the filled orders of all keys: ADA paid, ADA received, and the current value of the bought tokens that are left. Tokens received or sent without an order are not counted.',
    query: Type.Object({ assetId: { ...TokenIdParam, description: 'The token.' } }),
    body: keysBody(100),
    responses: { 200: { schema: PnlCardSchema, description: 'The card, or null.' } },
    reads: {
      pools: { token: ({ query }) => query.assetId },
      orders: { owner: ({ body }) => body },
    },
    handle: ({ query: { assetId }, body }, reply) => {
      const found = pnl()(assetId, new Set(body))
      if (found === undefined) return reply(200, null)
      const { invested, gain } = found
      const percent = { numerator: floorDiv(gain * 10_000n, invested), denominator: 100n }
      return reply(200, {
        asset: assetId,
        pnlPercent: formatFixed(percent, 2),
        investedAda: ada(invested),
        currentAdaGain: ada(gain),
      })
    },
  })
}
